package lint

import (
	"fmt"
	"strings"
)

var ruleCodexConfigDescription = Rule{
	Name:     "codex-config-description",
	Summary:  "an agent of a Codex configuration without a description, which Codex drops",
	Severity: Error,
	Kinds:    CodexConfig,
	Since:    "0.2.0",
	Across:   codexConfigDescription,
}

// The file that config_file names can give the description as well.
func codexConfigDescription(p *ProjectPass) {
	described := map[string]bool{}
	for _, r := range p.Results {
		if r.Kind == CodexAgent && r.facts.description > 0 {
			described[r.Path] = true
		}
	}
	for _, r := range p.Results {
		for _, t := range r.facts.tables {
			blank := strings.TrimSpace(t.description) == ""
			switch {
			case blank && t.blank.Len() > 0:
				p.Report(Diagnostic{Path: r.Path, Span: t.blank, Message: fmt.Sprintf("description of the agent %q is blank; Codex drops the agent", t.name),
					Help: "say when to use the agent"})
			case blank && !described[t.file]:
				p.Report(Diagnostic{Path: r.Path, Span: t.span, Message: fmt.Sprintf("the agent %q has no description; Codex drops it", t.name),
					Help: "add a line description = \"…\" to the table"})
			}
		}
	}
}
