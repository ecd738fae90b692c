package main

import (
	"errors"
	"fmt"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/verdict"
)

const labelHelp = `judgelint label says what a judge should have decided about a commit: a person,
a test or a later incident knows better. judgelint report holds the judge's
decisions against these labels; the newest label of a commit counts.

Examples:
  judgelint label --agent reviewer --commit HEAD~3 fail --note "broke the login"
  judgelint label --agent reviewer --commit v1.2.0 pass --by release-tests

Usage: judgelint label --agent NAME --commit REV [flags] pass|fail

      --agent NAME       the judge
      --commit REV       the commit that it judged, or that was made of what it
                         judged
      --by WHO           who says so
      --note TEXT        why; at most 500 bytes are kept
      --config FILE      use this judgelint.toml

Exit status: 0; 2 usage, configuration, or a label that cannot be written.
`

func labelCommand() cli.Command {
	return cli.Command{
		Name:    "label",
		Summary: "say what a judge should have decided",
		Help:    labelHelp,
		Run:     runLabel,
	}
}

func runLabel(e *cli.Env, args []string) int {
	const command = "judgelint label"
	fs := cli.Flags()
	agent := fs.String("agent", "", "")
	rev := fs.String("commit", "", "")
	by := fs.String("by", "", "")
	note := fs.String("note", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, command, labelHelp, args); done {
		return exit
	}
	row := ledger.Row{Source: ledger.SourceLabel, Agent: verdict.BareName(*agent), By: *by, Note: *note}
	err := labelUsage(&row, *rev, fs.Args())
	if err == nil {
		err = writeLabel(e, *configPath, *rev, row)
	}
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	return cli.OK
}

func labelUsage(row *ledger.Row, rev string, args []string) error {
	switch {
	case row.Agent == "":
		return errors.New("--agent: the name of the judge is missing")
	case rev == "":
		return errors.New("--commit: the commit is missing")
	case len(args) != 1:
		return fmt.Errorf("want one word, pass or fail, found %d", len(args))
	case args[0] != ledger.Pass && args[0] != ledger.Fail:
		return fmt.Errorf("must be pass or fail, found %q", args[0])
	}
	row.Decision = args[0]
	return nil
}

// writeLabel adds the label and says which judgements it is about.
func writeLabel(e *cli.Env, configPath, rev string, row ledger.Row) error {
	v, err := nearSite(e, configPath)
	if err != nil {
		return err
	}
	defer v.state.Close()
	commit, tree, err := collect.Commit(v.root, rev)
	if err != nil {
		return fmt.Errorf("--commit: %w", err)
	}
	book := v.ledger()
	if book.Off() {
		return ledger.ErrOff
	}
	row.Subject = &ledger.Subject{Commit: commit, Tree: tree}
	if err := book.Append(row); err != nil {
		return err
	}
	n := 0
	if _, err := book.Each(func(r *ledger.Row) {
		if r.Source != ledger.SourceLabel && r.Agent == row.Agent && r.Subject.State() == tree {
			n++
		}
	}); err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "%s: %s on commit %s, of which the ledger holds %s\n", cli.OneLine(row.Agent), row.Decision, commit[:min(12, len(commit))], count(n, "judgement"))
	return nil
}
