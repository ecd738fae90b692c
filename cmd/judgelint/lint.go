package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/lint"
)

const lintHelp = `judgelint lint checks agent specs, Codex agents, hook settings, workflow specs
and the outputs of judges.

Examples:
  judgelint lint                         the agent files of this project
  judgelint lint .claude/agents docs     folders
  judgelint lint 'reviews/**/*.md'       a glob
  judgelint lint --fix                   make the safe fixes
  judgelint lint --diff                  show them
  judgelint lint --staged                what the next commit changes
  judgelint lint --format sarif > x.sarif

Usage: judgelint lint [flags] [PATH...]

  PATH                   a file, folder or glob; "-" is standard input. Without
                         a path: the agent folders, hook settings and workflow
                         specs of the project, and the files of [lint] outputs

Which rules
      --select RULES     only these rules (separated by commas)
      --ignore RULES     all rules but these
      --fail-on LEVEL    exit 1 from this severity on: error (default), warning
                         or info
      --baseline FILE    leave out the findings listed in FILE
      --write-baseline   list today's findings in FILE (default
                         judgelint-baseline.json) and exit 0
Which files
      --changed[=BASE]   only files that differ from HEAD, or from the common
                         ancestor with BASE
      --staged           only files of the next commit, as they are staged
      --stdin-filename NAME
                         the path that standard input stands for
      --allow-empty      nothing to check is no failure
      --config FILE      use this judgelint.toml
Output
      --format FORMAT    text (default), json, sarif, github, gitlab or junit
      --color WHEN       auto (default), always or never
      --fix              make the safe fixes, then tell what is left
      --diff             print the safe fixes as a diff, change nothing; exit 1
                         if there are any
      --jobs N           files checked at once (default: one per processor)

A rule is explained by "judgelint explain RULE". In a file,
"<!-- judgelint-disable-next-line RULE -- reason -->" switches it off for a line
("# judgelint-disable-next-line ..." in front matter and TOML).

Exit status: 0 no finding at or above --fail-on; 1 there are some; 2 usage,
configuration, a file that cannot be read, or nothing to check.
`

func lintCommand() cli.Command {
	return cli.Command{
		Name:    "lint",
		Summary: "check agent specs, hook settings, workflows and outputs",
		Help:    lintHelp,
		Run:     runLint,
	}
}

const lintName = "judgelint lint"

// lintFlags are the flags of one run.
type lintFlags struct {
	selected, ignored      []string
	failOn, format, color  string
	baseline               string
	writeBaseline          bool
	changed, stdinName     string
	staged, allowEmpty     bool
	config                 string
	fix, diff              bool
	jobs                   int
	severity               cli.Severity // failOn
	paths                  []string     // without "-"
	stdin, onlyChanged     bool
	colored                bool
	textOut, fixesStandard bool
}

func (f *lintFlags) set() *pflag.FlagSet {
	fs := cli.Flags()
	fs.StringSliceVar(&f.selected, "select", nil, "")
	fs.StringSliceVar(&f.ignored, "ignore", nil, "")
	fs.StringVar(&f.failOn, "fail-on", "error", "")
	fs.StringVar(&f.baseline, "baseline", "", "")
	fs.BoolVar(&f.writeBaseline, "write-baseline", false, "")
	fs.StringVar(&f.changed, "changed", "", "")
	fs.Lookup("changed").NoOptDefVal = "HEAD"
	fs.BoolVar(&f.staged, "staged", false, "")
	fs.StringVar(&f.stdinName, "stdin-filename", "", "")
	fs.BoolVar(&f.allowEmpty, "allow-empty", false, "")
	fs.StringVar(&f.config, "config", "", "")
	fs.StringVar(&f.format, "format", "text", "")
	fs.StringVar(&f.color, "color", "auto", "")
	fs.BoolVar(&f.fix, "fix", false, "")
	fs.BoolVar(&f.diff, "diff", false, "")
	fs.IntVar(&f.jobs, "jobs", 0, "")
	return fs
}

// check reads the values that pflag cannot check, and refuses flags that
// contradict each other.
func (f *lintFlags) check(e *cli.Env, args []string) error {
	for _, arg := range args {
		if arg != "-" {
			f.paths = append(f.paths, arg)
			continue
		}
		if f.stdin {
			return errors.New("standard input (-) can be named only once")
		}
		f.stdin = true
	}
	f.severity = cli.Severity(f.failOn)
	f.onlyChanged = f.changed != ""
	f.textOut = f.format == "text"
	f.fixesStandard = f.fix && f.stdin
	if !slices.Contains(cli.Severities(), f.severity) {
		return fmt.Errorf("--fail-on is %q; want error, warning or info", f.failOn)
	}
	if f.jobs < 0 {
		return fmt.Errorf("--jobs is %d; want 1 or more, or 0 for one per processor", f.jobs)
	}
	if f.writeBaseline && f.baseline == "" {
		f.baseline = "judgelint-baseline.json"
	}
	if err := cli.CheckFormat(f.format, cli.Formats()...); err != nil {
		return err
	}
	var err error
	if f.colored, err = e.Color(e.Stdout, f.color); err != nil {
		return err
	}
	return f.conflict()
}

func (f *lintFlags) conflict() error {
	for _, c := range []struct {
		both bool
		text string
	}{
		{f.fix && f.diff, "--fix and --diff exclude each other"},
		{f.staged && f.onlyChanged, "--staged and --changed exclude each other"},
		{f.staged && f.fix, "--fix changes files, --staged checks what is staged: use one"},
		{f.stdin && (f.staged || f.onlyChanged), "standard input (-) excludes --staged and --changed"},
		{f.writeBaseline && (f.fix || f.diff), "--write-baseline excludes --fix and --diff"},
		{f.stdin && f.writeBaseline, "standard input (-) excludes --write-baseline"},
		{f.fix && f.stdin && (!f.textOut || len(f.paths) > 0), "--fix with standard input (-) writes the mended text: it goes with no other file or --format"},
		{f.stdinName != "" && !f.stdin, "--stdin-filename needs standard input (-)"},
		{f.stdin && f.stdinName == "", "standard input (-) needs --stdin-filename: the name tells what it is"},
	} {
		if c.both {
			return errors.New(c.text)
		}
	}
	return nil
}

// named is the name of standard input, if it is checked.
func (f *lintFlags) named() []string {
	if !f.stdin {
		return nil
	}
	return []string{f.stdinName}
}

func runLint(e *cli.Env, args []string) int {
	var f lintFlags
	fs := f.set()
	if done, exit := cli.Parse(e, fs, lintName, lintHelp, args); done {
		return exit
	}
	if err := f.check(e, fs.Args()); err != nil {
		return usage(e, lintName, "%v", err)
	}
	c, root, err := config.For(e.Dir, f.config)
	if err != nil {
		return e.Errorf(lintName, "%v", err)
	}
	linter := c.Lint
	if len(f.selected) > 0 {
		linter.Select = f.selected
	}
	linter.Ignore = slices.Concat(linter.Ignore, f.ignored)
	if err := linter.Validate(); err != nil {
		return usage(e, lintName, "%v", err)
	}
	if e.Getenv("GOGC") == "" {
		tuneCollector()
	}
	linter.IsLink = func(p string) bool {
		info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(p)))
		return err == nil && info.Mode()&os.ModeSymlink != 0
	}
	r := lintRun{env: e, flags: f, root: root, linter: &linter}
	return r.run()
}

// tuneCollector lets the heap grow: a run lives for a second, and with the
// default two workers spend their gain on collecting. The limit keeps a run
// over ten thousand files small.
func tuneCollector() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(42 << 20)
}

// lintRun is one run of the command.
type lintRun struct {
	env    *cli.Env
	flags  lintFlags
	root   string
	linter *lint.Linter
	blobs  *collect.Blobs // with --staged

	inputs  []lintInput // sorted by path
	slots   []lintSlot  // one for each input
	ignored []string    // agent folders that were left out
	trouble bool        // something could not be read: exit 2
}

// lintInput is one text to check.
type lintInput struct {
	path string // as in a Record
	name string // of the file to open; empty for the others
	blob string // of git
	src  []byte // of standard input
	// chosen inputs are those that the user asked for. The others are read
	// because some rules look at all agents of a project together.
	chosen bool
}

// lintSlot is what one input gave; only one worker fills it.
type lintSlot struct {
	records  []cli.Record
	result   lint.Result
	old, new []byte // of a file with fixes
	err      error
}

func (r *lintRun) run() int {
	err := r.collect()
	if r.blobs != nil {
		defer r.blobs.Close()
	}
	if err != nil {
		return r.env.Errorf(lintName, "%v", err)
	}
	r.check()
	r.tellUnchecked()
	switch {
	case r.empty():
		return r.nothing()
	case r.flags.diff:
		return r.printDiffs()
	case r.flags.fix:
		r.writeFixes()
	}
	records := r.records()
	if r.flags.writeBaseline {
		return r.writeBaseline(records)
	}
	if r.flags.baseline != "" {
		if records, err = r.withoutBaseline(records); err != nil {
			return r.env.Errorf(lintName, "%v", err)
		}
	}
	return r.report(records)
}

// fail tells trouble with one file; the run goes on.
func (r *lintRun) fail(err error) {
	r.env.Errorf(lintName, "%v", err)
	r.trouble = true
}

// count is the number of files that were asked for and that rules look at.
func (r *lintRun) count() int {
	n := 0
	for i := range r.inputs {
		if r.inputs[i].chosen && r.slots[i].result.Kind != 0 {
			n++
		}
	}
	return n
}

// empty reports whether the run looked at nothing although it should have.
func (r *lintRun) empty() bool {
	f := &r.flags
	return r.count() == 0 && !r.trouble && !f.staged && !f.onlyChanged && !f.allowEmpty
}

func (r *lintRun) nothing() int {
	where := "there are no agent files, hook settings, workflow specs or [lint] outputs in " + r.root
	if given := slices.Concat(r.flags.paths, r.flags.named()); len(given) > 0 {
		where = strings.Join(given, ", ") + " has no file to check"
	} else if len(r.ignored) > 0 {
		where = "git ignores " + strings.Join(r.ignored, " and ")
	}
	return r.env.Errorf(lintName, "nothing to check: %s (name files or folders, or --allow-empty)", where)
}

// report prints the records and returns the exit status.
func (r *lintRun) report(records []cli.Record) int {
	rep := cli.Report{Records: records, Files: r.count(), Rules: r.ruleInfos(), Color: r.flags.colored, Prefix: r.prefix()}
	out := r.env.Stdout
	if r.flags.fixesStandard {
		out = r.env.Stderr // standard output is the mended text
	}
	exit := cli.OK
	for _, rec := range records {
		if rec.Severity.AtLeast(r.flags.severity) {
			exit = cli.Found
		}
	}
	if r.flags.textOut {
		r.relative(records)
	}
	if err := cli.Print(out, r.flags.format, &rep); err != nil {
		return r.env.Errorf(lintName, "%v", err)
	}
	if r.flags.format == "github" && len(records) > 0 {
		fmt.Fprintln(r.env.Stderr, rep.Sentence())
	}
	if r.trouble {
		return cli.Trouble
	}
	return exit
}

// ruleInfos describes the rules, if the format wants that.
func (r *lintRun) ruleInfos() []cli.RuleInfo {
	if r.flags.format != "sarif" {
		return nil
	}
	var infos []cli.RuleInfo
	for _, rule := range lint.Rules() {
		page, err := lint.Explain(rule.Name)
		if err != nil {
			page = nil // the summary stands in
		}
		infos = append(infos, cli.RuleInfo{Name: rule.Name, Summary: rule.Summary, Help: string(page), Severity: cli.Severity(rule.Severity.String())})
	}
	return infos
}

// prefix is the project root as the forge sees it: relative to the repository.
func (r *lintRun) prefix() string {
	top := collect.Repository(r.root)
	rel, err := filepath.Rel(top, r.root)
	if top == "" || err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// relative makes the paths of text output relative to the working folder, so
// that a terminal can open them.
func (r *lintRun) relative(records []cli.Record) {
	show := func(p string) string {
		if filepath.IsAbs(filepath.FromSlash(p)) || strings.HasPrefix(p, "<") {
			return p
		}
		rel, err := filepath.Rel(r.env.Dir, filepath.Join(r.root, filepath.FromSlash(p)))
		if err != nil {
			return p
		}
		return filepath.ToSlash(rel)
	}
	for i := range records {
		records[i].Path = show(records[i].Path)
		for j := range records[i].Related {
			records[i].Related[j].Path = show(records[i].Related[j].Path)
		}
	}
}
