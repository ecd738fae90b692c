package lint

import (
	"fmt"
	"path"
	"strings"
)

var ruleSkillPlace = Rule{
	Name:     "skill-place",
	Summary:  "a skill where Claude Code does not look",
	Severity: Warning,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillPlace,
}

// Claude Code looks one folder deep into .claude/skills; Codex at every depth.
func skillPlace(p *Pass) {
	if base := path.Base(p.File.Path); base != "SKILL.md" {
		p.Report(Diagnostic{Span: p.File.Line(1), Message: fmt.Sprintf("the file is called %s; clients look for SKILL.md", base), Help: "rename it to SKILL.md"})
		return
	}
	dir := "/" + path.Dir(p.File.Path)
	_, below, ok := strings.Cut(dir, "/.claude/skills/")
	if !ok || !strings.Contains(below, "/") || pluginRoot(p) != "" && strings.Contains("/"+pluginRoot(p), "/.claude/skills/") {
		return
	}
	p.Report(Diagnostic{Span: p.File.Line(1), Message: fmt.Sprintf("the skill lies in %s; Claude Code looks only into the folders of .claude/skills itself", below),
		Help: "move its folder up to .claude/skills/" + path.Base(below)})
}
