package gate

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Host is the client that runs the hook.
type Host string

// The hosts. Generic stands for a client that the payload does not betray.
const (
	Claude  Host = "claude"
	Codex   Host = "codex"
	Gemini  Host = "gemini"
	Copilot Host = "copilot"
	Generic Host = "generic"
)

// Hosts are all hosts that a user can name.
func Hosts() []Host { return []Host{Claude, Codex, Gemini, Copilot, Generic} }

// host tells the client by the fields that only it sends.
func (w wire) host() Host {
	switch name := w.text("hook_event_name"); {
	case w.has("sessionId"), w.has("stop_reason") && w.has("timestamp"), w.has("tool_result"):
		return Copilot
	case name == "AfterAgent", name == "AfterTool":
		return Gemini
	case w.has("turn_id"):
		return Codex
	case w.has("prompt_id"), w.has("effort"):
		return Claude
	}
	return Generic
}

// Action is what the gate does with a stop.
type Action string

// The actions. Tell lets go and tells the user; Trouble lets go as well.
const (
	Allow   Action = "allow"
	Block   Action = "block"
	Tell    Action = "tell"
	Trouble Action = "trouble"
)

// Exit statuses of the gate. Only Decision.Write returns exitBlock.
const (
	exitOK      = 0
	exitTrouble = 1
	exitBlock   = 2
)

// Decision is the answer to one event.
type Decision struct {
	Action Action
	// Reason is for the agent, with Block.
	Reason string
	// Notice is for people: what Tell tells, the line of Trouble, and else one
	// line that may accompany any answer.
	Notice string
}

// The bounds of everything that the gate says. The last line of a block is
// kept for a notice.
const (
	maxLines = 20
	maxChars = 4000
)

// Write gives the answer in the form that the host understands and returns the
// exit status: asJSON is the form for hosts that take a JSON object (and the
// only one that blocks in Copilot CLI), else a block is exit status 2 with the
// reason on stderr. Nothing but one answer is written to stdout: a host takes
// a stray line there for plain text and drops the answer.
func (d Decision) Write(stdout, stderr io.Writer, asJSON bool) int {
	switch d.Action {
	case Block:
		if asJSON {
			err := writeObject(stdout, map[string]string{"decision": "block", "reason": clip(d.Reason, maxLines, maxChars)})
			if err != nil {
				d = Decision{Action: Trouble, Notice: "a block did not reach the client: " + err.Error()}
				return d.Write(stdout, stderr, asJSON)
			}
			writeLine(stderr, oneLine(d.Notice))
			return exitOK
		}
		notice := clip(oneLine(d.Notice), 1, maxChars/4)
		writeLine(stderr, clip(d.Reason, maxLines-2, maxChars-utf8.RuneCountInString(notice)-1))
		writeLine(stderr, notice)
		return exitBlock
	case Tell:
		message := clip(d.Notice, maxLines, maxChars)
		_ = writeObject(stdout, map[string]string{"systemMessage": message}) // stderr has it too
		writeLine(stderr, message)
		return exitOK
	case Trouble:
		writeLine(stderr, clip(oneLine("judgelint gate: "+d.Notice), 1, maxChars))
		return exitTrouble
	}
	writeLine(stderr, clip(oneLine(d.Notice), 1, maxChars))
	return exitOK
}

func writeLine(w io.Writer, line string) {
	if line != "" {
		fmt.Fprintln(w, line)
	}
}

func writeObject(w io.Writer, v map[string]string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// clip cuts a text to a number of lines and of characters and says so.
func clip(s string, lines, chars int) string {
	s = strings.TrimRight(s, "\n")
	const cut = "…"
	if n := strings.Count(s, "\n") + 1; n > lines {
		all := strings.SplitN(s, "\n", lines)
		all[lines-1] = fmt.Sprintf("%s (%d more lines)", cut, n-lines+1)
		s = strings.Join(all, "\n")
	}
	if utf8.RuneCountInString(s) > chars {
		s = string([]rune(s)[:chars-1]) + cut
	}
	return s
}
