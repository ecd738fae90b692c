package lint

import (
	"maps"
	"slices"

	"github.com/judgelint/judgelint/verdict"
)

// agents are the names of all agents that the run knows: those of the specs in
// it and the configured judges.
func (p *ProjectPass) agents() map[string]bool {
	if p.names != nil {
		return p.names
	}
	p.names = map[string]bool{}
	for _, name := range p.linter.Judges {
		p.names[verdict.BareName(name)] = true
	}
	for _, r := range p.Results {
		if r.Kind == AgentSpec && r.facts.name != "" {
			p.names[r.facts.name] = true
		}
	}
	return p.names
}

// agentNames are the names of agents, sorted.
func (p *ProjectPass) agentNames() []string { return slices.Sorted(maps.Keys(p.agents())) }

// configuredJudge tells whether the options make an agent a judge (1), no judge
// (-1), or leave it to its spec (0).
func (l *Linter) configuredJudge(name string) int {
	bare := func(n string) bool { return verdict.BareName(n) == name }
	switch {
	case name == "":
		return 0
	case slices.ContainsFunc(l.NotJudges, bare):
		return -1
	case slices.ContainsFunc(l.Judges, bare):
		return 1
	}
	return 0
}
