package lint

var ruleWorkflowSource = Rule{
	Name:     "workflow-source",
	Summary:  "items that no stage before this one produces",
	Severity: Error,
	Kinds:    WorkflowSpec,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
