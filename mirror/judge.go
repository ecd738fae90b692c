package mirror

import (
	"bytes"
	"slices"

	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// judgeProblems tells of a judge whose mirrors cannot give a verdict: they are
// in step with a source that shows no block.
func (p *planner) judgeProblems(a *agent) []Problem {
	o := &p.options
	listed := func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return verdict.BareName(n) == a.name })
	}
	if !listed(o.Judges) || listed(o.NotJudges) || p.hasBlock(a) {
		return nil
	}
	f := a.spec.File
	return []Problem{{Rule: RuleVerdict, Level: Warning, Path: f.Path, File: f, Span: a.spec.Entry("name").Span, Agent: a.name,
		Message: a.name + " is a judge, but neither it nor its mirrors show its verdict block",
		Help:    "write the block at the end of the body, under \"end with exactly this block\""}}
}

// hasBlock reports whether the body teaches a verdict block of the agent, or one
// of nobody in particular.
func (p *planner) hasBlock(a *agent) bool {
	if !bytes.Contains(a.body, []byte(p.options.Language.Word())) {
		return false
	}
	t := verdict.Parse(source.NewFile(a.spec.File.Path, a.body), p.options.Language)
	_, ok := roster.Teaches(&t, nil, a.name, nil)
	return ok
}

// LostVerdict reports whether the mirror as it is lacks the verdict block that
// it should have.
func (m *Mirror) LostVerdict() bool {
	return m.Have != nil && m.Want != nil && m.word != "" &&
		bytes.Contains(m.Want, []byte(m.word)) && !bytes.Contains(m.Have, []byte(m.word))
}
