package mirror

import "slices"

// claude is an agent of Claude Code, for sources that stand elsewhere, such as
// in the folder of a plugin. Checked 2026-12-07: manual of Claude Code, pages
// "sub-agents" and "plugins-reference"; Claude Code 2.1.197 lists our agents and
// skills when it starts.
func claude() Target {
	return Target{
		Name:     "claude",
		Client:   "Claude Code",
		Readers:  "Claude Code, and for compatibility Cursor, goose and VS Code",
		dir:      SourceDir,
		ext:      ".md",
		skills:   ".claude/skills",
		program:  "claude",
		form:     mdForm{},
		required: []string{"name", "description"},
		keys:     claudeKeys,
		check:    checkPlugin,
	}
}

// claudeKeys copies the fields, but for those that begin to act only in this
// folder: Claude Code ignores them in an agent of a plugin.
func claudeKeys(tr *translation) {
	tr.same("name")
	tr.same("description")
	const acts = "it would begin to act there; set it under [mirror.target.claude.agent]"
	if e := tr.agent.spec.Entry("hooks"); e != nil && !silent(e) { // they may be what holds the agent back
		tr.tell("hooks", RuleLoss, Warning, "hooks is not carried to claude: %s", acts)
		tr.done["hooks"] = true
	}
	tr.lose("mcpServers", acts)
	if e := tr.agent.spec.Entry("permissionMode"); e != nil && !restricts(e) {
		tr.lose("permissionMode", acts)
	}
	tr.copyRest()
}

// claudeReads are the tools of Claude Code that change nothing.
func claudeReads() []string {
	return []string{"Read", "NotebookRead", "LS", "Grep", "Glob", "WebFetch", "WebSearch", "TodoRead", "TodoWrite"}
}

// readsOnly reports whether the source allows only tools that change nothing.
func readsOnly(tr *translation) bool {
	if tr.text("permissionMode") == "plan" {
		return true
	}
	allowed, limited, _ := tr.toolLists()
	return limited && !slices.ContainsFunc(allowed, func(tool string) bool { return !slices.Contains(claudeReads(), tool) })
}
