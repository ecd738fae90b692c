package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/verdict"
)

var ruleJudgeBlockMissing = Rule{
	Name:     "judge-block-missing",
	Summary:  "a configured judge whose spec does not show the block it must end with",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      judgeBlockMissing,
}

func judgeBlockMissing(p *Pass) {
	name := p.Spec.Name()
	if p.linter.configuredJudge(name) != 1 {
		return
	}
	where := "holds no verdict block"
	if p.Text != nil {
		if len(p.taught()) > 0 || hiddenMarker(p.Text) {
			return // verdict-hidden tells the second
		}
		if len(p.Text.Markers) > 0 {
			where = "shows a verdict block only inside a quotation"
		}
	}
	p.Report(Diagnostic{Span: placeOf(p, "name"), Message: fmt.Sprintf("%q is a judge, but its spec %s, so it never learns to end with one", name, where),
		Help: fmt.Sprintf("add a ```%s block with agent: %s at the top level of the spec", p.linter.Language.Word(), name)})
}

func hiddenMarker(t *verdict.Text) bool {
	for _, m := range t.Markers {
		if !m.Quoted {
			return true
		}
	}
	return false
}
