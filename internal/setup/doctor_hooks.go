package setup

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// settingsFiles are the files of a project in which clients look for hooks.
func (d *doctor) settingsFiles() []string {
	files := []string{".claude/settings.json", ".claude/settings.local.json", ".codex/hooks.json", ".gemini/settings.json"}
	found, _ := fs.Glob(d.Root.FS(), ".github/hooks/*.json")
	plugins, _ := fs.Glob(d.Root.FS(), ".agents/plugins/*/hooks/hooks.json")
	for _, folder := range Plugins(d.Root.FS()) {
		plugins = append(plugins, folder+"/hooks/hooks.json")
	}
	return slices.Concat(files, found, plugins, []string{"hooks/hooks.json"})
}

// Plugins are the folders of the plugins that a project holds for others, at
// their usual places, in order.
func Plugins(project fs.FS) []string {
	var folders []string
	for _, place := range []string{"*", "plugins/*"} {
		found, _ := fs.Glob(project, place+"/"+pluginManifest)
		for _, manifest := range found {
			folders = append(folders, strings.TrimSuffix(manifest, "/"+pluginManifest))
		}
	}
	return folders
}

const pluginManifest = ".claude-plugin/plugin.json"

// settings reads the settings files and reports what their clients will not
// do.
func (d *doctor) settings() {
	for _, name := range d.settingsFiles() {
		src, err := readFile(d.Root, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			d.fail("settings", name, "make it a file that can be read, or remove it", "%s", strings.TrimPrefix(err.Error(), name+": "))
			continue
		}
		dialect, _ := hookset.DialectOf(name)
		set := hookset.Read(source.NewFile(name, src), dialect)
		d.sets = append(d.sets, set)
		before := len(d.checks)
		for _, p := range set.Check(d.Judges) {
			d.add(d.problem(set, p))
		}
		if set.Disabled.Len() > 0 {
			d.fail("settings", name, `take "disableAllHooks" out`, "all hooks are switched off")
		}
		d.limits(set)
		if len(d.checks) == before {
			d.ok("settings", name, "can be read")
		}
	}
}

// userSettings reports the switch of the user that turns all hooks of Claude
// Code off.
func (d *doctor) userSettings() {
	src := d.userFile("CLAUDE_CONFIG_DIR", ".claude", "settings.json")
	if set := hookset.Read(source.NewFile("settings.json", src), hookset.Dialect{}); set.Disabled.Len() > 0 {
		d.fail("settings", "", `take "disableAllHooks" out of your own settings.json`, "all hooks of Claude Code are switched off by the user")
	}
}

func (d *doctor) problem(set *hookset.Set, p hookset.Problem) Check {
	c := Check{Name: "settings", Status: Error, Path: set.File.Path, Line: set.File.LineOf(p.Span.Start),
		Message: p.Message, Fix: p.Help}
	if p.Warning {
		c.Status = Warning
	}
	if c.Fix == "" {
		c.Fix = "judgelint explain " + p.Rule
	}
	return c
}

// limits reports time limits of the gate that are numbers but in a wrong unit.
func (d *doctor) limits(set *hookset.Set) {
	for _, h := range set.Handlers {
		if !h.Gate() || h.TimeoutSeconds == 0 || h.TimeoutSeconds >= 1 && h.TimeoutSeconds <= 600 {
			continue
		}
		facts, _ := platform.HooksOf(set.Dialect.Host)
		fix := "write 10"
		if facts.TimeoutPerSecond == 1000 {
			fix = "write 10000"
		}
		d.add(Check{Name: "timeout", Status: Warning, Path: set.File.Path, Line: set.File.LineOf(h.TimeoutSpan.Start),
			Message: facts.TimeoutKey + " " + h.Timeout + " is " + seconds(h.TimeoutSeconds) + " here", Fix: fix})
	}
}

// gates reports clients that do not run the gate at the events that matter.
func (d *doctor) gates() {
	if !slices.ContainsFunc(d.sets, (*hookset.Set).HasGate) {
		d.fail("gate", "", "judgelint init", "no client runs the gate: no hook settings have an entry for judgelint gate")
		return
	}
	for _, host := range platform.HookHosts() {
		d.gateOf(host)
	}
}

func (d *doctor) gateOf(host string) {
	var sets []*hookset.Set
	for _, s := range d.sets {
		if s.Dialect.Host == host {
			sets = append(sets, s)
		}
	}
	if len(sets) == 0 {
		return
	}
	facts, _ := platform.HooksOf(host)
	fix := "judgelint init --host " + host
	var have, missing []string
	for _, e := range hookset.Entries(host, d.Hooks) {
		d.twoFiles(sets, e.Event)
		if slices.ContainsFunc(sets, func(s *hookset.Set) bool { return len(s.Gates(e.Event)) > 0 }) {
			have = append(have, e.Event)
			continue
		}
		missing = append(missing, e.Event)
	}
	name := sets[0].File.Path
	switch {
	case len(have) == 0 && host == "copilot" && d.claudeGate():
	case len(have) == 0:
		d.warn("gate", name, fix, "%s does not run the gate", facts.Client)
	case slices.Equal(missing, []string{"SubagentStart"}):
		d.warn("gate", name, fix, "judgelint audit cannot tell which judges never ended: no gate at SubagentStart")
	case len(missing) > 0:
		d.fail("gate", name, fix, "%s runs the gate at %s, but not at %s", facts.Client, list(have), list(missing))
	default:
		d.ok("gate", name, "%s runs the gate at %s", facts.Client, list(have))
	}
}

// twoFiles reports an event at which two settings files of one client run the
// gate.
func (d *doctor) twoFiles(sets []*hookset.Set, event string) {
	var names []string
	for _, s := range sets {
		if len(s.Gates(event)) > 0 {
			names = append(names, s.File.Path)
		}
	}
	if len(names) > 1 {
		d.warn("gate", names[1], "take the entry out of one of them", "event %s runs the gate in %s; one stop is counted once, but each can answer", event, list(names))
	}
}

func (d *doctor) claudeGate() bool {
	return slices.ContainsFunc(d.sets, func(s *hookset.Set) bool { return s.Dialect.Host == "claude" && s.HasGate() })
}

// commands checks that the programs which the gate entries name are there.
func (d *doctor) commands() {
	seen := map[string]bool{}
	for _, set := range d.sets {
		for _, h := range set.Handlers {
			if !h.Gate() || seen[h.Command] {
				continue
			}
			seen[h.Command] = true
			d.command(set, h)
		}
	}
}

func (d *doctor) command(set *hookset.Set, h hookset.Handler) {
	c := Check{Name: "command", Path: set.File.Path, Line: set.File.LineOf(h.Span.Start)}
	program := programOf(h.Command)
	if strings.ContainsAny(afterGate(h.Command), "|;&") {
		follows := c
		follows.Status, follows.Message = Warning, "another command follows the gate; its output or status can hide the answer"
		follows.Fix = "run " + hookset.Command + " alone"
		d.add(follows)
	}
	where := d.resolve(program, set)
	if strings.Contains(where, "$") {
		c.Status, c.Message, c.Fix = Warning, program+" holds a variable that only the client knows", "write a path or judgelint alone"
		d.add(c)
		return
	}
	if found, err := d.LookPath(where); err != nil {
		c.Status, c.Message = Error, program+": not found; the client says nothing and lets every stop through"
		c.Fix = "install judgelint into a folder of PATH, or write its full path"
	} else {
		c.Status, c.Message = OK, program+" is "+filepath.ToSlash(found)
	}
	d.add(c)
}

// resolve fills in the variables that clients set for hook commands.
func (d *doctor) resolve(program string, set *hookset.Set) string {
	plugin := filepath.Join(d.Dir, filepath.FromSlash(strings.TrimSuffix(set.File.Path, "hooks/hooks.json")))
	where := strings.NewReplacer(
		"${CLAUDE_PROJECT_DIR}", d.Dir, "$CLAUDE_PROJECT_DIR", d.Dir,
		"${CLAUDE_PLUGIN_ROOT}", plugin, "$CLAUDE_PLUGIN_ROOT", plugin,
	).Replace(program)
	if strings.ContainsAny(where, `/\`) && !filepath.IsAbs(where) && !strings.Contains(where, "$") {
		return filepath.Join(d.Dir, where)
	}
	return where
}

// programOf is the word before "gate" in a command line, without quotes.
func programOf(command string) string {
	before, _, _ := strings.Cut(strings.ReplaceAll(command, "\t", " "), " gate")
	before = strings.TrimRight(before, " ")
	if quote := strings.LastIndexAny(before, `"'`); quote == len(before)-1 && quote > 0 {
		if open := strings.LastIndexByte(before[:quote], before[quote]); open >= 0 {
			return strings.Trim(before[open:], `"'`)
		}
	}
	word := before[strings.LastIndexAny(before, " ;&|(")+1:]
	return strings.NewReplacer(`"`, "", `'`, "").Replace(word)
}

func afterGate(command string) string {
	_, after, _ := strings.Cut(command, " gate")
	return after
}
