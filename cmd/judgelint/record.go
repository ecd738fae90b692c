package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// judgedFile is one answer that a command judged.
type judgedFile struct {
	file      *source.File
	judgement *contract.Judgement
	agent     string // empty: the one that the answer names
}

// recordAnswers writes answers that a command judged into the ledger of the
// project: what was judged is the working tree as it is now.
func recordAnswers(e *cli.Env, configPath, command string, answers []judgedFile) error {
	v, err := nearSite(e, configPath)
	if err != nil {
		return err
	}
	defer v.state.Close()
	book := v.ledger()
	if book.Off() {
		return ledger.ErrOff
	}
	agents := roster.New(roster.Folders(v.root, e.Getenv), v.config.Roster)
	subject := ledger.Tree(v.root, ledger.CommandTime)
	var rows []ledger.Row
	for _, a := range answers {
		row := ledger.Row{Source: command, Agent: verdict.BareName(a.agent), Answer: ledger.Digest(a.file.Src), Subject: subject}
		row.Judged(a.judgement)
		if spec := agents.Agent(row.Agent).Spec; spec != nil {
			row.Spec = ledger.Digest(spec.Src)
		}
		rows = append(rows, row)
	}
	return book.Append(rows...)
}

// requireFor answers whether a judge has passed exactly the tree of a commit.
func requireFor(e *cli.Env, configPath, rev, agent string, words []string) int {
	const command = "judgelint verdict"
	agent = verdict.BareName(agent)
	v, err := nearSite(e, configPath)
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	defer v.state.Close()
	commit, tree, err := collect.Commit(v.root, rev)
	if err != nil {
		return e.Errorf(command, "--for: %v", err)
	}
	rows, _, err := v.ledger().Read()
	if err != nil {
		return e.Errorf(command, "%v", err)
	}
	short := commit[:min(12, len(commit))]
	b := ledger.Bind(rows, agent, tree)
	said, ok := "", false
	switch r := b.Here; {
	case r == nil:
		said = notJudged(v.root, b.Last, commit)
	case r.Outcome != ledger.Valid:
		said = fmt.Sprintf("the last answer about it is %s (%s)", r.Outcome, r.Time)
	default:
		ok = slices.Contains(words, r.Decision) || slices.Contains(words, r.Word)
		said = fmt.Sprintf("%s, decided %s", r.Decision, r.Time)
		if !ok {
			said += "; want " + strings.Join(words, " or ")
		}
	}
	fmt.Fprintln(e.Stdout, cli.OneLine(fmt.Sprintf("%s on commit %s: %s", agent, short, said)))
	if !ok {
		return cli.Found
	}
	return cli.OK
}

// notJudged says what is known of a judge that has not judged a commit.
func notJudged(root string, last *ledger.Row, commit string) string {
	if last == nil {
		return "not judged; the ledger holds no judgement of this agent"
	}
	said := "not judged; the last judgement, " + last.Decision + " at " + last.Time + ", is "
	s := last.Subject
	switch {
	case s == nil || s.Commit == "":
		return said + "of something that is not known"
	case len(s.Unknown) > 0:
		return said + "of a working tree whose changes were not known in time; record one with judgelint verdict --record"
	}
	n, ok := collect.Behind(root, s.Commit, commit)
	switch {
	case ok && n > 0:
		return said + "from before the last " + count(n, "commit")
	case ok && s.Dirty != "":
		return said + "of this commit with uncommitted changes"
	case ok:
		return said + "of this commit"
	}
	return said + "of a commit that does not lead to this one"
}
