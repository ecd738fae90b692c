package lint

import "github.com/judgelint/judgelint/agentspec"

var ruleDescriptionMissing = Rule{
	Name:     "description-missing",
	Summary:  "an agent without a description, which most clients do not load",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      descriptionMissing,
}

func descriptionMissing(p *Pass) {
	if !readable(p) {
		return
	}
	d := Diagnostic{Span: placeOf(p, "description"), Help: "add a line description: that says when to use the agent"}
	if p.Home == OtherHome || p.Home == MirrorHome {
		d.Severity = Warning // not every client of these folders needs one
	}
	switch e := p.Spec.Entry("description"); {
	case e == nil:
		d.Message = "the agent has no description"
		d.nearMiss(p, "description")
	case e.Kind == agentspec.Null, e.Kind == agentspec.String && e.Value == "":
		d.Message = "description is empty"
		if e.Span.Len() > len(`""`) {
			d.Severity = Warning // blanks in quotes, which Claude Code takes
		}
	default:
		return
	}
	p.Report(d)
}
