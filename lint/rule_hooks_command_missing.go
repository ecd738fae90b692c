package lint

var ruleHooksCommandMissing = Rule{
	Name:     "hooks-command-missing",
	Summary:  "an entry without a command",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
