package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/agentspec"
)

var ruleDescriptionType = Rule{
	Name:     "description-type",
	Summary:  "a description that is no text",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      descriptionType,
}

func descriptionType(p *Pass) {
	e := p.Spec.Entry("description")
	if !readable(p) || e == nil || e.Kind == agentspec.String || e.Kind == agentspec.Null {
		return
	}
	p.Report(Diagnostic{Span: firstOf(p, placeOf(p, "description")), Message: fmt.Sprintf("description is %s, not text; no client loads the agent", e.Kind),
		Help: "put the whole value in quotes"})
}
