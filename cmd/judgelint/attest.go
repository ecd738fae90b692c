package main

import (
	"fmt"
	"time"

	"github.com/judgelint/judgelint/evidence"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/verdict"
)

const attestHelp = `judgelint attest writes what the judges decided about a commit as an in-toto
statement with a test result, for cosign, GitHub attestations or a git note. It
takes the last judgement of each judge of exactly the commit's tree. Signing is
left to those tools: an unsigned statement proves nothing about who wrote it.

Examples:
  judgelint attest > judgement.json                    all judges of HEAD
  judgelint attest --for v1.2.0 --agent reviewer       one that must be there
  judgelint attest --verify judgement.json --agent reviewer --max-age 7d

Usage: judgelint attest [flags]

      --for REV          the commit; default HEAD
      --agent NAME       a judge that must have judged; may be repeated; default:
                         all that did
      --verify FILE      check a statement instead: its shape, that it is about
                         the commit, the ages of its judgements, its result; "-"
                         is standard input
      --max-age D        with --verify: how old a judgement may be (24h, 7d)
      --config FILE      use this judgelint.toml

Exit status: 0 every judge passed (with --verify: the statement holds and says
so); 1 not so, or a judge is missing; 2 usage, configuration or a file that
cannot be read.
`

func attestCommand() cli.Command {
	return cli.Command{
		Name:    "attest",
		Summary: "write what was decided about a commit as an in-toto statement",
		Help:    attestHelp,
		Run:     runAttest,
	}
}

const attestName = "judgelint attest"

func runAttest(e *cli.Env, args []string) int {
	fs := cli.Flags()
	rev := fs.String("for", "HEAD", "")
	agents := fs.StringSlice("agent", nil, "")
	file := fs.String("verify", "", "")
	maxAge := fs.String("max-age", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, attestName, attestHelp, args); done {
		return exit
	}
	now := time.Now()
	oldest, err := state.ParseSince(*maxAge, now)
	if err != nil {
		err = fmt.Errorf("--max-age: must be a duration such as 24h or 7d, found %q", *maxAge)
	}
	for i, name := range *agents {
		(*agents)[i] = verdict.BareName(name)
		if (*agents)[i] == "" {
			err = fmt.Errorf("--agent: the name is empty")
		}
	}
	switch {
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("%q: unexpected argument", fs.Arg(0))
	case fs.Changed("max-age") && !fs.Changed("verify"):
		err = fmt.Errorf("--max-age belongs to --verify")
	case fs.Changed("max-age") && *maxAge == "":
		err = fmt.Errorf("--max-age: must be a duration such as 24h or 7d")
	}
	if err != nil {
		return e.Errorf(attestName, "%v", err)
	}
	v, err := nearSite(e, *configPath)
	if err != nil {
		return e.Errorf(attestName, "%v", err)
	}
	defer v.state.Close()
	commit, tree, err := collect.Commit(v.root, *rev)
	if err != nil {
		return e.Errorf(attestName, "--for: %v", err)
	}
	if !fs.Changed("verify") {
		return attest(e, v, commit, tree, *agents)
	}
	want := evidence.Want{Commit: commit, Tree: tree, Agents: *agents, Now: now}
	if !oldest.IsZero() {
		want.MaxAge = now.Sub(oldest)
	}
	return verifyStatement(e, *file, want)
}

func attest(e *cli.Env, v *site, commit, tree string, agents []string) int {
	rows, _, err := v.ledger().Read()
	if err != nil {
		return e.Errorf(attestName, "%v", err)
	}
	s, err := evidence.Attest(rows, commit, tree, agents)
	if err != nil {
		fmt.Fprintf(e.Stderr, "%s: %s\n", attestName, cli.OneLine(err.Error()))
		return cli.Found
	}
	cli.WriteJSON(e.Stdout, s)
	if s.Predicate.Result != evidence.Passed {
		return cli.Found
	}
	return cli.OK
}

func verifyStatement(e *cli.Env, name string, want evidence.Want) int {
	in := inputs{env: e}
	f, err := in.read(name)
	if err != nil {
		return e.Errorf(attestName, "%v", err)
	}
	s, wrong, err := evidence.Verify(f.Src, want)
	if err != nil {
		return e.Errorf(attestName, "%s: %v", f.Path, err)
	}
	for _, w := range wrong {
		fmt.Fprintf(e.Stderr, "%s: %s\n", f.Path, cli.OneLine(w))
	}
	if len(wrong) > 0 {
		return cli.Found
	}
	p := s.Predicate
	fmt.Fprintf(e.Stdout, "%s: %s for commit %s: %d passed, %d warned, %d failed\n",
		f.Path, p.Result, want.Commit[:min(12, len(want.Commit))], len(p.PassedTests), len(p.WarnedTests), len(p.FailedTests))
	if p.Result != evidence.Passed {
		return cli.Found
	}
	return cli.OK
}
