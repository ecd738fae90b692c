package contract_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

const allForms = plainLine + `sections = ["Evidence"]

[[contract]]
name = "last"
form = "line"
label = ["VERDICT"]
place = "last"
note = "refuse"
case = "ignore"
pass = ["pass"]
fail = ["fail"]

[[contract]]
name = "fields"
form = "fields"
fence = "result"
verdict = "status"
required = ["why"]
counts = ["n"]
rules = [{ when = "ok", count = "n", max = 0 }]
pass = ["ok"]
fail = ["bad"]

[[contract]]
name = "bare"
form = "fields"
fence = ""
verdict = "Status"
pass = ["ok"]
fail = ["bad"]

[[contract]]
name = "json"
form = "json"
verdict = "/status"
schema = "s.json"
pass = ["ok"]
fail = ["bad", 1]
`

var schemaOfAll = map[string]string{"s.json": `{"required":["status"],"properties":{"status":{"type":["string","number"]},"list":{"items":{"type":"string"},"uniqueItems":true}}}`}

// FuzzJudge: any bytes have a judgement whose parts agree, in every form.
func FuzzJudge(f *testing.F) {
	for _, tt := range append(answerCases(), moreAnswers()...) {
		for _, a := range tt.answers {
			f.Add([]byte(a.text))
		}
	}
	f.Add([]byte("```result\nstatus: ok\nwhy: x\nn: 0\n```\n"))
	f.Add([]byte("{\"status\":\"ok\",\"list\":[\"a\",\"a\"]}"))
	set := contracts(f, allForms, schemaOfAll)
	f.Fuzz(func(t *testing.T, text []byte) {
		for i := range set.Declared {
			file := source.NewFile("answer.md", text)
			j := set.Declared[i].Judge(file, "reviewer")
			agree(t, j, len(text))
		}
	})
}

// agree checks that the parts of a judgement say the same.
func agree(t *testing.T, j contract.Judgement, size int) {
	t.Helper()
	bad := verdict.Malformed(j.Problems)
	switch {
	case j.Trouble != nil:
		t.Fatal(j.Trouble)
	case (j.Outcome == contract.Malformed) != bad:
		t.Fatalf("%s, but problems %v", j.Outcome, j.Problems)
	case (j.Outcome == contract.Valid) != (j.Decision != contract.Undecided):
		t.Fatalf("%s decides %s", j.Outcome, j.Decision)
	case j.Outcome == contract.Valid && j.Word == "":
		t.Fatal("a valid verdict without a word")
	case j.At.Start < 0 || j.At.End > size || j.At.Start > j.At.End:
		t.Fatalf("at %v of %d", j.At, size)
	}
	last := 0
	for _, p := range j.Problems {
		if p.Span.Start < last || p.Span.End > size || p.Span.Start > p.Span.End || p.Rule == "" || p.Message == "" || strings.Contains(p.Message, "\n") {
			t.Fatalf("problem %+v after %d", p, last)
		}
		last = p.Span.Start
	}
}

// parts are pieces of generated answers. quotes are quotations.
var (
	parts = []string{
		"VERDICT: PASS\n", "**VERDICT:** FAIL - two gaps\n", "## Verdict\n", "PASS\n", "VERDICT: <verdict>\n", "VERDICT: PASS | FAIL\n", "Verdict - FAIL\n",
		"Overall verdict: PASS\n", "verdict: maybe\n", "- VERDICT: FAIL\n", "- a\n  - VERDICT: PASS\n", "Some text about it.\n", "## Evidence\n", "## Other\n", "ran it\n",
		"```result\nstatus: ok\nwhy: x\nn: 0\n```\n", "```result\nstatus: bad\nwhy: x\nn: 3\n```\n", "```Result\nstatus: ok\nwhy: x\nn: 0\n```\n", "```result\nstatus: ok\nwhy: x\nn: 2\n```\n",
		"```\nStatus: ok\n```\n", "```\n**Status**: bad\n```\n", "```json\n{\"status\":\"ok\"}\n```\n", "```json\n{\"status\":\"bad\",}\n```\n", "```json\n{\"status\":\"no\"}\n```\n",
		"| Verdict | FAIL |\n|---|---|\n", "    VERDICT: FAIL\n",
	}
	quotes = []string{
		"> VERDICT: FAIL\n", "> ```json\n> {\"status\":\"bad\"}\n> ```\n", "<!--\nVERDICT: FAIL\n-->\n", "````\n```result\nstatus: bad\nwhy: x\nn: 1\n```\n````\n",
		"````\nVERDICT: FAIL\n```\nStatus: bad\n```\n````\n", "> ```result\n> status: bad\n> why: x\n> n: 1\n> ```\n",
	}
)

// What stands in a quotation changes no decision, and deleting it changes none
// either. Paragraphs are set apart, so that a quotation is one.
func TestQuotationsDecideNothing(t *testing.T) {
	set := contracts(t, allForms, schemaOfAll)
	r := rand.New(rand.NewPCG(1, 2))
	outcomes := map[string]int{}
	for range 4000 {
		var with, without strings.Builder
		with.WriteString("Report.\n\n")
		without.WriteString("Report.\n\n")
		for range 1 + r.IntN(6) {
			if r.IntN(3) == 0 {
				with.WriteString(quotes[r.IntN(len(quotes))] + "\n")
				continue
			}
			part := parts[r.IntN(len(parts))] + "\n"
			with.WriteString(part)
			without.WriteString(part)
		}
		for i := range set.Declared {
			c := &set.Declared[i]
			if c.Place == contract.Last {
				continue // there a quotation behind the line is text that follows
			}
			a, b := c.Judge(source.NewFile("a", []byte(with.String())), ""), c.Judge(source.NewFile("a", []byte(without.String())), "")
			agree(t, a, with.Len())
			outcomes[c.Name+" "+string(a.Outcome)]++
			if sections := len(c.Sections) > 0; a.Outcome != b.Outcome && !sections || a.Outcome == b.Outcome && a.Decision != b.Decision || !sections && !reflect.DeepEqual(rules(a), rules(b)) {
				t.Fatalf("%s: %s %s %v with quotations, %s %s %v without:\n%s", c.Name, a.Outcome, a.Decision, rules(a), b.Outcome, b.Decision, rules(b), with.String())
			}
		}
	}
	for _, name := range []string{"r", "fields", "bare", "json"} {
		for _, o := range []contract.Outcome{contract.Valid, contract.Malformed, contract.None} {
			if outcomes[name+" "+string(o)] < 20 {
				t.Errorf("%s is %s only %d times; the parts say little", name, o, outcomes[name+" "+string(o)])
			}
		}
	}
}

func rules(j contract.Judgement) []string {
	var names []string
	for _, p := range j.Problems {
		names = append(names, p.Rule)
	}
	return names
}

// Ten times the text takes about ten times as long, whatever it holds.
func TestHostileAnswersAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes time")
	}
	set := contracts(t, allForms, schemaOfAll)
	for name, piece := range map[string]string{
		"verdict lines": "VERDICT: PASS\n", "label without a colon": "VERDICT PASS ", "headings": "## Verdict\n", "headings and text": "## Verdict\n\nx\n\n",
		"placeholders": "VERDICT: <a> | ", "stars": "*", "brackets": "[", "braces": "{\"a\":", "emoji": "✅", "words in a note": "PASS GO ", "fences": "```\nStatus: x\n",
		"list": "- VERDICT: ", "nested": "- - VERDICT: FAIL\n", "quotes": "> VERDICT: FAIL\n", "sections": "## Evidence\n", "JSON fences": "```json\n{\n```\n", "strings": "\"a\",",
		"table": "| Verdict | FAIL |\n", "blank lines": "\n",
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			run := func(size int) time.Duration {
				text := []byte(strings.Repeat(piece, size/len(piece)+1))
				best := time.Hour
				for range 3 {
					start := time.Now()
					for i := range set.Declared {
						set.Declared[i].Judge(source.NewFile("a", text), "")
					}
					best = min(best, time.Since(start))
				}
				return best
			}
			small, large := run(40_000), run(400_000)
			if large > 60*small && large > 2*time.Second { // a quadratic one takes a hundred times as long
				t.Errorf("40 kB took %v, 400 kB %v", small, large)
			}
		})
	}
}
