package lint

var ruleContractJSON = Rule{
	Name:     "contract-json",
	Summary:  "an answer whose JSON object is no strict JSON",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
