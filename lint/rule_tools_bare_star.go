package lint

import "strings"

var ruleToolsBareStar = Rule{
	Name:     "tools-bare-star",
	Summary:  "a star in place of the tools, which clients read differently",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      toolsBareStar,
}

func toolsBareStar(p *Pass) {
	for _, item := range allowedTools(p) {
		if strings.Trim(item.Text, `"'`) == "*" {
			p.Report(Diagnostic{Span: item.Span, Message: "a star among the tools is not the documented way to give all of them",
				Help: "take the line tools out: without it the agent has all tools"})
		}
	}
}
