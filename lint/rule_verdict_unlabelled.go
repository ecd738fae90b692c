package lint

var ruleVerdictUnlabelled = Rule{
	Name:     "verdict-unlabelled",
	Summary:  "a fence with the lines of a verdict, but without the language word",
	Severity: Warning,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
