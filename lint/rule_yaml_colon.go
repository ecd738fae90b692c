package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

var ruleYAMLColon = Rule{
	Name:     "yaml-colon",
	Summary:  "an unquoted value that only a lenient reader takes, in most cases because of a colon",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      yamlColon,
}

func yamlColon(p *Pass) {
	if p.Spec.Reading != agentspec.Repaired {
		return
	}
	for _, s := range p.Spec.Quoted {
		if unclosedBracket(p.File.Text(s)) == 0 { // else yaml-syntax tells it
			p.Report(yamlColonAt(p, s))
		}
	}
}

// yamlColonAt describes one value that needs quotes.
func yamlColonAt(p *Pass, value source.Span) Diagnostic {
	text := string(p.File.Text(value))
	d := Diagnostic{Span: value, Help: "put the value in quotes"}
	switch n := colonIn(text); {
	case n >= 0:
		d.Span = source.Span{Start: value.Start + n, End: value.Start + n + 1}
		d.Message = "the unquoted value contains \": \", which strict readers refuse or take for another key"
	default:
		d.Message = fmt.Sprintf("an unquoted value cannot begin with %q; strict readers refuse it", text[:1])
	}
	d.Fix = quoteFix(value, text)
	return d
}

// colonIn returns the first colon that ends a key for a strict reader, or -1.
func colonIn(text string) int {
	for i := range len(text) {
		if text[i] == ':' && (i+1 == len(text) || strings.IndexByte(" \t\r\n", text[i+1]) >= 0) {
			return i
		}
	}
	return -1
}

// quoteFix quotes a value of one line. Single quotes keep back slashes as they
// are, so that a lenient reader sees the same text as before.
func quoteFix(value source.Span, text string) *Fix {
	if strings.ContainsAny(text, "\r\n") {
		return nil
	}
	return &Fix{Message: "quote the value", Safe: true,
		Edits: []source.Edit{{Span: value, New: "'" + strings.ReplaceAll(text, "'", "''") + "'"}}}
}
