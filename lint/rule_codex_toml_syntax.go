package lint

import "github.com/judgelint/judgelint/internal/agenttoml"

var ruleCodexTOMLSyntax = Rule{
	Name:     "codex-toml-syntax",
	Summary:  "a Codex agent file that is no TOML",
	Severity: Error,
	Kinds:    CodexAgent | CodexConfig,
	Since:    "0.1.0",
	Run:      codexTOMLSyntax,
}

func codexTOMLSyntax(p *Pass) {
	if p.Kind == CodexAgent {
		relayCodex(p)
		return
	}
	if found := p.Codex.Problem; found != nil && found.Code != agenttoml.Encoding {
		p.Report(Diagnostic{Span: firstOf(p, found.Span), Message: found.Message + "; Codex does not start with such a configuration", Help: found.Help})
	}
}
