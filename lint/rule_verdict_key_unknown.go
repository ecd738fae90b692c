package lint

var ruleVerdictKeyUnknown = Rule{
	Name:     "verdict-key-unknown",
	Summary:  "a key in a verdict block that nobody reads",
	Severity: Warning,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
