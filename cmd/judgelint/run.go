package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/run"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

const runHelp = `judgelint run carries out a workflow: it asks headless clients item by item,
judges every answer, tries again with what was wrong, and writes one report.

Examples:
  judgelint run review.spec.json --context context.json --host claude
  judgelint run review.spec.json --context context.json --host command --command './ask'
      the prompt on standard input, the answer on standard output
  judgelint run review.spec.json --context context.json --resume
      go on where the last run of this workflow ended, whatever ended it
  judgelint run review.spec.json --context context.json --list
      the items of the next stage, as a matrix of GitHub Actions
  judgelint run review.spec.json --context context.json --only review/bugs --out part-1
  judgelint run review.spec.json --context context.json --merge part-1 --merge part-2
      items done apart, on other machines too, then joined

Usage: judgelint run SPEC [flags]

What is asked:
      --args FILE         the arguments of the workflow, such as {"base": "main"}
      --arg NAME=VALUE    one argument; a VALUE that is JSON is taken as such
      --context FILE      lists that stages work on, and results of stages
      --prompts FILE      the prompts (default: those that SPEC leads to)
      --slot NAME=VALUE   what stands in {{NAME}} of the prompts; or NAME=@FILE

Who is asked:
      --host HOST         claude, codex, gemini, copilot or command
                          (default claude, or [run] host in judgelint.toml)
      --command CMD       the command line of the host "command"
      --jobs N            clients at once (default 4)
      --timeout D         time for each try, such as 90s (default 10m)
      --retries N         tries after a failed one (default 1)
      --budget USD        stop before the try that could pass it

State:
      --out DIR           the run folder (default .judgelint/runs/ID)
      --resume [ID]       go on with a run
      --force             also if workflow, arguments or files have changed
      --list              print the items of the next stage, ask nobody
      --only STAGE/ITEM   do this item of the next stage alone; repeatable
      --merge DIR         take in the run folder DIR; repeatable
      --dry-run           show what would be asked, ask nobody
      --format FORMAT     text (default), or json: one event a line

Exit status: 0 approved (with --only: answered); 1 findings left or unverified,
or an item without an answer; 2 usage, configuration, or a client that is
missing; 3 stopped by budget or signal, --resume goes on.
`

const runName = "judgelint run"

// exitStopped is the status of a run that can be resumed.
const exitStopped = 3

func runCommand() cli.Command {
	return cli.Command{
		Name:    "run",
		Summary: "carry a workflow out with headless clients",
		Help:    runHelp,
		Run:     runRun,
	}
}

// runFlags are those of judgelint run.
type runFlags struct {
	asking
	prompts, resume     string
	only, merge         []string
	list, dryRun, force bool
	spec                string
}

func runRun(e *cli.Env, args []string) int {
	fs := cli.Flags()
	var f runFlags
	names := fileFlags(fs, "args", "context", "prompts")
	pairs := fs.StringArray("arg", nil, "")
	slots := fs.StringArray("slot", nil, "")
	f.asking.add(fs)
	fs.StringVar(&f.resume, "resume", "", "")
	fs.Lookup("resume").NoOptDefVal = latest
	fs.StringArrayVar(&f.only, "only", nil, "")
	fs.StringArrayVar(&f.merge, "merge", nil, "")
	fs.BoolVar(&f.list, "list", false, "")
	fs.BoolVar(&f.dryRun, "dry-run", false, "")
	fs.BoolVar(&f.force, "force", false, "")
	if done, exit := cli.Parse(e, fs, runName, runHelp, args); done {
		return exit
	}
	if err := errors.Join(f.names(fs.Args()), f.check()); err != nil {
		return usage(e, runName, "%v", err)
	}
	in := &inputs{env: e}
	files := []*source.File{in.file(f.spec)}
	if name := names.name("prompts"); name != "" {
		files = append(files, in.file(name))
	}
	q := workflow.Request{Args: in.arguments(names.name("args"), *pairs), Context: in.object(names.name("context")), Slots: in.slots(*slots)}
	if in.err != nil {
		return e.Errorf(runName, "%v", in.err)
	}
	var problems []workflow.Problem
	if q.Spec, q.Prompts, problems = workflow.Load(files, in.beside); workflow.Failing(problems) {
		printProblems(e, runName, "text", len(files), problems)
		return cli.Trouble
	}
	if f.dryRun {
		return f.show(e, q)
	}
	a, err := f.asking.open(e, !f.list)
	if err != nil {
		return e.Errorf(runName, "%v", err)
	}
	defer a.close()
	a.opt.Only, a.opt.Force = f.only, f.force
	subject := a.tree()
	if !slices.ContainsFunc(q.Spec.Stages, func(s workflow.Stage) bool { return s.Writes }) {
		a.opt.Tree = subject.State() // a run that writes changes it itself
	}
	r, err := run.NewFlow(q, a.opt)
	if err != nil {
		return e.Errorf(runName, "%v", err)
	}
	defer r.Close()
	if f.list {
		return f.print(e, a, r)
	}
	if err := f.folder(e, a, r, q.Spec.Name); err != nil {
		return e.Errorf(runName, "%v", err)
	}
	a.record(r, "run", subject)
	return a.goOn(r, runName, "--resume")
}

// latest stands for --resume without an ID.
const latest = "\x00latest"

// names sorts the arguments without a flag: the specification, the ID of
// --resume, and with --merge more folders, as a shell spreads part-*.
func (f *runFlags) names(args []string) error {
	args, f.resume = resumed(args, f.resume)
	if len(args) == 0 {
		return errors.New("want a specification")
	}
	f.spec = args[0]
	switch rest := args[1:]; {
	case len(rest) == 0:
	case len(f.merge) > 0:
		f.merge = append(f.merge, rest...)
	default:
		return fmt.Errorf("want one specification, found %q as well", rest[0])
	}
	return nil
}

// resumed takes the ID of --resume out of the arguments without a flag.
func resumed(args []string, resume string) (rest []string, id string) {
	if resume == latest {
		if i := slices.IndexFunc(args, run.IsID); i >= 0 {
			return slices.Delete(slices.Clone(args), i, i+1), args[i]
		}
	}
	return args, resume
}

// check refuses flags that exclude each other.
func (f *runFlags) check() error {
	switch {
	case f.resume != "" && f.resume != latest && f.out != "":
		return errors.New("--resume ID and --out both name a run folder; want one of them")
	case f.list && len(f.only) > 0:
		return errors.New("--list and --only exclude each other")
	case f.list && f.dryRun:
		return errors.New("--list and --dry-run exclude each other")
	}
	return nil
}

// folder opens the run folder and takes in what is merged.
func (f *runFlags) folder(e *cli.Env, a *asker, r *run.Run, name string) error {
	if err := a.folder(r, f.out, f.resume, name); err != nil {
		return err
	}
	return f.join(e, r)
}

func (f *runFlags) join(e *cli.Env, r *run.Run) error {
	for _, dir := range f.merge {
		doubles, err := r.Merge(e.Path(dir))
		if err != nil {
			return err
		}
		for _, item := range doubles {
			fmt.Fprintf(e.Stderr, "%s: %s was done elsewhere as well; %s is not used for it\n", runName, findings.Printable(item), dir)
		}
	}
	return nil
}

// print lists the items of the next stage.
func (f *runFlags) print(e *cli.Env, a *asker, r *run.Run) int {
	dirs := f.merge
	switch {
	case f.out != "":
		if _, err := os.Stat(filepath.Join(e.Path(f.out), "run.json")); err == nil {
			dirs = append([]string{f.out}, dirs...)
		}
	case f.resume != "":
		dir, err := a.runFolder(f.resume, r.Workflow())
		if err != nil {
			return e.Errorf(runName, "%v", err)
		}
		dirs = append([]string{dir}, dirs...)
	}
	f.merge = dirs
	if err := f.join(e, r); err != nil {
		return e.Errorf(runName, "%v", err)
	}
	_, items, err := r.Items()
	if err != nil {
		return e.Errorf(runName, "%v", err)
	}
	out, err := json.Marshal(map[string][]string{"item": append([]string{}, items...)})
	if err != nil {
		return e.Errorf(runName, "%v", err)
	}
	fmt.Fprintf(e.Stdout, "%s\n", out)
	return cli.OK
}

// show prints what the stages would send out.
func (f *runFlags) show(e *cli.Env, q workflow.Request) int {
	q.Host = "claude"
	plan, err := workflow.NewPlan(q)
	if err != nil {
		return e.Errorf(runName, "%v", err)
	}
	if f.format == "json" {
		return answer(e, runName, plan, strings.Join(plan.Notes, "\n"+runName+": "), nil, 4)
	}
	for _, s := range plan.Stages {
		if !s.Ready {
			fmt.Fprintf(e.Stdout, "%s: known when the stages before it have run\n", s.Stage)
			continue
		}
		fmt.Fprintf(e.Stdout, "%s: %d\n", s.Stage, len(s.Dispatches))
		for _, d := range s.Dispatches {
			fmt.Fprintf(e.Stdout, "\n--- %s (%s, %s) ---\n%s\n", cli.OneLine(d.Label), d.Tier, d.Schema, indented(d.Prompt))
		}
		fmt.Fprintln(e.Stdout)
	}
	return cli.OK
}

// indented is a text of several lines that steers no terminal.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "  %s\n", cli.OneLine(strings.TrimRight(line, "\r\n")))
	}
	return b.String()
}

// arguments reads --args and adds each --arg.
func (in *inputs) arguments(file string, pairs []string) *findings.Text {
	given := in.object(file)
	if in.err != nil || len(pairs) == 0 {
		return given
	}
	all := map[string]json.RawMessage{}
	if given != nil {
		if err := json.Unmarshal(given.File.Src, &all); err != nil {
			in.err = fmt.Errorf("%s: %w", given.File.Path, err)
			return nil
		}
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			in.err = fmt.Errorf("--arg is %q; want NAME=VALUE", pair)
			return nil
		}
		if _, err := jsontree.Parse([]byte(value)); err == nil {
			all[name] = json.RawMessage(value)
		} else {
			all[name], _ = json.Marshal(value) // a text has JSON
		}
	}
	data, err := json.Marshal(all)
	if err == nil {
		given, err = findings.ReadText(source.NewFile("--arg", data))
	}
	in.err = err
	return given
}

// duration reads a time such as 90s, or a number of seconds.
func duration(flag, text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%s is %q; want a time such as 90s or 10m", flag, text)
	}
	return d, nil
}
