package gate

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Rows of the table by which a stopping agent's text is judged; --explain
// shows them. The first that fits decides.
const (
	rowNoMessage   = "no message"
	rowTooLarge    = "too large or nested too deeply"
	rowTwoOwn      = "two own blocks"
	rowOwnValid    = "own block, valid"
	rowOwnBad      = "own block, malformed"
	rowRelay       = "relay: blocks of other agents"
	rowForeign     = "one block of another agent"
	rowPlaceholder = "only placeholders"
	rowHidden      = "hidden marker"
	rowQuoted      = "quoted markers only"
	rowNoMarker    = "no marker"
)

// judged is one text in front of the table.
type judged struct {
	text     verdict.Text
	problems []verdict.Problem
	me       roster.Agent
	isJudge  func(name string) bool
	// own are the indexes of the agent's own blocks, filled those of its own
	// that are no mere template.
	own, filled []int
}

// checkVerdict judges the text of a stopping agent. me is what is known of the
// agent, the zero Agent without a name.
func checkVerdict(message string, has bool, me roster.Agent, lang verdict.Language, isJudge func(string) bool) result {
	r := result{check: nameVerdict, standing: me.Standing}
	if !has {
		r.row = rowNoMessage
		if me.Standing == roster.Judge {
			r.outcome, r.counter = abstained, "no_message"
			r.short = fmt.Sprintf("%s ended without a message, so without a verdict", me.Name)
		}
		return r
	}
	if len(message) > maxMessage {
		return tooMuch(r, me, lang, fmt.Sprintf("the answer is larger than %d MB", maxMessage>>20))
	}
	j := judged{
		text:    verdict.Parse(source.NewFile("", []byte(message)), lang),
		me:      me,
		isJudge: isJudge,
	}
	if j.text.Deep >= 0 {
		line := j.text.File.LineOf(j.text.Deep)
		return tooMuch(r, me, lang, fmt.Sprintf("the answer is nested too deeply to be read from line %d on", line))
	}
	j.problems = j.text.Check(verdict.Output)
	j.sort()
	return j.decide(r)
}

// tooMuch answers for a text that is not read to its end.
func tooMuch(r result, me roster.Agent, lang verdict.Language, cause string) result {
	r.row, r.outcome, r.short = rowTooLarge, abstained, cause
	if me.Standing == roster.Judge {
		r.outcome, r.counter = failed, "malformed"
		r.reason = lines(upper(cause)+".",
			"Give a shorter answer with a flat structure that ends with this block, filled in:", template(me, lang), again)
	}
	return r
}

// sort finds the agent's own blocks. Without a name they are the only block,
// or all blocks if they are of one agent. A block without an agent's name is
// its author's own; so is one with a placeholder beside a block that is.
func (j *judged) sort() {
	blocks := j.text.Blocks
	name := j.me.Name
	if name == "" {
		if name = commonAgent(blocks); name == "" && len(blocks) != 1 {
			return
		}
	}
	for i := range blocks {
		agent := verdict.BareName(blocks[i].Agent.Value)
		open := verdict.IsPlaceholder(blocks[i].Agent.Value)
		if agent != name && agent != "" && !open {
			continue
		}
		j.own = append(j.own, i)
		if !open || !blocks[i].PlaceholderOnly() {
			j.filled = append(j.filled, i)
		}
	}
}

// commonAgent is the one agent that all blocks name, or "".
func commonAgent(blocks []verdict.Block) string {
	name := ""
	for i := range blocks {
		agent := verdict.BareName(blocks[i].Agent.Value)
		if agent == "" || verdict.IsPlaceholder(blocks[i].Agent.Value) {
			continue
		}
		if name != "" && agent != name {
			return ""
		}
		name = agent
	}
	return name
}

func (j *judged) decide(r result) result {
	blocks := j.text.Blocks
	judge := j.me.Standing == roster.Judge
	foreign := len(blocks) - len(j.own)
	switch {
	case len(j.filled) > 0 && len(j.own) > 1:
		return j.twoOwn(r)
	case len(j.filled) == 1:
		return j.ownBlock(r, j.filled[0])
	case foreign > 1 || foreign == 1 && len(j.own) == 0 && j.isJudge(blocks[0].Agent.Value):
		r.row = rowRelay
		return j.needOwn(r, fmt.Sprintf("the answer holds verdicts of other agents only (%s)", j.names()))
	case foreign == 1 && len(j.own) == 0:
		return j.foreign(r)
	case len(blocks) > 0:
		r.row = rowPlaceholder
		if j.me.Standing == roster.Unknown {
			r.outcome, r.short = abstained, fmt.Sprintf("the verdict block in line %d holds only placeholders", j.line(0))
		}
		return j.needOwn(r, fmt.Sprintf("the verdict block in line %d holds only placeholders", j.line(0)))
	}
	if m, ok := j.hidden(); ok {
		return j.hiddenMarker(r, m)
	}
	if len(j.text.Markers) > 0 {
		r.row = rowQuoted
		return j.needOwn(r, "the answer only quotes a verdict block")
	}
	r.row = rowNoMarker
	r.missing = judge
	return j.needOwn(r, "the answer has no "+j.text.Lang.Word()+" block")
}

func (j *judged) line(block int) int {
	return j.text.File.LineOf(j.text.Blocks[block].Open.Start)
}

func (j *judged) names() string {
	var names []string
	for i := range j.text.Blocks {
		names = append(names, clip(verdict.BareName(j.text.Blocks[i].Agent.Value), 1, 60))
	}
	return strings.Join(limit(names, 4), ", ")
}

func (j *judged) hidden() (verdict.Marker, bool) {
	for _, m := range j.text.Markers {
		if !m.Quoted {
			return m, true
		}
	}
	return verdict.Marker{}, false
}

func (j *judged) twoOwn(r result) result {
	at := make([]string, len(j.own))
	for i, b := range j.own {
		at[i] = fmt.Sprint(j.line(b))
	}
	where := strings.Join(limit(at, 8), " and ")
	r.row, r.outcome, r.counter = rowTwoOwn, failed, "malformed"
	r.short = fmt.Sprintf("%d verdict blocks of one agent, in lines %s", len(j.own), where)
	r.reason = lines(
		fmt.Sprintf("Your answer holds %d verdict blocks of your own, in lines %s; a reader cannot tell which one counts.", len(j.own), where),
		"Keep exactly one, the one that holds now, and no example of the format beside it.", again)
	return r
}

func (j *judged) ownBlock(r result, block int) result {
	var bad []verdict.Problem
	for _, p := range j.problems {
		if p.Block == block && p.Severity == verdict.Error {
			bad = append(bad, p)
		}
	}
	if len(bad) == 0 {
		r.row, r.outcome, r.counter = rowOwnValid, passed, "valid"
		return r
	}
	r.row, r.outcome, r.counter = rowOwnBad, failed, "malformed"
	r.short = "malformed verdict: " + bad[0].Message
	r.reason = j.malformedReason(block, bad)
	return r
}

// foreign is the row of one block that names another agent, which is no judge
// that we know.
func (j *judged) foreign(r result) result {
	r.row = rowForeign
	agent := clip(verdict.BareName(j.text.Blocks[0].Agent.Value), 1, 60)
	if j.me.Standing == roster.Judge {
		r = j.needOwn(r, fmt.Sprintf("the verdict block in line %d names %q, not %q", j.line(0), agent, j.me.Name))
		r.counter = "malformed"
		return r
	}
	var bad []verdict.Problem
	for _, p := range j.problems {
		if p.Block == 0 && p.Severity == verdict.Error {
			bad = append(bad, p)
		}
	}
	if len(bad) == 0 {
		return r
	}
	r.outcome, r.counter = failed, "malformed"
	r.short = fmt.Sprintf("malformed verdict of %s: %s", agent, bad[0].Message)
	r.reason = j.malformedReason(0, bad)
	return r
}

func (j *judged) hiddenMarker(r result, m verdict.Marker) result {
	r.row = rowHidden
	where := fmt.Sprintf("the verdict in line %d is not read: %s", j.text.File.LineOf(m.Span.Start), m.Cause)
	if j.me.Standing == roster.Unknown && verdict.Malformed(j.text.CheckHidden(m)) || j.me.Standing == roster.Judge {
		r.outcome, r.counter, r.short = failed, "malformed", where
		r.reason = lines(upper(where)+".",
			"Close every other fence first, then put the block at the top level, each line at the left edge:",
			template(j.me, j.text.Lang), again)
	}
	return r
}

// needOwn fails a judge that has no block of its own; others are let go.
func (j *judged) needOwn(r result, why string) result {
	if j.me.Standing != roster.Judge {
		return r
	}
	r.outcome, r.counter = failed, "missing"
	r.short = j.me.Name + " gave no verdict: " + why
	hint := ""
	if len(j.text.Unlabelled) > 0 && r.row == rowNoMarker {
		hint = fmt.Sprintf("The fence in line %d looks like one, but its language is not %q.",
			j.text.File.LineOf(j.text.Unlabelled[0].Start), j.text.Lang.Word())
	} else if len(j.text.Near) > 0 {
		hint = fmt.Sprintf("Line %d looks like one, but it is no fence that a reader can see.", j.text.File.LineOf(j.text.Near[0].Start))
	}
	r.reason = lines(fmt.Sprintf("%s; %s must end with its own.", upper(why), j.me.Name), hint,
		"End your answer with exactly this block, filled in, not inside another fence:", template(j.me, j.text.Lang), again)
	return r
}
