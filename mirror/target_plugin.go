package mirror

import (
	"bytes"
	"slices"

	"github.com/judgelint/judgelint/source"
)

// agentsPlugin is the folder of a plugin in the format of Claude Code: the
// fields of the source go along, but for those that a plugin may not bring.
func agentsPlugin() Target {
	return Target{
		Name:     "agents-plugin",
		On:       true,
		Client:   "a plugin",
		Readers:  "clients that install the folder as a Claude plugin (Claude Code, Copilot CLI); Codex loads no agents of plugins",
		dir:      ".agents/plugins/{plugin}/agents",
		ext:      ".md",
		skills:   ".agents/plugins/{plugin}/skills",
		form:     mdForm{},
		required: []string{"name", "description"},
		keys:     pluginKeys,
		check:    checkPlugin,
	}
}

func pluginKeys(tr *translation) {
	tr.same("name")
	tr.same("description")
	for _, key := range []string{"hooks", "mcpServers", "permissionMode"} {
		tr.lose(key, "clients ignore it there")
	}
	if tr.text("isolation") != "worktree" {
		tr.lose("isolation", "only worktree is taken there")
	}
	tr.copyRest()
}

// copyRest carries every field that nothing was said of as its lines stand in
// the source.
func (tr *translation) copyRest() {
	spec := tr.agent.spec
	for i := range spec.Entries {
		e := &spec.Entries[i]
		if !tr.done[e.Key] && spec.Entry(e.Key) == e {
			tr.copyLines(e)
		}
	}
	tr.copied()
}

// copied checks that the copied lines are YAML without what was left out: an
// anchor may have stood there. If not, nothing is copied.
func (tr *translation) copied() {
	marked := func(k key) bool { return bytes.ContainsAny(k.lines, "&*") }
	if !slices.ContainsFunc(tr.keys, marked) {
		return
	}
	d, fault := mdForm{}.read(source.NewFile("", mdForm{}.fresh(tr.keys, nil)))
	if fault == nil && d.yamlFault == nil {
		return
	}
	tr.keys = slices.DeleteFunc(tr.keys, func(k key) bool {
		if k.lines != nil {
			tr.done[k.name] = false
			tr.lose(k.name, "its lines refer to others that are left out")
		}
		return k.lines != nil
	})
}

func checkPlugin(d *document) []fault {
	var faults []fault
	for _, name := range []string{"name", "description"} {
		if d.text(name) == "" {
			faults = append(faults, fault{key: name, message: name + " is missing or empty; clients skip such a file"})
		}
	}
	return faults
}
