package evidence

import (
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/ledger"
)

// Whatever stands in a ledger is text on the page: neither an element nor an
// attribute nor an address.
func TestHTMLEscapes(t *testing.T) {
	evil := `"><script>alert(1)</script><img src=x onerror='alert(2)'>` + "\u202e\x00"
	var rows []ledger.Row
	for i := range 40 {
		r := ledger.Row{Agent: evil, Spec: evil, Contract: evil, Model: evil, Session: evil, AgentID: evil, Run: evil, Decision: ledger.Pass,
			Subject: &ledger.Subject{Commit: evil, Tree: string(rune('a' + i/4))}}
		switch {
		case i%3 == 0:
			r.Decision = ledger.Fail
		case i%7 == 0:
			r.Outcome, r.Decision, r.Action, r.Rules = ledger.Malformed, ledger.None, "tell", []string{evil}
		}
		rows = append(rows, at(i, r))
		r.Agent = "other"
		rows = append(rows, at(100+i, r))
		rows = append(rows, at(200+i, ledger.Row{Source: ledger.SourceLabel, Agent: evil, Decision: ledger.Fail, Subject: r.Subject}))
	}
	r := New(rows, Options{})
	html := string(r.HTML(time.Unix(0, 0)))
	if r.Flips.Total == 0 || r.Escalations.Total == 0 || r.FalsePasses.Total == 0 || len(r.Pairs) == 0 {
		t.Fatalf("the ledger does not fill all sections: %+v", r)
	}
	if n := strings.Count(html, "<script"); n != 1 {
		t.Errorf("%d scripts, want ours alone", n)
	}
	for _, bad := range []string{"<img", "onerror='", "\u202e", "\x00", "http:", "https:"} {
		if strings.Contains(html, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if !strings.Contains(html, "&lt;img src=x onerror=&#39;alert(2)&#39;&gt;") {
		t.Error("the name is not shown")
	}
}

// The same ledger gives the same page.
func TestHTMLIsStable(t *testing.T) {
	rows, now := many(2000), time.Unix(0, 0)
	want := string(New(rows, Options{}).HTML(now))
	for range 3 {
		if string(New(rows, Options{}).HTML(now)) != want {
			t.Fatal("the page differs")
		}
	}
}

// An empty ledger has a page as well.
func TestHTMLOfNothing(t *testing.T) {
	if html := string(New(nil, Options{}).HTML(time.Unix(0, 0))); !strings.Contains(html, "no judgement") {
		t.Error("the page does not say that there is nothing")
	}
}
