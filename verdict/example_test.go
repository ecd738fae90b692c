package verdict_test

import (
	"fmt"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// An answer is parsed, then checked; each problem says what to write instead.
func ExampleParse() {
	answer := "All done.\n\n```wiki-verdict\nagent: coverage-auditor\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0 (none)\n```\n"
	text := verdict.Parse(source.NewFile("answer.md", []byte(answer)), verdict.Language{})
	for _, p := range text.Check(verdict.Output) {
		fmt.Printf("line %d: %s; %s\n", text.File.LineOf(p.Span.Start), p.Message, p.Help)
	}
	// Output:
	// line 6: verdict is ready but blocking is 2; ready needs blocking at most 0: change the one that is wrong
	// line 8: advisory must be a whole number from 0 in plain digits, found "0 (none)"; write advisory: 0
}

// Two refutations kill a finding; a reviewer that says nothing abstains.
func ExampleCount() {
	vote := func(voter, lines string) verdict.Ballot {
		src := "```wiki-verdict\nagent: wiki-adversarial-reviewer\n" + lines + "```\n"
		text := verdict.Parse(source.NewFile(voter, []byte(src)), verdict.Language{})
		return verdict.NewBallot(voter, &text, text.Check(verdict.Output))
	}
	ballots := []verdict.Ballot{
		vote("a.md", "finding: 4.1 action: REJECT\nfinding: 4.2 action: KEEP\n"),
		vote("b.md", "finding: 4.1 action: REJECT\n"),
		verdict.Abstention("c.md", "never came"),
	}
	for _, t := range verdict.Count(ballots, 0) {
		fmt.Println(t.Finding, t.Decision)
	}
	// Output:
	// 4.1 KILL
	// 4.2 UNVERIFIED
}
