package lint

var ruleFindingMisplaced = Rule{
	Name:     "finding-misplaced",
	Summary:  "finding lines in a block of counts, or counts in a block of findings",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
