package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/verdict"
)

// verdict checks the declared kinds and the fence word.
func (r *reader) verdict(t verdictTable) {
	if t.Fence != "" && (strings.Trim(t.Fence, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || strings.Trim(t.Fence, "-_") != t.Fence) {
		r.fault("verdict.fence", "", "must be lower-case letters, digits, \"-\" and \"_\", the first and last no dash, found %q", t.Fence)
	}
	r.c.Verdict.Fence = t.Fence
	named := map[string]bool{}
	for i, k := range t.Kinds {
		r.c.Verdict.Kinds = append(r.c.Verdict.Kinds, r.kind(fmt.Sprintf("verdict.kind.%d", i), k, named))
	}
	r.c.Contracts.Language = r.c.Verdict
}

func (r *reader) kind(path string, t kindTable, named map[string]bool) verdict.Kind {
	if len(t.Agents) == 0 {
		r.fault(path, "add agents = [\"NAME\"]", "needs the agents that it is for")
	}
	for _, a := range t.Agents {
		if a != verdict.BareName(a) || strings.TrimSpace(a) != a || a == "" {
			r.fault(path+".agents", "", "must be bare agent names, found %q", a)
		}
		if named[a] {
			r.fault(path+".agents", "", "%q has a kind already", a)
		}
		named[a] = true
	}
	switch {
	case len(t.Actions) > 0 && len(t.Verdict)+len(t.Counts)+len(t.Rules) > 0:
		r.fault(path, "write either actions, or verdict with counts and rules", "is a findings kind and a counts kind at once")
	case len(t.Actions) == 0 && len(t.Verdict) == 0:
		r.fault(path, "add verdict = [\"WORD\", …] or actions = [\"KEEP\", \"DOWNGRADE\", \"REJECT\"]", "needs words to choose from")
	}
	r.words(path+".verdict", t.Verdict)
	r.actions(path+".actions", t.Actions)
	r.once(path+".counts", t.Counts)
	for _, c := range t.Counts {
		if c == "" || c == "agent" || c == "verdict" || c == "finding" || strings.Trim(c, "abcdefghijklmnopqrstuvwxyz_") != "" {
			r.fault(path+".counts", "", "must be keys of lower-case letters and \"_\", found %q", c)
		}
	}
	k := verdict.Kind{Agents: t.Agents, Verdicts: t.Verdict, Counts: t.Counts, Actions: t.Actions}
	for i, rule := range t.Rules {
		k.Rules = append(k.Rules, r.rule(fmt.Sprintf("%s.rules.%d", path, i), rule, t))
	}
	return k
}

// words checks that each word can stand as a value.
func (r *reader) words(path string, words []string) {
	r.once(path, words)
	for _, w := range words {
		if w == "" || strings.TrimSpace(w) != w || strings.ContainsAny(w, "|\n\r") || verdict.IsPlaceholder(w) {
			r.fault(path, "", "must be words without bars or blanks at the ends, found %q", w)
		}
	}
}

// once checks that no word of a list stands twice.
func (r *reader) once(path string, words []string) {
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			r.fault(path, "", "%q stands twice", w)
		}
	}
}

// actions checks that the tally can count a kind's actions.
func (r *reader) actions(path string, actions []string) {
	r.once(path, actions)
	for _, a := range actions {
		if a != verdict.Keep && a != verdict.Downgrade && a != verdict.Reject {
			r.fault(path, "the quorum counts these three", "must be of KEEP, DOWNGRADE and REJECT, found %q", a)
		}
	}
}

func (r *reader) rule(path string, t ruleTable, k kindTable) verdict.Rule {
	if !slices.Contains(k.Verdict, t.When) {
		r.fault(path+".when", "", "must be one of the kind's verdicts, found %q", t.When)
	}
	if !slices.Contains(k.Counts, t.Count) {
		r.fault(path+".count", "", "must be one of the kind's counts, found %q", t.Count)
	}
	if t.Min == nil && t.Max == nil {
		r.fault(path, "add min or max", "bounds nothing")
	}
	if t.Min != nil && t.Max != nil && *t.Min > *t.Max {
		r.fault(path, "", "no number is from %d to %d", *t.Min, *t.Max)
	}
	r.between(path+".min", t.Min, 0, 999999999)
	r.between(path+".max", t.Max, 0, 999999999)
	rule := verdict.Rule{When: t.When, Count: t.Count, Max: -1}
	if t.Min != nil {
		rule.Min = *t.Min
	}
	if t.Max != nil {
		rule.Max = *t.Max
	}
	return rule
}

// quorum checks the threshold, which a project can only raise.
func (r *reader) quorum(t quorumTable) {
	r.between("quorum.threshold", t.Threshold, verdict.DefaultThreshold, 99)
	if t.Threshold != nil {
		r.c.Threshold = *t.Threshold
	}
}

// preset applies what extends names. A file's own keys are read after it.
func (r *reader) preset(name string) {
	r.oneOf("extends", name, "wiki")
}
