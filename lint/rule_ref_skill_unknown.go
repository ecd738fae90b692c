package lint

import (
	"fmt"
	"slices"
	"strings"
)

var ruleRefSkillUnknown = Rule{
	Name:     "ref-skill-unknown",
	Summary:  "a skill in the list of an agent that the project does not have",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.2.0",
	Across:   refSkillUnknown,
}

// A project without skills takes them from elsewhere: there nothing is told.
func refSkillUnknown(p *ProjectPass) {
	known := map[string]bool{}
	var names []string
	for _, r := range p.Results {
		switch r.Kind {
		case Skill:
			for _, name := range []string{r.facts.name, skillName(r.Path)} {
				if name != "" && !known[strings.ToLower(name)] {
					known[strings.ToLower(name)] = true
					names = append(names, name)
				}
			}
		case Command:
			known[strings.ToLower(stemOf(r.Path))] = true // a command can be preloaded as well
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	meantBy := nearestOf(names)
	for _, r := range p.Results {
		for _, ref := range r.facts.refs {
			if ref.kind != skillListed || known[strings.ToLower(bareName(ref.name))] {
				continue
			}
			meant := meantBy(bareName(ref.name))
			if meant == "" && strings.Contains(ref.name, ":") {
				continue // of an installed plugin
			}
			d := Diagnostic{Path: r.Path, Span: ref.span, Message: fmt.Sprintf("the project has no skill %q, so the agent starts without it", ref.name),
				Help: "write the name of a skill of the project, or PLUGIN:NAME for one of an installed plugin"}
			if meant != "" {
				d.Help = "write " + meant
			}
			p.Report(d)
		}
	}
}
