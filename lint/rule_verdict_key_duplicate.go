package lint

var ruleVerdictKeyDuplicate = Rule{
	Name:     "verdict-key-duplicate",
	Summary:  "a key that stands twice in one verdict block",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
