package lint

// The runner itself reports it: see suppress.go.
var ruleSuppressionUnknown = Rule{
	Name:     "suppression-unknown",
	Summary:  "a suppression comment names no rule that exists, or gives no reason",
	Severity: Error,
	Kinds:    markdown | CodexAgent | CodexConfig,
	Since:    "0.1.0",
}
