package gate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const maxSettings = 4 << 20 // bytes of a settings file

// protect blocks a change of the client's settings after which the gate is
// registered nowhere any more. The client then keeps its old hooks.
func (g *Gate) protect(ev *Event, x *Explanation) Decision {
	if !g.Options.Protect {
		return Decision{Action: Allow}
	}
	r := g.checkProtect(ev)
	x.add(r)
	if r.outcome != failed {
		return Decision{Action: Allow}
	}
	t := g.newTurn(ev, "")
	w := weighing{gate: g, turn: t}
	w.line(nameProtect, "block", r.short)
	w.lines[0].Decision = string(Block)
	return g.answer(t, Decision{Action: Block, Reason: r.reason}, g.State.Append(w.lines...))
}

func (g *Gate) checkProtect(ev *Event) result {
	r := result{check: nameProtect, row: "gate registered", outcome: passed}
	files := g.Settings
	if filepath.IsAbs(ev.Settings) && filepath.Ext(ev.Settings) == ".json" && !slices.Contains(files, ev.Settings) {
		files = append(slices.Clone(files), ev.Settings)
	}
	registered, name := g.PluginHook, clip(ev.Settings, 1, 300)
	if name == "" {
		name = "the settings"
	}
	for _, file := range files {
		s := readSettings(file)
		if s.off {
			r.row, r.outcome = "all hooks switched off", failed
			r.short = file + " switches all hooks off"
			r.reason = lines(file+" sets disableAllHooks, which switches the gate of this project off.",
				"Take disableAllHooks out again. The hooks stay as they were until then.")
			return r
		}
		registered = registered || s.gate
	}
	if !registered {
		r.row, r.outcome = "gate removed", failed
		r.short = name + " does not register the gate any more"
		r.reason = lines(name+" does not register judgelint gate any more, and no other settings file does.",
			"Put the hook entries of judgelint gate back, or ask the user to remove the gate. The hooks stay as they were until then.")
	}
	return r
}

type settings struct {
	gate bool // registers the gate for a stop
	off  bool // switches all hooks off
}

// readSettings looks for the gate in a settings file. The client drops a file
// that is no JSON as a whole, so it registers nothing.
func readSettings(path string) settings {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSettings {
		return settings{}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return settings{}
	}
	var file struct {
		DisableAllHooks any                        `json:"disableAllHooks"`
		Hooks           map[string]json.RawMessage `json:"hooks"`
	}
	if json.Unmarshal(data, &file) != nil {
		return settings{}
	}
	s := settings{off: file.DisableAllHooks == true}
	for _, event := range []string{"Stop", "SubagentStop"} {
		s.gate = s.gate || startsGate(file.Hooks[event])
	}
	return s
}

// startsGate reports whether one of the handlers of an event starts the gate,
// by a command line or by a program with arguments.
func startsGate(event json.RawMessage) bool {
	var groups []struct {
		Hooks []struct {
			Command json.RawMessage   `json:"command"`
			Args    []json.RawMessage `json:"args"`
		} `json:"hooks"`
	}
	if json.Unmarshal(event, &groups) != nil {
		return false
	}
	for _, group := range groups {
		for _, h := range group.Hooks {
			line, _ := asText(h.Command)
			for _, a := range h.Args {
				word, _ := asText(a)
				line += " " + word
			}
			if _, rest, ok := strings.Cut(line, "judgelint"); ok && strings.Contains(rest, "gate") {
				return true
			}
		}
	}
	return false
}
