package evidence

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/ledger"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// at makes row number n of a ledger.
func at(n int, r ledger.Row) ledger.Row {
	r.Version, r.Time = 1, start.Add(time.Duration(n)*time.Hour).Format("2006-01-02T15:04:05.000000000Z")
	if r.Source == "" {
		r.Source = "gate"
	}
	if r.Agent == "" {
		r.Agent = "reviewer"
	}
	if r.Outcome == "" && r.Source != ledger.SourceLabel {
		r.Outcome = ledger.Valid
	}
	if r.Decision == "" {
		r.Decision = ledger.None
	}
	if r.Answer == "" {
		r.Answer = fmt.Sprint("answer ", n)
	}
	return r
}

func tree(name string) *ledger.Subject { return &ledger.Subject{Commit: "c" + name, Tree: name} }

func card(t *testing.T, rows []ledger.Row) Card {
	t.Helper()
	r := New(rows, Options{})
	if len(r.Judges) != 1 {
		t.Fatalf("%d judges, want 1", len(r.Judges))
	}
	return r.Judges[0]
}

func count(s Share) [2]int { return [2]int{s.Count, s.Of} }

func TestDecisionsAndForm(t *testing.T) {
	rows := []ledger.Row{
		at(0, ledger.Row{Decision: ledger.Pass, Try: 1}),
		at(1, ledger.Row{Decision: ledger.Fail, Try: 1}),
		at(2, ledger.Row{Decision: ledger.Abstain, Try: 1}),
		// malformed, repaired by the retry
		at(3, ledger.Row{Outcome: ledger.Malformed, Try: 1, Action: "block", Session: "s", AgentID: "a", Answer: "first"}),
		at(4, ledger.Row{Decision: ledger.Pass, Try: 2, Of: "first", Session: "s", AgentID: "a"}),
		// missing, blocked, missing again and let go
		at(5, ledger.Row{Outcome: ledger.Missing, Try: 1, Action: "block", Session: "s", AgentID: "b", Answer: "none"}),
		at(6, ledger.Row{Outcome: ledger.Missing, Try: 2, Of: "none", Action: "tell", Session: "s", AgentID: "b"}),
	}
	c := card(t, rows)
	if c.Answers != 5 {
		t.Errorf("answers = %d, want 5", c.Answers)
	}
	for name, tt := range map[string]struct {
		got  Share
		want [2]int
	}{
		"pass": {c.Pass, [2]int{2, 4}}, "fail": {c.Fail, [2]int{1, 4}}, "abstain": {c.Abstain, [2]int{1, 4}},
		"malformed": {c.Malformed, [2]int{1, 5}}, "missing": {c.Missing, [2]int{1, 5}},
		"repaired": {c.Repaired, [2]int{1, 2}}, "let go": {c.LetGo, [2]int{1, 5}},
	} {
		if count(tt.got) != tt.want {
			t.Errorf("%s = %v, want %v", name, count(tt.got), tt.want)
		}
	}
	if r := New(rows, Options{}); r.Escalations.Total != 1 || r.Escalations.Listed[0].AgentID != "b" {
		t.Errorf("escalations = %+v", r.Escalations)
	}
}

// What is not known is said, not shown as zero.
func TestUnknown(t *testing.T) {
	c := card(t, []ledger.Row{at(0, ledger.Row{Decision: ledger.Pass})})
	for name, s := range map[string]Share{"flips": c.Flips, "false pass": c.FalsePass, "false block": c.FalseBlock, "refuted": c.Findings.Rate, "repaired": c.Repaired} {
		if s.Value != nil || s.Unknown == "" || strings.Contains(s.String(), "%") {
			t.Errorf("%s = %+v", name, s)
		}
	}
	if c.Agreement.Alpha != nil || c.Agreement.Unknown == "" || c.Cost.Tokens.Value != nil {
		t.Errorf("agreement %+v, cost %+v", c.Agreement, c.Cost)
	}
	if text := New(nil, Options{}).Text(); !strings.HasPrefix(text, "no judgements") {
		t.Errorf("Text() = %q", text)
	}
}

func TestFlipsAndAgreement(t *testing.T) {
	var rows []ledger.Row
	for i := range 6 {
		for try := range 2 {
			d := ledger.Pass
			if i%2 == 0 || i == 5 && try == 1 {
				d = ledger.Fail
			}
			rows = append(rows, at(2*i+try, ledger.Row{Decision: d, Subject: tree(fmt.Sprint("t", i))}))
		}
	}
	rows = append(rows, at(20, ledger.Row{Decision: ledger.Pass})) // nobody knows of what
	c := card(t, rows)
	if count(c.Flips) != [2]int{1, 6} {
		t.Errorf("flips = %v, want 1 of 6", count(c.Flips))
	}
	// By hand: 12 votes, 5 pass and 7 fail, one unit of six disagrees: 1 - 11*1/(5*7).
	if want := 1 - 11.0*1/(5*7); c.Agreement.Alpha == nil || !near(*c.Agreement.Alpha, want, 1e-12) || c.Agreement.Subjects != 6 {
		t.Errorf("agreement = %v, want %v", c.Agreement, want)
	}
	if r := New(rows, Options{}); r.Flips.Total != 1 || r.Flips.Listed[0].Was != ledger.Pass || r.Flips.Listed[0].Commit != "ct5" {
		t.Errorf("flips = %+v", r.Flips)
	}
}

func TestPairs(t *testing.T) {
	var rows []ledger.Row
	n := 0
	vote := func(agent, subject, decision string) {
		n++
		rows = append(rows, at(n, ledger.Row{Agent: agent, Decision: decision, Subject: tree(subject)}))
	}
	for i := range 50 { // the table of TestKappaPublished, halved
		a, b := ledger.Fail, ledger.Fail
		switch {
		case i < 8:
			a, b = ledger.Pass, ledger.Pass
		case i < 10:
			a = ledger.Pass
		case i < 15:
			b = ledger.Pass
		}
		vote("one", fmt.Sprint(i), a)
		vote("two", fmt.Sprint(i), b)
	}
	r := New(rows, Options{})
	if len(r.Pairs) != 1 || r.Pairs[0].Subjects != 50 || r.Pairs[0].Same != 43 || r.Pairs[0].Kappa == nil {
		t.Fatalf("pairs = %+v", r.Pairs)
	}
	want, _, _ := Kappa([][]int{{8, 2}, {5, 35}})
	if got := *r.Pairs[0].Kappa; !near(got, want, 1e-12) {
		t.Errorf("kappa = %v, want %v", got, want)
	}
}

func TestTruth(t *testing.T) {
	var rows []ledger.Row
	for i := range 24 {
		name, d := fmt.Sprint("t", i), ledger.Pass
		if i >= 14 {
			d = ledger.Fail
		}
		rows = append(rows, at(i, ledger.Row{Decision: d, Subject: tree(name)}))
		truth := ledger.Pass
		if i%2 == 0 {
			truth = ledger.Fail
		}
		rows = append(rows, at(100+i, ledger.Row{Source: ledger.SourceLabel, Decision: truth, Subject: tree(name)}))
	}
	c := card(t, rows)
	// Of 12 that should fail the first 7 passed; of 12 that should pass the last 5 were blocked.
	if c.Labels != 24 || count(c.FalsePass) != [2]int{7, 12} || count(c.FalseBlock) != [2]int{5, 12} || c.FalsePass.Value == nil {
		t.Errorf("labels %d, false pass %v, false block %v", c.Labels, c.FalsePass, c.FalseBlock)
	}
	few := New(rows[:18], Options{}).Judges[0]
	if few.FalsePass.Value != nil || strings.Contains(few.FalsePass.String(), "%") {
		t.Errorf("with 9 labels: false pass %v", few.FalsePass)
	}
	// The newest label counts.
	rows = append(rows, at(300, ledger.Row{Source: ledger.SourceLabel, Decision: ledger.Pass, Subject: tree("t0")}))
	if got := card(t, rows).FalsePass; count(got) != [2]int{6, 11} {
		t.Errorf("after a new label: %v", got)
	}
}

func TestEvalTruth(t *testing.T) {
	var rows []ledger.Row
	for i := range 20 {
		rows = append(rows, at(i, ledger.Row{Source: "eval", Decision: ledger.Pass, Truth: []string{ledger.Pass, ledger.Fail}[i%2]}))
	}
	if c := card(t, rows); count(c.FalsePass) != [2]int{10, 10} || count(c.FalseBlock) != [2]int{0, 10} {
		t.Errorf("false pass %v, false block %v", c.FalsePass, c.FalseBlock)
	}
}

func TestDrift(t *testing.T) {
	var rows []ledger.Row
	for i := range 80 {
		spec, d := "old", ledger.Pass
		if i >= 40 {
			spec = "new"
		}
		if i >= 40 && i%2 == 0 || i < 4 {
			d = ledger.Fail
		}
		usd := 0.1 + float64(i%3)/100
		rows = append(rows, at(i, ledger.Row{Spec: spec, Decision: d, CostUSD: &usd}))
	}
	r := New(rows, Options{})
	if len(r.Judges) != 2 || len(r.Drifts) != 1 || r.Drifts[0].Before.Spec != "old" || r.Drifts[0].Overlap {
		t.Fatalf("drifts = %+v", r.Drifts)
	}
	for _, c := range r.Drifts[0].Changes {
		switch c.Figure {
		case "pass":
			if c.Difference == nil || !near(*c.Difference, 0.5-0.9, 1e-12) || !c.Clear {
				t.Errorf("pass: %+v", c)
			}
		case "USD per answer":
			if c.Difference == nil || c.Clear {
				t.Errorf("USD: %+v", c)
			}
		case "false pass":
			if c.Difference != nil || c.Unknown == "" {
				t.Errorf("false pass: %+v", c)
			}
		}
	}
}

// An answer that the gate judged and a command recorded again is one answer.
func TestDoubles(t *testing.T) {
	one := ledger.Row{Decision: ledger.Pass, Answer: "x", Subject: tree("t")}
	again := one
	again.Source = "verdict"
	if c := card(t, []ledger.Row{at(0, one), at(1, again), at(2, again)}); c.Answers != 1 {
		t.Errorf("answers = %d, want 1", c.Answers)
	}
	panel := one
	panel.Source = "panel"
	if c := card(t, []ledger.Row{at(0, panel), at(1, panel)}); c.Answers != 2 {
		t.Errorf("answers of a panel = %d, want 2", c.Answers)
	}
}

func TestFindings(t *testing.T) {
	usd := 3.0
	rows := []ledger.Row{
		at(0, ledger.Row{Source: "run", Decision: ledger.Fail, CostUSD: &usd}),
		at(1, ledger.Row{Source: "run", Findings: &ledger.Findings{Confirmed: 2, Refuted: 1, Unverified: 1}}),
	}
	rows[1].Answer = ""
	c := card(t, rows)
	if c.Answers != 1 || c.Findings.Confirmed != 2 || count(c.Findings.Rate) != [2]int{1, 3} {
		t.Errorf("%d answers, findings %+v", c.Answers, c.Findings)
	}
	if p := c.Cost.USD.PerConfirmed; p == nil || *p != 1.5 {
		t.Errorf("USD per confirmed finding = %v, want 1.5", p)
	}
}

func TestOptions(t *testing.T) {
	rows := []ledger.Row{at(0, ledger.Row{Agent: "a", Decision: ledger.Pass}), at(50, ledger.Row{Agent: "b", Decision: ledger.Pass})}
	if r := New(rows, Options{Agents: []string{"b"}}); len(r.Judges) != 1 || r.Judges[0].Agent != "b" {
		t.Errorf("judges = %+v", r.Judges)
	}
	if r := New(rows, Options{Since: start.Add(time.Hour)}); len(r.Judges) != 1 || r.Judges[0].Agent != "b" {
		t.Errorf("judges since then = %+v", r.Judges)
	}
}

// The order of the rows changes nothing.
func TestOrder(t *testing.T) {
	rows := many(500)
	want := encoded(t, New(rows, Options{}))
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	if got := encoded(t, New(rows, Options{})); got != want {
		t.Error("the report depends on the order of the rows")
	}
}

func encoded(t testing.TB, r *Report) string {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// many makes a ledger of n rows of five judges.
func many(n int) []ledger.Row {
	rows := make([]ledger.Row, n)
	for i := range rows {
		r := ledger.Row{
			Agent: []string{"reviewer", "security", "<b>bold</b>", "tester", "style"}[i%5], Spec: fmt.Sprintf("%064x", i*3/n),
			Decision: []string{ledger.Pass, ledger.Fail, ledger.Pass, ledger.Abstain}[i*i%7%4],
			Subject:  tree(fmt.Sprint("t", i/7)), Session: fmt.Sprint("s", i/20), AgentID: fmt.Sprint("a", i), Try: 1, Model: "m",
			Tokens: &ledger.Tokens{In: int64(1000 + i%100), Out: 100}, WallMS: int64(5000 + i%977),
		}
		if i%11 == 0 {
			r.Outcome, r.Decision, r.Action, r.Rules = ledger.Malformed, ledger.None, "tell", []string{"verdict-unclosed"}
		}
		rows[i] = at(i, r)
	}
	return rows
}

func TestMarkdownEscapes(t *testing.T) {
	text := New(many(100), Options{}).Markdown()
	if strings.Contains(text, "<b>") || !strings.Contains(text, "&#60;b&#62;") {
		t.Error("a name is not escaped")
	}
}

func BenchmarkNew(b *testing.B) {
	rows := many(100_000)
	for b.Loop() {
		New(rows, Options{})
	}
}
