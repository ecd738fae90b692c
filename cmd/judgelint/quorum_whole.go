package main

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
)

// The JSON shape of quorum --contract: a promise to scripts.
type (
	wholeJSON struct {
		Version  int                 `json:"version"`
		Contract string              `json:"contract"`
		Rule     contract.QuorumRule `json:"rule"`
		Votes    int                 `json:"votes"`
		Pass     int                 `json:"pass"`
		Fail     int                 `json:"fail"`
		Abstain  int                 `json:"abstain"`
		Decision contract.Whole      `json:"decision"`
		Ballots  []wholeVoteJSON     `json:"ballots"`
		Problems []quorumProblemJSON `json:"problems"`
		Exit     int                 `json:"exit"`
	}
	wholeVoteJSON struct {
		Vote     string            `json:"vote"`
		Outcome  contract.Outcome  `json:"outcome"`
		Decision contract.Decision `json:"decision"`
		Word     string            `json:"word"`
	}
)

// whole tallies whole verdicts, prints and returns the exit status.
func (r *quorumRun) whole(format string) int {
	out := wholeJSON{Version: 1, Contract: r.contract.Name, Rule: r.rule, Votes: len(r.votes), Ballots: []wholeVoteJSON{}, Problems: []quorumProblemJSON{}}
	out.Decision, out.Pass, out.Fail, out.Abstain = contract.Tally(r.votes, r.rule)
	if out.Exit = r.exit; out.Exit == cli.OK && out.Decision != contract.WholePass {
		out.Exit = cli.Found
	}
	for _, v := range r.votes {
		out.Ballots = append(out.Ballots, wholeVoteJSON{v.Voter, v.Outcome, v.Decision, v.Word})
		for _, p := range v.Problems {
			r.note("%s", p)
			out.Problems = append(out.Problems, quorumProblemJSON(p))
		}
	}
	if len(r.votes) == 1 {
		r.note("one vote is never a quorum; ask at least 2 reviewers")
	}
	if format == "json" {
		writeJSON(r.env, out)
		return out.Exit
	}
	w := r.env.Stdout
	fmt.Fprintf(w, "== Quorum tally: N=%d votes, contract %s, %s ==\n", out.Votes, out.Contract, out.Rule)
	fmt.Fprintln(w, "| vote | verdict | counts as |")
	fmt.Fprintln(w, "|---|---|---|")
	cell := func(text string) string { return cli.OneLine(strings.ReplaceAll(text, "|", "\\|")) }
	for _, v := range out.Ballots {
		fmt.Fprintf(w, "| %s | %s | %s |\n", cell(v.Vote), cell(v.Word), v.Decision)
	}
	fmt.Fprintf(w, "\n%s: %d pass, %d fail, %d abstain\n", out.Decision, out.Pass, out.Fail, out.Abstain)
	return out.Exit
}
