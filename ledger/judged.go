package ledger

import (
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/verdict"
)

// Judged fills in what package contract says of an answer: the contract, the
// outcome, the decision with its word and counts, and the rules that failed. An
// agent without a name gets that of its one valid block.
func (r *Row) Judged(j *contract.Judgement) {
	r.Contract, r.Decision = j.Contract, None
	switch j.Outcome {
	case contract.Valid:
		r.Outcome, r.Decision, r.Word = Valid, string(j.Decision), j.Word
		r.Counts = map[string]int{}
		for _, c := range j.Counts {
			r.Counts[c.Key] = c.N
		}
		if r.Agent == "" && j.Text != nil && len(j.Own) == 1 {
			r.Agent = verdict.BareName(j.Text.Blocks[j.Own[0]].Agent.Value)
		}
	case contract.Malformed:
		r.Outcome = Malformed
	default:
		r.Outcome = Missing
	}
	for _, p := range j.Problems {
		if p.Severity == verdict.Error {
			r.Rules = append(r.Rules, p.Rule)
		}
	}
}
