package lint

// The runner itself reports it: see suppress.go.
var ruleSuppressionUnused = Rule{
	Name:     "suppression-unused",
	Summary:  "a suppression comment suppresses nothing",
	Severity: Warning,
	Kinds:    markdown | CodexAgent | CodexConfig,
	Since:    "0.1.0",
}
