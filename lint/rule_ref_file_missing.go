package lint

import (
	"fmt"
	"path"
	"strings"

	"github.com/judgelint/judgelint/source"
)

var ruleRefFileMissing = Rule{
	Name:     "ref-file-missing",
	Summary:  "a link or path to a file that does not exist",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.2.0",
	Run:      refFileMissing,
}

func refFileMissing(p *Pass) {
	if p.linter.Layout == nil {
		return
	}
	var shown, shownCode []source.Span
	for _, ref := range fileRefs(p) {
		spans := &shown
		if ref.code {
			spans = &shownCode
		}
		if !missingIn(p, ref) || shownOnly(p, spans, ref.span.Start, ref.code) {
			continue
		}
		p.Report(Diagnostic{Span: ref.span, Message: fmt.Sprintf("%q does not exist%s, so the model reads nothing there", ref.target, beside(ref)),
			Help: "mend the path, or add the file"})
	}
}

// missingIn reports whether a file is in none of the folders that it may count
// from. What lies out of the project is not looked for.
func missingIn(p *Pass, ref fileRef) bool {
	for _, dir := range ref.from {
		name := path.Join(dir, ref.target)
		if _, exists, known := p.stat(name); exists || !known {
			return false
		}
	}
	return true
}

func beside(ref fileRef) string {
	if len(ref.from) > 1 {
		return ""
	}
	if ref.from[0] == "." {
		return " in the plugin"
	}
	return " in " + strings.TrimPrefix(ref.from[0], "./")
}
