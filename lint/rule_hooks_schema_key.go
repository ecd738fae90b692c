package lint

var ruleHooksSchemaKey = Rule{
	Name:     "hooks-schema-key",
	Summary:  "a key at the root for which the client refuses the file",
	Severity: Error,
	Kinds:    HookSettings,
	Since:    "0.1.0",
	Run:      hooksProblems,
}
