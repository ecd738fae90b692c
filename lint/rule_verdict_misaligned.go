package lint

var ruleVerdictMisaligned = Rule{
	Name:     "verdict-misaligned",
	Summary:  "a verdict block whose closing fence stands outside its list item",
	Severity: Warning,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
