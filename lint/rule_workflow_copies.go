package lint

var ruleWorkflowCopies = Rule{
	Name:     "workflow-copies",
	Summary:  "copies of a specification or of prompts that differ",
	Severity: Error,
	Kinds:    WorkflowSpec | Prompts,
	Since:    "0.1.0",
	Across:   workflowComparisons,
}
