package lint

var ruleWorkflowSlot = Rule{
	Name:     "workflow-slot",
	Summary:  "slots of a prompt that nothing fills or that are not used",
	Severity: Error,
	Kinds:    WorkflowSpec | Prompts,
	Since:    "0.1.0",
	Run:      workflowProblems,
	Across:   workflowComparisons,
}
