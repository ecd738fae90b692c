package lint

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

var ruleFrontmatterLate = Rule{
	Name:     "frontmatter-late",
	Summary:  "front matter with blank lines or comments before it",
	Severity: Error,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      frontmatterLate,
}

func frontmatterLate(p *Pass) {
	front := p.Spec.Front
	if front.State != source.FrontLate {
		return
	}
	message := "the front matter does not begin in the first line, so no client sees " + article(noun(p))
	if p.Kind == Command {
		message = "the front matter does not begin in the first line, so the command goes without it"
	}
	before := source.Span{Start: 0, End: front.Open.Start}
	d := Diagnostic{Span: front.Open, Message: message,
		Help: "move what stands before it below the front matter"}
	if p.Kind == Command {
		d.Severity = Warning
	}
	text := bytes.TrimPrefix(p.File.Text(before), []byte(source.BOM))
	if len(bytes.TrimSpace(text)) == 0 {
		d.Help = "take out the blank lines before it"
		d.Fix = &Fix{Message: "take out the blank lines before the front matter", Safe: true,
			Edits: []source.Edit{{Span: source.Span{Start: before.End - len(text), End: before.End}}}}
	}
	p.Report(d)
}
