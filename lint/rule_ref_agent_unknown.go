package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var ruleRefAgentUnknown = Rule{
	Name:     "ref-agent-unknown",
	Summary:  "a call of an agent that neither the project nor the client has",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.2.0",
	Across:   refAgentUnknown,
}

// An agent of the user or of an installed plugin cannot be seen here. So a name
// that is near none is told only where it is called, not where it is spoken of,
// and only in a project that has agents itself.
func refAgentUnknown(p *ProjectPass) {
	known := map[string]bool{}
	for _, name := range slices.Concat(platform.ClaudeBuiltins(), platform.CodexBuiltins()) {
		known[strings.ToLower(name)] = true
	}
	var own []string
	for _, r := range p.Results {
		switch r.Kind {
		case AgentSpec, CodexAgent:
			for _, name := range []string{r.facts.name, stemOf(r.Path)} {
				if name != "" && !known[strings.ToLower(name)] {
					known[strings.ToLower(name)] = true
					own = append(own, name)
				}
			}
		case CodexConfig:
			for _, t := range r.facts.tables {
				known[strings.ToLower(t.name)] = true
			}
		}
	}
	if len(own) == 0 {
		return
	}
	meantBy := nearestOf(slices.Concat(own, platform.ClaudeBuiltins()))
	for _, r := range p.Results {
		for _, ref := range r.facts.refs {
			if ref.kind == skillListed || known[strings.ToLower(ref.name)] || known[strings.ToLower(bareName(ref.name))] {
				continue
			}
			meant := meantBy(bareName(ref.name))
			if meant == "" && (ref.kind == agentSpoken || strings.Contains(ref.name, ":")) {
				continue
			}
			d := Diagnostic{Path: r.Path, Span: ref.span, Message: fmt.Sprintf("there is no agent %q in the project or the client, so the call fails", ref.name)}
			if meant != "" {
				d.Help = "write " + meant
				d.Message += fmt.Sprintf("; there is %s", meant)
			} else {
				d.Help = "write the name of an agent of the project, or PLUGIN:NAME for one of an installed plugin"
			}
			p.Report(d)
		}
	}
}

// maxNearest bounds for how many names the nearest one is looked for: the cost
// is the product with the number of agents.
const maxNearest = 500

// nearestOf returns a function that gives the candidate nearest to a name, or
// "", and remembers it.
func nearestOf(candidates []string) func(name string) string {
	seen := map[string]string{}
	return func(name string) string {
		word, ok := seen[name]
		if !ok && len(seen) < maxNearest {
			word = near.Word(name, candidates)
			seen[name] = word
		}
		return word
	}
}

// stemOf is the name of a file without its folder and extension.
func stemOf(file string) string {
	base := file[strings.LastIndexByte(file, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	return stem
}
