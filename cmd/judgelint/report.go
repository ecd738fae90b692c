package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/evidence"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/verdict"
)

const reportHelp = `judgelint report shows how good the judges of this project are, from the ledger
of their judgements: decisions, form, flips, agreement, refuted findings, errors
against the truth, cost, and what a change of spec or model changed.

Examples:
  judgelint report                         all judges
  judgelint report reviewer --since 30d
  judgelint report --html report.html      one page with plots, for a browser
  judgelint report --format markdown       for a comment

Usage: judgelint report [flags] [AGENT...]

      --since WHEN       only what was judged since then: a duration (90m, 24h,
                         7d), a date or an RFC 3339 time
      --format FORMAT    text (default), json or markdown
      --html FILE        write the page to FILE instead
      --config FILE      use this judgelint.toml

Exit status: 0; 2 usage, configuration or a ledger that cannot be read.
`

func reportCommand() cli.Command {
	return cli.Command{
		Name:    "report",
		Summary: "show how good the judges are",
		Help:    reportHelp,
		Run:     runReport,
	}
}

func runReport(e *cli.Env, args []string) int {
	const command = "judgelint report"
	fs := cli.Flags()
	since := fs.String("since", "", "")
	format := fs.String("format", "text", "")
	page := fs.String("html", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, reportHelp, args); done {
		return exit
	}
	opt := evidence.Options{}
	for _, name := range fs.Args() {
		opt.Agents = append(opt.Agents, verdict.BareName(name))
	}
	var err error
	opt.Since, err = state.ParseSince(*since, time.Now())
	switch {
	case err != nil:
	case !slices.Contains([]string{"text", "json", "markdown"}, *format):
		err = fmt.Errorf("--format: must be text, json or markdown, found %q", *format)
	case fs.Changed("html") && *page == "":
		err = fmt.Errorf("--html: the name of the file is empty")
	case fs.Changed("html") && fs.Changed("format"):
		err = fmt.Errorf("--html and --format exclude each other")
	}
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	report, err := readReport(e, *configPath, opt)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	if *page != "" {
		return writePage(e, command, *page, report)
	}
	printReport(e, report, *format)
	return cli.OK
}

// readReport computes the report of the project's ledger.
func readReport(e *cli.Env, configPath string, opt evidence.Options) (*evidence.Report, error) {
	v, err := nearSite(e, configPath)
	if err != nil {
		return nil, err
	}
	defer v.state.Close()
	rows, skipped, err := v.ledger().Read()
	if err != nil {
		return nil, err
	}
	report := evidence.New(rows, opt)
	report.Skipped = skipped
	if len(rows) == 0 {
		why := "the gate, run, and verdict --record write it"
		if v.ledger().Off() {
			why = ledger.ErrOff.Error()
		}
		fmt.Fprintf(e.Stderr, "judgelint report: no ledger yet in %s: %s\n", v.state.Path(), why)
	}
	return report, nil
}

func printReport(e *cli.Env, report *evidence.Report, format string) {
	switch format {
	case "json":
		cli.WriteJSON(e.Stdout, report)
	case "markdown":
		fmt.Fprint(e.Stdout, report.Markdown())
	default:
		for line := range strings.Lines(report.Text()) {
			fmt.Fprintln(e.Stdout, cli.OneLine(strings.TrimSuffix(line, "\n")))
		}
	}
}

func writePage(e *cli.Env, command, name string, report *evidence.Report) int {
	if err := os.WriteFile(e.Path(name), report.HTML(time.Now()), 0o644); err != nil {
		return e.Errorf(command, "%v", pathError(name, err))
	}
	return cli.OK
}
