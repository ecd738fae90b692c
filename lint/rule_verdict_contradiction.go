package lint

var ruleVerdictContradiction = Rule{
	Name:     "verdict-contradiction",
	Summary:  "a verdict that its own counts contradict",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
