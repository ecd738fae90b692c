package lint

var ruleContractMultiple = Rule{
	Name:     "contract-multiple",
	Summary:  "an answer with two verdicts by its contract",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
