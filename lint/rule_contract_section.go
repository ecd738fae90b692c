package lint

var ruleContractSection = Rule{
	Name:     "contract-section",
	Summary:  "an answer without a section that its contract asks for",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
