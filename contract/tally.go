package contract

import (
	"fmt"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Vote is the whole verdict of one reviewer.
type Vote struct {
	// Voter names the vote for people, such as a path.
	Voter string
	// Decision is Abstain for a vote that abstains and for one that says nothing
	// that can be trusted; Outcome tells which, empty for a vote that never came.
	Decision Decision
	Outcome  Outcome
	Word     string
	// Problems are what was wrong with it, for people.
	Problems []verdict.BallotProblem
}

// NewVote is what an answer says as a vote. One without a sound verdict
// abstains.
func NewVote(voter string, f *source.File, j *Judgement) Vote {
	if j.Trouble != nil {
		return Absent(voter, j.Trouble.Error())
	}
	v := Vote{Voter: voter, Decision: j.Decision, Outcome: j.Outcome, Word: j.Word}
	for _, p := range j.Problems {
		if p.Severity == verdict.Error {
			v.Problems = append(v.Problems, verdict.BallotProblem{Vote: voter, Line: f.LineOf(p.Span.Start), Message: p.Message})
		}
	}
	switch {
	case j.Outcome == None:
		why := "no verdict, abstains"
		if j.Hint != "" {
			why = "no verdict, abstains; " + j.Hint
		}
		v.Problems = append(v.Problems, verdict.BallotProblem{Vote: voter, Message: why})
	case j.Outcome == Valid && j.Decision == Undecided:
		v.Problems = append(v.Problems, verdict.BallotProblem{Vote: voter, Message: fmt.Sprintf("%q decides nothing as a whole, abstains", j.Word)})
	}
	if v.Decision == Undecided {
		v.Decision = Abstain
	}
	return v
}

// Absent is a vote that could not be read, or that never came.
func Absent(voter, why string) Vote {
	return Vote{Voter: voter, Decision: Abstain, Problems: []verdict.BallotProblem{{Vote: voter, Message: why}}}
}

// QuorumRule says how votes make one verdict.
type QuorumRule string

// The rules. Unanimous is the default: any fail is a fail, and only passes
// alone are a pass. Majority asks for more than half of all votes, abstentions
// among them.
const (
	Unanimous QuorumRule = "unanimous"
	Majority  QuorumRule = "majority"
)

// Whole is what the votes say together.
type Whole string

// What votes say together. Everything but PASS is no pass.
const (
	WholePass       Whole = "PASS"
	WholeFail       Whole = "FAIL"
	WholeUnverified Whole = "UNVERIFIED"
)

// Tally counts whole verdicts. An abstention is never a pass, and one vote is
// never a quorum.
func Tally(votes []Vote, rule QuorumRule) (whole Whole, pass, fail, abstain int) {
	for _, v := range votes {
		switch v.Decision {
		case Pass:
			pass++
		case Fail:
			fail++
		default:
			abstain++
		}
	}
	n := len(votes)
	switch {
	case n < 2:
	case rule == Majority && 2*pass > n, rule != Majority && pass == n:
		return WholePass, pass, fail, abstain
	case rule == Majority && 2*fail > n, rule != Majority && fail > 0:
		return WholeFail, pass, fail, abstain
	}
	return WholeUnverified, pass, fail, abstain
}
