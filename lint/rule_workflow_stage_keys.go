package lint

var ruleWorkflowStageKeys = Rule{
	Name:     "workflow-stage-keys",
	Summary:  "keys or values of a workflow file that nothing can read",
	Severity: Error,
	Kinds:    WorkflowSpec | Prompts,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
