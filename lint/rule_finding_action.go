package lint

var ruleFindingAction = Rule{
	Name:     "finding-action",
	Summary:  "a finding with an action that is none of the allowed words",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
