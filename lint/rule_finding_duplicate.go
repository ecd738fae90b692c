package lint

var ruleFindingDuplicate = Rule{
	Name:     "finding-duplicate",
	Summary:  "one finding line that stands twice",
	Severity: Warning,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
