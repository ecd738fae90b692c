// Package gate decides whether a coding agent may end its turn: whether a
// judge gave a sound verdict, whether a claim of completion is traceable,
// whether touched UI files are verified.
//
//	ev, err := gate.DecodeEvent(os.Stdin)
//	d := g.Decide(ev)
//	exit := d.Write(os.Stdout, os.Stderr, asJSON)
//
// Two rules decide all hard cases: trouble never blocks an agent, and a bad
// verdict never passes silently. The package knows no configuration file, no
// flags and no lint rules.
package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
)

// Gate decides the events of one project.
type Gate struct {
	Options Options
	// Project is the root of the project.
	Project string
	// As is the name under which the hook runs: the agent of events that name
	// none. Empty means nobody.
	As string
	// Forgetful is true if nothing must be remembered, because the event
	// belongs to no project.
	Forgetful bool
	// State is the project's state folder.
	State *state.Folder
	// Ledger is where judgements are recorded; nil records none.
	Ledger *ledger.Book
	// Roster knows the judges. It is called when a name has to be looked up.
	Roster func() *roster.Roster
	// Ignored reports whether a file, given relative to the project, is
	// ignored by the version control. Nil means that none is.
	Ignored func(project, path string) bool
	// Settings are the settings files in which the gate can be registered.
	Settings []string
	// PluginHook is true if the hook itself comes from a plugin.
	PluginHook bool
	Now        func() time.Time
}

// outcome is what one check found.
type outcome int

const (
	skipped   outcome = iota // nothing to check, or nothing that counts
	passed                   // resolved: the check's blocks are given back
	abstained                // let go, and told
	failed                   // block, while there are blocks left
	troubled                 // the check could not be made
)

// String is the word of --explain.
func (o outcome) String() string {
	return [...]string{"skip", "pass", "abstain", "fail", "trouble"}[o]
}

// result is the outcome of one check.
type result struct {
	check    string
	outcome  outcome
	row      string // the row of the check's table
	counter  string // what is counted, or ""
	reason   string // for the agent
	short    string // the same in one line, for people and the log
	standing roster.Standing
	// contract names the contract by which a text was judged, rules what the text
	// breaks of it.
	contract string
	rules    []string
	// missing is true for a judge without any marker: a verdict that it gave
	// earlier in the session is enough.
	missing bool
	// judgement is what the answer says, nil if nobody read it; spec is the
	// agent's spec, nil if there is none.
	judgement *contract.Judgement
	spec      *source.File
	// tell is what the user is told although the check passed.
	tell string
	// unresolved names the state that a used-up check let go; countOnce the
	// thing that is counted only once.
	unresolved, countOnce string
}

// Decide answers one event. It is total: whatever goes wrong is Trouble, which
// does not block.
func (g *Gate) Decide(ev *Event) Decision {
	d, _ := g.Explain(ev)
	return d
}

// Explain is Decide with what led to the decision.
func (g *Gate) Explain(ev *Event) (Decision, Explanation) {
	agent := ev.Agent
	if agent == "" {
		agent = g.As
	}
	x := Explanation{Version: 1, Host: ev.Host, Event: ev.Name, Agent: agent, Checks: []ExplainedCheck{}}
	d := g.decide(ev, agent, &x)
	x.Decision, x.Reason, x.Notice = d.Action, d.Reason, d.Notice
	return d, x
}

func (g *Gate) decide(ev *Event, agent string, x *Explanation) Decision {
	switch ev.Kind {
	case Edit:
		return g.record(ev)
	case SubagentStart:
		return g.noteStart(ev, agent)
	case ConfigChange:
		return g.protect(ev, x)
	case Stop:
		// Within a subagent SubagentStop follows, and after a subagent that
		// still runs in the background another Stop does.
		if ev.AgentID != "" || ev.Waiting {
			return Decision{Action: Allow}
		}
	case SubagentStop:
	default:
		return Decision{Action: Allow}
	}
	t := g.newTurn(ev, agent)
	results := g.check(t)
	for _, r := range results {
		x.add(r)
	}
	d := g.settle(t, results)
	x.State = t.shown
	return d
}

// turn is one stop in front of the gate.
type turn struct {
	*Event
	agent string // its name, with the prefix of a plugin
	// session is the session id, empty if it is not usable; key is the agent's
	// key in the session.
	session, key string
	notes        []string
	// print is the fingerprint of the payload and transcript the size of the
	// agent's transcript: together they tell one stop from another.
	print         state.Print
	transcript    int64
	hasTranscript bool
	// text is the part of the message that was judged, sum its digest, made when
	// it is asked for.
	text, sum string
	// shown is the agent's record after the decision, for --explain.
	shown *state.Agent
}

func (g *Gate) newTurn(ev *Event, agent string) *turn {
	t := &turn{Event: ev, agent: agent, session: ev.SessionID}
	switch {
	case g.Forgetful:
		t.session = ""
	case ev.SessionID != "" && !state.ValidID(ev.SessionID):
		t.session = ""
		t.notes = append(t.notes, badSession(ev))
	case ev.AgentID != "" && !state.ValidID(ev.AgentID):
		t.session = ""
		t.notes = append(t.notes, fmt.Sprintf("agent id %q is not usable as a name, so the stop has no session", clip(ev.AgentID, 1, 140)))
	}
	switch {
	case ev.Kind == Stop:
		t.key = state.Main
	case ev.AgentID != "":
		t.key = ev.AgentID
	default:
		t.key = "(" + clip(agent, 1, 100) + ")" // no id of any agent has this form
	}
	return t
}

func badSession(ev *Event) string {
	return fmt.Sprintf("session id %q is not usable as a file name, so the event has no session", clip(ev.SessionID, 1, 140))
}

// check runs the checks of a stop in the order of their reasons.
func (g *Gate) check(t *turn) []result {
	var me roster.Agent
	if t.agent != "" {
		me = g.Roster().Agent(t.agent)
	}
	isJudge := func(name string) bool { return g.Roster().Agent(name).Standing == roster.Judge }
	t.text = g.fresh(t)
	results := []result{checkVerdict(t.text, t.HasMessage, me, &g.Options, isJudge)}
	if t.Kind == Stop {
		if t.agent == "" && results[0].outcome == failed {
			results[0].outcome = abstained // nobody is named, so it is only told
		}
		if t.session != "" {
			results = append(results, g.checkUI(t.session))
		}
	} else if g.Options.Claims != nil && t.HasMessage {
		results = append(results, checkClaimsIn(t.Message, g.Options.Claims))
	}
	return unblockable(t, results)
}

// fresh is the part of the message that was not rejected before: Gemini CLI
// sends the rejected text again, in front of the new one.
func (g *Gate) fresh(t *turn) string {
	if t.Host != Gemini || t.session == "" || !g.State.Exists() {
		return t.Message
	}
	a := g.State.Session(t.session).Agents[t.key]
	if a == nil || a.Rejected == nil || len(t.Message) <= a.Rejected.Bytes {
		return t.Message
	}
	if old := t.Message[:a.Rejected.Bytes]; fingerprintOf([]byte(old)) != *a.Rejected {
		return t.Message
	}
	if rest := strings.TrimSpace(t.Message[a.Rejected.Bytes:]); rest != "" {
		return rest
	}
	return t.Message
}

func fingerprintOf(text []byte) state.Print {
	sum := sha256.Sum256(text)
	return state.Print{Bytes: len(text), Sum: hex.EncodeToString(sum[:])}
}

// noteStart remembers that a judge began, so that audit finds those that never
// reached a stop.
func (g *Gate) noteStart(ev *Event, agent string) Decision {
	d := Decision{Action: Allow}
	if agent == "" || !state.ValidID(ev.SessionID) || !state.ValidID(ev.AgentID) {
		return d
	}
	me := g.Roster().Agent(agent)
	if me.Standing != roster.Judge {
		return d
	}
	err := g.State.Update(ev.SessionID, func(s *state.Session, _ bool) []state.Line {
		if a := s.Agent(ev.AgentID); a.Started == "" {
			a.Name, a.Started = me.Name, g.stamp()
		}
		return nil
	})
	if err != nil {
		g.countTrouble(ev, err.Error())
		d = Decision{Action: Trouble, Notice: "the start of " + me.Name + " is not noted: " + err.Error()}
	}
	return d
}

func (g *Gate) stamp() string { return g.Now().UTC().Format(time.RFC3339) }

// fingerprint looks at the payload and the agent's transcript.
func (t *turn) fingerprint() {
	if t.Transcript == "" {
		return
	}
	info, err := os.Stat(t.Transcript)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	t.print, t.transcript, t.hasTranscript = fingerprintOf(t.payload), info.Size(), true
}

// Explanation is a decision with what led to it.
type Explanation struct {
	Version  int              `json:"version"`
	Decision Action           `json:"decision"`
	Host     Host             `json:"host"`
	Event    string           `json:"event"`
	Agent    string           `json:"agent"`
	Checks   []ExplainedCheck `json:"checks"`
	Reason   string           `json:"reason"`
	Notice   string           `json:"notice"`
	// State is the agent's record as it would be kept; nil if there is none.
	State *state.Agent `json:"state,omitempty"`
}

// ExplainedCheck is one check of a decision.
type ExplainedCheck struct {
	Name   string `json:"name"`
	Result string `json:"result"`
	// Row is the row of the check's table that decided.
	Row string `json:"row"`
	// Standing is what is known of the agent: judge, other or unknown.
	Standing string `json:"standing,omitempty"`
	// Contract is the contract by which the text was judged, Rules are what it
	// breaks of it, in document order.
	Contract string   `json:"contract,omitempty"`
	Rules    []string `json:"rules,omitempty"`
	Reason   string   `json:"reason"`
}

func (x *Explanation) add(r result) {
	c := ExplainedCheck{Name: r.check, Result: r.outcome.String(), Row: r.row, Reason: r.short}
	if r.check == nameVerdict {
		c.Standing, c.Contract, c.Rules = r.standing.String(), r.contract, r.rules
	}
	x.Checks = append(x.Checks, c)
}
