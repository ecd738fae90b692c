package lint

var ruleVerdictProse = Rule{
	Name:     "verdict-prose",
	Summary:  "words about the verdict that no machine reads, or that contradict the block",
	Severity: Warning,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
