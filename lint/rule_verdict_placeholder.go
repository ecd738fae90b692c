package lint

var ruleVerdictPlaceholder = Rule{
	Name:     "verdict-placeholder",
	Summary:  "a template value that nobody filled in",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.1.0",
	Run:      relay,
}
