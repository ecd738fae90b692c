package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/judgelint/judgelint/platform"
)

var ruleSkillDescriptionLength = Rule{
	Name:     "skill-description-length",
	Summary:  "a description of a skill that is longer than clients show",
	Severity: Warning,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillDescriptionLength,
}

func skillDescriptionLength(p *Pass) {
	if n := utf8.RuneCountInString(p.Spec.Description()); n > platform.SkillDescription {
		p.Report(Diagnostic{Span: firstOf(p, placeOf(p, "description")),
			Message: fmt.Sprintf("the description has %d characters; Agent Skills allows %d, and Claude Code cuts it at 1536", n, platform.SkillDescription),
			Help:    "say what the skill does and when to use it, and move the rest into the body"})
	}
}
