package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

const quorumHelp = `judgelint quorum tallies the votes of several adversarial reviewers, finding by
finding. A vote that is damaged, missing or silent abstains; an abstention is
never a pass.

Examples:
  judgelint quorum vote1.md vote2.md vote3.md
  judgelint quorum --expect 3 votes/*.md         a missing vote abstains
  cat votes.md | judgelint quorum --stdin        votes separated by lines "---"
  judgelint quorum --contract plan-review a.md b.md c.md
                                                 tally whole verdicts

Usage: judgelint quorum [flags] VOTE...

      --stdin            read the votes from standard input, separated by lines
                         "---" outside of fences; a part without a verdict
                         block is no vote
      --contract NAME    tally the whole verdicts of answers by this contract of
                         judgelint.toml (or wiki-verdict), not finding lines
      --rule RULE        with --contract: unanimous (default; any fail is FAIL,
                         only passes alone are PASS) or majority (more than half
                         of all votes, those that abstain among them)
      --expect N         count N votes; those that did not come abstain
      --record           write the votes into the ledger, as judgements of the
                         working tree as it is now
      --format FORMAT    text (default) or json
      --config FILE      use this judgelint.toml

Decision on each finding, the first that fits: KILL (2 REJECT), DOWNGRADE
(2 REJECT or DOWNGRADE together), KEEP (2 KEEP), else UNVERIFIED. There is no
flag for the 2; [quorum] threshold in judgelint.toml can raise it.

Exit status: 0 every finding is KEEP or DOWNGRADE, or the whole is PASS; 1 a
finding is KILL or UNVERIFIED, or nothing could be tallied; 2 usage, no input, or a vote that
cannot be read (the tally is printed all the same).
`

func quorumCommand() cli.Command {
	return cli.Command{
		Name:    "quorum",
		Summary: "tally the votes of several adversarial reviewers",
		Help:    quorumHelp,
		Run:     runQuorum,
	}
}

// quorumRun is one run of the command.
type quorumRun struct {
	env       *cli.Env
	contracts contract.Set
	threshold int
	ballots   []verdict.Ballot
	judged    []judgedFile
	// contract is set if whole verdicts are tallied: votes, by rule.
	contract *contract.Contract
	rule     contract.QuorumRule
	votes    []contract.Vote
	exit     int
}

const quorumName = "judgelint quorum"

func runQuorum(e *cli.Env, args []string) int {
	fs := cli.Flags()
	stdin := fs.Bool("stdin", false, "")
	expect := fs.Int("expect", 0, "")
	contractName := fs.String("contract", "", "")
	rule := fs.String("rule", string(contract.Unanimous), "")
	format := fs.String("format", "text", "")
	record := fs.Bool("record", false, "")
	configFile := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, quorumName, quorumHelp, args); done {
		return exit
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return usage(e, quorumName, "%v", err)
	}
	c, _, err := config.For(e.Dir, *configFile)
	if err != nil {
		return e.Errorf(quorumName, "%v", err)
	}
	r := quorumRun{env: e, contracts: c.Contracts, threshold: max(c.Threshold, verdict.DefaultThreshold)}
	r.rule = contract.QuorumRule(*rule)
	if fs.Changed("contract") {
		if r.contract, err = contractFor(&c.Contracts, *contractName, ""); err == nil {
			err = r.contract.Ready()
		}
		if err != nil {
			return e.Errorf(quorumName, "%v", err)
		}
	}
	switch {
	case r.rule != contract.Unanimous && r.rule != contract.Majority:
		return usage(e, quorumName, "--rule must be unanimous or majority, found %q", *rule)
	case fs.Changed("rule") && r.contract == nil:
		return usage(e, quorumName, "--rule needs --contract; findings have one rule")
	case *stdin && r.contract != nil:
		return usage(e, quorumName, "--stdin and --contract exclude each other; name one file for each vote")
	case *stdin && fs.NArg() > 0:
		return usage(e, quorumName, "--stdin and files exclude each other")
	case !*stdin && fs.NArg() == 0:
		return usage(e, quorumName, "no vote; name files, or use --stdin")
	case fs.Changed("expect") && *expect < 1:
		return usage(e, quorumName, "--expect must be a whole number from 1, found %d", *expect)
	case *stdin:
		err = r.stdin()
	default:
		err = r.files(fs.Args())
	}
	if err != nil {
		return e.Errorf(quorumName, "%v", err)
	}
	if err := r.fill(*expect); err != nil {
		return e.Errorf(quorumName, "%v", err)
	}
	exit := 0
	if r.contract != nil {
		exit = r.whole(*format)
	} else {
		exit = r.report(*format)
	}
	if *record {
		if err := recordAnswers(e, *configFile, "quorum", r.judged); err != nil {
			return e.Errorf(quorumName, "--record: %v", err)
		}
	}
	return exit
}

// files reads one vote from each file. A file that cannot be read is a vote
// that abstains; the same file twice is refused, however it is spelled.
func (r *quorumRun) files(names []string) error {
	var seen []os.FileInfo
	bodies := map[string]string{}
	in := inputs{env: r.env}
	names = in.spread(names)
	for _, name := range names {
		info := in.stat(name)
		for i, other := range seen {
			if info != nil && os.SameFile(other, info) {
				return fmt.Errorf("%s and %s are one file; a vote counts once", names[i], name)
			}
		}
		seen = append(seen, info)
		f, err := in.read(name)
		if err != nil {
			r.exit = cli.Trouble
			r.abstain(name, "cannot be read, abstains: "+strings.TrimPrefix(err.Error(), name+": "))
			continue
		}
		if twin, ok := bodies[string(f.Src)]; ok {
			r.note("%s and %s hold the same bytes; both count", twin, name)
		}
		bodies[string(f.Src)] = name
		r.add(f)
	}
	return nil
}

func (r *quorumRun) stdin() error {
	in := inputs{env: r.env}
	f, err := in.read("-")
	if err != nil {
		return err
	}
	parts := verdict.SplitVotes(f.Src, r.contracts.Language)
	if len(parts) == 0 {
		return fmt.Errorf("no verdict block on standard input")
	}
	for _, part := range parts {
		r.add(part)
	}
	return nil
}

func (r *quorumRun) add(f *source.File) {
	if r.contract != nil {
		j := r.contract.Judge(f, "")
		r.judged = append(r.judged, judgedFile{file: f, judgement: &j})
		r.votes = append(r.votes, contract.NewVote(f.Path, f, &j))
		return
	}
	j := r.contracts.Wiki().Judge(f, "")
	r.judged = append(r.judged, judgedFile{file: f, judgement: &j})
	r.ballots = append(r.ballots, verdict.NewBallot(f.Path, j.Text, j.Problems))
}

// fill adds an abstention for each expected vote that did not come.
func (r *quorumRun) fill(expect int) error {
	votes := len(r.ballots) + len(r.votes)
	if expect > 0 && votes > expect {
		return fmt.Errorf("%d votes, but --expect is %d", votes, expect)
	}
	for n := votes + 1; n <= expect; n++ {
		r.abstain(fmt.Sprintf("vote %d", n), "did not come, abstains")
	}
	return nil
}

// abstain counts a vote that says nothing.
func (r *quorumRun) abstain(voter, why string) {
	if r.contract != nil {
		r.votes = append(r.votes, contract.Absent(voter, why))
		return
	}
	r.ballots = append(r.ballots, verdict.Abstention(voter, why))
}

// The JSON shape of the command: a promise to scripts.
type (
	quorumJSON struct {
		Version   int                 `json:"version"`
		Votes     int                 `json:"votes"`
		Threshold int                 `json:"threshold"`
		Findings  []quorumFindingJSON `json:"findings"`
		Problems  []quorumProblemJSON `json:"problems"`
		Exit      int                 `json:"exit"`
	}
	quorumFindingJSON struct {
		ID        string           `json:"id"`
		Keep      int              `json:"keep"`
		Downgrade int              `json:"downgrade"`
		Reject    int              `json:"reject"`
		Abstain   int              `json:"abstain"`
		Decision  verdict.Decision `json:"decision"`
	}
	quorumProblemJSON struct {
		Vote    string `json:"vote"`
		Line    int    `json:"line"`
		Message string `json:"message"`
	}
)

// report counts, prints and returns the exit status.
func (r *quorumRun) report(format string) int {
	tallies := verdict.Count(r.ballots, r.threshold)
	bad := 0
	for _, t := range tallies {
		if t.Decision == verdict.Kill || t.Decision == verdict.Unverified {
			bad++
		}
	}
	exit := r.exit
	if exit == cli.OK && (bad > 0 || len(tallies) == 0) {
		exit = cli.Found
	}
	r.tell(len(tallies))
	if format == "json" {
		r.printJSON(tallies, exit)
	} else {
		r.printTable(tallies, bad)
	}
	return exit
}

// tell says on standard error what was wrong with which vote.
func (r *quorumRun) tell(findings int) {
	for _, b := range r.ballots {
		for _, p := range b.Problems {
			r.note("%s", p)
		}
	}
	switch {
	case findings == 0:
		r.note("no vote holds a finding; nothing was tallied")
	case len(r.ballots) == 1:
		r.note("one vote is never a quorum; ask at least %d reviewers", r.threshold)
	}
}

// note writes a line for people on standard error.
func (r *quorumRun) note(format string, args ...any) {
	fmt.Fprintf(r.env.Stderr, "%s: %s\n", quorumName, cli.OneLine(fmt.Sprintf(format, args...)))
}

func (r *quorumRun) printTable(tallies []verdict.Tally, bad int) {
	w := r.env.Stdout
	fmt.Fprintf(w, "== Quorum tally: N=%d votes, %d findings ==\n", len(r.ballots), len(tallies))
	fmt.Fprintln(w, "| finding | keep | down | reject | abstain | decision |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|")
	for _, t := range tallies {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s |\n", cli.OneLine(strings.ReplaceAll(t.Finding, "|", "\\|")), t.Keep, t.Downgrade, t.Reject, t.Abstain, t.Decision)
	}
	fmt.Fprintf(w, "\nKILL/UNVERIFIED: %d / %d\n", bad, len(tallies))
}

func (r *quorumRun) printJSON(tallies []verdict.Tally, exit int) {
	out := quorumJSON{
		Version: 1, Votes: len(r.ballots), Threshold: r.threshold, Exit: exit,
		Findings: []quorumFindingJSON{}, Problems: []quorumProblemJSON{},
	}
	for _, t := range tallies {
		out.Findings = append(out.Findings, quorumFindingJSON{t.Finding, t.Keep, t.Downgrade, t.Reject, t.Abstain, t.Decision})
	}
	for _, b := range r.ballots {
		for _, p := range b.Problems {
			out.Problems = append(out.Problems, quorumProblemJSON(p))
		}
	}
	writeJSON(r.env, out)
}
