package lint

var ruleContractPlaceholder = Rule{
	Name:     "contract-placeholder",
	Summary:  "a verdict that is still the template",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
