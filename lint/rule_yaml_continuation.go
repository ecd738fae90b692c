package lint

import (
	"bytes"
	"fmt"

	"github.com/judgelint/judgelint/source"
)

var ruleYAMLContinuation = Rule{
	Name:     "yaml-continuation",
	Summary:  "lines that continue a value without being indented",
	Severity: Error,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      yamlContinuation,
}

func yamlContinuation(p *Pass) {
	if len(p.Spec.Stray) == 0 || !closed(p) {
		return
	}
	stray := p.Spec.Stray[0]
	d := Diagnostic{Span: stray, Message: fmt.Sprintf("the line %q is no key and is not indented, so the front matter cannot be read", clip(p.File.Text(stray), 40)),
		Help: "indent the lines that belong to a value, and begin the value with |"}
	if p.Kind != AgentSpec {
		d.Severity = Warning // Claude Code takes the skill or command without its keys
	}
	for _, e := range p.Spec.Entries {
		if e.Lines.End <= stray.Start {
			d.Related = []Related{{Span: e.KeySpan, Message: fmt.Sprintf("the value of %s seems to go on here", e.Key)}}
		}
	}
	p.Report(d)
}

// closed reports whether the front matter has an end. Without one its last
// lines may belong to the body, and frontmatter-unclosed has told why no client
// reads the rest.
func closed(p *Pass) bool { return p.Spec.Front.State != source.FrontUnclosed }

// clip shortens a text for a message to n code points.
func clip(text []byte, n int) string {
	r := bytes.Runes(bytes.TrimSpace(text))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}

// firstOf cuts a span down to its first line.
func firstOf(p *Pass, s source.Span) source.Span {
	if n := bytes.IndexAny(p.File.Text(s), "\r\n"); n >= 0 {
		s.End = s.Start + n
	}
	return s
}
