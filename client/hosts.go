package client

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Of each client the flags below were tried with the program itself or, where
// it is said, read in its own --help; the output was seen against a mock model.

// claude is Claude Code. With a schema it offers the model a tool whose input
// is the answer; if the model does not use it, structured_output is absent and
// result is the last message. Reading commands such as git diff need no
// permission, everything else is denied in this mode unless the user's own
// settings allow it; the tools that write are taken away all the same.
func claude() Host {
	return Host{
		Name: "claude", Program: "claude", TakesSchema: true, TakesAgent: true, TellsCost: true,
		Source: "Claude Code 2.1.332, run against a mock model on 2026-12-07",
		arguments: func(c *Call, s scratch) []string {
			args := []string{"-p", "--output-format", "json"}
			args = flag(args, "--json-schema", string(c.Schema))
			args = flag(args, "--agent", c.Agent)
			args = flag(args, "--model", c.Model)
			args = flag(args, "--effort", c.Effort)
			args = flag(args, "--session-id", c.Session)
			if c.Budget > 0 {
				args = append(args, "--max-budget-usd", strconv.FormatFloat(c.Budget, 'f', -1, 64))
			}
			if c.Writes {
				return append(args, "--permission-mode", "acceptEdits")
			}
			return append(args, "--disallowedTools", "Edit,Write,NotebookEdit")
		},
		read: readClaude,
	}
}

func flag(args []string, name, value string) []string {
	if value == "" {
		return args
	}
	return append(args, name, value)
}

type claudeUsage struct {
	In      int64 `json:"input_tokens"`
	Created int64 `json:"cache_creation_input_tokens"`
	Cached  int64 `json:"cache_read_input_tokens"`
	Out     int64 `json:"output_tokens"`
}

// readClaude reads the one object of --output-format json.
func readClaude(out []byte, _ scratch, a *Answer) {
	var r struct {
		Type       string          `json:"type"`
		Subtype    string          `json:"subtype"`
		IsError    bool            `json:"is_error"`
		Result     string          `json:"result"`
		Structured json.RawMessage `json:"structured_output"`
		Errors     []string        `json:"errors"`
		Session    string          `json:"session_id"`
		Cost       *float64        `json:"total_cost_usd"`
		Usage      *claudeUsage    `json:"usage"`
		// Models counts what subagents took as well; usage does not.
		Models map[string]struct {
			In      int64   `json:"inputTokens"`
			Created int64   `json:"cacheCreationInputTokens"`
			Cached  int64   `json:"cacheReadInputTokens"`
			Out     int64   `json:"outputTokens"`
			Cost    float64 `json:"costUSD"`
		} `json:"modelUsage"`
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), &r); err != nil || r.Type != "result" {
		a.fault(Unreadable, "the output is not the result of --output-format json")
		return
	}
	a.Session, a.CostUSD = r.Session, r.Cost
	if u := r.Usage; u != nil {
		a.Tokens = &Tokens{u.In + u.Created + u.Cached, u.Out}
	}
	if len(r.Models) > 0 {
		a.Tokens = &Tokens{}
	}
	dearest := -1.0
	for name, m := range r.Models {
		a.Tokens.In += m.In + m.Created + m.Cached
		a.Tokens.Out += m.Out
		if m.Cost > dearest || m.Cost == dearest && name < a.Model {
			dearest, a.Model = m.Cost, name
		}
	}
	a.Text = []byte(r.Result)
	if len(r.Structured) > 0 && string(r.Structured) != "null" {
		a.Text = r.Structured
	}
	switch {
	case len(r.Errors) > 0:
		a.fault(Refused, r.Subtype+": "+r.Errors[0])
	case r.IsError || r.Subtype != "success":
		a.fault(Refused, r.Subtype+": "+r.Result)
	}
}

// codex is the Codex CLI. Its schema flag takes only schemas that require
// every property. It tells tokens and no cost.
func codex() Host {
	return Host{
		Name: "codex", Program: "codex", TakesSchema: true, Strict: true,
		Source: "Codex CLI 0.171.0, run against a mock model on 2026-12-07",
		arguments: func(c *Call, s scratch) []string {
			args := []string{"exec", "--json", "--skip-git-repo-check", "-o", s.answer}
			if len(c.Schema) > 0 {
				args = append(args, "--output-schema", s.schema)
			}
			sandbox := "read-only"
			if c.Writes {
				sandbox = "workspace-write"
			}
			args = append(args, "-s", sandbox)
			args = flag(args, "-m", c.Model)
			if c.Effort != "" {
				args = append(args, "-c", "model_reasoning_effort="+strconv.Quote(c.Effort))
			}
			return append(args, "-") // the prompt is on standard input
		},
		read: readCodex,
	}
}

// readCodex reads the events of --json; the answer is in the file of -o.
func readCodex(out []byte, s scratch, a *Answer) {
	seen, failure := false, ""
	for line := range bytes.Lines(out) {
		var e struct {
			Type    string `json:"type"`
			Thread  string `json:"thread_id"`
			Message string `json:"message"`
			Error   struct {
				Message string `json:"message"`
			} `json:"error"`
			Item struct {
				Type string `json:"type"`
				Text string `json:"text"`
			} `json:"item"`
			Usage struct {
				In  int64 `json:"input_tokens"`
				Out int64 `json:"output_tokens"`
			} `json:"usage"`
		}
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		seen = seen || e.Type != ""
		switch e.Type {
		case "thread.started":
			a.Session = e.Thread
		case "item.completed":
			if e.Item.Type == "agent_message" {
				a.Text = []byte(e.Item.Text)
			}
		case "turn.completed":
			if a.Tokens == nil {
				a.Tokens = &Tokens{}
			}
			a.Tokens.In += e.Usage.In
			a.Tokens.Out += e.Usage.Out
		case "turn.failed":
			failure = e.Error.Message
		case "error":
			failure = e.Message
		}
	}
	if text, err := readLimited(s.answer, MaxOutput); err == nil && len(text) > 0 {
		a.Text = text
	}
	switch {
	case !seen:
		a.fault(Unreadable, "the output holds no event of codex exec --json")
	case len(a.Text) == 0 && failure != "":
		a.fault(Refused, failure)
	}
}

// gemini is the Gemini CLI. In headless mode it denies every tool that would
// ask. It tells tokens and no cost.
func gemini() Host {
	return Host{
		Name: "gemini", Program: "gemini",
		Source: "Gemini CLI: flags as in --help of 0.61.0, output by its documentation of 2026-12; not run with a model",
		arguments: func(c *Call, s scratch) []string {
			// The prompt is on standard input; the text of -p follows it.
			args := []string{"-p", "Do what is asked above.", "--output-format", "json"}
			args = flag(args, "-m", c.Model)
			if c.Writes {
				return append(args, "--approval-mode", "auto_edit")
			}
			return append(args, "--approval-mode", "default")
		},
		read: readGemini,
	}
}

func readGemini(out []byte, _ scratch, a *Answer) {
	var r struct {
		Response *string `json:"response"`
		Session  string  `json:"session_id"`
		Stats    struct {
			Models map[string]struct {
				Tokens struct {
					Prompt     int64 `json:"prompt"`
					Candidates int64 `json:"candidates"`
					Thoughts   int64 `json:"thoughts"`
				} `json:"tokens"`
			} `json:"models"`
		} `json:"stats"`
		Error *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	// Warnings may stand before the object.
	if i := bytes.IndexByte(out, '{'); i > 0 {
		out = out[i:]
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), &r); err != nil || r.Response == nil && r.Error == nil {
		a.fault(Unreadable, "the output is not the object of --output-format json")
		return
	}
	a.Session = r.Session
	most := int64(-1)
	for name, m := range r.Stats.Models {
		if a.Tokens == nil {
			a.Tokens = &Tokens{}
		}
		a.Tokens.In += m.Tokens.Prompt
		a.Tokens.Out += m.Tokens.Candidates + m.Tokens.Thoughts
		if m.Tokens.Prompt > most || m.Tokens.Prompt == most && name < a.Model {
			most, a.Model = m.Tokens.Prompt, name
		}
	}
	if r.Response != nil {
		a.Text = []byte(*r.Response)
	}
	if r.Error != nil {
		a.fault(Refused, r.Error.Message)
	}
}

// copilot is the Copilot CLI. It takes a piped prompt, and tells neither tokens
// nor cost when it prints the answer alone.
func copilot() Host {
	return Host{
		Name: "copilot", Program: "copilot", TakesAgent: true,
		Source: "Copilot CLI: flags as in --help of 1.0.102 of 2026-12; not run with a model",
		arguments: func(c *Call, s scratch) []string {
			args := []string{"--silent", "--output-format", "text", "--stream", "off"}
			args = flag(args, "--agent", c.Agent)
			args = flag(args, "--model", c.Model)
			args = flag(args, "--reasoning-effort", c.Effort)
			if c.Writes {
				return append(args, "--allow-tool", "write")
			}
			for _, reading := range []string{"git diff", "git log", "git show", "git status"} {
				args = append(args, "--allow-tool", "shell("+reading+")")
			}
			return append(args, "--deny-tool", "write")
		},
		read: readPlain,
	}
}

// command is any command line: the prompt on standard input, the answer on
// standard output. Variables tell it what it is asked for; it may write what
// the answer took into the file that JUDGELINT_USAGE names.
func command() Host {
	return Host{
		Name: "command", TellsCost: true,
		Source: "this program",
		arguments: func(c *Call, s scratch) []string {
			_, args := shell(c.Command)
			return args
		},
		read: readCommand,
	}
}

func readPlain(out []byte, _ scratch, a *Answer) { a.Text = out }

func readCommand(out []byte, s scratch, a *Answer) {
	a.Text = out
	data, err := readLimited(s.usage, 1<<16)
	if err != nil {
		return // it tells nothing
	}
	var u struct {
		In    int64    `json:"input_tokens"`
		Out   int64    `json:"output_tokens"`
		Cost  *float64 `json:"cost_usd"`
		Model string   `json:"model"`
	}
	if json.Unmarshal(data, &u) != nil {
		return
	}
	a.Tokens, a.Model = &Tokens{u.In, u.Out}, u.Model
	if u.Cost != nil && *u.Cost >= 0 {
		a.CostUSD = u.Cost
	}
}

// scratch names the files of one call; they need not exist.
type scratch struct{ schema, answer, usage string }

func (c *Call) scratch() scratch {
	name := func(what string) string {
		return filepath.Join(c.Scratch, strconv.Itoa(c.Seq)+"-"+what)
	}
	return scratch{name("schema.json"), name("answer.txt"), name("usage.json")}
}

func (s scratch) remove() {
	for _, name := range []string{s.schema, s.answer, s.usage} {
		os.Remove(name)
	}
}

// environment is that of this process without the marks of a client around it,
// which would take the new client for a part of itself, and with what the call
// adds.
func (c *Call) environment(own []string, s scratch) []string {
	env := make([]string, 0, len(own)+len(c.Env)+2)
	for _, v := range own {
		name, _, _ := strings.Cut(v, "=")
		if name != "CLAUDECODE" && name != "CLAUDE_CODE_ENTRYPOINT" && !strings.HasPrefix(name, "JUDGELINT_") {
			env = append(env, v)
		}
	}
	env = append(env, c.Env...)
	if c.Command != "" {
		env = append(env, "JUDGELINT_USAGE="+s.usage)
		if len(c.Schema) > 0 {
			env = append(env, "JUDGELINT_SCHEMA="+s.schema)
		}
	}
	return env
}
