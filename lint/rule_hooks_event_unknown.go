package lint

var ruleHooksEventUnknown = Rule{
	Name:     "hooks-event-unknown",
	Summary:  "an event that the client does not have",
	Severity: Warning,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
