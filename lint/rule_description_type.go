package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/agentspec"
)

var ruleDescriptionType = Rule{
	Name:     "description-type",
	Summary:  "a description that is no text",
	Severity: Error,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      descriptionType,
}

func descriptionType(p *Pass) {
	e := p.Spec.Entry("description")
	if !readable(p) || e == nil || e.Kind == agentspec.String || e.Kind == agentspec.Null {
		return
	}
	d := Diagnostic{Span: firstOf(p, placeOf(p, "description")), Message: fmt.Sprintf("description is %s, not text; no client loads the %s", e.Kind, noun(p)),
		Help: "put the whole value in quotes"}
	if p.Kind == Command {
		d.Severity = Warning // the command works, without a description
		d.Message = fmt.Sprintf("description is %s, not text", e.Kind)
	}
	p.Report(d)
}
