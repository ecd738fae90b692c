package lint

import "github.com/judgelint/judgelint/source"

var ruleFrontmatterMissing = Rule{
	Name:     "frontmatter-missing",
	Summary:  "an agent file without front matter, which every client takes for a document",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      frontmatterMissing,
}

func frontmatterMissing(p *Pass) {
	if p.Spec.Front.State != source.FrontNone || p.File.UTF16() {
		return
	}
	d := Diagnostic{Span: p.File.Line(1), Message: "the file does not begin with front matter, so no client sees an agent",
		Help: "begin the file with a line ---, name: and description:, and a line ---"}
	if !claudeKeysCount(p) {
		d.Severity = Warning // some clients of these folders do without
	}
	p.Report(d)
}
