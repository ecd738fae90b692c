package gate

import (
	"path/filepath"

	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/verdict"
)

// ruling is what the ledger gets to know of one answer.
type ruling struct {
	result
	// try counts the answers to one question from 1, 0 if it is not known; of is
	// the digest of the first of them.
	try int
	of  string
}

// rule notes the outcome of the verdict check for the ledger, before the
// check's record is given back.
func (w *weighing) rule(a *state.Agent, r result) {
	if r.check != nameVerdict || outcomeOf(r.counter) == "" {
		return
	}
	w.ruling = &ruling{result: r, try: 1}
	if c := a.Checks[nameVerdict]; c != nil && c.Blocks > 0 {
		w.ruling.try, w.ruling.of = c.Blocks+1, c.First
	} else if w.turn.Active {
		w.ruling.try = 0 // somebody else blocked before, or our record is gone
	}
}

// outcomeOf is the outcome of a row for a counter of the verdict check, "" if
// there is none.
func outcomeOf(counter string) string {
	switch counter {
	case "valid":
		return ledger.Valid
	case "malformed":
		return ledger.Malformed
	case "missing", "no_message":
		return ledger.Missing
	}
	return ""
}

// digest identifies the answer, "" if there is none.
func (t *turn) digest() string {
	if t.sum == "" && t.HasMessage {
		t.sum = ledger.Digest([]byte(t.text))
	}
	return t.sum
}

// enter writes a judgement into the ledger. What goes wrong is a note for
// people and changes no decision.
func (g *Gate) enter(t *turn, r *ruling, d Decision) error {
	if g.Ledger == nil || g.Ledger.Off() || g.State.ReadOnly {
		return nil
	}
	row := ledger.Row{
		Source: "gate", Agent: verdict.BareName(t.agent), Action: string(d.Action),
		Try: r.try, Of: r.of, Answer: t.digest(), Session: t.session, Host: string(t.Host),
	}
	if r.judgement != nil {
		row.Judged(r.judgement)
	}
	// Who has to give a verdict, and whether words against it count, is decided
	// here and not by the contract.
	row.Outcome = outcomeOf(r.counter)
	if g.Options.Observe {
		row.Action = "observe"
	}
	if state.ValidID(t.AgentID) {
		row.AgentID = t.AgentID
	}
	if r.spec != nil {
		row.Spec = ledger.Digest(r.spec.Src)
	}
	dir := g.Project
	if filepath.IsAbs(t.Cwd) {
		dir = t.Cwd
	}
	row.Subject = ledger.Tree(dir, ledger.HookTime)
	return g.Ledger.Append(row)
}
