package platform

// SkillKeys are the keys that clients read in the front matter of a skill or a
// command: those of Claude Code and those of the format that Agent Skills
// describes. Checked 2026-12-07: documentation of Claude Code, agentskills.io.
func SkillKeys() []string {
	return []string{
		"name", "description", "when_to_use", "when-to-use", "argument-hint", "arguments", "disable-model-invocation",
		"user-invocable", "allowed-tools", "disallowed-tools", "model", "effort", "context", "agent", "background", "hooks",
		"paths", "shell", "license", "compatibility", "metadata",
	}
}

// ForeignSkillKeys are keys that stand in skills for other tools. Some are near
// a key of SkillKeys without being a slip of it. Checked 2026-12-07, public
// skills.
func ForeignSkillKeys() []string {
	return []string{
		"version", "author", "tags", "category", "keywords", "title", "tools", "globs", "priority", "dependencies",
		"mode", "agents", "models", "hook", "argument", "user-invokable", "type", "source", "domain", "path", "labels",
	}
}

// SkillValues are the keys of a skill or command whose values are limited in
// Claude Code. Checked 2026-12-07 against Claude Code 2.1.332, documentation.
func SkillValues() []Value {
	booleans := []string{"yes", "no", "on", "off", "1", "0"}
	return []Value{
		{Key: "disable-model-invocation", Words: booleans, Boolean: true},
		{Key: "user-invocable", Words: booleans, Boolean: true},
		{Key: "background", Words: booleans, Boolean: true},
		{Key: "context", Words: []string{"fork"}},
		{Key: "effort", Words: []string{"low", "medium", "high", "xhigh", "max"}, Integer: true},
		{Key: "shell", Words: []string{"bash", "powershell"}},
	}
}

// Limits of skills, in characters and lines. Checked 2026-12-07: Codex 0.171.0
// refuses a longer name; Agent Skills limits the description, Claude Code cuts
// it at 1,536; its documentation asks for at most 500 lines.
const (
	SkillName        = 64
	SkillDescription = 1024
	SkillLines       = 500
)
