package ledger

import "slices"

// Bound is what the ledger says of one judge and one tree.
type Bound struct {
	// Here is the judge's last judgement of exactly this tree, nil if there is
	// none.
	Here *Row
	// Last is its last judgement of anything, nil if there is none.
	Last *Row
}

// Bind looks for the judgements of a judge. tree is the object name of a tree:
// a judgement of a working tree counts for the commit that was made of all of
// it. Labels, evals and replays of the past are no judgements of a tree.
func Bind(rows []Row, agent, tree string) Bound {
	var b Bound
	for i := range rows {
		r := &rows[i]
		if r.Agent != agent || slices.Contains([]string{SourceLabel, "eval", "replay"}, r.Source) || r.Answer == "" && r.Findings != nil {
			continue
		}
		if b.Last == nil || r.Time >= b.Last.Time {
			b.Last = r
		}
		if r.Subject.WorkTree() == tree && tree != "" && (b.Here == nil || r.Time >= b.Here.Time) {
			b.Here = r
		}
	}
	return b
}

// WorkTree is the object name of the tree that was judged, uncommitted changes
// included; "" if it is not known.
func (s *Subject) WorkTree() string {
	if s == nil || len(s.Unknown) > 0 {
		return ""
	}
	if s.Dirty != "" {
		return s.Dirty
	}
	return s.Tree
}

// Agents are the judges of exactly this tree, sorted.
func Agents(rows []Row, tree string) []string {
	var agents []string
	for i := range rows {
		r := &rows[i]
		if r.Agent != "" && !slices.Contains(agents, r.Agent) && Bind(rows[i:i+1], r.Agent, tree).Here != nil {
			agents = append(agents, r.Agent)
		}
	}
	slices.Sort(agents)
	return agents
}
