package lint

var ruleHooksTimeoutType = Rule{
	Name:     "hooks-timeout-type",
	Summary:  "a time limit that is no number above 0",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
