package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

func lintCommand() cli.Command {
	return cli.Command{
		Name:    "lint",
		Summary: "check agent specs, hook settings, workflows and outputs",
		Help:    lintHelp,
		Run:     runLint,
	}
}

const lintName = "judgelint lint"

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
	linter.Beside = func(p string) *source.File {
		src, err := readFile(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			return nil
		}
		return source.NewFile(p, src)
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
	layout *project.Project
	blobs  *collect.Blobs // with --staged

	inputs  []lintInput // sorted by path
	slots   []lintSlot  // one for each input
	given   []givenPath // arguments that must hold something to check
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
	if r.flags.list {
		return r.list()
	}
	r.check()
	r.tellUnchecked()
	r.tellEmpty()
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
	return r.count() == 0 && !r.trouble && !f.staged && f.changed == "" && !f.allowEmpty
}

func (r *lintRun) nothing() int {
	where := "there are no agent files, hook settings, workflow specs or [lint] outputs in " + r.root
	if given := slices.Concat(r.flags.paths, r.flags.named()); len(given) > 0 {
		where = strings.Join(given, ", ") + " has no file to check"
	} else if len(r.ignored) > 0 {
		where = "git ignores " + strings.Join(r.ignored, " and ")
	}
	exit := r.env.Errorf(lintName, "nothing to check: %s (name files or folders, or --allow-empty)", where)
	r.candidates()
	return exit
}

// report prints the records and returns the exit status.
func (r *lintRun) report(records []cli.Record) int {
	rep := cli.Report{Records: records, Files: r.count(), Rules: r.ruleInfos(), Color: r.flags.colored, Prefix: r.prefix()}
	out := r.env.Stdout
	if r.flags.fix && r.flags.stdin {
		out = r.env.Stderr // standard output is the mended text
	}
	exit := cli.OK
	for _, rec := range records {
		if rec.Severity.AtLeast(r.flags.severity) {
			exit = cli.Found
		}
	}
	if r.flags.format == "text" {
		r.relative(records)
	}
	cli.Print(out, r.flags.format, &rep)
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
