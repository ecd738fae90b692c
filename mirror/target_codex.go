package mirror

import (
	"fmt"
	"slices"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/platform"
)

// codexMarkdown is the twin of the Codex agent that people read.
func codexMarkdown() Target {
	return Target{
		Name:    "codex-md",
		On:      true,
		Client:  "the twin for people",
		others:  "it has name and description only",
		Readers: "people, and Cursor for compatibility; Codex does not read it",
		dir:     ".codex/agents",
		ext:     ".md",
		form:    mdForm{},
		keys: func(tr *translation) {
			tr.same("name")
			tr.same("description")
		},
	}
}

// codexTOML is the agent as Codex loads it.
func codexTOML() Target {
	return Target{
		Name:     "codex-toml",
		On:       true,
		Client:   "Codex",
		Readers:  "Codex, in trusted projects",
		dir:      ".codex/agents",
		ext:      ".toml",
		skills:   ".agents/skills",
		program:  "codex",
		form:     tomlForm{},
		required: []string{agenttoml.Name, agenttoml.Description},
		keys:     codexKeys,
		check:    checkCodex,
	}
}

func codexKeys(tr *translation) {
	tr.same(agenttoml.Name)
	tr.same(agenttoml.Description)
	if effort := tr.text("effort"); slices.Contains(platform.CodexEfforts(), effort) {
		tr.become("effort", "model_reasoning_effort", effort)
	}
	tr.lose("effort", "Codex has no such level")
	tr.lose("model", "Codex does not know the names of Claude's models")
	tr.lose("tools", "Codex has no list of tools for an agent")
	tr.lose("disallowedTools", "Codex has no list of tools for an agent")
	tr.lose("permissionMode", "Codex has no such modes, and does not apply the sandbox of an agent")
	tr.lose("mcpServers", "a server needs a translation by hand, as mcp_servers")
}

func checkCodex(d *document) []fault {
	var faults []fault
	for _, p := range d.toml.Check(platform.CodexAgentKeys()) {
		faults = append(faults, *tomlFault(p))
	}
	for _, e := range d.toml.Top() {
		if key := e.Path[0]; slices.Contains(platform.CodexTableKeys(), key) && len(e.Path) == 1 && e.Kind != agenttoml.Table {
			faults = append(faults, fault{key: key, span: e.Key,
				message: fmt.Sprintf("%s is %s, want a table: Codex drops the whole file", key, e.Kind)})
		}
	}
	return faults
}
