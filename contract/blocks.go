package contract

import (
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Row is why a text was judged as it was.
type Row string

// judgeBlocks judges the forms Wiki and Fields.
func (c *Contract) judgeBlocks(f *source.File, j *Judgement) {
	text := verdict.Parse(f, c.Language)
	j.Text = &text
	j.Outcome, j.Problems = None, append(text.Check(verdict.Output), text.Prose()...)
	switch {
	case verdict.Malformed(j.Problems):
		j.Outcome = Malformed
	case len(text.Blocks) > 0:
		j.Outcome = Valid
	}
}
