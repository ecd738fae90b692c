package lint

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

var ruleFrontmatterCRLF = Rule{
	Name:     "frontmatter-crlf",
	Summary:  "carriage returns at the ends of front matter lines",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      frontmatterCRLF,
}

func frontmatterCRLF(p *Pass) {
	front := p.Spec.Front
	head := source.Span{Start: front.Open.Start, End: front.Text.End}
	n := bytes.IndexByte(p.File.Text(head), '\r')
	if front.State == source.FrontNone || n < 0 {
		return
	}
	at := head.Start + n
	d := Diagnostic{Span: source.Span{Start: at, End: at + 1}, Message: "the lines of the front matter end in CRLF, which some readers take into the values",
		Help: "save the file with LF line endings", Fix: lineFeedFix(p.File.Src)}
	if !bytes.HasPrefix(p.File.Src[at:], []byte("\r\n")) {
		d.Severity = Error
		d.Message = "the lines end in a lone carriage return, so no client finds the end of the front matter"
	}
	p.Report(d)
}

// lineFeedFix turns every CRLF and lone CR of a text into LF.
func lineFeedFix(src []byte) *Fix {
	f := &Fix{Message: "end the lines with LF", Safe: true}
	for i, c := range src {
		if c != '\r' {
			continue
		}
		e := source.Edit{Span: source.Span{Start: i, End: i + 1}, New: "\n"}
		if i+1 < len(src) && src[i+1] == '\n' {
			e.New = ""
		}
		f.Edits = append(f.Edits, e)
	}
	return f
}
