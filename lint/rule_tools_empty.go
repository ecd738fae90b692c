package lint

import "github.com/judgelint/judgelint/agentspec"

var ruleToolsEmpty = Rule{
	Name:     "tools-empty",
	Summary:  "an empty list of tools, which gives the agent none at all",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      toolsEmpty,
}

func toolsEmpty(p *Pass) {
	e := p.Spec.Entry("tools")
	if !claudeKeysCount(p) || e == nil || e.Kind == agentspec.Map || len(p.Spec.List("tools")) > 0 {
		return
	}
	p.Report(Diagnostic{Span: placeOf(p, "tools"), Message: "tools is empty, so the agent gets no tool at all",
		Help: "name the tools, or take the line out to give it all tools"})
}
