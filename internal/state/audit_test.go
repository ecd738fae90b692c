package state

import (
	"testing"
	"time"
)

func TestParseSince(t *testing.T) {
	now := time.Date(2026, 12, 7, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"":                     "0001-01-01T00:00:00Z",
		"90m":                  "2026-12-07T10:30:00Z",
		"24h":                  "2026-12-06T12:00:00Z",
		"7d":                   "2026-11-30T12:00:00Z",
		"0d":                   "2026-12-07T12:00:00Z",
		"2026-12-01":           "2026-12-01T00:00:00Z",
		"2026-12-01T10:00:00Z": "2026-12-01T10:00:00Z",
	} {
		if got, err := ParseSince(text, now); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("ParseSince(%q) = %s, %v; want %s", text, got.Format(time.RFC3339), err, want)
		}
	}
	for _, text := range []string{"yesterday", "-1h", "-1d", "7 d", "d", "2026-13-01"} {
		if got, err := ParseSince(text, now); err == nil {
			t.Errorf("ParseSince(%q) = %s, want an error", text, got)
		}
	}
}

func TestAudit(t *testing.T) {
	f, err := Open(t.TempDir(), ".judgelint", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rate := Findings{Confirmed: 3, Refuted: 1, Unverified: 2}
	if err := f.Append(
		Line{Event: "SubagentStop", Counter: "escalate", SessionID: "a", Agent: "judge", Reason: "r"},
		Line{Event: "SubagentStop", Counter: "missing", SessionID: "b"},
		Line{Event: "findings", Findings: &rate},
	); err != nil {
		t.Fatal(err)
	}
	r, err := f.Audit(AuditFilter{FailOn: []string{"escalate", "no_message"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Totals["escalate"] != 1 || len(r.Escalations) != 1 || len(r.Trouble) != 1 || r.Exit != 1 || len(r.Failed) != 1 || r.Failed[0] != "escalate" {
		t.Errorf("%+v", r)
	}
	if g := r.Findings; g == nil || g.Reviews != 1 || g.RefutedRate != 0.25 {
		t.Errorf("findings: %+v", g)
	}
	if r, err = f.Audit(AuditFilter{Session: "b"}); err != nil || r.Totals["escalate"] != 0 || r.Totals["missing"] != 1 || r.Exit != 0 {
		t.Errorf("of one session: %+v, %v", r, err)
	}
}
