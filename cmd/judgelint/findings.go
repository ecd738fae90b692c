package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
)

const findingsHelp = `judgelint findings reduces, merges and finalizes the findings of a review, so
that none is lost between its stages.

Usage:
  judgelint findings plan REPORTS.json [--cap N | --args FILE] [--transform NAME] [--workers A,B]
  judgelint findings merge --plan PLAN.json --verdicts VERDICTS.json
  judgelint findings finalize --plan PLAN.json --verdicts VERDICTS.json --report REPORT.json

Examples:
  judgelint findings plan reports.json > plan.json
      the must-fix findings of all workers, each once, at most 12 of them
  judgelint findings merge --plan plan.json --verdicts verdicts.json > merged.json
      what the verifiers confirmed, refuted, and what nobody verified
  judgelint findings finalize --plan plan.json --verdicts verdicts.json --report report.json
      the final report; exit status 0 only if it approves
  judgelint findings finalize ... --format markdown > review.md
      the same for people, with the refuted findings in an appendix

Files ("-" is standard input, for one of them):
  REPORTS.json   a list with the report of each worker, null for a dead one:
                 [{"findings": [{"file", "line", "severity", "problem", "fix"}]}, null]
  VERDICTS.json  a list with the answer for each item, in the order of the items
                 and null for a dead verifier: [{"confirmed": true, "note": "..."}, null];
                 or in any order, each answer with the "id" of its item
  REPORT.json    {"verdict": "approve" or "changes-requested", "summary", "mustFix",
                 "shouldFix", "nits", "dismissed": [{"problem", "why"}]}

Flags:
      --cap N            plan: verify at most N findings, list the others as overflow
                         (default 12)
      --args FILE        plan: the arguments of the workflow; their maxVerify is
                         the cap if it is a positive whole number
      --transform NAME   plan: the reducer: must_fix_deduped (default), must_fix,
                         flatten or dedupe
      --workers A,B      plan: names of the workers, in the order of the reports
      --plan FILE        merge, finalize: what plan wrote
      --verdicts FILE    merge, finalize: what the verifiers answered
      --report FILE      finalize: what the consolidating stage answered
      --format FORMAT    finalize: json or markdown (default json)

Exit status:
  0  plan, merge: done; finalize: the report approves
  1  plan, merge: a report or verdict breaks its schema or fits nothing (the
     result is written all the same); finalize: changes requested, or problems
  2  usage, a file that cannot be read, a text that is no JSON or no plan

In a project (a folder with judgelint.toml or .git above), finalize notes the
numbers of the review for judgelint audit, once for each plan and verdicts.

Every must-fix finding ends in one of confirmed, refuted and unverified. What a
dead verifier or the cap left open is unverified, never refuted.
`

func findingsCommand() cli.Command {
	return cli.Command{
		Name:    "findings",
		Summary: "reduce, merge and finalize the findings of a review",
		Help:    findingsHelp,
		Run:     runFindings,
	}
}

func runFindings(e *cli.Env, args []string) int {
	// A run ends before it pays to collect; the limit is for inputs that are
	// far larger than a review.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	return subcommand(e, "findings", findingsHelp, args, []verb{
		{"plan", findingsPlan}, {"merge", findingsMerge}, {"finalize", findingsFinalize},
	})
}

// verb is the second word of a command line, such as plan in findings plan.
type verb struct {
	name string
	run  func(*cli.Env, []string) int
}

// subcommand runs the verb that args name.
func subcommand(e *cli.Env, command, help string, args []string, verbs []verb) int {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	want := strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if len(args) == 0 {
		return usage(e, "judgelint "+command, "want %s", want)
	}
	if args[0] == "-h" || args[0] == "--help" {
		fmt.Fprint(e.Stdout, help)
		return cli.OK
	}
	for _, v := range verbs {
		if v.name == args[0] {
			return v.run(e, args[1:])
		}
	}
	if name := near.Word(args[0], names); name != "" {
		return usage(e, "judgelint "+command, "%q is unknown (did you mean %s?)", args[0], name)
	}
	return usage(e, "judgelint "+command, "%q is unknown; want %s", args[0], want)
}

// usage tells a mistake of the command line and where the help is.
func usage(e *cli.Env, command, format string, args ...any) int {
	e.Errorf(command, format, args...)
	fmt.Fprintf(e.Stderr, "run %s --help\n", command)
	return cli.Trouble
}

func findingsPlan(e *cli.Env, args []string) int {
	const command = "judgelint findings plan"
	fs := cli.Flags()
	limit := fs.Int("cap", findings.DefaultCap, "")
	arguments := fs.String("args", "", "")
	transform := fs.String("transform", "", "")
	workers := fs.StringSlice("workers", nil, "")
	if done, exit := cli.Parse(e, fs, command, findingsHelp, args); done {
		return exit
	}
	if fs.NArg() != 1 {
		return usage(e, command, "want one file with the reports, found %d", fs.NArg())
	}
	if *limit <= 0 {
		return usage(e, command, "--cap is %d; want a positive number", *limit)
	}
	if fs.Changed("cap") && *arguments != "" {
		return usage(e, command, "--cap and --args both say how many are verified; want one of them")
	}
	if _, err := findings.LookupTransform(*transform); err != nil {
		return usage(e, command, "--transform: %v", err)
	}
	in := &inputs{env: e}
	reports := in.text(fs.Arg(0))
	given := in.object(*arguments)
	if in.err != nil {
		return e.Errorf(command, "%v", in.err)
	}
	read := findings.ReadReports(reports)
	noList := len(read.List) == 0 && len(read.Problems) > 0 // which is told as a problem
	if n := len(read.List); len(*workers) > n && !noList {
		return e.Errorf(command, "--workers names %d, but %s holds %d; write null for one that returned nothing", len(*workers), fs.Arg(0), n)
	}
	plan, err := findings.NewPlan(read, findings.Options{
		Transform: *transform, Cap: findings.CapOf(given, "maxVerify", *limit), Names: *workers})
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	if len(plan.Items) == 0 {
		fmt.Fprintf(e.Stderr, "%s: no must-fix finding, so there is nothing to verify: skip the verify stage\n", command)
	}
	return answer(e, command, plan, plan.CoverageNote, plan.Problems, 2)
}

func findingsMerge(e *cli.Env, args []string) int {
	const command = "judgelint findings merge"
	fs := cli.Flags()
	files := fileFlags(fs, "plan", "verdicts")
	if done, exit := cli.Parse(e, fs, command, findingsHelp, args); done {
		return exit
	}
	if missing := files.missing(fs); missing != "" {
		return usage(e, command, "%s", missing)
	}
	in := &inputs{env: e}
	plan, _ := in.plan(files.name("plan"))
	verdicts := in.text(files.name("verdicts"))
	if in.err != nil {
		return e.Errorf(command, "%v", in.err)
	}
	merged := findings.Merge(plan, findings.ReadVerdicts(verdicts, plan))
	return answer(e, command, merged, merged.CoverageNote, merged.Problems, 2)
}

func findingsFinalize(e *cli.Env, args []string) int {
	const command = "judgelint findings finalize"
	fs := cli.Flags()
	files := fileFlags(fs, "plan", "verdicts", "report")
	format := fs.String("format", "json", "")
	if done, exit := cli.Parse(e, fs, command, findingsHelp, args); done {
		return exit
	}
	if missing := files.missing(fs); missing != "" {
		return usage(e, command, "%s", missing)
	}
	if *format != "json" && *format != "markdown" {
		return usage(e, command, "--format is %q; want json or markdown", *format)
	}
	in := &inputs{env: e}
	plan, planFile := in.plan(files.name("plan"))
	verdicts := in.text(files.name("verdicts"))
	report := in.text(files.name("report"))
	if in.err != nil {
		return e.Errorf(command, "%v", in.err)
	}
	merged := findings.Merge(plan, findings.ReadVerdicts(verdicts, plan))
	final := findings.Finalize(plan, merged, findings.ReadReview(report))
	if *format == "markdown" {
		e.Stdout.Write(findings.Markdown(final))
		tell(e, command, "", final.Problems)
	} else if exit := answer(e, command, final, final.CoverageNote, final.Problems, 2); exit == cli.Trouble {
		return exit
	}
	if err := recordReview(e, final.Metrics, planFile, verdicts.File); err != nil {
		fmt.Fprintf(e.Stderr, "%s: not noted for judgelint audit: %v\n", command, err)
	}
	if !final.Sound() {
		return cli.Found
	}
	return cli.OK
}

// answer prints a result as JSON, spread out down to depth, and what is wrong
// with it on standard error.
func answer(e *cli.Env, command string, result any, note string, problems []findings.Problem, depth int) int {
	out, err := findings.Marshal(result, depth)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	e.Stdout.Write(out)
	tell(e, command, note, problems)
	if len(problems) > 0 {
		return cli.Found
	}
	return cli.OK
}

// tell prints a note and the first problems; the result has them all.
func tell(e *cli.Env, command, note string, problems []findings.Problem) {
	const most = 50
	if note != "" {
		fmt.Fprintf(e.Stderr, "%s: %s\n", command, note)
	}
	for i, p := range problems {
		if i == most {
			fmt.Fprintf(e.Stderr, "%s: %d more problems\n", command, len(problems)-most)
			return
		}
		fmt.Fprintf(e.Stderr, "%s: %s\n", command, p)
	}
}

// fileArgs are flags that each name one file.
type fileArgs map[string]*string

func fileFlags(fs *pflag.FlagSet, names ...string) fileArgs {
	files := fileArgs{}
	for _, name := range names {
		files[name] = fs.String(name, "", "")
	}
	return files
}

func (f fileArgs) name(flag string) string { return *f[flag] }

// missing returns what is wrong with the command line, or "".
func (f fileArgs) missing(fs *pflag.FlagSet) string {
	if fs.NArg() > 0 {
		return fmt.Sprintf("%q is no flag; every file has one", fs.Arg(0))
	}
	var wrong string
	fs.VisitAll(func(flag *pflag.Flag) {
		if file := f[flag.Name]; file != nil && *file == "" && wrong == "" {
			wrong = "--" + flag.Name + " FILE is missing"
		}
	})
	return wrong
}

// file is read, but after an error it does nothing: the first one is kept.
func (in *inputs) file(name string) *source.File {
	if in.err != nil {
		return nil
	}
	f, err := in.read(name)
	in.err = err
	return f
}

func (in *inputs) text(name string) *findings.Text {
	f := in.file(name)
	if in.err != nil {
		return nil
	}
	t, err := findings.ReadText(f)
	if err != nil {
		in.err = err
	}
	return t
}

// plan reads a plan; the file is that of the plan.
func (in *inputs) plan(name string) (findings.Plan, *source.File) {
	t := in.text(name)
	if in.err != nil {
		return findings.Plan{}, nil
	}
	p, err := findings.ReadPlan(t)
	if err != nil {
		in.err = fmt.Errorf("%w (want what judgelint findings plan wrote)", err)
	}
	return p, t.File
}
