package lint

import (
	"strings"

	"github.com/judgelint/judgelint/agentspec"
)

var ruleSkillDescription = Rule{
	Name:     "skill-description",
	Summary:  "a skill without a description, which no model is offered",
	Severity: Error,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillDescription,
}

func skillDescription(p *Pass) {
	if !readable(p) {
		return
	}
	d := Diagnostic{Span: placeOf(p, "description"), Help: "add a line description: that says what the skill does and when to use it"}
	switch e := p.Spec.Entry("description"); {
	case e == nil && p.Spec.Entry("when_to_use") != nil && onlyClaude(p):
		return
	case e == nil:
		d.Message = "the skill has no description: Codex does not load it, and Claude Code does not offer it to the model"
		d.nearMiss(p, "description")
	case e.Kind == agentspec.Null, e.Kind == agentspec.String && strings.TrimSpace(e.Value) == "":
		d.Message = "description is empty"
	default:
		return
	}
	p.Report(d)
}
