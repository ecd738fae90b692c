package lint

var ruleWorkflowParallelism = Rule{
	Name:     "workflow-parallelism",
	Summary:  "a way to run a stage that no host knows",
	Severity: Error,
	Kinds:    WorkflowSpec,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
