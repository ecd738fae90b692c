package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/setup"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/templates"
)

const initHelp = `judgelint init sets a project up: judge specs, gate entries in the hook settings
of the clients, a configuration, entries for pre-commit and CI, and the mirrors.
It shows what it will do and asks. What exists is merged into or kept, never
overwritten; a second run does nothing.

Examples:
  judgelint init                         five judges, for Claude Code and Codex
  judgelint init --preset minimal        the gate and a configuration alone
  judgelint init --host claude,gemini --yes
  judgelint init --dry-run               show, write nothing
  judgelint init --undo                  take out exactly what init put in

Usage: judgelint init [flags]

      --preset NAME   wiki (default): judges, mirrors, pre-commit, CI, claim gate;
                      minimal: gate and configuration
      --host LIST     the clients that get the gate: claude, codex, gemini,
                      copilot (default: claude, with wiki codex, and those whose
                      folder is there)
      --lang LANG     language of the judge specs: en (default), ko
      --plugin DIR    put judges and gate into the Claude Code plugin at DIR
                      instead of the project
      --workflow DIR  write the review workflow (specification, prompts, schemas)
                      to DIR as well
      --ci[=AGENTS]   write a GitHub workflow that fails unless the judges (these,
                      separated by commas, or all) passed exactly the commit:
                      the check to require before a merge
      --ci-review     write a GitHub workflow that reviews pull requests: the
                      items of a review in jobs of their own, one report; with
                      the review workflow (in review/ without --workflow)
      --dry-run       show what would be done, write nothing
      --yes           do not ask
      --undo          take out all that init put in; files that were changed since
                      lose only what is plainly ours

Exit status: 0 done, or nothing to do; 1 the answer was no; 2 usage,
configuration, or a file that cannot be read, merged into or written.
`

const initName = "judgelint init"

// allJudges is --ci without names; no agent has this one.
const allJudges = "(all)"

func initCommand() cli.Command {
	return cli.Command{
		Name:    "init",
		Summary: "set a project up, or take the set-up out again",
		Help:    initHelp,
		Run:     runInit,
	}
}

// initRun is one run of the command.
type initRun struct {
	env               *cli.Env
	dir               string
	root              *os.Root
	opt               setup.Options
	config            *config.Config
	dryRun, yes, undo bool
}

func runInit(e *cli.Env, args []string) int {
	fs := cli.Flags()
	r := initRun{env: e}
	fs.StringVar(&r.opt.Preset, "preset", "wiki", "")
	fs.StringSliceVar(&r.opt.Hosts, "host", nil, "")
	fs.StringVar(&r.opt.Language, "lang", "en", "")
	fs.StringVar(&r.opt.Plugin, "plugin", "", "")
	fs.StringVar(&r.opt.Workflow, "workflow", "", "")
	fs.BoolVar(&r.opt.CIReview, "ci-review", false, "")
	fs.StringVar(&r.opt.Required, "ci", "", "")
	fs.Lookup("ci").NoOptDefVal = allJudges
	fs.BoolVar(&r.dryRun, "dry-run", false, "")
	fs.BoolVar(&r.yes, "yes", false, "")
	fs.BoolVar(&r.undo, "undo", false, "")
	if done, exit := cli.Parse(e, fs, initName, initHelp, args); done {
		return exit
	}
	if fs.NArg() > 0 {
		return usage(e, initName, "%q: init takes no arguments", fs.Arg(0))
	}
	for _, name := range []string{"preset", "host", "lang", "plugin", "workflow", "ci-review", "ci"} {
		if r.undo && fs.Changed(name) {
			return usage(e, initName, "--undo takes out all that init put in; --%s cannot narrow it", name)
		}
	}
	if r.opt.CIRequired = fs.Changed("ci"); r.opt.Required == allJudges {
		r.opt.Required = ""
	}
	if r.opt.CIReview && r.opt.Workflow == "" {
		r.opt.Workflow = "review"
	}
	if err := r.check(); err != nil {
		return usage(e, initName, "%v", err)
	}
	if err := r.open(); err != nil {
		return e.Errorf(initName, "%v", err)
	}
	defer r.root.Close()
	if r.undo {
		return r.takeOut()
	}
	return r.putIn()
}

// check refuses values that no flag knows.
func (r *initRun) check() error {
	known := func(flag, value string, names []string) error {
		if slices.Contains(names, value) {
			return nil
		}
		return fmt.Errorf("--%s: %q is unknown; want %s", flag, value, strings.Join(names, ", "))
	}
	if err := known("preset", r.opt.Preset, templates.Presets()); err != nil {
		return err
	}
	if err := known("lang", r.opt.Language, templates.Languages()); err != nil {
		return err
	}
	for _, host := range r.opt.Hosts {
		if err := known("host", host, platform.HookHosts()); err != nil {
			return err
		}
	}
	plain := func(c rune) bool {
		return c == '/' || c == '.' || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	if r.opt.CIReview && strings.ContainsFunc(filepath.ToSlash(r.opt.Workflow), func(c rune) bool { return !plain(c) }) {
		return fmt.Errorf("--ci-review writes the folder %q into a workflow of GitHub; want letters, digits and ./_- in it", r.opt.Workflow)
	}
	if strings.ContainsFunc(r.opt.Required, func(c rune) bool { return c != ',' && (c == '/' || !plain(c)) }) {
		return fmt.Errorf("--ci writes the judges %q into a workflow of GitHub; want names of letters, digits and ._-, separated by commas", r.opt.Required)
	}
	if r.opt.Plugin != "" && slices.ContainsFunc(r.opt.Hosts, func(h string) bool { return h != "claude" }) {
		return fmt.Errorf("--plugin is for Claude Code; --host cannot name another client with it")
	}
	return nil
}

// open finds the project root and reads what its configuration asks for.
func (r *initRun) open() error {
	c, dir, err := config.For(r.env.Dir, "")
	if err != nil {
		return err
	}
	r.dir, r.config, r.opt.Hooks, r.opt.Version = dir, c, hookOptions(c), cli.Version()
	r.opt.Hooks.Program = ownPath(r.env)
	if err := r.below("--plugin", &r.opt.Plugin); err != nil {
		return err
	}
	if err := r.below("--workflow", &r.opt.Workflow); err != nil {
		return err
	}
	r.root, err = os.OpenRoot(dir)
	return err
}

// below turns the folder that a flag names into one relative to the project,
// slash-separated; it must lie below it.
func (r *initRun) below(flag string, dir *string) error {
	if *dir == "" {
		return nil
	}
	rel, err := filepath.Rel(r.dir, r.env.Path(*dir))
	if err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s: %s: not below %s", flag, *dir, r.dir)
	}
	*dir = filepath.ToSlash(rel)
	return nil
}

func (r *initRun) putIn() int {
	plan, err := setup.NewPlan(r.root, r.opt)
	if err != nil {
		return r.trouble(err)
	}
	r.show(plan)
	mirrors := r.opt.Preset == "wiki" && r.opt.Plugin == "" && (plan.Changes() || r.mirrorsPending(r.config))
	if mirrors {
		fmt.Fprintln(r.env.Stdout, "  create   the mirrors of the judges, as mirrorgen does")
	}
	if exit, stop := r.confirm(plan.Changes() || mirrors); stop {
		return exit
	}
	if plan.Changes() {
		if err := plan.Apply(r.root); err != nil {
			return r.trouble(err)
		}
	}
	if mirrors {
		r.writeMirrors()
	}
	next := "judgelint doctor checks it, "
	if r.opt.Plugin != "" {
		next = "" // the plugin is not in use yet
	}
	fmt.Fprintln(r.env.Stdout, "done; "+next+"judgelint init --undo takes it out")
	r.offerContracts()
	return cli.OK
}

// offerContracts names the agents whose specs prescribe a verdict that no
// contract covers, and the command that declares it.
func (r *initRun) offerContracts() {
	specs, err := projectSpecs(r.dir)
	if err != nil {
		return // doctor and lint tell what cannot be read
	}
	var agents []string
	for _, s := range r.config.Contracts.Suggest(specs) {
		agents = append(agents, s.Agents...)
	}
	if len(agents) > 0 {
		const most = 5
		more := ""
		if len(agents) > most {
			more = fmt.Sprintf(" and %d more", len(agents)-most)
			agents = agents[:most]
		}
		fmt.Fprintf(r.env.Stdout, "%s%s: the spec prescribes a verdict that nothing checks; judgelint contract suggest --write declares it\n", cli.OneLine(strings.Join(agents, ", ")), more)
	}
}

func (r *initRun) takeOut() int {
	plan, err := setup.NewUndo(r.root)
	if err != nil {
		return r.trouble(err)
	}
	r.show(plan)
	if exit, stop := r.confirm(plan.Changes()); stop {
		return exit
	}
	if err := plan.ApplyUndo(r.root); err != nil {
		return r.trouble(err)
	}
	return cli.OK
}

// trouble prints each of the joined errors on a line of its own.
func (r *initRun) trouble(err error) int {
	for line := range strings.Lines(err.Error()) {
		r.env.Errorf(initName, "%s", strings.TrimSpace(line))
	}
	return cli.Trouble
}

// show prints the plan: one line for each file.
func (r *initRun) show(p *setup.Plan) {
	width := 0
	for _, s := range p.Steps {
		width = max(width, len(s.Path))
	}
	fmt.Fprintln(r.env.Stdout, r.dir)
	for _, s := range p.Steps {
		line := fmt.Sprintf("  %-7s  %-*s  %s", s.Action, width, s.Path, s.Note)
		fmt.Fprintln(r.env.Stdout, strings.TrimRight(line, " "))
	}
}

// confirm decides whether to go on after the plan was shown.
func (r *initRun) confirm(changes bool) (exit int, stop bool) {
	switch {
	case !changes:
		fmt.Fprintln(r.env.Stdout, "nothing to do")
		return cli.OK, true
	case r.dryRun:
		return cli.OK, true
	case r.yes:
		return cli.OK, false
	case !cli.Terminal(r.env.Stdin):
		return r.env.Errorf(initName, "no terminal to ask on; add --yes to go on, or --dry-run"), true
	}
	fmt.Fprint(r.env.Stdout, "Go on? [y/N] ")
	answer, _ := bufio.NewReader(r.env.Stdin).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a == "y" || a == "yes" {
		return cli.OK, false
	}
	return cli.Found, true
}

// ownPath is the path of this program if a launcher of a package manager ran
// it, which costs more at every event than the program itself; else empty.
func ownPath(e *cli.Env) string {
	if e.Getenv("JUDGELINT_LAUNCHER") == "" {
		return ""
	}
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	return name
}

// hookOptions are the hook entries that a configuration asks for.
func hookOptions(c *config.Config) hookset.Options {
	return hookset.Options{UI: c.Gate.UI != nil, Protect: c.Gate.Protect}
}
