package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/platform"
)

var ruleSkillName = Rule{
	Name:     "skill-name",
	Summary:  "a skill without a name, or with one that clients refuse",
	Severity: Warning,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillNameShape,
}

func skillNameShape(p *Pass) {
	if !readable(p) {
		return
	}
	d := Diagnostic{Span: placeOf(p, "name"), Help: "write name: " + toKebab(skillName(p.File.Path))}
	name := p.Spec.Name()
	switch e := p.Spec.Entry("name"); {
	case e == nil:
		d.Message = "the skill has no name; Agent Skills wants one, and clients that go without take that of the folder"
		d.Severity = Info
		d.nearMiss(p, "name")
		if d.Fix != nil {
			d.Severity = Default
		}
	case e.Kind != agentspec.String && e.Kind != agentspec.Null:
		d.Message, d.Help = fmt.Sprintf("name is %s, not text", e.Kind), "put it in quotes"
	case strings.TrimSpace(name) == "":
		d.Message = "name is empty"
	case utf8.RuneCountInString(name) > platform.SkillName:
		d.Message = fmt.Sprintf("the name has %d characters; Codex does not load a skill with more than %d", utf8.RuneCountInString(name), platform.SkillName)
		d.Help = "shorten it, and the name of the folder"
		if !onlyClaude(p) {
			d.Severity = Error
		}
	case !kebab(name):
		d.Message = fmt.Sprintf("the name %q is not made of lower-case words joined by dashes", name)
		d.Help = ""
		if better := toKebab(name); kebab(better) {
			d.Help = "write " + better
		}
	default:
		return
	}
	p.Report(d)
}
