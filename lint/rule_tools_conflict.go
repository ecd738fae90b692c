package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/agentspec"
)

var ruleToolsConflict = Rule{
	Name:     "tools-conflict",
	Summary:  "a tool that is both allowed and denied; the denial wins",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      toolsConflict,
}

func toolsConflict(p *Pass) {
	list := deniedTools(p)
	if len(list) == 0 {
		return
	}
	denied := map[string]agentspec.Item{}
	for _, item := range list {
		denied[canonicalTool(item.Text)] = item
	}
	for _, item := range allowedTools(p) {
		deny, both := denied[canonicalTool(item.Text)]
		if !both { // a tool that is denied as a whole is denied with arguments, too
			deny, both = denied[canonicalTool(toolName(item.Text))]
		}
		if both {
			p.Report(Diagnostic{Span: item.Span, Message: fmt.Sprintf("%s is allowed here and denied by disallowedTools; the denial wins", item.Text),
				Help: "take it out of one of the two lists", Related: []Related{{Span: deny.Span, Message: "denied here"}}})
		}
	}
}

// canonicalTool makes one of the two names of the agent tool.
func canonicalTool(item string) string {
	if item == "Task" {
		return "Agent"
	}
	return item
}
