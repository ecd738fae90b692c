package lint

import "fmt"

var ruleJudgeSectionMissing = Rule{
	Name:     "judge-section-missing",
	Summary:  "an adversarial reviewer whose spec does not say that it refutes by default and how votes are counted",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      judgeSectionMissing,
}

// The preset promises both for this agent; other projects decide themselves.
func judgeSectionMissing(p *Pass) {
	if p.linter.Preset != "wiki" || p.Spec.Name() != "wiki-adversarial-reviewer" {
		return
	}
	for _, section := range []struct{ word, what string }{
		{"refut", "that a finding is refuted unless all checks pass"},
		{"quorum", "how the votes of several reviewers are counted (judgelint quorum)"},
	} {
		if !containsFold(p.File.Text(p.Spec.Body()), section.word) {
			p.Report(Diagnostic{Span: placeOf(p, "name"), Message: fmt.Sprintf("the spec does not say %s", section.what),
				Help: "add a section that does; judgelint init shows one"})
		}
	}
}
