package lint

var ruleVerdictCount = Rule{
	Name:     "verdict-count",
	Summary:  "a count that is no whole number in plain digits",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
