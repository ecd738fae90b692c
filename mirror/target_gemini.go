package mirror

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// gemini is an agent of Gemini CLI, whose loader refuses every key and every
// tool that it does not know.
func gemini() Target {
	return Target{
		Name:     "gemini",
		Client:   "Gemini CLI",
		Readers:  "Gemini CLI, after the user has acknowledged the content",
		dir:      ".gemini/agents",
		ext:      ".md",
		skills:   ".gemini/skills",
		program:  "gemini",
		form:     mdForm{},
		required: []string{"name", "description"},
		keys:     geminiKeys,
		check:    checkGemini,
	}
}

func geminiKeys(tr *translation) {
	tr.same("name")
	tr.same("description")
	tr.set("kind", "local")
	tr.listTools(platform.GeminiTool, platform.GeminiTool)
	if n := tr.number("maxTurns"); n > 0 {
		tr.become("maxTurns", "max_turns", n)
	}
	tr.lose("model", "Gemini CLI does not know the names of Claude's models")
	tr.lose("mcpServers", "a server needs a translation by hand, as mcp_servers")
}

func checkGemini(d *document) []fault {
	var faults []fault
	add := func(key, format string, args ...any) {
		faults = append(faults, fault{key: key, message: fmt.Sprintf(format, args...)})
	}
	if bytes.HasPrefix(d.file.Src, []byte(source.BOM)) {
		add("", "a byte order mark stands before the front matter")
	}
	if d.yamlFault != nil {
		faults = append(faults, *d.yamlFault)
	}
	name := d.text("name")
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		add("name", "name is %q; Gemini CLI wants lower-case letters, digits, - and _", name)
	}
	if strings.HasPrefix(name, "_") {
		add("name", "name is %q; Gemini CLI skips files that begin with _", name)
	}
	for _, key := range []string{"name", "description"} {
		if d.text(key) == "" {
			add(key, "%s is missing or empty", key)
		}
	}
	known := []string{"kind", "name", "description", "display_name", "tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins", "policy"}
	for _, k := range d.keys {
		switch n, isNumber := k.value.(int64); {
		case !slices.Contains(known, k.name):
			add(k.name, "unknown key %q: Gemini CLI refuses the whole file", k.name)
		case (k.name == "max_turns" || k.name == "timeout_mins") && (!isNumber || n < 1):
			add(k.name, "%s must be a whole number from 1", k.name)
		case k.name == "kind" && k.value != "local":
			add(k.name, "kind must be local")
		case k.name == "tools":
			faults = append(faults, checkGeminiTools(k)...)
		}
	}
	return faults
}

func checkGeminiTools(k docKey) []fault {
	list, ok := k.value.([]any)
	if !ok {
		return []fault{{key: k.name, message: "tools must be a list"}}
	}
	var faults []fault
	for _, tool := range list {
		name, _ := tool.(string)
		if slices.Contains(platform.ClaudeTools(), name) {
			faults = append(faults, fault{key: k.name, message: fmt.Sprintf("tools holds %q, a tool of Claude Code: Gemini CLI refuses the whole file", name)})
		}
	}
	return faults
}
