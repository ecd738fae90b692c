package lint

var ruleVerdictValue = Rule{
	Name:     "verdict-value",
	Summary:  "a verdict that is none of the allowed words",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
