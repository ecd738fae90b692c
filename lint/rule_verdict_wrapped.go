package lint

var ruleVerdictWrapped = Rule{
	Name:     "verdict-wrapped",
	Summary:  "a verdict block inside the fence of a wrapped report",
	Severity: Warning,
	Kinds:    Output,
	Since:    "0.1.0",
	Run:      relay,
}
