package gate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/verdict"
)

// settle makes one decision of the results, by what is remembered of the
// session, and remembers it.
func (g *Gate) settle(t *turn, results []result) Decision {
	d := Decision{Action: Allow}
	if !g.worthKeeping(t, results) {
		return g.answer(t, d, nil)
	}
	t.fingerprint()
	var ruled *ruling
	weigh := func(s *state.Session, kept bool) []state.Line {
		w := weighing{gate: g, turn: t, session: s, kept: kept}
		d = w.weigh(results)
		t.shown, ruled = s.Agents[t.key], w.ruling
		return w.lines
	}
	var err error
	if t.session == "" {
		err = g.State.Append(weigh(&state.Session{}, false)...)
	} else {
		err = g.State.Update(t.session, weigh)
	}
	if ruled != nil {
		// A disk that takes nothing is told once.
		if cause := g.enter(t, ruled, d); cause != nil && err == nil {
			t.notes = append(t.notes, "the judgement is not in the ledger: "+cause.Error())
		}
	}
	return g.answer(t, d, err)
}

// worthKeeping reports whether the results or what is remembered of the
// session ask for more than a silent answer.
func (g *Gate) worthKeeping(t *turn, results []result) bool {
	for _, r := range results {
		if r.counter != "" || r.outcome > passed {
			return true
		}
	}
	// Most stops ask for nothing, so the file is decoded only if it can matter.
	if t.session == "" || !g.State.Mentions(t.session, t.key, "untold") {
		return false
	}
	s := g.State.Session(t.session)
	if t.Kind == Stop && len(s.Untold) > 0 {
		return true
	}
	a := s.Agents[t.key]
	// What was told may have to be told again, to the same stop's second hook.
	return a != nil && (len(a.Checks) > 0 || a.Stopped == "" || a.Seen != nil && a.Seen.Action == string(Tell))
}

// answer adds the notes and what went wrong with the state to a decision.
func (g *Gate) answer(t *turn, d Decision, err error) Decision {
	notes := append(t.notes, g.State.Notes()...)
	busy := errors.Is(err, state.ErrBusy)
	if err != nil && !busy {
		notes = append(notes, err.Error())
	}
	if d.Action == Block && g.Options.Observe {
		d = Decision{Action: Allow, Notice: "observe mode, not blocked: " + firstLine(d.Reason)}
	}
	if d.Action == Allow && err != nil && !busy {
		d.Action = Trouble
		g.countTrouble(t.Event, err.Error())
	}
	d.Notice = join(append([]string{d.Notice}, notes...))
	return d
}

// countTrouble logs an event that could not be judged or remembered, as far as
// the state lets it.
func (g *Gate) countTrouble(ev *Event, reason string) {
	w := weighing{gate: g, turn: g.newTurn(ev, ev.Agent)}
	w.line("", "input_error", reason)
	w.lines[0].Decision = string(Trouble)
	_ = g.State.Append(w.lines...) // what cannot be written is told in the answer
}

func join(parts []string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "; ")
}

// weighing is one run over the results with one state of the session.
type weighing struct {
	gate    *Gate
	turn    *turn
	session *state.Session
	kept    bool // what is changed in session will be remembered

	lines []state.Line
	// blocking and used are failed checks with and without blocks left;
	// escalated are those whose last block was used up before and now.
	blocking, used, escalated []result
	tells                     []string
	ruling                    *ruling // of the verdict check, nil if it has none
	told                      string  // what was told of a check that passed
}

func (w *weighing) weigh(results []result) Decision {
	t, s := w.turn, w.session
	if d, ok := w.seenBefore(); ok {
		return d
	}
	knownAgent := s.Known(t.key)
	a := s.Agent(t.key)
	a.Name = verdict.BareName(t.agent)
	if a.Stopped == "" {
		a.Stopped = w.gate.stamp()
	}
	var trouble []string
	for _, r := range results {
		if r.missing && a.Valid {
			continue // it gave its verdict before, this is a follow-up answer
		}
		w.count(r)
		w.rule(a, r)
		if r.tell != "" {
			w.tells, w.told = append(w.tells, w.who()+": "+r.tell), r.tell
		}
		switch r.outcome {
		case passed, skipped:
			w.resolve(a, r)
		case abstained:
			w.tells = append(w.tells, r.short)
			if r.check == nameUI { // an abstention that covers all resolves it
				a.Resolve(r.check)
			}
		case troubled:
			trouble = append(trouble, r.short)
			w.line(r.check, "input_error", r.short)
		case failed:
			w.spend(a, r, knownAgent)
		}
	}
	d := w.conclude(a, trouble)
	w.finish(a, d)
	return d
}

// seenBefore returns the recorded answer if this is a stop that reached us
// before: settings and a plugin can both start the gate.
func (w *weighing) seenBefore() (Decision, bool) {
	a := w.session.Agents[w.turn.key]
	if a == nil || a.Seen == nil || !w.turn.hasTranscript {
		return Decision{}, false
	}
	if a.Seen.Payload != w.turn.print || a.Seen.Transcript != w.turn.transcript {
		return Decision{}, false
	}
	return Decision{Action: Action(a.Seen.Action), Reason: a.Seen.Reason, Notice: a.Seen.Notice}, true
}

// count logs what a check found, one result of the UI checks only once.
func (w *weighing) count(r result) {
	if r.counter == "" || r.outcome == troubled {
		return
	}
	if r.countOnce != "" {
		if w.session.Counted == r.countOnce {
			return
		}
		w.session.Counted = r.countOnce
	}
	w.line(r.check, r.counter, r.short)
}

func (w *weighing) line(check, counter, reason string) {
	t := w.turn
	l := state.Line{
		Host: string(t.Host), Event: t.Name, SessionID: t.session, Agent: verdict.BareName(t.agent),
		Check: check, Counter: counter, Reason: reason, Observe: w.gate.Options.Observe,
	}
	if state.ValidID(t.AgentID) {
		l.AgentID = t.AgentID
	}
	w.lines = append(w.lines, l)
}

// resolve gives the blocks of a check back. An answer without any verdict
// resolves nothing for an agent that gave a malformed one.
func (w *weighing) resolve(a *state.Agent, r result) {
	if r.outcome == skipped && r.check == nameVerdict {
		return
	}
	a.Resolve(r.check)
	if r.counter == "valid" {
		a.Valid = true
		w.session.Untold = slices.DeleteFunc(w.session.Untold, func(u state.Untold) bool {
			return u.AgentID == w.turn.key && (u.Check == nameVerdict || u.Check == untoldProse)
		})
	}
}

// spend decides whether a failed check has a block left. The host's flag
// counts only where nothing of ours can: the host's own cap is reset by any
// tool call, and the flag is one bit.
func (w *weighing) spend(a *state.Agent, r result, knownAgent bool) {
	active := w.turn.Active
	if !w.kept {
		w.spendUnkept(a, r)
		return
	}
	if c := a.Checks[r.check]; c != nil && c.Escalated && r.check == nameUI && c.Unresolved != r.unresolved {
		a.Resolve(r.check) // something changed: a fresh budget
	}
	c := a.Check(r.check)
	c.Reason = clip(r.short, 1, 300)
	switch {
	case c.Escalated, c.Blocks >= w.gate.Options.budget(r.check):
		w.used = append(w.used, r)
	case r.check != nameUI && active && !knownAgent:
		// Somebody else blocked before, or our record is gone.
		w.used = append(w.used, r)
	default:
		w.blocking = append(w.blocking, r)
	}
}

// spendUnkept is spend where a block cannot be remembered. It blocks only if
// the host will say so at the next stop: else nothing would end the blocks.
func (w *weighing) spendUnkept(a *state.Agent, r result) {
	c := a.Checks[r.check]
	if c == nil {
		c = &state.Check{}
	}
	why := ""
	switch {
	case w.turn.Active:
		why = "it was blocked before"
	case c.Escalated || c.Blocks >= w.gate.Options.budget(r.check):
		why = "its blocks were used up before"
	case !w.turn.flagCounts():
		why = "this client does not say whether it was blocked before"
	default:
		w.blocking = append(w.blocking, r)
		return
	}
	w.tells = append(w.tells, w.who()+" is let go, nothing can be remembered and "+why+": "+r.short)
	if !c.Escalated {
		w.escalated = append(w.escalated, r)
	}
}

func (w *weighing) who() string {
	if name := verdict.BareName(w.turn.agent); name != "" {
		return clip(name, 1, 100)
	}
	return "the agent"
}

// conclude makes one decision. As long as one check has a block left, the
// agent gets one reason that names all failed checks; those used up are not
// let go yet.
func (w *weighing) conclude(a *state.Agent, trouble []string) Decision {
	if len(w.blocking) > 0 {
		if w.kept {
			for _, r := range w.blocking {
				c := a.Check(r.check)
				if c.Blocks++; c.Blocks == 1 && r.check == nameVerdict {
					c.First = w.turn.digest()
				}
			}
		}
		all := append(slices.Clone(w.blocking), w.used...)
		slices.SortStableFunc(all, func(x, y result) int { return order(x.check) - order(y.check) })
		w.line(names(all), "block", shorts(all))
		return Decision{Action: Block, Reason: reasons(all)}
	}
	for _, r := range w.used {
		w.letGo(a, r)
	}
	if len(w.escalated) > 0 {
		w.line(names(w.escalated), "escalate", shorts(w.escalated))
	}
	if w.turn.Kind == Stop {
		w.tellUntold()
	}
	switch {
	case len(w.tells) > 0:
		return Decision{Action: Tell, Notice: "judgelint: " + join(append(w.tells, trouble...))}
	case len(trouble) > 0:
		return Decision{Action: Trouble, Notice: join(trouble)}
	}
	return Decision{Action: Allow}
}

// letGo tells of a check that has no block left.
func (w *weighing) letGo(a *state.Agent, r result) {
	c := a.Check(r.check)
	after := "after " + plural(c.Blocks, "block", "blocks")
	if c.Blocks == 0 {
		after = "unblocked (the client says that it was blocked before, we have no record of it)"
	}
	w.tells = append(w.tells, fmt.Sprintf("%s is let go %s, the %s check is unresolved: %s", w.who(), after, r.check, r.short))
	if !c.Escalated {
		w.escalated = append(w.escalated, r)
	}
	c.Escalated, c.Unresolved = true, r.unresolved
}

// tellUntold tells of subagents that were let go: in some clients nobody sees
// what is told at their own stop.
func (w *weighing) tellUntold() {
	by := map[string][]string{}
	for _, u := range w.session.Untold {
		by[u.Check] = append(by[u.Check], fmt.Sprintf("%s (%s)", u.Agent, u.Reason))
	}
	if list := by[nameVerdict]; len(list) > 0 {
		w.tells = append(w.tells, plural(len(list), "agent", "agents")+" ended without a valid verdict: "+strings.Join(limit(list, 5), ", "))
	}
	if list := by[nameClaims]; len(list) > 0 {
		w.tells = append(w.tells, plural(len(list), "agent", "agents")+" ended with an untraceable claim: "+strings.Join(limit(list, 5), ", "))
	}
	if list := by[untoldProse]; len(list) > 0 {
		w.tells = append(w.tells, plural(len(list), "agent", "agents")+" ended with words against the verdict: "+strings.Join(limit(list, 5), ", "))
	}
	w.session.Untold = nil
}

// untoldProse marks an agent whose verdict is valid and whose words speak
// against it.
const untoldProse = "prose"

// finish remembers the answer.
func (w *weighing) finish(a *state.Agent, d Decision) {
	t := w.turn
	for i := range w.lines {
		w.lines[i].Decision = string(d.Action)
	}
	if t.Kind == SubagentStop && d.Action == Tell {
		w.remember(d)
	}
	a.Rejected = nil
	if d.Action == Block && t.Host == Gemini {
		print := fingerprintOf([]byte(t.Message))
		a.Rejected = &print
	}
	if t.hasTranscript && (len(w.lines) > 0 || d.Action != Allow) {
		a.Seen = &state.Seen{Payload: t.print, Transcript: t.transcript, Action: string(d.Action), Reason: d.Reason, Notice: d.Notice}
	}
}

// remember keeps a subagent that was let go for the next Stop of the session.
func (w *weighing) remember(d Decision) {
	check := nameVerdict
	if len(w.used) > 0 && w.used[0].check == nameClaims {
		check = nameClaims
	}
	u := state.Untold{AgentID: w.turn.key, Agent: w.who(), Check: check, Reason: clip(strings.TrimPrefix(d.Notice, "judgelint: "), 1, 300)}
	switch {
	case len(w.used) > 0:
		u.Reason = clip(w.used[0].short, 1, 300)
	case w.told != "":
		u.Check, u.Reason = untoldProse, clip(w.told, 1, 300)
	}
	w.session.Untold = slices.DeleteFunc(w.session.Untold, func(o state.Untold) bool { return o.AgentID == u.AgentID })
	w.session.Untold = append(w.session.Untold, u)
}

func order(check string) int {
	return slices.Index([]string{nameVerdict, nameClaims, nameUI}, check)
}

func names(results []result) string {
	var all []string
	for _, r := range results {
		all = append(all, r.check)
	}
	return strings.Join(all, ",")
}

func shorts(results []result) string {
	var all []string
	for _, r := range results {
		all = append(all, r.short)
	}
	return strings.Join(all, "; ")
}

// reasons joins the reasons, the longest of them cut until they fit.
func reasons(results []result) string {
	const room = maxLines - 2
	sizes := make([]int, len(results))
	sum := 0
	for i, r := range results {
		sizes[i] = strings.Count(r.reason, "\n") + 1
		sum += sizes[i]
	}
	for ; sum > room; sum-- {
		longest := 0
		for i := range sizes {
			if sizes[i] > sizes[longest] {
				longest = i
			}
		}
		sizes[longest]--
	}
	all := make([]string, len(results))
	for i, r := range results {
		all[i] = clip(r.reason, sizes[i], (maxChars-200)/len(results))
	}
	return strings.Join(all, "\n")
}
