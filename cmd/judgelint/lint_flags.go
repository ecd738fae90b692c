package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/internal/cli"
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
  judgelint lint --list                  what would be checked, and why
  judgelint lint --format sarif > x.sarif

Usage: judgelint lint [flags] [PATH...]

  PATH                   a file, folder or glob; "-" is standard input. Without
                         a path: what the project holds for coding agents, in
                         the folders of the clients, by the manifests of
                         plugins and marketplaces, and in folders named agents
                         and skills; and the files of [lint] outputs

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
      --list             print what would be checked, its kind and why (text or
                         json), and check nothing
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

// lintFlags are the flags of one run.
type lintFlags struct {
	// Which rules.
	selected, ignored []string
	failOn            string
	baseline          string
	writeBaseline     bool
	// Which files.
	changed, stdinName, config string
	staged, allowEmpty, list   bool
	// Output.
	format, color string
	fix, diff     bool
	jobs          int

	// Read from the above and the arguments by check.
	paths    []string // without "-"
	stdin    bool     // "-" is among the arguments
	severity cli.Severity
	colored  bool
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
	fs.BoolVar(&f.list, "list", false, "")
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
		{f.list && f.format != "text" && f.format != "json", "--list prints text or json"},
		{f.list && (f.fix || f.diff || f.writeBaseline), "--list checks nothing: it excludes --fix, --diff and --write-baseline"},
		{f.diff && f.format != "text", "--diff prints a diff: it excludes --format"},
		{f.fix && f.diff, "--fix and --diff exclude each other"},
		{f.staged && f.changed != "", "--staged and --changed exclude each other"},
		{f.staged && f.fix, "--fix changes files, --staged checks what is staged: use one"},
		{f.stdin && (f.staged || f.changed != ""), "standard input (-) excludes --staged and --changed"},
		{f.writeBaseline && (f.fix || f.diff), "--write-baseline excludes --fix and --diff"},
		{f.stdin && f.writeBaseline, "standard input (-) excludes --write-baseline"},
		{f.fix && f.stdin && (f.format != "text" || len(f.paths) > 0), "--fix with standard input (-) writes the mended text: it goes with no other file or --format"},
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
