package lint

var ruleCodexKeyUnknown = Rule{
	Name:     "codex-key-unknown",
	Summary:  "a key or value in a Codex agent file that makes Codex drop the file",
	Severity: Error,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      relayCodex,
}
