package transcript

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// claude reads the lines of Claude Code (seen with 2.1.332, 2026-12-07): one
// line for each block of a message, the blocks of one message with one id.
//
//	PROJECTS/FOLDER/SESSION.jsonl                        the main agent
//	PROJECTS/FOLDER/SESSION/subagents/agent-ID.jsonl     a subagent, its type in
//	PROJECTS/FOLDER/SESSION/subagents/agent-ID.meta.json
//
// A message without a call of a tool ends the turn, and its last text block is
// what a hook gets. Older versions keep no reason for the end of a message, so
// that the blocks alone decide.
type claude struct {
	path  string
	yield func(Answer)
	// agent is the type of the file's agent, if the file is a subagent's; main
	// is the one that the session was started with.
	agent, main string
	// last is the message that is being read, tool whether it called one.
	last string
	tool bool
	now  Answer
}

func newClaude(path string, yield func(Answer)) *claude {
	return &claude{path: path, yield: yield, agent: claudeType(path)}
}

// maxMeta bounds the small file beside a subagent's.
const maxMeta = 1 << 20

// claudeType is the agent type in the file beside a subagent's lines; empty for
// a session's own file and for older versions, which have none.
func claudeType(path string) string {
	meta := strings.TrimSuffix(path, ".jsonl") + ".meta.json"
	info, err := os.Stat(meta)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMeta {
		return ""
	}
	src, err := os.ReadFile(meta)
	if err != nil {
		return ""
	}
	var m struct {
		AgentType string `json:"agentType"`
	}
	if json.Unmarshal(src, &m) != nil {
		return "" // a damaged file says nothing
	}
	return m.AgentType
}

type claudeLine struct {
	Type         string    `json:"type"`
	AgentSetting string    `json:"agentSetting"`
	AgentID      string    `json:"agentId"`
	Sidechain    bool      `json:"isSidechain"`
	Attribution  string    `json:"attributionAgent"`
	Session      string    `json:"sessionId"`
	Cwd          string    `json:"cwd"`
	Time         time.Time `json:"timestamp"`
	APIError     bool      `json:"isApiErrorMessage"`
	Message      struct {
		ID      string          `json:"id"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// The lines that matter hold one of these; all others are passed over without
// being decoded, which is most of a file.
var (
	claudeAnswer  = []byte(`"assistant"`)
	claudeSetting = []byte(`"agentSetting"`)
)

func (c *claude) line(n int, line []byte) bool {
	if !bytes.Contains(line, claudeAnswer) && !bytes.Contains(line, claudeSetting) {
		return true
	}
	var l claudeLine
	if json.Unmarshal(line, &l) != nil {
		return false
	}
	if l.Type == "agent-setting" {
		c.main = l.AgentSetting
	}
	if l.Type != "assistant" || l.APIError {
		return true
	}
	if l.Message.ID != c.last || l.Message.ID == "" {
		c.flush()
		c.last, c.tool, c.now = l.Message.ID, false, Answer{}
	}
	return c.blocks(n, &l)
}

// blocks takes the blocks of one line into the message.
func (c *claude) blocks(n int, l *claudeLine) bool {
	var text string
	if bytes.HasPrefix(bytes.TrimSpace(l.Message.Content), []byte(`"`)) {
		if json.Unmarshal(l.Message.Content, &text) != nil {
			return false
		}
		c.take(n, l, text)
		return true
	}
	var blocks []struct {
		Type, Text string
	}
	if json.Unmarshal(l.Message.Content, &blocks) != nil {
		return false
	}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			c.take(n, l, b.Text)
		case "tool_use", "server_tool_use":
			c.tool = true
		}
	}
	return true
}

func (c *claude) take(n int, l *claudeLine, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	c.now = Answer{
		Client: Claude, Agent: c.who(l), Session: l.Session, AgentID: l.AgentID, Model: l.Message.Model,
		Cwd: l.Cwd, Time: l.Time, Text: text, Path: c.path, Line: n,
	}
	if c.now.AgentID == "" && strings.HasPrefix(filepath.Base(c.path), "agent-") {
		c.now.AgentID = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(c.path), "agent-"), ".jsonl")
	}
}

// who is the type of the agent of a line. Old versions keep the lines of
// subagents in the session's own file and say no type: these stay nameless.
func (c *claude) who(l *claudeLine) string {
	switch {
	case c.agent != "":
		return c.agent
	case l.Sidechain:
		return l.Attribution
	}
	return c.main
}

// flush hands out the message that was read, if it ended a turn.
func (c *claude) flush() {
	if c.now.Text != "" && !c.tool {
		c.yield(c.now)
	}
	c.now = Answer{}
}
