package lint

import (
	"fmt"
	"path"

	"github.com/judgelint/judgelint/source"
)

var ruleFileExtension = Rule{
	Name:     "file-extension",
	Summary:  "an agent file whose name does not end in .md, which no client reads",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      fileExtension,
}

func fileExtension(p *Pass) {
	if ext := path.Ext(p.File.Path); p.Home == ClaudeHome && ext != ".md" && p.Spec.Front.State != source.FrontNone {
		p.Report(Diagnostic{Span: p.File.Line(1), Message: fmt.Sprintf("the name of the file ends in %q; Claude Code reads only .md", ext),
			Help: "rename the file"})
	}
}
