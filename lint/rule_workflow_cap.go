package lint

var ruleWorkflowCap = Rule{
	Name:     "workflow-cap",
	Summary:  "a cap that is not args.FIELD with a positive default",
	Severity: Error,
	Kinds:    WorkflowSpec,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
