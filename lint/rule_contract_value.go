package lint

var ruleContractValue = Rule{
	Name:     "contract-value",
	Summary:  "a verdict that is none of the words of its contract",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
