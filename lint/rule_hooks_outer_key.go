package lint

var ruleHooksOuterKey = Rule{
	Name:     "hooks-outer-key",
	Summary:  "an event outside of the key \"hooks\"",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
