package lint

import (
	"slices"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// relay reports the problems that the verdict language found for a rule. The
// rules that only relay differ in name, page and cases.
func relay(p *Pass) {
	for _, found := range p.Problems {
		if found.Rule != p.rule.Name {
			continue
		}
		d := Diagnostic{Span: found.Span, Message: found.Message, Help: found.Help, Severity: Error}
		if found.Severity == verdict.Warning {
			d.Severity = Warning
		}
		d.Fix = lineFix(p, found)
		p.Report(d)
	}
}

// lineFix is the fix of a problem about a whole line that has one right form.
// Only where the words stay as they are is it safe; a word in another case is
// the author's to decide.
func lineFix(p *Pass, found verdict.Problem) *Fix {
	if found.Write == "" || !slices.Contains([]string{"verdict-key-near-miss", "verdict-line-decorated"}, found.Rule) {
		return nil
	}
	return &Fix{Message: "write " + found.Write, Safe: true, Edits: []source.Edit{{Span: found.Span, New: found.Write}}}
}
