package lint

import (
	"fmt"

	"github.com/judgelint/judgelint/project"
)

var ruleSkillFolderMismatch = Rule{
	Name:     "skill-folder-mismatch",
	Summary:  "a skill whose name differs from that of its folder",
	Severity: Warning,
	Kinds:    Skill,
	Since:    "0.2.0",
	Run:      skillFolderMismatch,
}

func skillFolderMismatch(p *Pass) {
	name, folder := p.Spec.Name(), skillName(p.File.Path)
	// A name of another shape is one trouble, not two.
	if name == "" || name == folder || toKebab(name) == folder || folder == "." {
		return
	}
	d := Diagnostic{Span: placeOf(p, "name"),
		Message: fmt.Sprintf("the skill is called %q but its folder %q: Codex calls it by the name, Claude Code by the folder", name, folder),
		Help:    fmt.Sprintf("write name: %s, or rename the folder to %s", folder, name)}
	if itemOf(p).Origin != project.ByClient { // in a plugin Claude Code takes the name, too
		d.Severity = Info
		d.Message = fmt.Sprintf("the skill is called %q but its folder %q; Agent Skills wants one name", name, folder)
	}
	p.Report(d)
}
