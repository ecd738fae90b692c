package main

import (
	"fmt"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/run"
	"github.com/judgelint/judgelint/verdict"
)

const panelHelp = `judgelint panel asks judges several times, each in a fresh context, and tallies
their verdicts. Every answer is held to the contract of its judge and asked for
again with what was wrong; one without a sound verdict abstains, and an
abstention is never a pass.

Examples:
  judgelint panel coverage-auditor --input change.md
  judgelint panel reviewer critic --input change.md -n 5 --rule majority --host codex
  git diff main...HEAD | judgelint panel coverage-auditor --input -

Usage: judgelint panel AGENT... --input FILE [flags]

      --input FILE      what is judged; "-" is standard input
  -n, --tries N         tries of each judge (default 3)
      --rule RULE       unanimous (default): any fail is FAIL, only passes alone
                        are PASS; majority: more than half of all tries
      --distinct        answers of one text are one vote; without it all count,
                        and it is told
      --host HOST       claude, codex, gemini, copilot or command
                        (default claude, or [run] host in judgelint.toml)
      --command CMD     the command line of the host "command"
      --jobs N          clients at once (default 4)
      --timeout D       time for each try, such as 90s (default 10m)
      --retries N       tries after a failed one (default 1)
      --budget USD      stop before the try that could pass it
      --out DIR         the run folder (default .judgelint/runs/ID)
      --resume [ID]     go on with a panel; more tries may be asked for
      --force           also if judges, input or files have changed
      --format FORMAT   text (default), or json: one event a line
      --config FILE     use this judgelint.toml

Exit status: 0 every judge passes (or votes KEEP or DOWNGRADE on every finding);
1 a judge does not; 2 usage, configuration, or a client that is missing;
3 stopped by budget or signal, --resume goes on.
`

const panelName = "judgelint panel"

func panelCommand() cli.Command {
	return cli.Command{
		Name:    "panel",
		Summary: "ask judges several times and tally their verdicts",
		Help:    panelHelp,
		Run:     runPanel,
	}
}

func runPanel(e *cli.Env, args []string) int {
	fs := cli.Flags()
	var f asking
	f.add(fs)
	input := fs.String("input", "", "")
	tries := fs.IntP("tries", "n", 3, "")
	rule := fs.String("rule", string(contract.Unanimous), "")
	distinct := fs.Bool("distinct", false, "")
	resume := fs.String("resume", "", "")
	fs.Lookup("resume").NoOptDefVal = latest
	force := fs.Bool("force", false, "")
	if done, exit := cli.Parse(e, fs, panelName, panelHelp, args); done {
		return exit
	}
	judges, id := resumed(fs.Args(), *resume)
	switch {
	case len(judges) == 0:
		return usage(e, panelName, "want at least one judge")
	case *input == "":
		return usage(e, panelName, "want --input FILE: what is judged")
	case *tries < 1 || *tries > 1000:
		return usage(e, panelName, "-n is %d; want 1 to 1000", *tries)
	case *rule != string(contract.Unanimous) && *rule != string(contract.Majority):
		return usage(e, panelName, "--rule is %q; want unanimous or majority", *rule)
	case id != "" && id != latest && f.out != "":
		return usage(e, panelName, "--resume ID and --out both name a run folder; want one of them")
	}
	in := &inputs{env: e}
	text := in.file(*input)
	if in.err != nil {
		return e.Errorf(panelName, "%v", in.err)
	}
	a, err := f.open(e, true)
	if err != nil {
		return e.Errorf(panelName, "%v", err)
	}
	defer a.close()
	subject := a.tree()
	if subject == nil {
		subject = &ledger.Subject{}
	}
	a.opt.Tree, a.opt.Force = subject.State(), *force
	subject.Input = ledger.Digest(text.Src)
	r, err := run.NewPanel(run.Panel{Judges: judges, Input: text.Src, Tries: *tries, Rule: contract.QuorumRule(*rule), Distinct: *distinct,
		Threshold: max(a.site.config.Threshold, verdict.DefaultThreshold)}, a.opt)
	if err != nil {
		return e.Errorf(panelName, "%v", err)
	}
	defer r.Close()
	if *tries < 2 {
		fmt.Fprintf(e.Stderr, "%s: one vote is never a quorum; the decision is UNVERIFIED\n", panelName)
	}
	if err := a.folder(r, f.out, id, run.PanelName); err != nil {
		return e.Errorf(panelName, "%v", err)
	}
	a.record(r, "panel", subject)
	return a.goOn(r, panelName, "--resume")
}
