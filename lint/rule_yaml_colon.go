package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

var ruleYAMLColon = Rule{
	Name:     "yaml-colon",
	Summary:  "an unquoted value that only a lenient reader takes, in most cases because of a colon",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      yamlColon,
}

func yamlColon(p *Pass) {
	if p.Spec.Reading != agentspec.Repaired || !closed(p) {
		return
	}
	var found []Diagnostic
	var edits []source.Edit
	for _, s := range p.Spec.Quoted {
		if unclosedBracket(p.File.Text(s)) == 0 { // else yaml-syntax tells it
			d := yamlColonAt(p, s)
			found, edits = append(found, d), append(edits, d.Fix.Edits...)
		}
	}
	safe := keepsReading(p, edits)
	for _, d := range found {
		d.Fix.Safe = safe
		p.Report(d)
	}
}

// keepsReading reports whether the front matter says after the edits what
// Claude Code reads in it now. It need not: where its parser refuses one value,
// the client takes the others literally, with what looks like a comment.
func keepsReading(p *Pass, edits []source.Edit) bool {
	after := agentspec.Parse(source.NewFile(p.File.Path, source.Apply(p.File.Src, edits)))
	same := func(a, b agentspec.Entry) bool {
		return a.Key == b.Key && a.Kind == b.Kind && a.Value == b.Value &&
			slices.EqualFunc(a.Items, b.Items, func(a, b agentspec.Item) bool { return a.Text == b.Text })
	}
	return after.Reading != agentspec.Lenient && slices.EqualFunc(p.Spec.Entries, after.Entries, same)
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
	return &Fix{Message: "quote the value",
		Edits: []source.Edit{{Span: value, New: "'" + strings.ReplaceAll(text, "'", "''") + "'"}}}
}
