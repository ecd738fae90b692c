package lint

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

var ruleFrontmatterBOM = Rule{
	Name:     "frontmatter-bom",
	Summary:  "a byte order mark before the front matter, which some clients do not get past",
	Severity: Warning,
	Kinds:    AgentSpec | Skill,
	Since:    "0.1.0",
	Run:      frontmatterBOM,
}

func frontmatterBOM(p *Pass) {
	if !bytes.HasPrefix(p.File.Src, []byte(source.BOM)) {
		return
	}
	mark := source.Span{End: len(source.BOM)}
	p.Report(Diagnostic{Span: mark, Message: "the file begins with a byte order mark, which hides the " + noun(p) + " from some clients",
		Help: "save the file as UTF-8 without a byte order mark",
		Fix:  &Fix{Message: "take out the byte order mark", Safe: true, Edits: []source.Edit{{Span: mark}}}})
}
