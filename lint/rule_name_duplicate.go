package lint

import (
	"fmt"
	"path"
)

var ruleNameDuplicate = Rule{
	Name:     "name-duplicate",
	Summary:  "two agents of one folder tree with one name, of which one is never used",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Across:   nameDuplicate,
}

func nameDuplicate(p *ProjectPass) {
	first := map[string]Result{}
	for _, r := range p.Results {
		if r.Kind != AgentSpec || r.facts.name == "" || r.facts.home == OtherHome || r.facts.home == MirrorHome {
			continue
		}
		key := treeOf(r.Path) + "\x00" + r.facts.name
		if r.facts.home == PluginHome { // there the sub-folder is part of the name
			key = path.Dir(r.Path) + "\x00" + r.facts.name
		}
		earlier, twice := first[key]
		if !twice {
			first[key] = r
			continue
		}
		p.Report(Diagnostic{
			Path: r.Path, Span: r.facts.nameSpan,
			Message: fmt.Sprintf("two agents bear the name %q: %s and %s; only one of them is loaded", r.facts.name, earlier.Path, r.Path),
			Help:    "give one of them another name",
			Related: []Related{{Path: earlier.Path, Span: earlier.facts.nameSpan, Message: "the other agent"}},
		})
	}
}
