package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/platform"
)

var ruleDescriptionBudget = Rule{
	Name:     "description-budget",
	Summary:  "descriptions that together are too long: they ride along in every request",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Across:   descriptionBudget,
}

// bytesPerToken is a rule of thumb for English prose.
const bytesPerToken = 4

// No single file is to blame, so the diagnostic is about the folder.
func descriptionBudget(p *ProjectPass) {
	trees := map[string][]Result{}
	var order []string
	for _, r := range p.Results {
		if r.Kind != AgentSpec || r.facts.home != ClaudeHome {
			continue
		}
		tree := strings.Trim(treeOf(r.Path), "/")
		if trees[tree] == nil {
			order = append(order, tree)
		}
		trees[tree] = append(trees[tree], r)
	}
	for _, tree := range order {
		sum := 0
		for _, r := range trees[tree] {
			sum += r.facts.description
		}
		if tokens := sum / bytesPerToken; tokens > platform.ClaudeDescriptionTokens {
			p.Report(Diagnostic{Path: tree,
				Message: fmt.Sprintf("the descriptions of %d agents are about %d tokens long, above %d; the longest are those of %s",
					len(trees[tree]), tokens, platform.ClaudeDescriptionTokens, longest(trees[tree])),
				Help: "move examples from the descriptions into the bodies"})
		}
	}
}

// longest names the agents with the three longest descriptions.
func longest(results []Result) string {
	sorted := slices.SortedStableFunc(slices.Values(results), func(a, b Result) int {
		return cmp.Compare(b.facts.description, a.facts.description)
	})
	var names []string
	for _, r := range sorted[:min(3, len(sorted))] {
		name := cmp.Or(r.facts.name, strings.TrimSuffix(path.Base(r.Path), ".md"))
		names = append(names, fmt.Sprintf("%s (%d)", name, r.facts.description/bytesPerToken))
	}
	return strings.Join(names, ", ")
}
