package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/platform"
)

var ruleSkillLong = Rule{
	Name:     "skill-long",
	Summary:  "a skill that is longer than 500 lines, all of which stay in the context",
	Severity: Info,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillLong,
}

func skillLong(p *Pass) {
	text, _ := body(p)
	if n := lines(text); n > platform.SkillLines {
		p.Report(Diagnostic{Span: p.File.Line(1), Message: fmt.Sprintf("the skill has %d lines, which all stay in the context once it is used", n),
			Help: fmt.Sprintf("move details into files that the skill links; at most %d lines are advised", platform.SkillLines)})
	}
}
