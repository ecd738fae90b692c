package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/verdict"
)

var ruleJudgeAgentMismatch = Rule{
	Name:     "judge-agent-mismatch",
	Summary:  "a spec that teaches its agent to sign with another name",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Across:   judgeAgentMismatch,
}

func judgeAgentMismatch(p *ProjectPass) {
	known := p.agents()
	for _, r := range p.Results {
		if r.Kind == AgentSpec && r.facts.name != "" && p.linter.configuredJudge(r.facts.name) >= 0 {
			judgeSigns(p, r, known)
		}
	}
}

// judgeSigns tells blocks with a foreign name in a spec that has none with its
// own. A spec that shows blocks of other agents of the project is taken for a
// controller or a writer: only where its last lines are such a block is it
// worth a warning.
func judgeSigns(p *ProjectPass, r Result, known map[string]bool) {
	own := r.facts.name
	for _, b := range r.facts.blocks {
		if b.agent == "" || verdict.IsPlaceholder(b.agent) || verdict.BareName(b.agent) == own {
			return
		}
	}
	for _, b := range r.facts.blocks {
		foreign := known[verdict.BareName(b.agent)] && p.linter.configuredJudge(own) == 0
		if foreign && !(b.last && len(r.facts.blocks) == 1) {
			continue
		}
		d := Diagnostic{Path: r.Path, Span: b.span, Message: fmt.Sprintf("the block in the spec of %q is signed by %q", own, b.agent), Help: "write agent: " + own}
		if foreign {
			d.Severity = Warning
			d.Help += ", unless the block is only an example"
		}
		p.Report(d)
	}
}
