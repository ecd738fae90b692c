package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/rewrite"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

const workflowHelp = `judgelint workflow checks and plans portable workflows, and keeps copies
of their prompts current.

Usage:
  judgelint workflow check FILE... [--format text|json]
  judgelint workflow plan SPEC [--args FILE] [--context FILE] [--prompts FILE] [--host HOST]
                          [--slot NAME=VALUE]...
  judgelint workflow sync [--check] [PATH...]

Examples:
  judgelint workflow check .claude/workflows/review.spec.json
      the specification, review.prompts.json beside it, and its copies
  judgelint workflow check review.spec.json a.prompts.json b.prompts.json
      two copies of the prompts: they must be equal
  judgelint workflow plan review.spec.json --context context.json --host codex
      what each stage sends out: label, role, tier, model, effort, prompt, schema
  judgelint workflow sync --check docs
      is every copy between judgelint:begin NAME and judgelint:end NAME as its source?

A plan is made again after each stage: put what the stage returned into the
context as STAGE_result, a list in the order of its dispatches with null for a
dead one. Dispatches of stages that cannot run yet hold stubs and are marked.

Flags:
      --args FILE       plan: the arguments of the workflow, such as {"base": "main", "maxVerify": 5}
      --context FILE    plan: lists that stages work on, and results of stages
      --prompts FILE    plan: the prompts (default NAME.prompts.json beside SPEC or
                        in ../prompts)
      --slot NAME=VALUE plan: what stands in {{NAME}}, whatever the specification
                        says; NAME=@FILE takes it from a file
      --host HOST       plan: hermes, codex or claude (default claude)
      --check           sync: compare only, write nothing
      --format FORMAT   check: text or json (default text)

Exit status:
  0  nothing wrong
  1  check: mistakes; plan: mistakes, or a context that breaks a schema;
     sync: a mark that cannot be followed, with --check also a stale copy
  2  usage, a file that cannot be read or written, arguments that are no object,
     slots that nothing fills
`

func workflowCommand() cli.Command {
	return cli.Command{
		Name:    "workflow",
		Summary: "check, plan and copy portable workflows",
		Help:    workflowHelp,
		Run: func(e *cli.Env, args []string) int {
			return subcommand(e, "workflow", workflowHelp, args, []verb{
				{"check", workflowCheck}, {"plan", workflowPlan}, {"sync", workflowSync},
			})
		},
	}
}

func workflowCheck(e *cli.Env, args []string) int {
	const command = "judgelint workflow check"
	fset := cli.Flags()
	format := fset.String("format", "text", "")
	if done, exit := cli.Parse(e, fset, command, workflowHelp, args); done {
		return exit
	}
	if fset.NArg() == 0 {
		return usage(e, command, "want at least one specification or prompts file")
	}
	if *format != "text" && *format != "json" {
		return usage(e, command, "--format is %q; want text or json", *format)
	}
	in := &inputs{env: e}
	var files []*source.File
	for _, name := range fset.Args() {
		files = append(files, in.file(name))
	}
	if in.err != nil {
		return e.Errorf(command, "%v", in.err)
	}
	return printProblems(e, command, *format, len(files), workflow.Check(files, in.beside))
}

// beside reads a file that a specification leads to; nil if there is none or it
// cannot be read.
func (in *inputs) beside(name string) *source.File {
	if in.err != nil {
		return nil
	}
	other := &inputs{env: in.env}
	return other.file(name)
}

// printProblems prints what a check found. Nothing wrong prints nothing.
func printProblems(e *cli.Env, command, format string, files int, problems []workflow.Problem) int {
	records := make([]cli.Record, len(problems))
	for i, p := range problems {
		r := cli.At(p.File, p.Span)
		r.Rule, r.Message, r.Help = "workflow-"+string(p.Rule), p.Message, p.Help
		if r.Severity = cli.Error; p.Informs() {
			r.Severity = cli.Info
		}
		records[i] = r
	}
	if format == "text" && len(records) == 0 {
		return cli.OK
	}
	color, err := e.Color(e.Stdout, "auto")
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	cli.Print(e.Stdout, format, &cli.Report{Records: cli.Sort(records), Files: files, Color: color})
	if workflow.Failing(problems) {
		return cli.Found
	}
	return cli.OK
}

func workflowPlan(e *cli.Env, args []string) int {
	const command = "judgelint workflow plan"
	fset := cli.Flags()
	names := fileFlags(fset, "args", "context", "prompts")
	host := fset.String("host", "claude", "")
	given := fset.StringArray("slot", nil, "")
	if done, exit := cli.Parse(e, fset, command, workflowHelp, args); done {
		return exit
	}
	if fset.NArg() != 1 {
		return usage(e, command, "want one specification, found %d files", fset.NArg())
	}
	if hosts := platform.WorkflowHosts(); !slices.Contains(hosts, *host) {
		return usage(e, command, "--host is %q; want %s", *host, strings.Join(hosts, ", "))
	}
	in := &inputs{env: e}
	files := []*source.File{in.file(fset.Arg(0))}
	if name := names.name("prompts"); name != "" {
		files = append(files, in.file(name))
	}
	q := workflow.Request{Host: *host, Args: in.object(names.name("args")), Context: in.object(names.name("context"))}
	q.Slots = in.slots(*given)
	if in.err != nil {
		return e.Errorf(command, "%v", in.err)
	}
	var problems []workflow.Problem
	if q.Spec, q.Prompts, problems = workflow.Load(files, in.beside); workflow.Failing(problems) {
		return printProblems(e, command, "text", len(files), problems)
	}
	plan, err := workflow.NewPlan(q)
	if open := (*workflow.OpenSlots)(nil); errors.As(err, &open) {
		return e.Errorf(command, "%v", err)
	}
	if err != nil {
		e.Errorf(command, "%v", err)
		return cli.Found
	}
	return answer(e, command, plan, strings.Join(plan.Notes, "\n"+command+": "), plan.Problems, 4)
}

// slots reads values of the form NAME=VALUE or NAME=@FILE.
func (in *inputs) slots(given []string) map[string]string {
	slots := map[string]string{}
	for _, text := range given {
		name, value, ok := strings.Cut(text, "=")
		if file, found := strings.CutPrefix(value, "@"); found && ok {
			if f := in.file(file); in.err == nil {
				value = string(f.Src)
			}
		}
		if _, double := slots[name]; in.err == nil && (!ok || name == "" || double) {
			in.err = fmt.Errorf("--slot is %q; want NAME=VALUE or NAME=@FILE, each name once", text)
		}
		slots[name] = value
	}
	return slots
}

// object reads a file that must hold an object; nil for no name.
func (in *inputs) object(name string) *findings.Text {
	if name == "" {
		return nil
	}
	t := in.text(name)
	if in.err == nil && !t.Root().Is(jsontree.Object) {
		in.err = fmt.Errorf("%s: is %s; want an object", t.File.Path, t.Root().Kind)
	}
	return t
}

func workflowSync(e *cli.Env, args []string) int {
	const command = "judgelint workflow sync"
	fset := cli.Flags()
	check := fset.Bool("check", false, "")
	if done, exit := cli.Parse(e, fset, command, workflowHelp, args); done {
		return exit
	}
	paths := fset.Args()
	if len(paths) == 0 {
		paths = []string{"."}
	}
	root, err := os.OpenRoot(e.Dir)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	defer root.Close()
	for i, p := range paths {
		rel, err := filepath.Rel(e.Dir, e.Path(p))
		if err != nil || !filepath.IsLocal(rel) {
			return e.Errorf(command, "%s: is not below the working folder", p)
		}
		paths[i] = filepath.ToSlash(rel)
	}
	write := func(p string, content []byte) error {
		if err := rewrite.Below(root, p, content); err != nil {
			return pathError(p, err)
		}
		fmt.Fprintf(e.Stdout, "wrote %s\n", p)
		return nil
	}
	if *check {
		write = nil
	}
	files, problems, err := workflow.SyncTree(root.FS(), paths, write)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	return printProblems(e, command, "text", files, problems)
}
