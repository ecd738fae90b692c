package lint

import (
	"slices"
	"strings"

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
	if found.Write == "" || !slices.Contains([]string{"verdict-key-near-miss", "verdict-line-decorated"}, found.Rule) || givesKeyTwice(p, found) {
		return nil
	}
	return &Fix{Message: "write " + found.Write, Safe: true, Edits: []source.Edit{{Span: found.Span, New: found.Write}}}
}

// givesKeyTwice reports whether the right form of a line has a key that its
// block holds already, or that another line of it is to get.
func givesKeyTwice(p *Pass, line verdict.Problem) bool {
	key := keyWritten(line)
	if key == "finding" || line.Block < 0 {
		return false
	}
	if f, there := p.Text.Blocks[line.Block].Field(key); there && f.Span != line.Span {
		return true
	}
	return slices.ContainsFunc(p.Problems, func(other verdict.Problem) bool {
		return other.Block == line.Block && other.Span != line.Span && keyWritten(other) == key
	})
}

func keyWritten(found verdict.Problem) string {
	key, _, _ := strings.Cut(found.Write, ":")
	return key
}
