package conformance_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/conformance"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Our own implementation judges every case as it has to be judged, and breaks
// the rule that the case names.
func TestOurs(t *testing.T) {
	groups, err := conformance.Groups()
	if err != nil {
		t.Fatal(err)
	}
	report, err := conformance.Run(context.Background(), groups, ours)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Concat(report.Differences, report.Deviations) {
		t.Errorf("%s: %s", d.ID, d.What)
	}
	if report.Passed < 300 || report.Unsupported > 0 {
		t.Errorf("%d passed, %d unsupported", report.Passed, report.Unsupported)
	}
}

func ours(_ context.Context, dir string, g *conformance.Group, c *conformance.Case) (conformance.Said, error) {
	conf, _, err := config.For(dir, "")
	if err != nil {
		return conformance.Said{}, err
	}
	name := g.Contract
	if name == "" {
		name = contract.WikiName
	}
	keep, ok := conf.Contracts.Named(name)
	if !ok {
		return conformance.Said{}, fmt.Errorf("no contract %q", name)
	}
	j := keep.Judge(source.NewFile("answer.md", c.Input()), c.Agent)
	if len(c.Want.Rules) > 0 && !slices.ContainsFunc(j.Problems, func(p verdict.Problem) bool { return slices.Contains(c.Want.Rules, p.Rule) }) {
		return conformance.Said{}, fmt.Errorf("breaks none of %q: %v", c.Want.Rules, j.Problems)
	}
	decision := string(j.Decision)
	return conformance.Said{Outcome: string(j.Outcome), Decision: &decision, Word: &j.Word}, nil
}

// The data says what README.md promises: ids once, known outcomes and
// deviations, enough cases of every form.
func TestData(t *testing.T) {
	groups, err := conformance.Groups()
	if err != nil {
		t.Fatal(err)
	}
	deviations := []string{"configured", "duplicates", "fences", "finding-lines", "hidden", "near-miss", "numbers", "plugin-prefix", "quotations", "second-block", "unclosed"}
	seen := map[string]bool{}
	for _, g := range groups {
		for _, c := range g.Cases {
			if seen[c.ID] || !strings.HasPrefix(c.ID, g.Name+"/") {
				t.Errorf("%s: twice, or not of group %s", c.ID, g.Name)
			}
			seen[c.ID] = true
			if !slices.Contains([]string{"valid", "malformed", "none"}, c.Want.Outcome) {
				t.Errorf("%s: outcome %q", c.ID, c.Want.Outcome)
			}
			if c.Deviation != "" && !slices.Contains(deviations, c.Deviation) {
				t.Errorf("%s: deviation %q", c.ID, c.Deviation)
			}
		}
	}
	if len(seen) < 300 {
		t.Errorf("only %d cases", len(seen))
	}
}

func TestDiffers(t *testing.T) {
	word := func(s string) *string { return &s }
	want := conformance.Want{Outcome: "valid", Decision: "pass", Word: "PASS"}
	for _, tt := range []struct {
		name string
		said conformance.Said
		want string
	}{
		{"the same", conformance.Said{Outcome: "valid", Decision: word("pass"), Word: word("PASS")}, ""},
		{"a reader that knows no decisions", conformance.Said{Outcome: "valid"}, ""},
		{"another outcome", conformance.Said{Outcome: "none"}, `outcome is "none", want "valid"`},
		{"another decision", conformance.Said{Outcome: "valid", Decision: word("fail")}, `decision is "fail", want "pass"`},
		{"another word", conformance.Said{Outcome: "valid", Word: word("FAIL")}, `word is "FAIL", want "PASS"`},
	} {
		if got := want.Differs(tt.said); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A group cannot write outside of its folder.
func TestFilesStayInside(t *testing.T) {
	g := conformance.Group{Name: "bad", Files: map[string]string{filepath.ToSlash(filepath.Join("..", "x")): "x"}}
	if _, err := conformance.Run(context.Background(), []conformance.Group{g}, ours); err == nil {
		t.Error("no error")
	}
}
