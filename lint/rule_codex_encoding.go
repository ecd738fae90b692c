package lint

var ruleCodexEncoding = Rule{
	Name:     "codex-encoding",
	Summary:  "a Codex agent file that is not UTF-8",
	Severity: Error,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      relayCodex,
}
