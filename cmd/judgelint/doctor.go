package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/setup"
	"github.com/judgelint/judgelint/mirror"
	"github.com/judgelint/judgelint/roster"
)

const doctorHelp = `judgelint doctor checks the set-up of a project for what no client tells: hook
settings that a client drops, a gate that is missing or not found, time limits
that do not count, judges that the gate never sees, folders that nobody trusts.
Each trouble comes with the line that mends it.

Examples:
  judgelint doctor
  judgelint doctor --format json

Usage: judgelint doctor [flags]

      --format FORMAT   text (default) or json
      --config FILE     use this judgelint.toml

Exit status: 0 all well, warnings included; 1 something does not work; 2 usage,
or a project that cannot be read.
`

const doctorName = "judgelint doctor"

func doctorCommand() cli.Command {
	return cli.Command{
		Name:    "doctor",
		Summary: "check the set-up for what no client tells",
		Help:    doctorHelp,
		Run:     runDoctor,
	}
}

func runDoctor(e *cli.Env, args []string) int {
	fs := cli.Flags()
	format := fs.String("format", "text", "")
	configFile := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, doctorName, doctorHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return usage(e, doctorName, "%v", err)
	}
	if fs.NArg() > 0 {
		return usage(e, doctorName, "%q: doctor takes no arguments", fs.Arg(0))
	}
	checks, err := examine(e, *configFile)
	if err != nil {
		return e.Errorf(doctorName, "%v", err)
	}
	if *format == "json" {
		cli.WriteJSON(e.Stdout, struct {
			Version int           `json:"version"`
			Checks  []setup.Check `json:"checks"`
			Exit    int           `json:"exit"`
		}{1, cli.NonNil(checks), doctorExit(checks)})
	} else {
		printChecks(e, checks)
	}
	return doctorExit(checks)
}

// examine runs all checks; a broken configuration is the first of them.
func examine(e *cli.Env, configFile string) ([]setup.Check, error) {
	c, dir, err := config.For(e.Dir, configFile)
	configuration := setup.Check{Name: "configuration", Status: setup.OK, Message: "none; the defaults hold"}
	switch {
	case err != nil:
		configuration.Status, configuration.Path, configuration.Message = setup.Error, config.Name, err.Error()
		configuration.Fix = "mend the line; until then the gate allows every stop and lint does not run"
		c = &config.Config{}
	case c.Path != "":
		configuration.Path, configuration.Message = slashRel(dir, c.Path), "can be read"
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	p := setup.Patient{Root: root, Dir: dir, Hooks: hookOptions(c), Observe: c.Gate.Observe, StateDir: c.Gate.StateDir,
		LookPath: exec.LookPath, Getenv: e.Getenv}
	agents, err := census(dir, e, c)
	if err != nil {
		return nil, err
	}
	p.Judges, p.HookedAgents = agents.Judges, agents.Hooked
	checks := append([]setup.Check{configuration}, setup.Examine(p)...)
	if configuration.Status == setup.OK {
		checks = append(checks, checkMirrors(root, c)...)
	}
	return checks, nil
}

// census names the project's judges, and the agents that bring hooks.
func census(dir string, e *cli.Env, c *config.Config) (roster.Census, error) {
	// A project that is a plugin, or holds one, has agents in a folder of its
	// own. Without surroundings the roster names the folders of the project alone.
	own := []roster.Folder{{Dir: filepath.Join(dir, "agents"), Unnamed: true}}
	for _, plugin := range setup.Plugins(os.DirFS(dir)) {
		own = append(own, roster.Folder{Dir: filepath.Join(dir, filepath.FromSlash(plugin), "agents"), Unnamed: true})
	}
	var folders []string
	for _, f := range append(roster.Folders(dir, func(string) string { return "" }), own...) {
		folders = append(folders, slashRel(dir, f.Dir))
	}
	return roster.New(append(roster.Folders(dir, e.Getenv), own...), c.Roster).Census(os.DirFS(dir), folders)
}

// checkMirrors tells whether the mirrors are in step; nothing for a project
// that has none and wants none.
func checkMirrors(root *os.Root, c *config.Config) []setup.Check {
	check := setup.Check{Name: "mirrors", Path: mirror.LockFile, Status: setup.Error, Fix: "mirrorgen"}
	o := mirrorOptions(c)
	if _, err := root.Lstat(mirror.LockFile); err != nil && o.Plugin == "" && o.Targets == nil && o.Sets == nil {
		return nil
	}
	_, err := o.Complete(root, nil)
	var open *mirror.Question
	if errors.As(err, &open) {
		check.Message, check.Fix = open.Text, open.Help()
		return []setup.Check{check}
	}
	var plan *mirror.Plan
	if err == nil {
		plan, err = mirror.NewPlan(root, o, mirror.Mode{})
	}
	if err != nil {
		check.Message = err.Error()
		return []setup.Check{check}
	}
	off := slices.DeleteFunc(slices.Clone(plan.Mirrors), func(m mirror.Mirror) bool { return m.State == mirror.InStep })
	switch problem := firstError(plan); {
	case len(off) > 0:
		check.Path, check.Message = off[0].Path, fmt.Sprintf("%d of %d mirrors are not in step", len(off), len(plan.Mirrors))
	case problem != nil:
		check.Message = problem.Error()
	default:
		check.Status, check.Fix, check.Message = setup.OK, "", fmt.Sprintf("%d mirrors are in step", len(plan.Mirrors))
	}
	return []setup.Check{check}
}

// slashRel is a path relative to dir, slash-separated; the path itself if it
// lies elsewhere.
func slashRel(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

func doctorExit(checks []setup.Check) int {
	for _, c := range checks {
		if c.Status == setup.Error {
			return cli.Found
		}
	}
	return cli.OK
}

func printChecks(e *cli.Env, checks []setup.Check) {
	errors, warnings := 0, 0
	for _, c := range checks {
		switch c.Status {
		case setup.Error:
			errors++
		case setup.Warning:
			warnings++
		}
		place := c.Path
		if c.Line > 0 {
			place = fmt.Sprintf("%s:%d", c.Path, c.Line)
		}
		line := fmt.Sprintf("%-7s  %-13s  %s: %s", c.Status, c.Name, place, c.Message)
		if place == "" {
			line = fmt.Sprintf("%-7s  %-13s  %s", c.Status, c.Name, c.Message)
		}
		fmt.Fprintln(e.Stdout, line)
		if c.Fix != "" {
			fmt.Fprintf(e.Stdout, "%s fix: %s\n", strings.Repeat(" ", 24), c.Fix)
		}
	}
	fmt.Fprintf(e.Stdout, "%s, %s\n", count(errors, "error"), count(warnings, "warning"))
}

// count is a number with its noun: "1 error", "2 errors".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
