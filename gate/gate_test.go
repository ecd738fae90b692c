package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/roster"
)

// newGate returns a gate over a new project with the judge "judge" and the
// writer "writer".
func newGate(t testing.TB) *Gate {
	t.Helper()
	project := t.TempDir()
	agents := filepath.Join(project, ".claude", "agents")
	if err := os.MkdirAll(agents, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{"judge": "End with:\n\n" + block("judge", "ready|not-ready|blocked", 0), "writer": "You write.\n"} {
		spec := "---\nname: " + name + "\ndescription: d\n---\n" + body
		if err := os.WriteFile(filepath.Join(agents, name+".md"), []byte(spec), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return reopen(t, &Gate{Project: project, Now: time.Now})
}

// reopen gives the gate a new state folder and roster, as a new process has.
func reopen(t testing.TB, g *Gate) *Gate {
	t.Helper()
	if g.State != nil {
		g.State.Close()
	}
	var err error
	if g.State, err = state.Open(g.Project, ".judgelint", g.Now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.State.Close)
	folders := []roster.Folder{{Dir: filepath.Join(g.Project, ".claude", "agents")}}
	g.Roster = func() *roster.Roster { return roster.New(folders, roster.Options{}) }
	return g
}

// stop sends a stop, given by its differences from that of judge a1.
func (g *Gate) stop(t testing.TB, edit map[string]any) Decision {
	t.Helper()
	ev := map[string]any{"hook_event_name": "SubagentStop", "session_id": "s", "agent_id": "a1", "agent_type": "judge", "cwd": g.Project}
	for k, v := range edit {
		ev[k] = v
	}
	data, err := json.Marshal(ev)
	if err != nil {
		t.Fatal(err)
	}
	e, err := DecodeEvent(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return reopen(t, g).Decide(e)
}

func says(text string) map[string]any { return map[string]any{"last_assistant_message": text} }

// A cycle of correcting one check and failing another is bounded: only a
// resolved check gives its blocks back.
func TestBudgets(t *testing.T) {
	g := newGate(t)
	g.Options.Claims = &Claims{}
	g.Options.VerdictRetries = 2
	bad, good := block("judge", "ready", 1), block("judge", "ready", 0)
	steps := []struct {
		text string
		want Action
	}{
		{"DONE\n\n" + bad, Block}, // verdict 1 of 2, claims 1 of 1
		{"DONE\n\n" + bad, Block}, // verdict 2 of 2
		{"DONE\n\n" + bad, Tell},
		{"DONE\n\n" + bad, Tell},
		{bad, Tell},               // claims resolved, verdict not
		{"DONE\n\n" + bad, Block}, // claims again
		{good, Allow},
		{bad, Block},
	}
	for i, s := range steps {
		if d := g.stop(t, says(s.text)); d.Action != s.want {
			t.Errorf("step %d: %v, want %v (%s%s)", i+1, d.Action, s.want, d.Reason, d.Notice)
		}
	}
}

// An agent without a valid answer does not get its blocks back by saying nothing.
func TestSilenceResolvesNothing(t *testing.T) {
	g := newGate(t)
	unknown := map[string]any{"agent_type": "general-purpose"}
	for i, s := range []struct {
		text string
		want Action
	}{{block("x", "ready", 1), Block}, {"nothing", Allow}, {block("x", "ready", 1), Tell}} {
		edit := says(s.text)
		edit["agent_type"] = unknown["agent_type"]
		if d := g.stop(t, edit); d.Action != s.want {
			t.Errorf("step %d: %v, want %v", i+1, d.Action, s.want)
		}
	}
}

// unwritable makes a project's state unfit for writing, also for root.
func unwritable(t *testing.T, g *Gate) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(g.Project, ".judgelint", "lock"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// If nothing can be remembered, only the flag of the host can end the blocks.
func TestStateNotWritable(t *testing.T) {
	g := newGate(t)
	unwritable(t, g)
	bad := says(block("judge", "ready", 1))
	bad["stop_hook_active"] = false
	for range 3 {
		if d := g.stop(t, bad); d.Action != Block || !strings.Contains(d.Notice, "lock") {
			t.Errorf("flag false: %v, %s", d.Action, d.Notice)
		}
	}
	bad["stop_hook_active"] = true
	if d := g.stop(t, bad); d.Action != Tell || !strings.Contains(d.Notice, "blocking is 1") {
		t.Errorf("flag true: %v, %s", d.Action, d.Notice)
	}
	// A good answer that cannot be counted is trouble, not a block.
	if d := g.stop(t, says(block("judge", "ready", 0))); d.Action != Trouble || strings.Contains(d.Notice, "\n") {
		t.Errorf("valid: %v, %q", d.Action, d.Notice)
	}
	if d := g.stop(t, map[string]any{"agent_type": "writer", "last_assistant_message": "x"}); d.Action != Allow {
		t.Errorf("nothing to count: %v", d.Action)
	}
}

// If nothing can be remembered, a client whose flag does not tell a retry from a
// first stop is never blocked: it would be blocked for ever.
func TestNotRememberedAndNoFlag(t *testing.T) {
	bad := block("judge", "ready", 1)
	for _, c := range []struct {
		name string
		edit map[string]any
		want Action
	}{
		{"claude", map[string]any{"effort": "high", "stop_hook_active": false}, Block},
		{"codex", map[string]any{"turn_id": "1", "stop_hook_active": false}, Block},
		{"gemini", map[string]any{"hook_event_name": "AfterAgent", "agent_id": nil, "stop_hook_active": false}, Block},
		{"copilot", map[string]any{"stop_reason": "end_turn", "timestamp": "t", "stop_hook_active": false}, Tell},
		{"copilot, camelCase", map[string]any{
			"hook_event_name": nil, "session_id": nil, "sessionId": "s", "stopReason": "end_turn",
			"response": bad, "agentName": "judge", "stop_hook_active": false,
		}, Tell},
		{"generic", map[string]any{"stop_hook_active": false}, Block},
		{"generic, without the flag", nil, Tell},
	} {
		for _, session := range []string{"s", "a/b"} {
			g := newGate(t)
			if session == "s" {
				unwritable(t, g)
			}
			edit := map[string]any{"session_id": session, "last_assistant_message": bad}
			for k, v := range c.edit {
				edit[k] = v
			}
			if edit["sessionId"] != nil {
				edit["sessionId"] = session
			}
			for range 3 {
				if d := g.stop(t, edit); d.Action != c.want {
					t.Errorf("%s, session %q: %v, want %v (%s%s)", c.name, session, d.Action, c.want, d.Reason, d.Notice)
				}
			}
			wantEscalate := 0
			if c.want == Tell {
				wantEscalate = 3 // the log works, without a memory that these are one
			}
			if counts, _ := g.State.Totals(); counts["escalate"] != wantEscalate {
				t.Errorf("%s, session %q: escalate = %d, want %d", c.name, session, counts["escalate"], wantEscalate)
			}
		}
	}
	// An event that was made by hand lacks what every client sends.
	for _, key := range []string{"session_id", "cwd"} {
		g := newGate(t)
		unwritable(t, g)
		if d := g.stop(t, map[string]any{key: nil, "last_assistant_message": bad}); d.Action != Block {
			t.Errorf("no %s, no flag: %v", key, d.Action)
		}
	}
}

// A pending file that stays unreadable is trouble, never as if absent.
func TestPendingUnreadable(t *testing.T) {
	g := newGate(t)
	dir := filepath.Join(g.Project, ".judgelint", "pending-ui")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"ui_touched": ["a.c`), 0o644); err != nil {
		t.Fatal(err)
	}
	d := g.stop(t, map[string]any{"hook_event_name": "Stop", "agent_id": nil, "agent_type": nil, "last_assistant_message": "x"})
	if d.Action != Trouble || !strings.Contains(d.Notice, "pending-ui/s.json") {
		t.Errorf("%v, %s", d.Action, d.Notice)
	}
	if counts, _ := g.State.Totals(); counts["input_error"] != 1 {
		t.Errorf("counters: %v", counts)
	}
}

// One stop that reaches us twice is one: the second call gives the same answer.
func TestOneStopTwice(t *testing.T) {
	g := newGate(t)
	transcript := filepath.Join(g.Project, "t.jsonl")
	if err := os.WriteFile(transcript, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := says(block("judge", "ready", 1))
	bad["agent_transcript_path"] = transcript
	first, second := g.stop(t, bad), g.stop(t, bad)
	if first.Action != Block || first != second {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
	if counts, _ := g.State.Totals(); counts["block"] != 1 || counts["malformed"] != 1 {
		t.Errorf("counters: %v", counts)
	}
}

// Escalations of several subagents are told together at the next Stop that
// does not block; one that gave a valid verdict since is not named.
func TestToldAtStop(t *testing.T) {
	g := newGate(t)
	for _, id := range []string{"a1", "a2", "a3"} {
		for range 2 {
			edit := says(block("judge", "ready", 1))
			edit["agent_id"] = id
			g.stop(t, edit)
		}
	}
	edit := says(block("judge", "ready", 0))
	edit["agent_id"] = "a3"
	g.stop(t, edit)
	stop := map[string]any{"hook_event_name": "Stop", "agent_id": nil, "agent_type": nil, "last_assistant_message": "x"}
	if d := g.stop(t, stop); d.Action != Tell || !strings.Contains(d.Notice, "2 agents ended without a valid verdict") {
		t.Errorf("first Stop: %v, %s", d.Action, d.Notice)
	}
	if d := g.stop(t, stop); d.Action != Allow || d.Notice != "" {
		t.Errorf("second Stop: %v, %s", d.Action, d.Notice)
	}
}

// Garbage never blocks: whatever the payload, only a check can.
func FuzzDecide(f *testing.F) {
	paths, _ := filepath.Glob("testdata/payloads/*/*stop*.json")
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, s := range []string{"", "null", "{}", "[]", `{"hook_event_name":7}`, `{"hook_event_name":"Stop","session_id":{}}`,
		`{"hook_event_name":"SubagentStop","last_assistant_message":"\ud800` + "`" + `"}`, `{"sessionId":1,"response":null}`} {
		f.Add([]byte(s))
	}
	g := newGate(f)
	g.Options.UI, g.Options.Claims, g.Options.Protect = &UI{}, &Claims{}, true
	f.Fuzz(func(t *testing.T, data []byte) {
		ev, err := DecodeEvent(bytes.NewReader(data))
		if err != nil {
			return
		}
		d := g.Decide(ev)
		var out, errs bytes.Buffer
		exit := d.Write(&out, &errs, false)
		if exit == exitBlock != (d.Action == Block) || exit > exitBlock {
			t.Errorf("exit %d for %v", exit, d.Action)
		}
		if d.Action == Block && (ev.Kind != SubagentStop && ev.Kind != Stop && ev.Kind != ConfigChange || d.Reason == "") {
			t.Errorf("a block for %q, reason %q", ev.Name, d.Reason)
		}
		if out.Len() > 0 && (d.Action != Tell || !json.Valid(out.Bytes())) {
			t.Errorf("stdout %q for %v", out.String(), d.Action)
		}
		if n := strings.Count(errs.String(), "\n"); n > maxLines {
			t.Errorf("%d lines on stderr", n)
		}
	})
}

func BenchmarkDecide(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20} {
		text := strings.Repeat("All of it was looked at, line by line.\n", size/39) + "\n" + block("judge", "ready", 0)
		b.Run(fmt.Sprintf("%dkB", size>>10), func(b *testing.B) {
			g := newGate(b)
			data, _ := json.Marshal(map[string]any{"hook_event_name": "SubagentStop", "session_id": "s", "agent_id": "a1",
				"agent_type": "judge", "cwd": g.Project, "last_assistant_message": text})
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				ev, err := DecodeEvent(bytes.NewReader(data))
				if err != nil {
					b.Fatal(err)
				}
				if d := g.Decide(ev); d.Action != Allow {
					b.Fatal(d)
				}
			}
		})
	}
}

// A block that cannot be delivered is trouble, and told where it can be.
func TestUndeliveredBlock(t *testing.T) {
	var stderr bytes.Buffer
	exit := Decision{Action: Block, Reason: "r", Notice: "n"}.Write(brokenPipe{}, &stderr, true)
	if want := "judgelint gate: a block did not reach the client: broken\n"; exit != exitTrouble || stderr.String() != want {
		t.Errorf("exit %d, %q; want %d, %q", exit, &stderr, exitTrouble, want)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken") }
