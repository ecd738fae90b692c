package lint

var ruleVerdictKeyMissing = Rule{
	Name:     "verdict-key-missing",
	Summary:  "a verdict block without a line that its kind needs",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
