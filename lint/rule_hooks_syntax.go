package lint

var ruleHooksSyntax = Rule{
	Name:     "hooks-syntax",
	Summary:  "hook settings that their client cannot read, or reads in another way than they are written",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
