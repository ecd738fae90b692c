package mirror

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/judgelint/judgelint/platform"
)

// copilotPrompt is the longest prompt in characters that the cloud agent of
// Copilot takes, and copilotLetters what the name of its file may hold. Copilot
// CLI minds neither: it was asked, as agents.discover.
const (
	copilotPrompt  = 30000
	copilotLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
)

// copilot is a custom agent of GitHub Copilot: in its cloud agent, its command
// line and VS Code. Checked 2026-12-07: docs.github.com, "Custom agents
// configuration", and the loader of Copilot CLI 1.0.102, which skips a file
// without a description and one that is no strict YAML.
func copilot() Target {
	return Target{
		Name:     "copilot",
		Client:   "Copilot",
		Readers:  "GitHub Copilot: its cloud agent, Copilot CLI, VS Code",
		dir:      ".github/agents",
		ext:      ".agent.md",
		skills:   ".github/skills",
		program:  "copilot",
		form:     mdForm{},
		required: []string{"name", "description"},
		keys:     copilotKeys,
		check:    checkCopilot,
	}
}

func copilotKeys(tr *translation) {
	tr.same("name")
	tr.same("description")
	allowed, _, _ := tr.toolLists()
	tr.listTools(func(tool string) string { return copilotTool(tool, allowed) }, platform.CopilotTool)
	tr.lose("model", "Copilot does not know the names of Claude's models")
	tr.lose("mcpServers", "a server needs a translation by hand, as mcp-servers")
}

// copilotTool is the name of a tool where the others that the name stands for
// may be used, too.
func copilotTool(tool string, allowed []string) string {
	more := map[string][]string{
		"WebSearch":    {"WebFetch"},
		"NotebookRead": {"Read"},
		"NotebookEdit": {"Edit", "MultiEdit", "Write"},
	}[tool]
	if more != nil && !slices.ContainsFunc(more, func(t string) bool { return slices.Contains(allowed, t) }) {
		return ""
	}
	return platform.CopilotTool(tool)
}

func checkCopilot(d *document) []fault {
	faults := checkPlugin(d)
	add := func(key, format string, args ...any) {
		faults = append(faults, fault{key: key, message: fmt.Sprintf(format, args...)})
	}
	if d.yamlFault != nil {
		faults = append(faults, *d.yamlFault)
	}
	mild := func(key, format string, args ...any) {
		add(key, format, args...)
		faults[len(faults)-1].mild = true
	}
	if n := utf8.RuneCount(d.body); n > copilotPrompt {
		mild("", "the body has %d characters; the cloud agent of Copilot takes at most %d", n, copilotPrompt)
	}
	if name := strings.TrimSuffix(path.Base(d.file.Path), ".agent.md"); strings.Trim(name, copilotLetters) != "" {
		mild("name", "the file is named %q; the cloud agent of Copilot wants letters, digits, '.', '-' and '_'", name)
	}
	for _, k := range d.keys {
		text, _ := k.value.(string)
		_, isBool := k.value.(bool)
		switch {
		case slices.Contains([]string{"disable-model-invocation", "user-invocable", "infer"}, k.name) && !isBool:
			add(k.name, "%s must be true or false", k.name)
		case k.name == "target" && !slices.Contains([]string{"vscode", "github-copilot"}, text):
			add(k.name, "target must be vscode or github-copilot")
		}
	}
	return faults
}
