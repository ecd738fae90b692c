package lint

var ruleCodexTOMLSyntax = Rule{
	Name:     "codex-toml-syntax",
	Summary:  "a Codex agent file that is no TOML",
	Severity: Error,
	Kinds:    CodexAgent,
	Since:    "0.1.0",
	Run:      relayCodex,
}
