package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/internal/uitest"
)

const verifyHelp = `judgelint verify runs the UI tests of a session and records what they found,
so that the gate lets the agent end.

Examples:
  judgelint verify -- npm run test:ui         the record follows from the exit status
  judgelint verify --covered ui/a.html -- go test ./ui
  judgelint verify --outcome abstain --detail "no display on this machine"

Usage: judgelint verify [flags] -- COMMAND [arguments]
       judgelint verify [flags] --outcome abstain|fail --detail TEXT

      --session ID       the session; default: CLAUDE_SESSION_ID, else
                         CLAUDE_CODE_SESSION_ID, else the only session with
                         UI files that are not verified
      --covered PATH     a file that the run covers, again for each; default:
                         all that were pending when the run began
      --outcome WORD     record abstain or fail without a run (a pass has to be
                         earned)
      --detail TEXT      expected against actual, or why it cannot be verified
      --config FILE      use this judgelint.toml

The command's output and exit status are passed through. Its exit status 0 is
recorded as pass, 12 as abstain, any other as fail, with the end of its output.

Exit status: that of the command; 127 if it cannot start, 130 after an
interruption; 2 usage, configuration or a record that cannot be written; with
--outcome 0.
`

func verifyCommand() cli.Command {
	return cli.Command{
		Name:    "verify",
		Summary: "run the UI tests and record what they found",
		Help:    verifyHelp,
		Run:     runVerify,
	}
}

func runVerify(e *cli.Env, args []string) int {
	fs := cli.Flags()
	fs.SetInterspersed(false) // what follows the command is the command's
	session := fs.String("session", "", "")
	covered := fs.StringArray("covered", nil, "")
	outcome := fs.String("outcome", "", "")
	detail := fs.String("detail", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, "judgelint verify", verifyHelp, args); done {
		return exit
	}
	if err := verifyUsage(*outcome, *detail, fs.Args()); err != nil {
		return e.Errorf("judgelint verify", "%v", err)
	}
	v, err := nearSite(e, *configPath)
	if err != nil {
		return e.Errorf("judgelint verify", "%v", err)
	}
	defer v.state.Close()
	run := uitest.Run{Root: v.root, Dir: e.Dir, State: v.state, Getenv: e.Getenv, Stdin: e.Stdin, Stdout: e.Stdout, Stderr: e.Stderr}
	note, err := run.Choose(*session, *covered)
	if err != nil {
		return e.Errorf("judgelint verify", "%v", err)
	}
	if note != "" {
		fmt.Fprintf(e.Stderr, "judgelint verify: note: %s\n", note)
	}
	exit := cli.OK
	if *outcome != "" {
		exit, err = run.Record(state.Result{Outcome: *outcome, Detail: *detail}, time.Now(), cli.OK)
	} else {
		exit, err = run.Command(fs.Args())
	}
	if err != nil {
		e.Errorf("judgelint verify", "%v", err)
	}
	return exit
}

func verifyUsage(outcome, detail string, command []string) error {
	switch {
	case outcome == "" && len(command) == 0:
		return errors.New("no command; write it behind --, or see judgelint verify --help")
	case outcome == "" && detail != "":
		return errors.New("--detail belongs to --outcome; with a command its output is the detail")
	case outcome == "":
		return nil
	case outcome == state.Pass:
		return errors.New("--outcome pass: a pass has to be earned; run judgelint verify -- COMMAND")
	case outcome != state.Abstain && outcome != state.Fail:
		return fmt.Errorf("--outcome: must be abstain or fail, found %q", outcome)
	case len(command) > 0:
		return errors.New("--outcome and a command exclude each other")
	case strings.TrimSpace(detail) == "":
		return fmt.Errorf("--outcome %s needs --detail: expected against actual, or why it cannot be verified", outcome)
	}
	return nil
}
