package contract

import (
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Row is why a text was judged as it was.
type Row string

// The rows of the block language. The first that fits holds.
const (
	// RowDeep: the structure is nested deeper, or has more Markdown blocks, than
	// is read, and the text holds a block of its own or a hidden one.
	RowDeep Row = "nested too deeply, or too many Markdown blocks"
	// RowTwoOwn: two blocks of the agent itself, an echoed template counts.
	RowTwoOwn Row = "two own blocks"
	// RowOwnValid and RowOwnBad: one own block.
	RowOwnValid Row = "own block, valid"
	RowOwnBad   Row = "own block, malformed"
	// RowBeside: one own block, which is valid, and beside it one that is hidden
	// or misspelled and does not plainly name another agent.
	RowBeside Row = "own block, valid, beside a hidden one"
	// RowRelay: no own block, and blocks of several other agents.
	RowRelay Row = "relay: blocks of other agents"
	// RowForeign: no own block, and one that names another agent.
	RowForeign Row = "one block of another agent"
	// RowPlaceholder: an own block that nobody filled in.
	RowPlaceholder Row = "only placeholders"
	RowHidden      Row = "hidden marker"
	RowQuoted      Row = "quoted markers only"
	RowNoMarker    Row = "no marker"
)

// judgeBlocks judges the forms Wiki and Fields.
func (c *Contract) judgeBlocks(f *source.File, j *Judgement) {
	c.judgeText(verdict.Parse(f, c.Language), j)
}

// JudgeText is Judge for a caller that has read the block language already.
// The contract has the form Wiki or Fields.
func (c *Contract) JudgeText(t verdict.Text, agent string) Judgement {
	j := Judgement{Contract: c.Name, Agent: verdict.BareName(agent), Decision: Undecided}
	c.judgeText(t, &j)
	return j
}

func (c *Contract) judgeText(text verdict.Text, j *Judgement) {
	mine, kept := text.Of(j.Agent)
	j.Text, j.Own, j.mine = &text, kept, mine
	j.Problems = append(mine.Check(verdict.Output), mine.Prose()...)
	for i, p := range j.Problems {
		if p.Block >= 0 {
			j.Problems[i].Block = kept[p.Block]
		}
	}
	j.Outcome = None
	switch {
	case verdict.Malformed(j.Problems):
		j.Outcome = Malformed
	case len(mine.Blocks) > 0:
		j.Outcome = Valid
	}
	j.Row = row(&mine, j)
	if len(mine.Blocks) == 1 {
		c.says(&mine.Blocks[0], j)
	}
}

// says fills in what the one own block of a text says.
func (c *Contract) says(b *verdict.Block, j *Judgement) {
	j.At = b.Span
	v, _ := b.Verdict()
	j.Word = v.Value
	for _, key := range b.Kind.Counts {
		f, _ := b.Field(key)
		if n, ok := verdict.Number(f.Value); ok {
			j.Counts = append(j.Counts, Count{key, n})
		}
	}
	if j.Outcome == Valid {
		j.Decision = c.decision(b.Kind, j.Word)
	}
}

// row is the first row that fits. mine is the text as the agent's answer.
func row(mine *verdict.Text, j *Judgement) Row {
	all, own := len(j.Text.Blocks), mine.Blocks
	filled := filled(own)
	switch {
	case j.Text.Deep >= 0 && (len(own) > 0 || markerRow(mine) == RowHidden):
		return RowDeep
	case j.Agent == "" && all > 1 && commonAgent(own) == "":
		return RowRelay
	case filled > 0 && len(own) > 1:
		return RowTwoOwn
	case filled == 1:
		return ownRow(j)
	case all-len(own) > 1:
		return RowRelay
	case all == 1 && len(own) == 0:
		return RowForeign
	case all > 0:
		return RowPlaceholder
	}
	return markerRow(mine)
}

// ownRow is the row of one own block.
func ownRow(j *Judgement) Row {
	r := RowOwnValid
	for _, p := range j.Problems {
		switch {
		case p.Severity != verdict.Error:
		case p.Block >= 0:
			return RowOwnBad
		default:
			r = RowBeside
		}
	}
	return r
}

func markerRow(mine *verdict.Text) Row {
	r := RowNoMarker
	for _, m := range mine.Markers {
		if !m.Quoted {
			return RowHidden
		}
		r = RowQuoted
	}
	return r
}

// filled is the number of blocks that are no mere template for some agent.
func filled(own []verdict.Block) int {
	n := 0
	for i := range own {
		if !verdict.IsPlaceholder(own[i].Agent.Value) || !own[i].PlaceholderOnly() {
			n++
		}
	}
	return n
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
