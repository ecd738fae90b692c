package lint

import (
	"slices"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/platform"
)

// claudeKeysCount reports whether the keys of an agent file mean what Claude
// Code makes of them.
func claudeKeysCount(p *Pass) bool {
	if p.Kind == Skill || p.Kind == Command {
		return claudeSkill(p)
	}
	return p.Home == ClaudeHome || p.Home == PluginHome
}

// toolName is the name of a tool without its arguments: Bash for
// "Bash(git log:*)".
func toolName(item string) string {
	name, _, _ := strings.Cut(item, "(")
	return name
}

// toolItems returns the elements of tools and disallowedTools.
func toolItems(p *Pass) []agentspec.Item {
	return slices.Concat(allowedTools(p), deniedTools(p))
}

// allowedTools returns the elements of tools where they are Claude Code's.
func allowedTools(p *Pass) []agentspec.Item {
	if !claudeKeysCount(p) {
		return nil
	}
	if p.Kind == Skill || p.Kind == Command {
		return p.Spec.List("allowed-tools")
	}
	return p.Spec.List("tools")
}

// deniedTools returns the elements of disallowedTools where they are Claude
// Code's.
func deniedTools(p *Pass) []agentspec.Item {
	if !claudeKeysCount(p) {
		return nil
	}
	if p.Kind == Skill || p.Kind == Command {
		return p.Spec.List("disallowed-tools")
	}
	return p.Spec.List("disallowedTools")
}

// knownTool returns the tool that a name means if letter case does not count,
// or "".
func knownTool(name string) string {
	for _, t := range platform.ClaudeTools() {
		if strings.EqualFold(t, name) {
			return t
		}
	}
	return ""
}
