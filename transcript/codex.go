package transcript

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
)

// codex reads the lines of Codex (seen with 0.171.0, 2026-12-07), one file for
// each thread: SESSIONS/YYYY/MM/DD/rollout-TIME-ID.jsonl. The last message
// before a turn ends, or before a hook sends it on, is what the hook got.
type codex struct {
	path  string
	yield func(Answer)
	about Answer // what holds for the whole file
	now   Answer // the last message
}

type codexLine struct {
	Time    time.Time       `json:"timestamp"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// The lines that matter hold one of these.
var codexWords = [][]byte{
	[]byte(`"assistant"`), []byte(`"task_complete"`), []byte(`"session_meta"`), []byte(`"turn_context"`), []byte(`<hook_prompt`),
}

func (c *codex) line(n int, line []byte) bool {
	found := false
	for _, word := range codexWords {
		found = found || bytes.Contains(line, word)
	}
	if !found {
		return true
	}
	var l codexLine
	if json.Unmarshal(line, &l) != nil {
		return false
	}
	switch l.Type {
	case "session_meta":
		return c.meta(l.Payload)
	case "turn_context":
		return c.context(l.Payload)
	case "response_item":
		return c.item(n, l)
	case "event_msg":
		return c.event(l.Payload)
	}
	return true
}

func (c *codex) meta(payload []byte) bool {
	var m struct {
		Session string          `json:"session_id"`
		ID      string          `json:"id"`
		Cwd     string          `json:"cwd"`
		Role    string          `json:"agent_role"`
		Source  json.RawMessage `json:"source"`
	}
	if json.Unmarshal(payload, &m) != nil {
		return false
	}
	c.about = Answer{Client: Codex, Path: c.path, Session: m.Session, Cwd: m.Cwd, Agent: m.Role}
	if m.Session == "" {
		c.about.Session = m.ID
	}
	var s struct {
		Subagent struct {
			Spawn struct {
				Parent string `json:"parent_thread_id"`
				Role   string `json:"agent_role"`
			} `json:"thread_spawn"`
		} `json:"subagent"`
	}
	// The source of a main thread is a word, not an object.
	if json.Unmarshal(m.Source, &s) == nil && s.Subagent.Spawn.Parent != "" {
		c.about.AgentID = m.ID
		if c.about.Agent == "" {
			c.about.Agent = s.Subagent.Spawn.Role
		}
	}
	return true
}

func (c *codex) context(payload []byte) bool {
	var t struct {
		Cwd   string `json:"cwd"`
		Model string `json:"model"`
	}
	if json.Unmarshal(payload, &t) != nil {
		return false
	}
	c.about.Model = t.Model
	if t.Cwd != "" {
		c.about.Cwd = t.Cwd
	}
	return true
}

func (c *codex) item(n int, l codexLine) bool {
	var m struct {
		Type    string `json:"type"`
		Role    string `json:"role"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if json.Unmarshal(l.Payload, &m) != nil {
		return false
	}
	if m.Type != "message" || len(m.Content) == 0 {
		return true
	}
	switch {
	case m.Role == "assistant":
		parts := make([]string, len(m.Content))
		for i, p := range m.Content {
			parts[i] = p.Text
		}
		c.now = c.about
		c.now.Text, c.now.Line, c.now.Time = strings.Join(parts, ""), n, l.Time
	case m.Role == "user" && strings.HasPrefix(m.Content[0].Text, "<hook_prompt"):
		c.flush()
	}
	return true
}

func (c *codex) event(payload []byte) bool {
	var e struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(payload, &e) != nil {
		return false
	}
	if e.Type == "task_complete" {
		c.flush()
	}
	return true
}

func (c *codex) flush() {
	if strings.TrimSpace(c.now.Text) != "" {
		c.yield(c.now)
	}
	c.now = Answer{}
}
