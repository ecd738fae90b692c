package lint

var ruleVerdictUnclosed = Rule{
	Name:     "verdict-unclosed",
	Summary:  "a verdict block without a closing fence: the output was cut off",
	Severity: Error,
	Kinds:    markdown,
	Since:    "0.1.0",
	Run:      relay,
}
