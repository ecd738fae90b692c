package lint

import (
	"path"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// contractOf returns the declared contract of an agent, or nil. Two contracts
// that both fit are told by the commands that judge.
func (l *Linter) contractOf(agent string) *contract.Contract {
	if len(l.Contracts.Declared) == 0 || agent == "" || verdict.Listed(l.NotJudges, agent) {
		return nil
	}
	c, err := l.Contracts.For(agent)
	if err != nil || c.Form == contract.Wiki {
		return nil
	}
	return c
}

// outputContract is the declared contract of an output, which is known if the
// file, up to its first dot, or its folder bears the name of an agent.
func (l *Linter) outputContract(p *Pass) *contract.Contract {
	if p.Kind != Output || len(l.Contracts.Declared) == 0 {
		return nil
	}
	file, _, _ := strings.Cut(path.Base(p.File.Path), ".")
	for _, name := range []string{file, path.Base(path.Dir(p.File.Path))} {
		if c := l.contractOf(name); c != nil {
			return c
		}
	}
	return nil
}

// judgeOutput judges an output by a declared contract.
func (l *Linter) judgeOutput(p *Pass, c *contract.Contract) {
	j := c.Judge(p.File, "")
	p.Problems = j.Problems
	if j.Text != nil {
		p.Text = j.Text
	}
	if j.Trouble != nil {
		p.Problems = append(p.Problems, verdict.Problem{Rule: "contract-schema", Span: p.File.Line(1), Block: -1,
			Message: "the contract " + c.Name + " cannot be used: " + j.Trouble.Error(), Help: "mend the schema"})
	}
	for i := range p.Problems {
		if p.Problems[i].Span == (source.Span{}) {
			p.Problems[i].Span = p.File.Line(1)
		}
	}
}
