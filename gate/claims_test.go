package gate

import (
	"strings"
	"testing"
	"time"
)

func TestClaims(t *testing.T) {
	claimed := []string{
		"DONE", "It is DONE.", "All DONE!", "- DONE", "# DONE", "**DONE**", "(DONE)", "DONE: three pages", "x\n\nDONE\n",
		"Verdict: COMPLETE", "Verdict:COMPLETE", "Verdict:   COMPLETE.", "**Verdict:** COMPLETE",
		"완료", "완료.", "작업을 완료했습니다.", "모두 완료되었습니다", "검토 완료", "| 완료 |",
		"Not much to say. DONE.", "It was not easy: DONE.", "`x` is DONE", "1. DONE", "    DONE in a paragraph\nDONE",
	}
	for _, text := range claimed {
		if claimIn(text, DefaultPatterns()) == "" {
			t.Errorf("%q: no claim found", text)
		}
	}
	silent := []string{
		"", "done", "UNDONE", "DONENESS", "WELL_DONE", "DONE2", "NOT DONE", "not yet DONE", "isn't DONE", "It is not really DONE",
		"never DONE", "NOT-DONE", "isn’t DONE", "`DONE`", "``a `DONE` b``", "```\nDONE\n```", "~~~\nDONE\n~~~", "> DONE", "- > DONE",
		"    DONE", "\tDONE", "<!-- DONE -->", "\"DONE\"", "He wrote \"all DONE\" there.", "“DONE”", "'DONE'", "「완료」",
		"Verdict: INCOMPLETE", "Verdict: COMPLETED", "verdict: complete", "Verdict COMPLETE",
		"미완료", "불완료", "완료되지 않았습니다", "완료하지 못했습니다", "완료 못했습니다", "아직 완료가 아닙니다", "안 완료", "완료 예정",
		"```\nDONE", "- item\n\n  ```\n  DONE\n  ```",
	}
	for _, text := range silent {
		if p := claimIn(text, DefaultPatterns()); p != "" {
			t.Errorf("%q: claims %s", text, p)
		}
	}
}

func TestClaimCheck(t *testing.T) {
	all := "Claim ID: 1\nDecision Evidence Map: x\nUNSUPPORTED_DECISION: 0\n"
	tests := []struct {
		text    string
		c       Claims
		outcome outcome
		absent  string
	}{
		{"DONE\n" + all, Claims{}, skipped, ""},
		{"DONE\nClaim ID: 1", Claims{}, failed, "Decision Evidence Map, UNSUPPORTED_DECISION"},
		{"Fine.", Claims{}, skipped, ""},
		{"SHIPPED", Claims{Patterns: []string{"SHIPPED"}, Require: []string{"Ticket"}}, failed, "Ticket"},
		{"SHIPPED Ticket", Claims{Patterns: []string{"SHIPPED"}, Require: []string{"Ticket"}}, skipped, ""},
		{"all   is\nwell", Claims{Patterns: []string{"all is well"}, Require: []string{"Ticket"}}, failed, "Ticket"},
		{"DONE", Claims{Patterns: []string{}}, skipped, ""},
		{"DONE", Claims{Require: []string{}}, skipped, ""},
	}
	for _, tt := range tests {
		r := checkClaimsIn(tt.text, &tt.c)
		if r.outcome != tt.outcome || !strings.Contains(r.short, tt.absent) {
			t.Errorf("%q: %v, %q; want %v, %q", tt.text, r.outcome, r.short, tt.outcome, tt.absent)
		}
		checkReason(t, tt.text, r)
	}
}

// Texts that are made to be slow take linear time.
func TestHostileProse(t *testing.T) {
	for name, unit := range map[string]string{
		"negated":      "not DONE ",
		"quoted":       "\"DONE\" ",
		"back ticks":   "` `` ``` ```` ",
		"one line":     "DONE2",
		"comments":     "<!-- DONE ",
		"list markers": "- ",
		"fences":       "```\n~~~\n",
	} {
		text := strings.Repeat(unit, 4<<20/len(unit))
		start := time.Now()
		claimIn(text+"DONE2", DefaultPatterns())
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: 4 MiB took %v", name, took)
		}
	}
}

func FuzzProse(f *testing.F) {
	f.Add("- a\n\n  ```\n  DONE\n  ```\n> `x` <!-- y -->")
	f.Fuzz(func(t *testing.T, text string) {
		if got := strings.Count(prose(text), "\n"); got < strings.Count(text, "\n")-1 {
			t.Errorf("prose(%q) has %d line ends", text, got)
		}
		claimIn(text, []string{"DONE", "a b", ":"})
	})
}
