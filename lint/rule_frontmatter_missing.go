package lint

import (
	"fmt"
	"path"
	"strings"
)

var ruleFrontmatterMissing = Rule{
	Name:     "frontmatter-missing",
	Summary:  "an agent file without front matter, which every client takes for a document",
	Severity: Error,
	Kinds:    AgentSpec | Skill,
	Since:    "0.1.0",
	Across:   frontmatterMissing,
}

// Files below an agent folder of which none has front matter are documents:
// agent-document tells them once.
func frontmatterMissing(p *ProjectPass) {
	pages := documentFolders(p.Results)
	for _, r := range p.Results {
		if !r.facts.document || r.Kind == Document || pages[path.Dir(r.Path)] != nil {
			continue
		}
		d := Diagnostic{Path: r.Path, Span: r.facts.first, Message: "the file does not begin with front matter, so no client sees an agent",
			Help: "begin the file with a line ---, name: and description:, and a line ---"}
		switch {
		case r.Kind == Skill:
			d.Message = "the file does not begin with front matter: Codex does not load the skill, and Claude Code does not offer it to the model"
		case r.facts.shipped:
			d.Severity = Warning // Claude Code loads it
			d.Message = fmt.Sprintf("the file does not begin with front matter: Claude Code offers it as the agent %q of the plugin, without a description", stemOf(r.Path))
		case r.facts.home != ClaudeHome && r.facts.home != PluginHome:
			d.Severity = Warning // some clients of these folders do without
		}
		p.Report(d)
	}
}

// documentFolders are the folders below agent folders in which no file has
// front matter, with their files.
func documentFolders(results []Result) map[string][]Result {
	folders := map[string][]Result{}
	agents := map[string]bool{}
	for _, r := range results {
		dir := path.Dir(r.Path)
		switch {
		case r.facts.document && belowAgents(dir) && r.Kind != Skill, r.facts.document && r.Kind == Document:
			folders[dir] = append(folders[dir], r)
		case r.Kind == AgentSpec:
			agents[dir] = true
		}
	}
	for dir := range agents {
		delete(folders, dir)
	}
	return folders
}

// belowAgents reports whether a folder lies below an agent folder and is none
// itself.
func belowAgents(dir string) bool {
	dirs := strings.Split(dir, "/")
	n := agentFolder(dirs)
	return n >= 0 && n < len(dirs)-1
}
