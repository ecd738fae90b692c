package lint

var ruleVerdictAgentMissing = Rule{
	Name:     "verdict-agent-missing",
	Summary:  "a verdict block that does not say whose verdict it is",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
