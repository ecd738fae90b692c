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
	// Active is true if this stop follows a block, by this hook or another.
	Active bool
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

// wire is the union of all payloads. Fields that a client may send with
// another type are any: a number where a text belongs is no reason to fail.
type wire struct {
	HookEventName        any             `json:"hook_event_name"`
	SessionID            any             `json:"session_id"`
	SessionIDCamel       any             `json:"sessionId"`
	AgentID              any             `json:"agent_id"`
	AgentIDCamel         any             `json:"agentId"`
	AgentType            any             `json:"agent_type"`
	AgentTypeCamel       any             `json:"agentType"`
	AgentName            any             `json:"agent_name"`
	AgentNameCamel       any             `json:"agentName"`
	ParentAgentID        any             `json:"parent_agent_id"`
	ParentAgentIDCamel   any             `json:"parentAgentId"`
	Cwd                  any             `json:"cwd"`
	LastAssistantMessage any             `json:"last_assistant_message"`
	PromptResponse       any             `json:"prompt_response"`
	Response             json.RawMessage `json:"response"`
	StopHookActive       any             `json:"stop_hook_active"`
	AgentTranscriptPath  any             `json:"agent_transcript_path"`
	TranscriptPath       any             `json:"transcript_path"`
	TranscriptPathCamel  any             `json:"transcriptPath"`
	BackgroundTasks      json.RawMessage `json:"background_tasks"`
	ToolName             any             `json:"tool_name"`
	ToolNameCamel        any             `json:"toolName"`
	ToolInput            json.RawMessage `json:"tool_input"`
	ToolArgs             json.RawMessage `json:"toolArgs"`
	ToolResult           json.RawMessage `json:"tool_result"`
	ToolResultCamel      json.RawMessage `json:"toolResult"`
	FilePath             any             `json:"file_path"`
	StopReason           any             `json:"stop_reason"`
	StopReasonCamel      any             `json:"stopReason"`
	Timestamp            any             `json:"timestamp"`
	TurnID               any             `json:"turn_id"`
	PromptID             any             `json:"prompt_id"`
	Effort               json.RawMessage `json:"effort"`
}

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

func (w *wire) event(payload []byte) *Event {
	e := &Event{
		Host:       w.host(),
		SessionID:  text(w.SessionID, w.SessionIDCamel),
		AgentID:    text(w.AgentID, w.AgentIDCamel),
		Agent:      text(w.AgentType, w.AgentTypeCamel, w.AgentName, w.AgentNameCamel),
		Cwd:        text(w.Cwd),
		Active:     w.StopHookActive == true,
		Transcript: text(w.AgentTranscriptPath, w.TranscriptPath, w.TranscriptPathCamel),
		payload:    payload,
	}
	e.Name = w.name()
	e.Kind = kindOf(e.Name)
	switch e.Kind {
	case SubagentStop, Stop:
		e.Message, e.HasMessage = w.message()
		e.Waiting = waiting(w.BackgroundTasks, e.AgentID)
	case Edit:
		e.Edited = w.edited()
		// A subagent of Copilot has a session id of its own.
		if parent := text(w.ParentAgentIDCamel, w.ParentAgentID); e.Host == Copilot && parent != "" {
			e.SessionID = parent
		}
	case ConfigChange:
		e.Settings = text(w.FilePath)
	}
	return e
}

// name is the event's name. Copilot names no event in its camelCase dialect,
// so the fields tell.
func (w *wire) name() string {
	name := text(w.HookEventName)
	switch {
	case name != "" || w.SessionIDCamel == nil:
		return name
	case w.Response != nil, w.StopReasonCamel != nil && w.AgentNameCamel != nil:
		return "subagentStop"
	case w.ToolResultCamel != nil:
		return "postToolUse"
	case w.StopReasonCamel != nil:
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

func (w *wire) message() (string, bool) {
	var response any
	if w.Response != nil {
		_ = json.Unmarshal(w.Response, &response) // valid: the whole was decoded
	}
	for _, v := range []any{w.LastAssistantMessage, response, w.PromptResponse} {
		if s, ok := v.(string); ok {
			return s, true
		}
	}
	return "", false
}

// text returns the first value that is a text with something in it.
func text(values ...any) string {
	for _, v := range values {
		if s, ok := v.(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// waiting reports whether another subagent than self runs in the background.
func waiting(tasks json.RawMessage, self string) bool {
	if len(tasks) < len(`[{}]`) {
		return false
	}
	var list []struct {
		ID     any `json:"id"`
		Type   any `json:"type"`
		Status any `json:"status"`
	}
	if json.Unmarshal(tasks, &list) != nil {
		return false
	}
	for _, t := range list {
		if t.Type == "subagent" && t.Status == "running" && (self == "" || t.ID != self) {
			return true
		}
	}
	return false
}

// edited returns the paths that a tool changed, in the order of the call. A
// call that failed, as far as the client says so, changed nothing.
func (w *wire) edited() []string {
	input := w.ToolInput
	if input == nil {
		input = w.ToolArgs
	}
	var quoted string // some versions send the arguments as JSON in a text
	if json.Unmarshal(input, &quoted) == nil {
		input = json.RawMessage(quoted)
	}
	var in struct {
		FilePath      any `json:"file_path"`
		FilePathCamel any `json:"filePath"`
		Path          any `json:"path"`
		NotebookPath  any `json:"notebook_path"`
		Command       any `json:"command"`
		Input         any `json:"input"`
		Patch         any `json:"patch"`
	}
	if json.Unmarshal(input, &in) != nil || w.failed() {
		return nil
	}
	switch strings.ToLower(text(w.ToolName, w.ToolNameCamel)) {
	case "apply_patch":
		return patched(text(in.Command, in.Input, in.Patch))
	case "write", "edit", "multiedit", "notebookedit", // Claude Code
		"write_file", "replace", // Gemini CLI
		"create", "str_replace", "str_replace_editor", "insert": // Copilot CLI
		if p := text(in.FilePath, in.FilePathCamel, in.NotebookPath, in.Path); p != "" {
			return []string{p}
		}
	}
	return nil
}

func (w *wire) failed() bool {
	var result struct {
		Type      any `json:"result_type"`
		TypeCamel any `json:"resultType"`
	}
	for _, raw := range []json.RawMessage{w.ToolResult, w.ToolResultCamel} {
		if raw != nil {
			_ = json.Unmarshal(raw, &result) // another shape says nothing
		}
	}
	kind := text(result.Type, result.TypeCamel)
	return kind != "" && kind != "success"
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
