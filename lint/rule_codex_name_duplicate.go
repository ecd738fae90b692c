package lint

import (
	"fmt"
	"path"
	"strings"
)

var ruleCodexNameDuplicate = Rule{
	Name:     "codex-name-duplicate",
	Summary:  "two Codex agents with one name, of which Codex ignores the second",
	Severity: Error,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Across:   codexNameDuplicate,
}

func codexNameDuplicate(p *ProjectPass) {
	first := map[string]Result{}
	tables := map[string]string{} // configurations by tree and name
	for _, r := range p.Results {
		for _, t := range r.facts.tables {
			tables[strings.TrimSuffix("/"+r.Path, "/.codex/config.toml")+"\x00"+t.name+"\x00"+t.file] = r.Path
		}
	}
	inTable := func(r Result) string {
		for key, config := range tables {
			if strings.HasPrefix(key, codexTree(r.Path)+"\x00"+r.facts.name+"\x00") && !strings.HasSuffix(key, "\x00"+r.Path) {
				return config
			}
		}
		return ""
	}
	for _, r := range p.Results {
		if r.Kind != CodexAgent || r.facts.name == "" {
			continue
		}
		if config := inTable(r); config != "" {
			p.Report(Diagnostic{Path: r.Path, Span: r.facts.nameSpan,
				Message: fmt.Sprintf("%s and %s both define the agent %q; Codex ignores the file", config, r.Path, r.facts.name),
				Help:    "give one of them another name"})
			continue
		}
		key := codexTree(r.Path) + "\x00" + r.facts.name
		earlier, twice := first[key]
		if !twice {
			first[key] = r
			continue
		}
		p.Report(Diagnostic{Path: r.Path, Span: r.facts.nameSpan,
			Message: fmt.Sprintf("%s and %s both define the agent %q; Codex ignores the second", earlier.Path, r.Path, r.facts.name),
			Help:    "give one of them another name",
			Related: []Related{{Path: earlier.Path, Span: earlier.facts.nameSpan, Message: "the agent that Codex takes"}}})
	}
}

// codexTree is the folder .codex/agents that a file lies in.
func codexTree(name string) string {
	dir := "/" + path.Dir(name) + "/"
	if n := strings.LastIndex(dir, "/.codex/agents/"); n >= 0 {
		return dir[:n]
	}
	return dir
}
