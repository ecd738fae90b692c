package lint

var ruleVerdictLabel = Rule{
	Name:     "verdict-label",
	Summary:  "a verdict block whose language word is misspelled or decorated",
	Severity: Error,
	Kinds:    markdown,
	Since:    "0.1.0",
	Run:      relay,
}
