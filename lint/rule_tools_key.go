package lint

import "fmt"

var ruleToolsKey = Rule{
	Name:     "tools-key",
	Summary:  "tools under a key that only skills and commands have, so they are not restricted",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      toolsKey,
}

func toolsKey(p *Pass) {
	for _, e := range p.Spec.Entries {
		if isToolsKey(e.Key) && claudeKeysCount(p) {
			p.Report(Diagnostic{Span: e.KeySpan, Message: fmt.Sprintf("%q is a key of skills; an agent file with it has all tools", e.Key), Help: "write tools"})
		}
	}
}

func isToolsKey(key string) bool {
	switch key {
	case "allowed-tools", "allowedTools", "allowed_tools":
		return true
	}
	return false
}
