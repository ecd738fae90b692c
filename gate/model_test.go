package gate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/internal/state"
)

// A session of random stops, edits and results, each in a process of its own,
// keeps what the gate promises, whatever their order.
func TestRandomSessions(t *testing.T) {
	for seed := range uint64(25) {
		m := newModel(t, seed)
		for step := range 60 {
			m.step(step)
			if t.Failed() {
				t.Fatalf("seed %d, step %d:\n%s", seed, step, strings.Join(m.trace, "\n"))
			}
		}
		m.compareCounters()
	}
}

// budget is what a test knows of one check of one agent: the blocks since the
// check was resolved or a change opened it again.
type budget struct {
	blocks    int
	escalated bool
}

type model struct {
	t     *testing.T
	g     *Gate
	r     *rand.Rand
	now   time.Time
	trace []string

	verdicts map[string]*budget // by agent id
	ui       budget
	valid    map[string]bool // agents that gave a valid verdict
	untold   map[string]bool // agents that were let go, and nobody told yet
	counts   map[string]int
	touched  bool   // there are UI files
	outcome  string // the last result's
	edited   bool   // a UI file was touched since that result
	counted  string // the result that was counted last
}

func newModel(t *testing.T, seed uint64) *model {
	m := &model{
		t: t, g: newGate(t), r: rand.New(rand.NewPCG(seed, 5)), now: time.Unix(1_800_000_000, 0),
		verdicts: map[string]*budget{"a1": {}, "a2": {}}, valid: map[string]bool{},
		untold: map[string]bool{}, counts: map[string]int{},
	}
	m.g.Now = func() time.Time { return m.now }
	m.g.Options.VerdictRetries = 1 + m.r.IntN(3)
	m.g.Options.UI = &UI{Retries: 1 + m.r.IntN(4)}
	return m
}

func (m *model) step(n int) {
	m.now = m.now.Add(time.Duration(1+m.r.IntN(3)) * time.Second)
	switch m.r.IntN(6) {
	case 0, 1:
		m.subagent(n)
	case 2:
		m.edit()
	case 3:
		m.result()
	default:
		m.stop(n)
	}
}

// send sends a stop, and now and then a second time as settings and a plugin do.
func (m *model) send(n int, edit map[string]any) Decision {
	transcript := filepath.Join(m.g.Project, "transcript")
	if err := os.WriteFile(transcript, make([]byte, n), 0o644); err != nil {
		m.t.Fatal(err)
	}
	edit["transcript_path"] = transcript
	edit["stop_hook_active"] = m.r.IntN(2) == 0
	if m.r.IntN(3) == 0 {
		edit["effort"] = "high"
	}
	d := m.g.stop(m.t, edit)
	m.trace = append(m.trace, fmt.Sprintf("%d %v -> %s %s%s", n, edit, d.Action, d.Reason, d.Notice))
	if m.r.IntN(3) == 0 {
		if again := m.g.stop(m.t, edit); again != d {
			m.t.Errorf("the same stop again: %v, first %v", again, d)
		}
	}
	if d.Action == Block {
		m.counts["block"]++
	}
	return d
}

// subagent ends the judge a1 or the unknown a2.
func (m *model) subagent(n int) {
	id, name := "a1", "judge"
	if m.r.IntN(2) == 0 {
		id, name = "a2", "stranger"
	}
	edit := map[string]any{"agent_id": id, "agent_type": name}
	b := m.verdicts[id]
	kind := m.r.IntN(4)
	switch kind {
	case 0:
		edit["last_assistant_message"] = block(name, "ready", 0)
		m.counts["valid"]++
		m.valid[id] = true
		*b = budget{}
		delete(m.untold, id)
		if d := m.send(n, edit); d.Action != Allow {
			m.t.Errorf("valid: %v", d)
		}
		return
	case 1:
		edit["last_assistant_message"] = block(name, "ready", 1)
		m.counts["malformed"]++
	case 2:
		edit["last_assistant_message"] = "a word without a block"
		if name != "judge" || m.valid[id] {
			if d := m.send(n, edit); d.Action != Allow {
				m.t.Errorf("nothing to judge: %v", d)
			}
			return
		}
		m.counts["missing"]++
	case 3: // no message
		d := m.send(n, edit)
		if name == "judge" {
			m.counts["no_message"]++
			m.untold[id] = true
		}
		if want := map[string]Action{"judge": Tell, "stranger": Allow}[name]; d.Action != want {
			m.t.Errorf("no message: %v, want %s", d, want)
		}
		return
	}
	first := b.blocks == 0 && !b.escalated
	d := m.send(n, edit)
	active := edit["stop_hook_active"] == true
	m.spent(d, b, m.g.Options.VerdictRetries, first && active)
	if d.Action == Tell {
		m.untold[id] = true
	}
}

// spent holds a failed check against its budget. early is true if it may be let
// go with blocks left.
func (m *model) spent(d Decision, b *budget, limit int, early bool) {
	switch {
	case d.Action == Block:
		b.blocks++
		if b.escalated || b.blocks > limit {
			m.t.Errorf("block %d of %d, escalated %v", b.blocks, limit, b.escalated)
		}
	case d.Action != Tell:
		m.t.Errorf("passed in silence: %v", d)
	case !early && !b.escalated && b.blocks < limit:
		m.t.Errorf("let go after %d of %d blocks", b.blocks, limit)
	case !b.escalated:
		b.escalated = true
		m.counts["escalate"]++
	}
}

func (m *model) edit() {
	file := filepath.Join(m.g.Project, "ui", string(rune('a'+m.r.IntN(2)))+".css")
	m.g.stop(m.t, map[string]any{
		"hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": map[string]any{"file_path": file},
	})
	m.trace = append(m.trace, "edit "+file)
	m.touched, m.edited = true, true
	m.opened()
}

func (m *model) result() {
	if !m.touched {
		return
	}
	m.outcome = []string{state.Pass, state.Fail, state.Abstain}[m.r.IntN(3)]
	m.trace = append(m.trace, "result "+m.outcome)
	m.edited = false
	err := reopen(m.t, m.g).State.WriteResult(state.Result{
		SessionID: "s", Outcome: m.outcome, Covered: []string{"ui/a.css", "ui/b.css"}, Detail: "d", At: m.now.UTC().Format(time.RFC3339),
	})
	if err != nil {
		m.t.Fatal(err)
	}
	m.opened()
}

// opened gives the UI check its blocks back, once they are used up.
func (m *model) opened() {
	if m.ui.escalated {
		m.ui = budget{}
	}
}

// stop ends the main agent's turn.
func (m *model) stop(n int) {
	d := m.send(n, map[string]any{"hook_event_name": "Stop", "agent_id": nil, "agent_type": nil})
	switch {
	case !m.touched:
	case m.outcome == state.Fail || m.outcome == "" || m.edited:
		if m.outcome == state.Fail {
			m.countResult()
		}
		m.spent(d, &m.ui, m.g.Options.UI.Retries, false)
	default:
		m.countResult()
		m.ui = budget{}
		if want := map[string]Action{state.Pass: Allow, state.Abstain: Tell}[m.outcome]; d.Action != want && (want == Tell || len(m.untold) == 0) {
			m.t.Errorf("%s: %v", m.outcome, d)
		}
	}
	if d.Action == Block {
		return
	}
	for id := range m.untold {
		if !strings.Contains(d.Notice, "ended without a valid verdict") || !strings.Contains(d.Notice, map[string]string{"a1": "judge", "a2": "stranger"}[id]) {
			m.t.Errorf("%s was let go and is not told of: %v", id, d)
		}
	}
	clear(m.untold)
}

func (m *model) countResult() {
	if key := fmt.Sprint(m.outcome, m.resultAt()); m.counted != key {
		m.counted = key
		m.counts[m.outcome]++
	}
}

func (m *model) resultAt() string {
	r, err := m.g.State.Result("s")
	if err != nil || r == nil {
		m.t.Fatal(r, err)
	}
	return r.At
}

// compareCounters holds the log and the counters against what was sent.
func (m *model) compareCounters() {
	totals, err := m.g.State.Totals()
	if err != nil {
		m.t.Fatal(err)
	}
	lines, err := m.g.State.Lines()
	if err != nil {
		m.t.Fatal(err)
	}
	logged := map[string]int{}
	for _, l := range lines {
		logged[l.Counter]++
	}
	for _, name := range state.Counters() {
		if totals[name] != m.counts[name] || logged[name] != m.counts[name] {
			m.t.Errorf("%s: counted %d, logged %d, sent %d", name, totals[name], logged[name], m.counts[name])
		}
	}
	if m.t.Failed() {
		m.t.Fatal(strings.Join(m.trace, "\n"))
	}
}
