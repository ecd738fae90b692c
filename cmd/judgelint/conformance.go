package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/judgelint/judgelint/conformance"
	"github.com/judgelint/judgelint/internal/cli"
)

const conformanceHelp = `judgelint conformance holds another reader of verdicts to our cases: it starts a
command once for each of them, with the answer on standard input, and compares
the JSON object that it prints.

Examples:
  judgelint conformance --command './my-checker'
  judgelint conformance --command 'python3 check.py' --only wiki-
  judgelint conformance --list > cases.json     the cases themselves

Usage: judgelint conformance [flags]

      --command CMD      what to run, by the system's shell; its working folder
                         is the project of the case, and JUDGELINT_CONFIG,
                         JUDGELINT_CONTRACT and JUDGELINT_AGENT say what the case
                         is about. It prints {"outcome": "valid", "malformed" or
                         "none", "decision", "word"}, or {"unsupported": true};
                         the output of judgelint verdict --format json will do
      --only PREFIX      only cases whose id begins with this
      --allow-deviations let cases with a named deviation differ
      --list             print the cases as JSON, and run nothing
      --format FORMAT    text (default) or json

Exit status: 0 no case differs; 1 some do; 2 usage, or trouble with files.
`

func conformanceCommand() cli.Command {
	return cli.Command{
		Name:    "conformance",
		Summary: "hold another reader of verdicts to our cases",
		Help:    conformanceHelp,
		Run:     runConformance,
	}
}

func runConformance(e *cli.Env, args []string) int {
	const command = "judgelint conformance"
	fs := cli.Flags()
	line := fs.String("command", "", "")
	only := fs.String("only", "", "")
	allow := fs.Bool("allow-deviations", false, "")
	list := fs.Bool("list", false, "")
	format := fs.String("format", "text", "")
	if done, exit := cli.Parse(e, fs, command, conformanceHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return usage(e, command, "%v", err)
	}
	groups, err := conformance.Select(*only)
	switch {
	case err != nil:
		return e.Errorf(command, "%v", err)
	case fs.NArg() > 0:
		return usage(e, command, "%q: unexpected argument", fs.Arg(0))
	case *list:
		writeJSON(e, groups)
		return cli.OK
	case *line == "":
		return usage(e, command, "no --command to hold to the cases")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	r, err := conformance.Run(ctx, groups, conformance.Command(*line))
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	if *format == "json" {
		writeJSON(e, r)
	} else {
		writeConformance(e, r)
	}
	if len(r.Differences) > 0 || len(r.Deviations) > 0 && !*allow {
		return cli.Found
	}
	return cli.OK
}

func writeConformance(e *cli.Env, r conformance.Report) {
	for _, d := range r.Differences {
		fmt.Fprintf(e.Stdout, "%s: %s\n", d.ID, cli.OneLine(d.What))
	}
	for _, d := range r.Deviations {
		fmt.Fprintf(e.Stdout, "%s: %s [deviation %s]\n", d.ID, cli.OneLine(d.What), d.Deviation)
	}
	fmt.Fprintf(e.Stdout, "%d passed, %d differ, %d known deviations, %d unsupported\n",
		r.Passed, len(r.Differences), len(r.Deviations), r.Unsupported)
}
