package lint

var ruleWorkflowHost = Rule{
	Name:     "workflow-host",
	Summary:  "slots and schemas of a workflow that only its host has",
	Severity: Info,
	Kinds:    WorkflowSpec | Prompts,
	Since:    "0.1.0",
	Run:      workflowProblems,
	Across:   workflowComparisons,
}
