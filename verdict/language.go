package verdict

import (
	"path"
	"slices"
	"strings"
)

// Language is the verdict language of a project: the word of the fence and the
// kinds of blocks. The zero value is the shipped language.
type Language struct {
	// Fence is the language word of a verdict block. Empty means "wiki-verdict".
	Fence string
	// Kinds are the declared kinds. The first that names an agent holds for it;
	// the shipped kinds follow after them.
	Kinds []Kind
	// Only is true if the shipped kinds do not hold. A kind without agents is
	// then for every block.
	Only bool
	// Bare is true if the fence of a block has no language word: any such fence
	// with the deciding key is a block.
	Bare bool
}

// Kind says what a block of some agents must hold. A kind with Actions is a
// findings kind, every other a counts kind.
type Kind struct {
	// Agents are the names that the kind is for, without a plugin prefix. A
	// kind without agents is for every agent that no other kind names.
	Agents []string
	// Key is the deciding key. Empty means "verdict".
	Key string
	// Verdicts are the allowed words of the deciding key; IgnoreCase compares
	// them without case.
	Verdicts   []string
	IgnoreCase bool
	// Required are other keys that must stand with a value.
	Required []string
	// Counts are the required keys whose value is a whole number from 0.
	Counts []string
	// Rules bind counts to verdicts.
	Rules []Rule
	// Actions are the allowed words of a finding line.
	Actions []string
	// Anonymous is true if a block need not name its agent.
	Anonymous bool
}

// Rule binds a count to a verdict: if the verdict is When, the count must lie
// between Min and Max. Max below zero means no upper bound.
type Rule struct {
	When, Count string
	Min, Max    int
}

// The three actions that Count tallies.
const (
	Keep      = "KEEP"
	Downgrade = "DOWNGRADE"
	Reject    = "REJECT"
)

// shippedKinds are the two kinds of the product, as data (the second is the
// default for every agent that no kind names).
func shippedKinds() []Kind {
	return []Kind{
		{
			Agents:  []string{"wiki-adversarial-reviewer"},
			Actions: []string{Keep, Downgrade, Reject},
		},
		{
			Verdicts: []string{"ready", "not-ready", "blocked"},
			Counts:   []string{"blocking", "should_fix", "advisory"},
			Rules: []Rule{
				{When: "ready", Count: "blocking", Max: 0},
				{When: "not-ready", Count: "blocking", Min: 1, Max: -1},
			},
		},
	}
}

// Word is the language word of a verdict block, empty if it has none.
func (l Language) Word() string {
	if l.Fence == "" && !l.Bare {
		return "wiki-verdict"
	}
	return l.Fence
}

// Kind returns the kind for an agent, whose plugin prefix does not count.
func (l Language) Kind(agent string) Kind {
	name := BareName(agent)
	var fallback Kind
	for _, k := range l.kinds() {
		if slices.Contains(k.Agents, name) {
			return k
		}
		if len(k.Agents) == 0 && fallback.Name() == "" {
			fallback = k
		}
	}
	return fallback
}

// kinds are all kinds of the language, in the order in which they are tried.
func (l Language) kinds() []Kind {
	if l.Only {
		return l.Kinds
	}
	return slices.Concat(l.Kinds, shippedKinds())
}

// Deciding is the key that holds the verdict.
func (k Kind) Deciding() string {
	if k.Key == "" {
		return "verdict"
	}
	return k.Key
}

// knows reports whether a value is one of the kind's verdicts.
func (k Kind) knows(value string) bool {
	return slices.ContainsFunc(k.Verdicts, func(w string) bool { return k.same(w, value) })
}

func (k Kind) same(a, b string) bool { return a == b || k.IgnoreCase && strings.EqualFold(a, b) }

// Findings reports whether blocks of the kind hold finding lines.
func (k Kind) Findings() bool { return len(k.Actions) > 0 }

// Name is "findings" or "counts", or empty for the zero Kind.
func (k Kind) Name() string {
	switch {
	case k.Findings():
		return "findings"
	case len(k.Verdicts) > 0:
		return "counts"
	}
	return ""
}

// Listed reports whether a list names an agent, whose plugin prefix does not
// count. An entry may be a glob as path.Match reads it.
func Listed(names []string, agent string) bool {
	agent = BareName(agent)
	return slices.ContainsFunc(names, func(n string) bool {
		n = BareName(n)
		ok, _ := path.Match(n, agent)
		return n == agent || ok && agent != ""
	})
}

// BareName is an agent's name without the prefix of its plugin: the part after
// the last colon.
func BareName(agent string) string {
	return agent[strings.LastIndexByte(agent, ':')+1:]
}
