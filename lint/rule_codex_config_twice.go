package lint

import "fmt"

var ruleCodexConfigTwice = Rule{
	Name:     "codex-config-twice",
	Summary:  "two agents of a Codex configuration with one config_file",
	Severity: Error,
	Kinds:    CodexConfig,
	Since:    "0.2.0",
	Across:   codexConfigTwice,
}

// Codex takes both, unless the file has a name: then both bear it.
func codexConfigTwice(p *ProjectPass) {
	named := map[string]string{}
	for _, r := range p.Results {
		if r.Kind == CodexAgent {
			named[r.Path] = r.facts.name
		}
	}
	for _, r := range p.Results {
		first := map[string]tableFact{}
		for _, t := range r.facts.tables {
			earlier, twice := first[t.file]
			if t.file == "" || !twice {
				first[t.file] = t
				continue
			}
			d := Diagnostic{Path: r.Path, Span: t.fileSpan, Severity: Warning,
				Message: fmt.Sprintf("the agents %q and %q have one config_file: both do the same", earlier.name, t.name),
				Help:    "name another file, or take one of the tables out",
				Related: []Related{{Span: earlier.fileSpan, Message: "the other agent"}}}
			if name := named[t.file]; name != "" {
				d.Severity = Error
				d.Message = fmt.Sprintf("the agents %q and %q have one config_file that says name = %q; Codex ignores the second", earlier.name, t.name, name)
			}
			p.Report(d)
		}
	}
}
