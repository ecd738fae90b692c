package lint

var ruleVerdictKeyNearMiss = Rule{
	Name:     "verdict-key-near-miss",
	Summary:  "a key that is nearly the name of a required one",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
