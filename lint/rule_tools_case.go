package lint

import "fmt"

var ruleToolsCase = Rule{
	Name:     "tools-case",
	Summary:  "a tool in the wrong letter case, which Claude Code does not know",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      toolsCase,
}

func toolsCase(p *Pass) {
	for _, item := range toolItems(p) {
		name := toolName(item.Text)
		if known := knownTool(name); known != "" && known != name {
			p.Report(Diagnostic{Span: item.Span, Message: fmt.Sprintf("%q is no tool; letter case counts", name), Help: "write " + known})
		}
	}
}
