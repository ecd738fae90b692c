package lint

import "github.com/judgelint/judgelint/source"

var ruleFrontmatterUnclosed = Rule{
	Name:     "frontmatter-unclosed",
	Summary:  "front matter without a closing line of three dashes",
	Severity: Error,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      frontmatterUnclosed,
}

func frontmatterUnclosed(p *Pass) {
	front := p.Spec.Front
	switch front.State {
	case source.FrontUnclosed:
		d := Diagnostic{Span: front.Open, Message: "the front matter is never closed, so no client sees " + article(noun(p)),
			Help: "add a line --- after the last key"}
		if p.Kind == Command {
			d.Severity, d.Message = Warning, "the front matter is never closed, so the command goes without it"
		}
		p.Report(d)
	case source.FrontDots:
		p.Report(Diagnostic{Span: front.Close, Message: "the front matter is closed by dots, which no client takes for its end",
			Help: "write --- instead",
			Fix:  &Fix{Message: "write three dashes", Safe: true, Edits: []source.Edit{{Span: front.Close, New: "---"}}}})
	}
}
