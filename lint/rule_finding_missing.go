package lint

var ruleFindingMissing = Rule{
	Name:     "finding-missing",
	Summary:  "a block of findings without a finding line",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
