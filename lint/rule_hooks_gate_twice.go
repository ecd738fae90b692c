package lint

var ruleHooksGateTwice = Rule{
	Name:     "hooks-gate-twice",
	Summary:  "the gate twice at one event",
	Severity: Warning,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
