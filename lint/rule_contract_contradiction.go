package lint

var ruleContractContradiction = Rule{
	Name:     "contract-contradiction",
	Summary:  "a verdict line that says two words",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
