package lint

var ruleVerdictLineDecorated = Rule{
	Name:     "verdict-line-decorated",
	Summary:  "a line of a verdict block with list, quote or emphasis marks around it",
	Severity: Error,
	Kinds:    AgentSpec | Output,
	Since:    "0.1.0",
	Run:      relay,
}
