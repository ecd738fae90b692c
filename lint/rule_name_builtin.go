package lint

import (
	"fmt"
	"slices"

	"github.com/judgelint/judgelint/platform"
)

var ruleNameBuiltin = Rule{
	Name:     "name-builtin",
	Summary:  "an agent that silently replaces one that Claude Code brings along",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      nameBuiltin,
}

func nameBuiltin(p *Pass) {
	if name := p.Spec.Name(); p.Home == ClaudeHome && slices.Contains(platform.ClaudeBuiltins(), name) {
		p.Report(Diagnostic{Span: placeOf(p, "name"), Message: fmt.Sprintf("%q is an agent of Claude Code itself, which this file replaces", name),
			Help: "choose another name, unless that is what you want"})
	}
}
