package contract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

func Example() {
	var set contract.Set // no declared contracts, the shipped language
	answer := "Fine.\n\n```wiki-verdict\nagent: my-plugin:coverage-auditor\nverdict: ready\nblocking: 0\nshould_fix: 2\nadvisory: 0\n```\n"
	c, err := set.For("coverage-auditor")
	if err != nil {
		fmt.Println(err) // the globs of two contracts fit
		return
	}
	j := c.Judge(source.NewFile("answer.md", []byte(answer)), "coverage-auditor")
	fmt.Println(j.Outcome, j.Decision, j.Word, j.Counts)
	// Output: valid pass ready [{blocking 0} {should_fix 2} {advisory 0}]
}

// What a word decides follows from the kind's rules and from the word itself;
// where these say nothing, or differ, it decides nothing.
func TestDecisionOfWords(t *testing.T) {
	none := func(word string) verdict.Kind { return verdict.Kind{Verdicts: []string{word}} }
	ruled := func(word string, min, max int) verdict.Kind {
		return verdict.Kind{Verdicts: []string{word}, Counts: []string{"n"}, Rules: []verdict.Rule{{When: word, Count: "n", Min: min, Max: max}}}
	}
	tests := []struct {
		name string
		kind verdict.Kind
		word string
		n    int
		want contract.Decision
	}{
		{"shipped pass", verdict.Language{}.Kind(""), "ready", 0, contract.Pass},
		{"shipped fail", verdict.Language{}.Kind(""), "not-ready", 1, contract.Fail},
		{"shipped abstention", verdict.Language{}.Kind(""), "blocked", 0, contract.Abstain},
		{"a rule of nothing left", ruled("gruen", 0, 0), "gruen", 0, contract.Pass},
		{"a rule of something left", ruled("rot", 1, -1), "rot", 1, contract.Fail},
		{"a rule that leaves room", ruled("gelb", 0, 3), "gelb", 0, contract.Undecided},
		{"a word without a rule", none("changes-requested"), "changes-requested", 0, contract.Fail},
		{"a word in capitals", none("NEEDS_WORK"), "NEEDS_WORK", 0, contract.Fail},
		{"a passing word without a rule", none("lgtm"), "lgtm", 0, contract.Pass},
		{"an abstention", none("skipped"), "skipped", 0, contract.Abstain},
		{"a word of nobody", none("gruen"), "gruen", 0, contract.Undecided},
		{"a rule against the word", ruled("approve", 1, -1), "approve", 1, contract.Undecided},
		{"a failing word that needs nothing", ruled("fail", 0, 0), "fail", 0, contract.Undecided},
		{"two rules against each other", verdict.Kind{Verdicts: []string{"x"}, Counts: []string{"n", "m"}, Rules: []verdict.Rule{{When: "x", Count: "n"}, {When: "x", Count: "m", Min: 1, Max: -1}}},
			"x", 0, contract.Undecided},
	}
	for _, tt := range tests {
		tt.kind.Agents = []string{"me"}
		text := "```wiki-verdict\nagent: me\nverdict: " + tt.word + "\n"
		for i, count := range tt.kind.Counts {
			text += fmt.Sprintf("%s: %d\n", count, tt.n+i)
		}
		set := contract.Set{Language: verdict.Language{Kinds: []verdict.Kind{tt.kind}}}
		j := set.Wiki().Judge(source.NewFile("x", []byte(text+"```\n")), "me")
		if j.Outcome != contract.Valid || j.Decision != tt.want || j.Word != tt.word {
			t.Errorf("%s: %s, %s, %q; want valid, %s, %q; %v", tt.name, j.Outcome, j.Decision, j.Word, tt.want, tt.word, j.Problems)
		}
	}
}

// Whatever is not one valid verdict of the agent decides nothing.
func TestUndecided(t *testing.T) {
	foreign := strings.Replace(sound, "me\n", "you\n", 1)
	for name, text := range map[string]string{
		"no block": "Words.", "malformed": strings.Replace(sound, "blocking: 0", "blocking: 1", 1), "two": sound + "\n" + sound, "another's": foreign,
		"findings": "```wiki-verdict\nagent: wiki-adversarial-reviewer\nfinding: 1 action: KEEP\n```\n", "beside a hidden one": sound + "\n```wiki_verdict\n```\n",
	} {
		agent := "me"
		if name == "findings" {
			agent = "wiki-adversarial-reviewer"
		}
		var set contract.Set
		if j := set.Wiki().Judge(source.NewFile("x", []byte(text)), agent); j.Decision != contract.Undecided {
			t.Errorf("%s: %s", name, j.Decision)
		}
	}
	var set contract.Set
	if j := set.Wiki().Judge(source.NewFile("x", []byte(sound+"\n"+foreign)), ""); j.Outcome != contract.Valid || j.Decision != contract.Undecided || j.Word != "" {
		t.Errorf("two agents without a name: %s, %s, %q", j.Outcome, j.Decision, j.Word)
	}
}
