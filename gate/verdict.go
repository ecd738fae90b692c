package gate

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Rows of texts that nobody judges; the others are those of package contract.
const (
	rowNoMessage = "no message"
	rowTooLarge  = "too large"
)

// judged is the judgement of one text, and whom it is asked about. What the
// text says is decided by package contract alone; here is decided who has to
// give a verdict, and what is said to whom does not.
type judged struct {
	contract.Judgement
	contract *contract.Contract
	file     *source.File
	me       roster.Agent
	isJudge  func(name string) bool
}

// checkVerdict judges the text of a stopping agent. me is what is known of the
// agent, the zero Agent without a name.
func checkVerdict(message string, has bool, me roster.Agent, opt *Options, isJudge func(string) bool) result {
	r := result{check: nameVerdict, standing: me.Standing, spec: me.Spec}
	if !has {
		r.row = rowNoMessage
		if me.Standing == roster.Judge {
			r.outcome, r.counter = abstained, "no_message"
			r.short = fmt.Sprintf("%s ended without a message, so without a verdict", me.Name)
		}
		return r
	}
	c, err := opt.Contracts.For(me.Name)
	if err != nil {
		r.outcome, r.short = troubled, err.Error()
		return r
	}
	j := judged{contract: c, me: me, isJudge: isJudge}
	r.contract = c.Name
	if len(message) > maxMessage {
		r.row = rowTooLarge
		return j.tooMuch(r, fmt.Sprintf("the answer is larger than %d MB", maxMessage>>20))
	}
	j.file = source.NewFile("", []byte(message))
	j.Judgement = j.contract.Judge(j.file, me.Name)
	r.row, r.judgement, r.rules = string(j.Row), &j.Judgement, j.rules()
	r = j.answer(r)
	if said := j.Contradicts(); r.outcome == passed && len(said) > 0 {
		return j.prose(r, said, opt.ProseBlocks)
	}
	return r
}

// answer is what follows from the judgement for the agent that is asked.
func (j *judged) answer(r result) result {
	if j.Text == nil || j.Row == contract.RowUnsound {
		return j.declared(r)
	}
	switch j.Row {
	case contract.RowDeep:
		return j.tooMuch(r, fmt.Sprintf("the answer is nested too deeply, or has too many Markdown blocks, to be read from line %d on", j.file.LineOf(j.Text.Deep)))
	case contract.RowTwoOwn:
		return j.twoOwn(r)
	case contract.RowOwnValid, contract.RowOwnBad:
		return j.own(r)
	case contract.RowBeside:
		return j.beside(r)
	case contract.RowRelay:
		return j.needOwn(r, fmt.Sprintf("the answer holds verdicts of other agents only (%s)", j.names()))
	case contract.RowForeign:
		if j.isJudge(j.Text.Blocks[0].Agent.Value) {
			r.row = string(contract.RowRelay)
		}
		return j.foreign(r)
	case contract.RowPlaceholder:
		why := fmt.Sprintf("the verdict block in line %d holds only placeholders", j.line(0))
		if j.me.Standing == roster.Unknown {
			r.outcome, r.short = abstained, why
		}
		return j.needOwn(r, why)
	case contract.RowHidden:
		return j.hidden(r)
	case contract.RowQuoted:
		return j.needOwn(r, "the answer only quotes a verdict block")
	}
	r.missing = j.me.Standing == roster.Judge
	return j.needOwn(r, strings.Join(strings.Fields("the answer has no "+j.contract.Language.Word()+" block"), " "))
}

// tooMuch answers for a text that is not read to its end.
func (j *judged) tooMuch(r result, cause string) result {
	r.outcome, r.short = abstained, cause
	if j.me.Standing == roster.Judge {
		r.outcome, r.counter = failed, "malformed"
		r.reason = lines(upper(cause)+".",
			"Give a shorter answer with a flat structure that ends with this block, filled in:", j.template(), again)
	}
	return r
}

func (j *judged) line(block int) int {
	return j.file.LineOf(j.Text.Blocks[block].Open.Start)
}

func (j *judged) names() string {
	var names []string
	for i := range j.Text.Blocks {
		names = append(names, clip(verdict.BareName(j.Text.Blocks[i].Agent.Value), 1, 60))
	}
	return strings.Join(limit(names, 4), ", ")
}

func (j *judged) twoOwn(r result) result {
	at := make([]string, len(j.Own))
	for i, b := range j.Own {
		at[i] = fmt.Sprint(j.line(b))
	}
	where := strings.Join(limit(at, 8), " and ")
	r.outcome, r.counter = failed, "malformed"
	r.short = fmt.Sprintf("%d verdict blocks of one agent, in lines %s", len(j.Own), where)
	r.reason = lines(
		fmt.Sprintf("Your answer holds %d verdict blocks of your own, in lines %s; a reader cannot tell which one counts.", len(j.Own), where),
		"Keep exactly one, the one that holds now, and no example of the format beside it.", again)
	return r
}

// own is the row of one own block.
func (j *judged) own(r result) result {
	if j.Outcome == contract.Valid {
		r.outcome, r.counter = passed, "valid"
		return r
	}
	bad := j.errors()
	r.outcome, r.counter = failed, "malformed"
	r.short = "malformed verdict: " + bad[0].Message
	r.reason = j.malformedReason(j.Own[0], bad)
	return r
}

// beside is the row of one valid block beside a hidden one.
func (j *judged) beside(r result) result {
	p := j.firstError()
	r.outcome, r.counter = failed, "malformed"
	r.short = fmt.Sprintf("beside the block in line %d, the one in line %d is hidden: %s", j.line(j.Own[0]), j.file.LineOf(p.Span.Start), p.Message)
	r.reason = lines(
		fmt.Sprintf("Your answer holds two verdicts. The block in line %d is read; of the one in line %d, %s.", j.line(j.Own[0]), j.file.LineOf(p.Span.Start), p.Message),
		"A reader cannot tell which one counts. Keep exactly one, the one that holds now, at the top level, each line at the left edge.",
		"Take the other one out, or quote it inside a longer fence.", again)
	return r
}

// foreign is the row of one block that names another agent.
func (j *judged) foreign(r result) result {
	agent := clip(verdict.BareName(j.Text.Blocks[0].Agent.Value), 1, 60)
	switch {
	case r.row == string(contract.RowRelay):
		return j.needOwn(r, fmt.Sprintf("the answer holds verdicts of other agents only (%s)", agent))
	case j.me.Standing == roster.Judge:
		r = j.needOwn(r, fmt.Sprintf("the verdict block in line %d names %q, not %q", j.line(0), agent, j.me.Name))
		r.counter = "malformed"
		return r
	}
	// Whoever is no judge may hand on a verdict, but not a broken one.
	theirs := judged{contract: j.contract, file: j.file, me: j.me,
		Judgement: j.contract.JudgeText(*j.Text, j.Text.Blocks[0].Agent.Value)}
	if theirs.Row != contract.RowOwnBad {
		return r
	}
	bad := theirs.errors()
	r.outcome, r.counter = failed, "malformed"
	r.short = fmt.Sprintf("malformed verdict of %s: %s", agent, bad[0].Message)
	r.reason = theirs.malformedReason(0, bad)
	return r
}

// hidden is the row of hidden markers without any block. An agent that nobody
// knows may show one, if what stands behind it is sound.
func (j *judged) hidden(r result) result {
	if j.me.Standing == roster.Other || j.me.Standing == roster.Unknown && !j.HiddenBad() {
		return r
	}
	p := j.firstError()
	where := fmt.Sprintf("line %d: %s", j.file.LineOf(p.Span.Start), p.Message)
	r.outcome, r.counter, r.short = failed, "malformed", where
	r.reason = lines(upper(where)+".",
		"Close every other fence first, then put the block at the top level, each line at the left edge:",
		j.template(), again)
	return r
}

// prose is the row of a valid block that the words around it speak against.
func (j *judged) prose(r result, said []verdict.Problem, blocks bool) result {
	at := j.file.LineOf(said[0].Span.Start)
	r.short = fmt.Sprintf("the words speak against the verdict in line %d: %s", at, said[0].Message)
	if !blocks {
		r.tell = r.short
		return r
	}
	r.outcome, r.counter = failed, "malformed"
	r.reason = lines(fmt.Sprintf("Line %d: %s.", at, said[0].Message),
		"A person reads the words, a machine the block: let both say the same, the one that holds.", again)
	return r
}

// needOwn fails a judge that has no block of its own; others are let go.
func (j *judged) needOwn(r result, why string) result {
	if j.me.Standing != roster.Judge {
		return r
	}
	r.outcome, r.counter = failed, "missing"
	r.short = j.me.Name + " gave no verdict: " + why
	r.reason = lines(fmt.Sprintf("%s; %s must end with its own.", upper(why), j.me.Name), j.hint(),
		"End your answer with exactly this block, filled in, not inside another fence:", j.template(), again)
	return r
}

// hint is where something looks like the block that is missed.
func (j *judged) hint() string {
	p := j.firstError()
	switch {
	case p.Rule == "verdict-hidden", p.Rule == "verdict-label":
		return clip(fmt.Sprintf("Line %d: %s.", j.file.LineOf(p.Span.Start), p.Message), 1, 300)
	case len(j.Text.Unlabelled) > 0 && j.Row == contract.RowNoMarker:
		return fmt.Sprintf("The fence in line %d looks like one, but its language is not %q.",
			j.file.LineOf(j.Text.Unlabelled[0].Start), j.contract.Language.Word())
	case len(j.Text.Near) > 0:
		return fmt.Sprintf("Line %d looks like one, but it is no fence that a reader can see.", j.file.LineOf(j.Text.Near[0].Start))
	}
	return ""
}

// errors are the problems that make the text malformed.
func (j *judged) errors() (bad []verdict.Problem) {
	for _, p := range j.Problems {
		if p.Severity == verdict.Error {
			bad = append(bad, p)
		}
	}
	return bad
}

func (j *judged) firstError() verdict.Problem {
	if bad := j.errors(); len(bad) > 0 {
		return bad[0]
	}
	return verdict.Problem{}
}
