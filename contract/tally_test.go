package contract

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestTally(t *testing.T) {
	for _, tt := range []struct {
		votes, rule, want string
	}{
		{"pp", "unanimous", "PASS 2 0 0"}, {"ppf", "unanimous", "FAIL 2 1 0"}, {"pa", "unanimous", "UNVERIFIED 1 0 1"}, {"af", "unanimous", "FAIL 0 1 1"},
		{"p", "unanimous", "UNVERIFIED 1 0 0"}, {"f", "unanimous", "UNVERIFIED 0 1 0"}, {"", "unanimous", "UNVERIFIED 0 0 0"}, {"aa", "unanimous", "UNVERIFIED 0 0 2"},
		{"ppf", "majority", "PASS 2 1 0"}, {"pf", "majority", "UNVERIFIED 1 1 0"}, {"ppaa", "majority", "UNVERIFIED 2 0 2"}, {"ffp", "majority", "FAIL 1 2 0"},
		{"p", "majority", "UNVERIFIED 1 0 0"}, {"pppff", "majority", "PASS 3 2 0"},
	} {
		var votes []Vote
		for _, v := range tt.votes {
			votes = append(votes, Vote{Decision: map[rune]Decision{'p': Pass, 'f': Fail, 'a': Abstain}[v]})
		}
		whole, p, f, a := Tally(votes, QuorumRule(tt.rule))
		if got := strings.Join([]string{string(whole), string(rune('0' + p)), string(rune('0' + f)), string(rune('0' + a))}, " "); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.votes, tt.rule, got, tt.want)
		}
	}
}

// A vote says pass or fail if and only if its text is sound and says so.
func TestVoteIsTheJudgement(t *testing.T) {
	c := Contract{Name: "r", Form: Line, Label: []string{"V"}, Pass: []Word{{Text: "A"}}, Fail: []Word{{Text: "B"}}, Abstain: []Word{{Text: "C"}}}
	for text, want := range map[string]Decision{"V: A": Pass, "V: B": Fail, "V: C": Abstain, "V: A\n\nV: A": Abstain, "x": Abstain, "V: D": Abstain} {
		f := source.NewFile("v", []byte(text))
		j := c.Judge(f, "")
		if v := NewVote("v", f, &j); v.Decision != want || v.Outcome != j.Outcome || (j.Outcome != Valid) != (len(v.Problems) > 0) {
			t.Errorf("%q: %+v; judged %s", text, v, j.Outcome)
		}
	}
}
