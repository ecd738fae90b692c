package lint

var ruleVerdictMultiple = Rule{
	Name:     "verdict-multiple",
	Summary:  "two verdict blocks of one agent in one output",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.1.0",
	Run:      relay,
}
