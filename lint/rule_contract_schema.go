package lint

var ruleContractSchema = Rule{
	Name:     "contract-schema",
	Summary:  "an answer that breaks the JSON Schema of its contract",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.2.0",
	Run:      relay,
}
