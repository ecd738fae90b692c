package lint

var ruleCodexKeyMissing = Rule{
	Name:     "codex-key-missing",
	Summary:  "a Codex agent without a name, a description or instructions",
	Severity: Error,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      relayCodex,
}
