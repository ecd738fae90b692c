package lint

var ruleContractPlace = Rule{
	Name:     "contract-place",
	Summary:  "a verdict line that stands where its contract does not have it",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
