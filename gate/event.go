package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxInput is the largest event that is read: a message of 64 MiB, each of its
// bytes escaped.
const maxInput = 6*maxMessage + 1<<20

// maxMessage is the largest message that is judged.
const maxMessage = 64 << 20

// Kind is what an event means to the gate.
type Kind int

// The kinds of events. Other events are allowed in silence.
const (
	Other         Kind = iota
	SubagentStop       // a subagent ends
	Stop               // the main agent ends its turn
	Edit               // a tool has run
	SubagentStart      // a subagent begins
	ConfigChange       // the client's settings changed
)

// Event is one event of a coding agent, whichever client sent it.
type Event struct {
	Host Host
	// Name is the client's name of the event; payloads without one get the
	// name that they stand for.
	Name string
	Kind Kind
	// SessionID is the parent's in a subagent. It is not checked yet.
	SessionID string
	// AgentID is empty for the main agent. Agent may have the prefix of a plugin.
	AgentID, Agent string
	// Cwd is the folder of the event, empty if unknown.
	Cwd string
	// Message is the last text of the agent; HasMessage is false if it is
	// absent or no text.
	Message    string
	HasMessage bool
	// Active is true if this stop follows a block, by this hook or another;
	// HasActive if the host says anything about it.
	Active, HasActive bool
	// Transcript is the path of the agent's transcript, empty if unknown.
	Transcript string
	// Waiting is true if another subagent still runs in the background.
	Waiting bool
	// Edited are the paths that a tool changed, as the client wrote them.
	Edited []string
	// Settings is the settings file that changed.
	Settings string

	payload []byte
}

// wire is one payload by its keys. The values are decoded when they are asked
// for: that is quicker than a struct for all clients, and a number where a text
// belongs is no reason to fail.
type wire map[string]json.RawMessage

// DecodeEvent reads one event to its end. It fails only for what is no JSON
// object or is larger than any event; unknown fields and fields of a wrong
// type are as if absent.
func DecodeEvent(r io.Reader) (*Event, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("standard input: larger than %d MB", maxInput>>20)
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	switch {
	case len(text) == 0:
		return nil, errors.New("standard input is empty; want one JSON object, the event")
	case text[0] != '{':
		return nil, errors.New("standard input is no JSON object; want one, the event")
	}
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return w.event(data), nil
}

func (w wire) event(payload []byte) *Event {
	e := &Event{
		Host:       w.host(),
		Name:       w.name(),
		SessionID:  w.text("session_id", "sessionId"),
		AgentID:    w.text("agent_id", "agentId"),
		Agent:      w.text("agent_type", "agentType", "agent_name", "agentName"),
		Cwd:        w.text("cwd"),
		Active:     string(w["stop_hook_active"]) == "true",
		HasActive:  w.has("stop_hook_active"),
		Transcript: w.text("agent_transcript_path", "transcript_path", "transcriptPath"),
		payload:    payload,
	}
	e.Kind = kindOf(e.Name)
	switch e.Kind {
	case SubagentStop, Stop:
		e.Message, e.HasMessage = w.message()
		e.Waiting = waiting(w["background_tasks"], e.AgentID)
	case Edit:
		e.Edited = w.edited()
		// A subagent of Copilot has a session id of its own.
		if parent := w.text("parentAgentId", "parent_agent_id"); e.Host == Copilot && parent != "" {
			e.SessionID = parent
		}
	case ConfigChange:
		e.Settings = w.text("file_path")
	}
	return e
}

// flagCounts reports whether a stop that follows a block would say so. Copilot
// CLI sends false at every stop of a subagent, and a client that sends no flag
// will not send one next time. An event without a session or a folder comes
// from no client but was made by hand: no other will follow it.
func (e *Event) flagCounts() bool {
	byHand := e.SessionID == "" || e.Cwd == ""
	return e.Host != Copilot && (e.HasActive || byHand)
}

// has reports whether the payload has a key, whatever its value.
func (w wire) has(key string) bool { return w[key] != nil }

// text returns the first of the keys whose value is a text with something in it.
func (w wire) text(keys ...string) string {
	for _, key := range keys {
		if s, ok := asText(w[key]); ok && s != "" {
			return s
		}
	}
	return ""
}

func asText(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

// name is the event's name. Copilot names no event in its camelCase dialect,
// so the fields tell.
func (w wire) name() string {
	name := w.text("hook_event_name")
	switch {
	case name != "" || !w.has("sessionId"):
		return name
	case w.has("response"), w.has("stopReason") && w.has("agentName"):
		return "subagentStop"
	case w.has("toolResult"):
		return "postToolUse"
	case w.has("stopReason"):
		return "agentStop"
	}
	return ""
}

func kindOf(name string) Kind {
	switch name {
	case "SubagentStop", "subagentStop":
		return SubagentStop
	case "Stop", "agentStop", "AfterAgent":
		return Stop
	case "PostToolUse", "postToolUse", "AfterTool":
		return Edit
	case "SubagentStart", "subagentStart":
		return SubagentStart
	case "ConfigChange":
		return ConfigChange
	}
	return Other
}

func (w wire) message() (string, bool) {
	for _, key := range []string{"last_assistant_message", "response", "prompt_response"} {
		if s, ok := asText(w[key]); ok {
			return s, true
		}
	}
	return "", false
}

// waiting reports whether another subagent than self runs in the background.
func waiting(tasks json.RawMessage, self string) bool {
	if len(tasks) < len(`[{}]`) {
		return false
	}
	var list []wire
	if json.Unmarshal(tasks, &list) != nil {
		return false
	}
	for _, t := range list {
		if t.text("type") == "subagent" && t.text("status") == "running" && (self == "" || t.text("id") != self) {
			return true
		}
	}
	return false
}

// edited returns the paths that a tool changed, in the order of the call. A
// call that failed, as far as the client says so, changed nothing.
func (w wire) edited() []string {
	raw := w["tool_input"]
	if raw == nil {
		raw = w["toolArgs"]
	}
	if quoted, ok := asText(raw); ok {
		raw = json.RawMessage(quoted) // some versions send the arguments as JSON in a text
	}
	var in wire
	if json.Unmarshal(raw, &in) != nil || w.failed() {
		return nil
	}
	switch strings.ToLower(w.text("tool_name", "toolName")) {
	case "apply_patch":
		return patched(in.text("command", "input", "patch"))
	case "write", "edit", "multiedit", "notebookedit", // Claude Code
		"write_file", "replace", // Gemini CLI
		"create", "str_replace", "str_replace_editor", "insert": // Copilot CLI
		if p := in.text("file_path", "filePath", "notebook_path", "path"); p != "" {
			return []string{p}
		}
	}
	return nil
}

func (w wire) failed() bool {
	for _, key := range []string{"tool_result", "toolResult"} {
		var result wire
		if !w.has(key) || json.Unmarshal(w[key], &result) != nil {
			continue // another shape says nothing
		}
		if kind := result.text("result_type", "resultType"); kind != "" && kind != "success" {
			return true
		}
	}
	return false
}

// patched returns the files that a patch of Codex names. Lines of content
// begin with a blank, + or -, so they cannot be taken for a heading.
func patched(patch string) []string {
	var paths []string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		for _, head := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if p, ok := strings.CutPrefix(line, head); ok && strings.TrimSpace(p) != "" {
				paths = append(paths, strings.TrimSpace(p))
			}
		}
	}
	return paths
}
