package verdict

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestProse(t *testing.T) {
	diagram := func(verdict, blocking string) string {
		return fenced("agent: wiki-diagram-reviewer\nverdict: " + verdict + "\nblocking: " + blocking + "\nshould_fix: 0\nadvisory: 0\n")
	}
	adversarial := fenced("agent: wiki-adversarial-reviewer\nfinding: 4.1 action: KEEP\nfinding: 4.2 action: REJECT weak\n")
	table := "## Falsification Summary\n\n| finding | evidence | action |\n|---|---|---|\n"
	tests := []struct {
		name, src string
		want      []string // line: part of the message
	}{
		{"nothing said", "All well.\n\n" + fenced(ready), nil},
		{"the same word", "**Verdict:** Ready\n\n" + fenced(ready), nil},
		{"another word", "Verdict: NOT READY (2 blocking)\n\n" + fenced(ready), []string{`1: says "NOT READY (2 blocking)", but the block says verdict: ready`}},
		{"in a heading", "# Verdict: not_ready\n\n" + fenced(ready), []string{"1: not_ready"}},
		{"in a list, in bold", "- **Verdict**: blocked\n\n" + fenced(ready), []string{"1: blocked"}},
		{"a pass", "Verdict: PASS ✅\n\n" + fenced(notReady), []string{"1: PASS"}},
		{"in Korean", "최종 판정: not-ready\n\n" + fenced(ready), []string{"1: not-ready"}},
		{"a word of nobody", "Verdict: COMPLETE\n\n" + fenced(ready), nil},
		{"ready begins another word", "Verdict: readying it\n\n" + fenced(ready), nil},
		{"ready for something", "Verdict: READY for merge\n\n" + fenced(notReady), []string{"1: READY for merge"}},
		{"not yet", "Verdict: not ready yet!\n\n" + fenced(ready), []string{"1: not ready yet"}},
		{"a sentence", "Verdict: blocked items of the last round are done; ready\n\n" + fenced(ready), nil},
		{"a condition", "Verdict: ready once the blocker is gone\n\n" + fenced(notReady), nil},
		{"a part of a word", "Verdict: fail-safe behaviour is confirmed\n\n" + fenced(ready), nil},
		{"a choice", "Verdict: not-ready / ready / blocked are the words\n\n" + fenced(ready), nil},
		{"a change", "Verdict: not-ready → ready\nVerdict: not-ready -> ready\nVerdict: ~~not-ready~~ ready\n\n" + fenced(ready), nil},
		{"a denial in Korean", "판정: not-ready 아님, ready\n\n" + fenced(ready), nil},
		{"in code", "```\nVerdict: not-ready\n```\n\n" + fenced(ready), nil},
		{"in a quotation", "> Verdict: not-ready\n\n" + fenced(ready), nil},
		{"in a comment", "<!--\nVerdict: not-ready\n-->\n\n" + fenced(ready), nil},
		{"after the block", fenced(ready) + "\nVerdict: not-ready\n", []string{"9: not-ready"}},
		{"with CRLF", strings.ReplaceAll("Verdict: not-ready\n\n"+fenced(ready), "\n", "\r\n"), []string{"1: not-ready"}},
		{"overall", "Overall verdict: NOT READY\n\n" + fenced(ready), []string{"1: NOT READY"}},
		{"in emphasis as a whole", "**Final verdict: not-ready**\n\n" + fenced(ready), []string{"1: not-ready"}},
		{"a heading above the word", "## Verdict\n\n❌ **NOT READY**\n\n" + fenced(ready), []string{"3: NOT READY"}},
		{"a bold line above the word", "**Verdict**\nnot ready\n\n" + fenced(ready), []string{"2: not ready"}},
		{"a label above the word", "Verdict:\n\nnot ready\n\n" + fenced(ready), []string{"3: not ready"}},
		{"a heading above the block", "## Verdict\n\n" + fenced(ready) + "\nNot ready are the other two.\n", nil},
		{"a heading above the block, a word below it", "## Verdict\n\n" + fenced(ready) + "\nNot ready\n", nil},
		{"a row of a table", "| check | result |\n|---|---|\n| **Verdict** | ❌ NOT READY |\n\n" + fenced(ready), []string{"3: NOT READY"}},
		{"the head of a table", "| Verdict | NOT READY |\n|---|---|\n\n" + fenced(ready), []string{"1: NOT READY"}},
		{"a column of one row", "| Blocking | Verdict |\n|---|---|\n| 2 | not-ready |\n\n" + fenced(ready), []string{"3: not-ready"}},
		{"a column of several rows is of several things", "| Page | Verdict |\n|---|---|\n| a | not-ready |\n| b | ready |\n\n" + fenced(ready), nil},
		{"another table", "| Page | State |\n|---|---|\n| a | not-ready |\n\n" + fenced(ready), nil},
		{"an emoji before the label", "❌ Verdict — NOT READY\n\n" + fenced(ready), []string{"1: NOT READY"}},
		{"a sentence", "The verdict is NOT READY until the migration is mended.\n\n" + fenced(ready), []string{"1: NOT READY"}},
		{"the past", "The earlier verdict was not-ready; that is mended.\nThe verdict was not-ready.\nPrevious verdict: not-ready\nVerdict: not-ready (previous round)\n\n" + fenced(ready), nil},
		{"a question", "Verdict: not ready?\nIs the verdict not-ready?\n\n" + fenced(ready), nil},
		{"a quotation in a line", "\"Verdict: not-ready\" is what the lead wrote.\n`Verdict: not-ready`\n“Verdict: NOT READY” is gone.\n\n" + fenced(ready), nil},
		{"a word in code marks", "**Verdict:** `not-ready`\n\n`Verdict`: not-ready\n\n" + fenced(ready), []string{"1: not-ready", "3: not-ready"}},
		{"a wrapped report", "```markdown\nVerdict: NOT READY\n\n" + fenced(ready) + "```\n", []string{"2: NOT READY"}},
		{"a block that says nothing", "Verdict: ready\n\n" + fenced(template), nil},
		{"no block", "Verdict: ready\n", nil},

		{"a score that fits", "Score: 96/100\n\n" + diagram("ready", "0"), nil},
		{"a score below the bar", "Score: 94/100\n\n" + diagram("ready", "0"), []string{"1: the score is 94, but the block says verdict: ready"}},
		{"a score at the bar", "**Score:** 95\n\n" + diagram("not-ready", "1"), []string{"1: the score is 95"}},
		{"the lowest score counts", "Score: 99\nScore: 80.5/100\n\n" + diagram("not-ready", "1"), nil},
		{"a blocked review has no score", "Score: 0\n\n" + diagram("blocked", "0"), nil},
		{"another scale", "Score: 9.6/10\n\n" + diagram("ready", "0"), nil},
		{"another scale, below the bar", "Score: 9 / 10\n\n" + diagram("ready", "0"), []string{"1: the score is 90"}},
		{"a sum", "Score: 100 - 3 - 3 = 94/100\n\n" + diagram("not-ready", "1"), nil},
		{"a reason after a dash", "Score: 92/100 – two deductions\n\n" + diagram("ready", "0"), []string{"1: the score is 92"}},
		{"a change of scores", "Score: 80/100 -> 96/100\n\n" + diagram("ready", "0"), nil},
		{"a fraction", "Score: 0.97\n\n" + diagram("ready", "0"), nil},
		{"points", "점수: 92점\n\n" + diagram("ready", "0"), []string{"1: the score is 92"}},
		{"no number", "Score: see below\n\n" + diagram("ready", "0"), nil},
		{"a score of another judge", "Score: 10\n\n" + fenced(ready), nil},

		{"rows and lines agree", table + "| 4.1 | x | KEEP |\n| `4.2` | y | **REJECT** |\n\n" + adversarial, nil},
		{"a title follows the id", table + "| 4.1: the guard | x | KEEP |\n| **4.2** no source | y | REJECT |\n\n" + adversarial, nil},
		{"a row without a line", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n| 4.3 | y | KEEP |\n\n" + adversarial, []string{`7: "4.3" of the Falsification Summary has no line`}},
		{"a line without a row", table + "| 4.1 | x | KEEP |\n\n" + adversarial, []string{`10: "4.2" has no row`}},
		{"another action", table + "| 4.1 | x | DOWNGRADE |\n| 4.2 | y | REJECT |\n\n" + adversarial, []string{`5: the row says DOWNGRADE for finding "4.1", but the block says KEEP`}},
		{"a row twice", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n| 4.1 | x | KEEP |\n\n" + adversarial, []string{`7: "4.1" twice`}},
		{"text with a bar below the table", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n\nTotal | 2\n\n" + adversarial, nil},
		{"a row of sums", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n| **Total** | | 2 |\n\n" + adversarial, nil},
		{"a table of numbers", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n\n### By action\n\n| action | n |\n|---|---|\n| KEEP | 1 |\n\n" + adversarial, nil},
		{"two tables", table + "| 4.1 | x | KEEP |\n\n| finding | action |\n|---|---|\n| 4.2 | KEEP |\n\n" + adversarial, []string{"9: the row says KEEP"}},
		{"a column of numbers in front", "## Falsification Summary\n\n| # | finding | action |\n|---|---|---|\n| 1 | 4.1 | KEEP |\n| 2 | 4.2 | REJECT |\n\n" + adversarial, nil},
		{"a link as id", table + "| [4.1](a.md) | x | KEEP |\n| 4.2 | y | REJECT |\n\n" + adversarial, nil},
		{"a change of actions", table + "| 4.1 | x | REJECT → KEEP |\n| 4.2 | y | REJECT |\n\n" + adversarial, nil},
		{"no summary", adversarial, nil},
		{"a table of another section", "## Checks\n\n| finding | action |\n|---|---|\n| 9 | KEEP |\n\n" + adversarial, nil},
		{"a table after the summary's section", table + "| 4.1 | x | KEEP |\n| 4.2 | y | REJECT |\n\n## Other\n\n| 9 | z | KEEP |\n\n" + adversarial, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := source.NewFile("x.md", []byte(tt.src))
			text := Parse(f, Language{})
			var got []string
			for _, p := range text.Prose() {
				got = append(got, fmt.Sprintf("%d: %s", f.LineOf(p.Span.Start), p.Message))
				if p.Rule != "verdict-prose" || p.Severity != Warning || p.Help == "" {
					t.Errorf("problem %+v", p)
				}
			}
			ok := slices.EqualFunc(got, tt.want, func(got, want string) bool {
				line, part, _ := strings.Cut(want, ": ")
				return strings.HasPrefix(got, line+": ") && strings.Contains(got, part)
			})
			if !ok {
				t.Errorf("Prose of %q gives %q, want %q", tt.src, got, tt.want)
			}
		})
	}
}

// Whatever the text, Prose stays inside of it and says what to do.
func FuzzProse(f *testing.F) {
	f.Add("Verdict: NOT READY\n\n" + fenced(ready))
	f.Add("## Falsification Summary\n\n| a | b |\n|---|---|\n| 4.1 | REJECT |\n\n" + fenced(keeps))
	f.Add("## Falsification Summary\n\n| a | b |\n|---|---|\n| \u00a0 | KEEP |\n| ` ` | KEEP |\n\n" + fenced(keeps))
	f.Add("Score: 1e9\n\n" + fenced("agent: wiki-diagram-reviewer\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n"))
	f.Fuzz(func(t *testing.T, src string) {
		text := Parse(source.NewFile("x.md", []byte(src)), Language{})
		for _, p := range text.Prose() {
			if p.Span.Start < 0 || p.Span.End > len(src) || p.Span.Start >= p.Span.End || p.Help == "" {
				t.Fatalf("problem %+v of %q", p, src)
			}
		}
	})
}
