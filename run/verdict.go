package run

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Verdict is what the contract of an agent says of an answer.
type Verdict struct {
	Agent    string         `json:"agent"`
	Contract string         `json:"contract"`
	Outcome  string         `json:"outcome"`
	Decision string         `json:"decision"`
	Word     string         `json:"word,omitempty"`
	Counts   map[string]int `json:"counts,omitempty"`
	// Rules are the rules that failed.
	Rules []string `json:"rules,omitempty"`
}

// bind holds the answers of a task to the contract of its agent, beside what
// they are held to already. The error is about the contract: before anybody is
// asked for answers that it would refuse.
func (o *Options) bind(t *task) error {
	c, err := o.Contracts.For(t.agent)
	if err == nil {
		err = c.Ready()
	}
	if err != nil {
		return err
	}
	if o.Instructions != nil {
		text, _ := o.Instructions(t.agent)
		if t.spec = digest([]byte(text)); !o.Host.TakesAgent {
			t.told = text
		}
	}
	t.beside = c.Form != contract.JSON
	if form := c.Template(t.agent); form != "" {
		t.form = c.Ask() + "\n" + form
	}
	before := t.judge
	t.judge = func(text []byte) judged {
		v, ballot, wrong := judgeContract(c, t, text)
		j := judged{verdict: v, ballot: ballot, wrong: wrong}
		switch {
		case before != nil:
			inner := before(text)
			j.wrong = append(j.wrong, inner.wrong...)
			j.result = inner.result
		default:
			result, err := json.Marshal(v)
			if err != nil {
				panic(err) // it holds texts and numbers
			}
			j.result = result
		}
		if len(j.wrong) > 0 {
			j.result = nil
		}
		return j
	}
	return nil
}

// judgeContract judges an answer. wrong is empty if it holds a sound verdict.
func judgeContract(c *contract.Contract, t *task, text []byte) (v *Verdict, ballot *verdict.Ballot, wrong []string) {
	f := source.NewFile("answer", text)
	j := c.Judge(f, t.agent)
	v = &Verdict{Agent: j.Agent, Contract: j.Contract, Outcome: string(j.Outcome), Decision: string(j.Decision), Word: j.Word}
	for _, n := range j.Counts {
		if v.Counts == nil {
			v.Counts = map[string]int{}
		}
		v.Counts[n.Key] = n.N
	}
	for _, p := range j.Problems {
		if p.Severity != verdict.Error {
			continue
		}
		v.Rules = append(v.Rules, p.Rule)
		line := fmt.Sprintf("line %d: %s", f.LineOf(p.Span.Start), p.Message)
		if p.Help != "" {
			line += " (" + p.Help + ")"
		}
		wrong = append(wrong, line)
	}
	if j.Trouble != nil {
		wrong = append(wrong, j.Trouble.Error())
	}
	if j.Trouble != nil {
		wrong = append(wrong, j.Trouble.Error())
	}
	if j.Outcome != contract.Valid && len(wrong) == 0 {
		wrong = []string{"there is no verdict in it"}
		if j.Hint != "" {
			wrong = append(wrong, j.Hint)
		}
	}
	return v, ballotOf(t.item, &j, f), wrong
}

// ballotOf reads the votes on findings of an answer; nil if it holds none.
func ballotOf(voter string, j *contract.Judgement, f *source.File) *verdict.Ballot {
	if j.Text == nil || !slices.ContainsFunc(j.Text.Blocks, func(b verdict.Block) bool { return b.Kind.Findings() }) {
		return nil
	}
	b := verdict.NewBallot(voter, j.Text, j.Problems)
	return &b
}
