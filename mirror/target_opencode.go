package mirror

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/platform"
)

// opencode is an agent of opencode. Its name is that of the file. One file that
// its loader refuses ends the client, and what it does not know goes to the
// model's provider, so nothing is carried unseen.
func opencode() Target {
	return Target{
		Name:     "opencode",
		Client:   "opencode",
		Readers:  "opencode",
		dir:      ".opencode/agents",
		ext:      ".md",
		skills:   ".opencode/skills",
		program:  "opencode",
		also:     []string{".opencode/agent"},
		form:     mdForm{},
		required: []string{"description"},
		keys:     opencodeKeys,
		check:    checkOpencode,
	}
}

func opencodeKeys(tr *translation) {
	tr.done["name"] = true
	tr.same("description")
	tr.set("mode", "subagent")
	opencodePermission(tr)
	if n := tr.number("maxTurns"); n > 0 {
		tr.become("maxTurns", "steps", n)
	}
	tr.lose("model", "opencode does not know the names of Claude's models")
}

// opencodePermission denies everything that is not allowed. Where an allowed
// and a denied tool have one key, it is denied.
func opencodePermission(tr *translation) {
	allowed, limited, denied := tr.toolLists()
	permission := map[string]any{}
	if limited {
		permission["*"] = "deny"
	}
	unnamed := grant(permission, allowed, "allow")
	undenied := grant(permission, denied, "deny")
	if limited {
		tr.become("tools", "permission", permission)
		tr.dropTools("tools", unnamed, Info)
	}
	if len(undenied) < len(denied) {
		tr.become("disallowedTools", "permission", permission)
	}
	level := Info
	if slices.ContainsFunc(undenied, func(t string) bool { return !slices.Contains(platform.ClaudeTools(), t) }) {
		level = Warning // not a tool that opencode lacks, but a pattern
	}
	tr.dropTools("disallowedTools", undenied, level)
}

// grant enters tools into a map of permissions and returns those that have no
// name there.
func grant(permission map[string]any, tools []string, word string) (unnamed []string) {
	for _, tool := range tools {
		if name := platform.OpencodePermission(tool); name != "" {
			permission[name] = word
		} else {
			unnamed = append(unnamed, tool)
		}
	}
	return unnamed
}

func checkOpencode(d *document) []fault {
	var faults []fault
	add := func(key, format string, args ...any) {
		faults = append(faults, fault{key: key, message: fmt.Sprintf(format, args...)})
	}
	if d.yamlFault != nil {
		faults = append(faults, *d.yamlFault)
	}
	for _, k := range d.keys {
		text, isText := k.value.(string)
		n, isNumber := k.value.(int64)
		switch {
		case k.name == "mode" && !slices.Contains([]string{"subagent", "primary", "all"}, text):
			add(k.name, "mode must be subagent, primary or all")
		case k.name == "tools" && k.value != nil:
			add(k.name, "tools must be a mapping of names to true or false: opencode ends at such a file")
		case k.name == "color" && !opencodeColor(text):
			add(k.name, "color must be #rrggbb or one of %s: opencode ends at such a file", strings.Join(opencodeColors(), ", "))
		case (k.name == "steps" || k.name == "maxSteps") && (!isNumber || n < 1):
			add(k.name, "%s must be a whole number from 1", k.name)
		case k.name == "model" && (!isText || !strings.Contains(text, "/")):
			add(k.name, "model must be PROVIDER/MODEL")
		case k.name == "permission" && k.value != nil && !slices.Contains([]string{"allow", "ask", "deny"}, text):
			add(k.name, "permission must be a mapping, or allow, ask or deny")
		}
	}
	return faults
}

func opencodeColors() []string {
	return []string{"primary", "secondary", "accent", "success", "warning", "error", "info"}
}

func opencodeColor(text string) bool {
	hex := strings.TrimPrefix(text, "#")
	return slices.Contains(opencodeColors(), text) ||
		len(hex) == 6 && hex != text && strings.Trim(strings.ToLower(hex), "0123456789abcdef") == ""
}
