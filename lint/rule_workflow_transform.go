package lint

var ruleWorkflowTransform = Rule{
	Name:     "workflow-transform",
	Summary:  "a reducer that no host knows",
	Severity: Error,
	Kinds:    WorkflowSpec,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
