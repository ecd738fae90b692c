package lint

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/judgelint/judgelint/project"
)

// noun is what a person calls the thing that a file defines.
func noun(p *Pass) string {
	switch p.Kind {
	case Skill:
		return "skill"
	case Command:
		return "command"
	}
	return "agent"
}

// stat tells what lies at a path of the project. known is false if there is no
// project to ask or if the path leads out of it.
func (p *Pass) stat(name string) (mode fs.FileMode, exists, known bool) {
	if p.linter.Layout == nil || name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
		return 0, false, false
	}
	mode, err := p.linter.Layout.Stat(name)
	return mode, err == nil, true
}

// claudeSkill reports whether Claude Code reads the skill or command. Those in
// the folders of other clients have keys of their own.
func claudeSkill(p *Pass) bool {
	for dir := range strings.SplitSeq(path.Dir(p.File.Path), "/") {
		if strings.HasPrefix(dir, ".") && dir != "." && dir != ".claude" && dir != ".agents" && dir != ".." {
			return false
		}
	}
	return true
}

// onlyClaude reports whether no other client than Claude Code looks into the
// folder of a skill.
func onlyClaude(p *Pass) bool { return strings.Contains("/"+p.File.Path, "/.claude/") }

// pluginRoot is the folder of the plugin that a file belongs to, the deepest
// one; "" if it belongs to none.
func pluginRoot(p *Pass) string {
	if p.linter.Layout == nil {
		return ""
	}
	best := ""
	for _, f := range p.linter.Layout.Plugins {
		if (f.Root == "." || strings.HasPrefix(p.File.Path, f.Root+"/")) && (best == "" || best == "." || len(f.Root) > len(best)) {
			best = f.Root
		}
	}
	return best
}

// body is what follows the front matter, and where it begins.
func body(p *Pass) (text []byte, at int) {
	b := p.Spec.Body()
	return p.File.Src[b.Start:b.End], b.Start
}

// lines is the number of lines of a text.
func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// itemOf is the item of a file; a file that the project does not know has only
// its path.
func itemOf(p *Pass) project.Item {
	it, _ := p.linter.Layout.Lookup(p.File.Path)
	return it
}

// article puts the article before a noun.
func article(noun string) string {
	if noun == "agent" {
		return "an " + noun
	}
	return "a " + noun
}
