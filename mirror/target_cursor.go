package mirror

import (
	"fmt"
	"strings"
)

// cursor is a subagent of Cursor, which has no list of tools: an agent can do
// what the one that calls it can, or write nothing. Checked 2026-12-07:
// cursor.com/docs/agent/subagents (its loader could not be run).
func cursor() Target {
	return Target{
		Name:     "cursor",
		Client:   "Cursor",
		Readers:  "Cursor, before the agents of .claude/agents and .codex/agents that have the same name",
		dir:      ".cursor/agents",
		ext:      ".md",
		skills:   ".cursor/skills",
		program:  "cursor-agent",
		reads:    []string{SourceDir},
		form:     mdForm{},
		required: []string{"name", "description"},
		keys:     cursorKeys,
		check:    checkCursor,
	}
}

func cursorKeys(tr *translation) {
	tr.same("name")
	tr.line("description")
	if readsOnly(tr) {
		cursorReadonly(tr)
	}
	if e := tr.agent.spec.Entry("background"); e != nil && strings.EqualFold(e.Value, "true") {
		tr.become("background", "is_background", true)
	}
	tr.lose("tools", "Cursor has no list of tools for an agent")
	tr.lose("disallowedTools", "Cursor has no list of tools for an agent")
	tr.lose("model", "Cursor does not know the names of Claude's models")
}

// cursorReadonly carries what keeps an agent from writing. It is less than a
// list of tools, so that the rest is told as lost.
func cursorReadonly(tr *translation) {
	for _, key := range []string{"tools", "permissionMode"} {
		e := tr.agent.spec.Entry(key)
		if e == nil || silent(e) || key == "permissionMode" && e.Value != "plan" {
			continue
		}
		tr.carry(key, "readonly", true)
		tr.tell(key, RuleLoss, Warning, "%s is carried to cursor only as readonly: true; Cursor has no list of tools for an agent", key)
	}
}

func checkCursor(d *document) []fault {
	faults := checkPlugin(d)
	if d.yamlFault != nil {
		faults = append(faults, *d.yamlFault)
	}
	for _, k := range d.keys {
		if _, isBool := k.value.(bool); (k.name == "readonly" || k.name == "is_background") && !isBool {
			faults = append(faults, fault{key: k.name, message: fmt.Sprintf("%s must be true or false", k.name)})
		}
	}
	return faults
}
