package verdict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// The reference implementation is a Python module with one regular expression.
// Every text that both languages call well-formed must get the same answer
// from both. JUDGELINT_REFERENCE is the folder that holds wiki_rules.py.
const asReference = `
import json, sys
sys.path.insert(0, sys.argv[1])
import wiki_rules
work = json.load(sys.stdin)
said = []
for text in work["texts"]:
    parsed, errors = wiki_rules.validate_verdict_block(text)
    said.append("none" if parsed is None else "malformed" if errors else "valid")
tallies = []
for votes in work["quorums"]:
    per = wiki_rules.tally_quorum(votes)
    tallies.append({k: [v["keep"], v["downgrade"], v["reject"], v["abstain"], v["decision"]] for k, v in per.items()})
json.dump({"texts": said, "quorums": tallies}, sys.stdout)
`

func TestSameAsReference(t *testing.T) {
	folder := os.Getenv("JUDGELINT_REFERENCE")
	python, err := exec.LookPath("python3")
	if folder == "" || err != nil {
		t.Skip("needs python3 and JUDGELINT_REFERENCE")
	}
	g := generator{rand.New(rand.NewPCG(1, 2))}
	var work struct {
		Texts   []string   `json:"texts"`
		Quorums [][]string `json:"quorums"`
	}
	for range 3000 {
		work.Texts = append(work.Texts, g.text())
	}
	for range 1000 {
		work.Quorums = append(work.Quorums, g.votes())
	}
	input, err := json.Marshal(work)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", asReference, folder)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Texts   []string         `json:"texts"`
		Quorums []map[string]any `json:"quorums"`
	}
	if err := json.Unmarshal(out, &reference); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i, text := range work.Texts {
		seen[reference.Texts[i]]++
		if got := outcome(text); got != reference.Texts[i] {
			t.Errorf("%s\nwe say %s, the reference says %s", text, got, reference.Texts[i])
		}
	}
	for i, votes := range work.Quorums {
		got, err := json.Marshal(tallied(votes))
		if err != nil {
			t.Fatal(err)
		}
		var ours map[string]any
		if err := json.Unmarshal(got, &ours); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(ours, reference.Quorums[i]) {
			t.Errorf("%s\nwe count     %v\nthe reference %v", strings.Join(votes, "\n---\n"), ours, reference.Quorums[i])
		}
	}
	if seen["none"] < 100 || seen["malformed"] < 500 || seen["valid"] < 500 {
		t.Errorf("the texts are too much alike: %v", seen)
	}
}

func outcome(src string) string {
	text := Parse(source.NewFile("x", []byte(src)), Language{})
	switch {
	case len(text.Blocks) == 0 && len(text.Markers) == 0:
		return "none"
	case Malformed(text.Check(Output)):
		return "malformed"
	}
	return "valid"
}

func tallied(votes []string) map[string]any {
	ballots := make([]Ballot, len(votes))
	for i, v := range votes {
		text := Parse(source.NewFile("x", []byte(v)), Language{})
		ballots[i] = NewBallot(fmt.Sprint(i), &text, text.Check(Output))
	}
	out := map[string]any{}
	for _, t := range Count(ballots, 0) {
		out[t.Finding] = []any{t.Keep, t.Downgrade, t.Reject, t.Abstain, t.Decision}
	}
	return out
}

// generator makes texts without the shapes in which the two differ on purpose:
// repeated keys and ids, other fences, negative counts, several blocks.
type generator struct{ *rand.Rand }

func (g generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g generator) text() string {
	prose := g.pick("", "Report\n\n", "# 판정\n\n- a\n- b\n\n", "x  \n> quoted\n\n", "The word wiki-verdict in prose.\n\n", "```go\nx := 1\n```\n\n")
	after := g.pick("", "\n", "\nDone.\n", "\n\n")
	if g.IntN(8) == 0 {
		return prose + after
	}
	body := g.counts()
	if g.IntN(3) == 0 {
		body = g.findings(g.pick("wiki-adversarial-reviewer"))
	}
	return prose + "```wiki-verdict" + g.pick("", " ") + "\n" + body + "```\n" + after
}

func (g generator) counts() string {
	var lines []string
	add := func(key string, values ...string) {
		if g.IntN(25) > 0 {
			lines = append(lines, key+":"+g.pick(" ", "  ", "")+g.pick(values...)+g.pick("", "", " "))
		}
	}
	add("agent", "coverage-auditor", "branch-depth-auditor", "wiki-diagram-reviewer")
	add("verdict", "ready", "not-ready", "blocked", "ready", "not-ready", "blocked", "done", "READY", "ready.")
	add("blocking", "0", "1", "12", "0", "1", "3", "none", "0.5")
	add("should_fix", "0", "2", "007", "4", "n/a")
	add("advisory", "0", "1", "0", "5", "many")
	if g.IntN(6) == 0 {
		lines = append(lines, g.pick("score: 97", "", "  ", "confidence: high", "Looked at everything.", "# remark"))
	}
	g.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "\n") + "\n"
}

func (g generator) findings(agent string) string {
	lines := []string{"agent: " + agent}
	for _, id := range []string{"4.1", "4.2", "4.10", "A", "결론-1"} {
		if g.IntN(3) > 0 {
			action := g.pick("KEEP", "KEEP", "DOWNGRADE", "REJECT", "KEEP", "REJECT", "keep", "MAYBE")
			lines = append(lines, "finding: "+id+"  action: "+action+g.pick("", "", " read twice"))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func (g generator) votes() []string {
	var votes []string
	for range 1 + g.IntN(5) {
		switch g.IntN(8) {
		case 0:
			votes = append(votes, "I have nothing to say.\n")
		default:
			votes = append(votes, "Vote\n\n```wiki-verdict\n"+g.findings("wiki-adversarial-reviewer")+"```\n")
		}
	}
	return votes
}
