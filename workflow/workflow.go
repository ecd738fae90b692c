// Package workflow reads portable review workflows: a specification of stages,
// the prompts with their slots, and the copies of both in scripts and
// documents. It checks them, plans the dispatches of each stage for a host, and
// writes the copies from their sources.
//
// A specification names tiers, never models: the table of a host in package
// platform turns a tier into a model and an effort. All hosts get the same
// prompts. What findings mean is the business of package findings; this package
// knows no rules of the linter and writes no files.
package workflow

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
)

// Rule names what kind of mistake a Problem is.
type Rule string

// The rules.
const (
	RuleTransform   Rule = "transform"   // an unknown reducer
	RuleSource      Rule = "source"      // items that no stage produces
	RuleCap         Rule = "cap"         // a cap that is not args.<field>
	RuleParallelism Rule = "parallelism" // an unknown way to run a stage
	RuleTier        Rule = "tier"        // a tier that no stage can have
	RuleStageKeys   Rule = "stage-keys"  // keys or values of the wrong shape
	RuleSlot        Rule = "slot"        // slots unknown, unused or not filled
	RuleCopies      Rule = "copies"      // copies that differ
	RuleUnmarked    Rule = "unmarked"    // a copy that cannot be compared; informs only
	RuleHost        Rule = "host"        // slots and schemas that only the host has; informs only
)

// Rules lists the rules.
func Rules() []Rule {
	return []Rule{RuleTransform, RuleSource, RuleCap, RuleParallelism, RuleTier, RuleStageKeys, RuleSlot, RuleCopies, RuleUnmarked, RuleHost}
}

// Problem is a mistake in a specification, in prompts or in a copy.
type Problem struct {
	Rule Rule
	File *source.File
	Span source.Span
	// Message is one line; Help is the next step, or "".
	Message, Help string
}

// Informs reports whether the problem only informs and fails nothing.
func (p Problem) Informs() bool { return p.Rule == RuleUnmarked || p.Rule == RuleHost }

// Failing reports whether one of the problems is more than information.
func Failing(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return !p.Informs() })
}

// Kind is what a file is, told by its content.
type Kind int

// The kinds. Other is every text that is neither, and every broken one.
const (
	Other Kind = iota
	KindSpec
	KindPrompts
)

// KindOf tells what f is: a specification is an object with the key stages,
// prompts are an object that holds nothing but texts.
func KindOf(f *source.File) Kind {
	tree, err := jsontree.Parse(f.Src)
	if err != nil {
		return Other
	}
	return kindOf(&tree.Root)
}

func kindOf(v *jsontree.Value) Kind {
	switch {
	case !v.Is(jsontree.Object) || len(v.Items) == 0:
		return Other
	case v.Get("stages") != nil:
		return KindSpec
	}
	for i, key := range v.Keys {
		if v.Items[i].Kind != jsontree.String && !isComment(key.Name) {
			return Other
		}
	}
	return KindPrompts
}

// Portable reports whether f is surely one of our specifications and not a file
// of another tool that has stages as well.
func Portable(f *source.File) bool {
	tree, err := jsontree.Parse(f.Src)
	if err != nil {
		return false
	}
	stages := tree.Root.Get("stages")
	return stages.Is(jsontree.Object) && (tree.Root.Get("phases") != nil || slices.ContainsFunc(stages.Items, func(v jsontree.Value) bool {
		return v.Get("parallelism") != nil
	}))
}

// report collects the problems of one file.
type report struct {
	file     *source.File
	problems []Problem
}

func (r *report) add(rule Rule, s source.Span, format string, args ...any) *Problem {
	r.problems = append(r.problems, Problem{Rule: rule, File: r.file, Span: s, Message: fmt.Sprintf(format, args...)})
	return &r.problems[len(r.problems)-1]
}

// parse reads JSON; a syntax error and every key that stands twice is told.
func (r *report) parse() *jsontree.Value {
	tree, err := jsontree.Parse(r.file.Src)
	if err != nil {
		r.add(RuleStageKeys, source.Span{Start: err.Offset, End: err.Offset}, "the file is no JSON: %s", err.Message)
		return nil
	}
	for _, d := range tree.Doubles {
		r.add(RuleStageKeys, d.Key.Span, "the key %q stands twice, first in line %d", d.Key.Name, r.file.LineOf(d.First.Start))
	}
	return &tree.Root
}

// either joins words as "a, b or c".
func either(list []string) string { return join(list, " or ") }

func join(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	n := len(list) - 1
	return strings.Join(list[:n], ", ") + last + list[n]
}

// nearHelp returns "did you mean X?" for the known word nearest to word, or "".
func nearHelp(word string, known []string) string {
	if k := near.Word(word, known); k != "" {
		return "did you mean " + k + "?"
	}
	return ""
}

// isName reports whether text can be the name of a workflow or stage: it
// becomes part of file names and of marks.
func isName(text string) bool {
	plain := func(r rune) bool {
		return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return text != "" && len(text) <= 100 && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0
}
