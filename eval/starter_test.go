package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/eval"
	"github.com/judgelint/judgelint/templates"
)

// The starter set is what the documents say: twelve patches, half of them with
// one defect each, and each defect in a line that the patch shows.
func TestStarterSet(t *testing.T) {
	cases, err := eval.Load(templates.Eval())
	if err != nil {
		t.Fatal(err)
	}
	byDecision := map[string]int{}
	for _, c := range cases {
		byDecision[c.Decision]++
		if (c.Decision == "fail") != (len(c.Places) == 1) || strings.Contains(c.Name, "defect") != (c.Decision == "fail") {
			t.Errorf("%s: %s with places %v", c.Name, c.Decision, c.Places)
		}
		for _, p := range c.Places {
			if !shown(c.Input)[p.String()] {
				t.Errorf("%s: %s is no line that the patch shows", c.Name, p)
			}
		}
	}
	if len(cases) != 12 || byDecision["fail"] != 6 || byDecision["pass"] != 6 {
		t.Errorf("%d cases: %v", len(cases), byDecision)
	}
}

// shown are the lines of the new files that a unified diff shows, as PATH:LINE.
func shown(diff string) map[string]bool {
	lines := map[string]bool{}
	path, n := "", 0
	for _, line := range strings.Split(diff, "\n") {
		switch {
		case strings.HasPrefix(line, "+++ b/"):
			path = line[len("+++ b/"):]
		case strings.HasPrefix(line, "@@"):
			fmt.Sscanf(line[strings.Index(line, "+"):], "+%d", &n)
		case strings.HasPrefix(line, "+"), strings.HasPrefix(line, " "), line == "":
			lines[fmt.Sprintf("%s:%d", path, n)] = true
			n++
		}
	}
	return lines
}
