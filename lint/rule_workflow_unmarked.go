package lint

var ruleWorkflowUnmarked = Rule{
	Name:     "workflow-unmarked",
	Summary:  "prompts that can be compared with no specification",
	Severity: Info,
	Kinds:    Prompts,
	Since:    "0.1.0",
	Across:   workflowComparisons,
}
