package lint

var ruleWorkflowTier = Rule{
	Name:     "workflow-tier",
	Summary:  "a tier that no stage can have",
	Severity: Error,
	Kinds:    WorkflowSpec,
	Since:    "0.1.0",
	Run:      workflowProblems,
}
