package lint

var ruleFindingMalformed = Rule{
	Name:     "finding-malformed",
	Summary:  "a finding line that cannot be read",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
