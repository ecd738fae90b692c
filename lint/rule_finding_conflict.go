package lint

var ruleFindingConflict = Rule{
	Name:     "finding-conflict",
	Summary:  "one finding with two different actions",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
