package lint

var ruleVerdictHidden = Rule{
	Name:     "verdict-hidden",
	Summary:  "a verdict block that no reader finds, because of where it stands",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
