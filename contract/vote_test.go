package contract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// vote is a generated vote; the bytes choose its lines and what stands around
// its block.
func vote(input []byte) string {
	at := func(i, n int) int {
		if i >= len(input) {
			return 0
		}
		return int(input[i]) % n
	}
	lines := []string{"finding: 1 action: KEEP", "finding: 2 action: REJECT weak", "finding: 3 action: DOWNGRADE", "finding: 4.1 action: KEEP", "finding: 4.2 action: KEEP a note", "finding: 4.3 action: REJECT",
		"finding: 4.4 action: KEEP", "finding: 4.5 action: DOWNGRADE", "- finding: 4 action: KEEP", "finding: 5 action: Keep",
		"finding: 6, action: KEEP", "finding: <id> action: KEEP", "finding: 7 action: KEEP|REJECT", "agent: wiki-adversarial-reviewer", "blocking: 0", "Some words.", "finding: 1 action: REJECT", "verdict: ready"}
	var b strings.Builder
	b.WriteString([]string{"", "Words.\n\n", "> ```wiki-verdict\n> agent: wiki-adversarial-reviewer\n> finding: 9 action: REJECT\n> ```\n\n", "```wiki_verdict\n```\n\n", "```json\n",
		"````md\n```wiki-verdict\nagent: x\n```\n````\n\n"}[at(0, 6)])
	b.WriteString([]string{"```wiki-verdict\n", "~~~wiki-verdict\n", "```wiki-verdict\n", "    ```wiki-verdict\n"}[at(1, 4)])
	b.WriteString([]string{"agent: wiki-adversarial-reviewer\n", "agent: p:wiki-adversarial-reviewer\n", "", "agent: other\n"}[at(2, 8)%4*(at(3, 3)/2)])
	for i := range at(4, 6) {
		b.WriteString(lines[at(5+i, len(lines))] + "\n")
	}
	b.WriteString([]string{"```\n", "```\n", "```\n", "~~~\n", ""}[at(11, 5)])
	b.WriteString([]string{"", "\nWords.\n", "\nVerdict: ready\n", "\n~~~\nx\n~~~\n"}[at(12, 4)])
	return b.String()
}

// FuzzVotes holds the tally against the judgement: a vote counts on every
// finding that it names if the judgement finds no error. An error about a finding makes it
// abstain on that one, any other on all.
func FuzzVotes(f *testing.F) {
	for i := range 300 {
		f.Add([]byte(fmt.Sprintf("%x%x%x", i*2654435761, i*40503, i*97)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		text := vote(input)
		var set contract.Set
		j := set.Wiki().Judge(source.NewFile("v", []byte(text)), "")
		ballot := verdict.NewBallot("v", j.Text, j.Problems)
		whole, faulty := false, map[string]bool{}
		for _, p := range j.Problems {
			if p.Severity == verdict.Error {
				whole = whole || p.Finding == ""
				faulty[p.Finding] = true
			}
		}
		for _, n := range verdict.Count([]verdict.Ballot{ballot, ballot}, 2) {
			counts := n.Decision != verdict.Unverified
			if counts != (!whole && !faulty[n.Finding]) {
				t.Errorf("finding %s counts: %v; the judgement is %s with %v:\n%s", n.Finding, counts, j.Outcome, j.Problems, text)
			}
		}
		if j.Outcome == contract.Valid && len(j.Own) == 1 && j.Text.Blocks[0].Kind.Findings() {
			named := map[string]bool{}
			for _, fd := range j.Text.Blocks[0].Findings {
				named[fd.ID] = true
			}
			if got := len(verdict.Count([]verdict.Ballot{ballot}, 2)); got != len(named) {
				t.Errorf("%d findings are tallied, %d are named:\n%s", got, len(named), text)
			}
		}
	})
}

// The generator of votes reaches votes that count, that count in part, and
// that do not.
func TestVotesReachAll(t *testing.T) {
	var set contract.Set
	reached := map[string]int{}
	for i := range 3000 {
		j := set.Wiki().Judge(source.NewFile("v", []byte(vote([]byte(fmt.Sprintf("%x%x%x", i*2654435761, i*40503, i*97))))), "")
		errors, inLines := 0, 0
		for _, p := range j.Problems {
			if p.Severity == verdict.Error {
				errors++
				if p.Finding != "" {
					inLines++
				}
			}
		}
		switch {
		case j.Outcome != contract.Malformed:
			reached[string(j.Outcome)]++
		case errors == inLines:
			reached["in part"]++
		default:
			reached["malformed"]++
		}
	}
	for _, what := range []string{"valid", "in part", "malformed"} {
		if reached[what] < 50 {
			t.Errorf("%d votes are %s: %v", reached[what], what, reached)
		}
	}
}
