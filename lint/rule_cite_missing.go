package lint

var ruleCiteMissing = Rule{
	Name:     "cite-missing",
	Summary:  "a cited place that does not exist",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
