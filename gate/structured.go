package gate

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
)

// structuredNote says what the client does with a block of such an agent.
const structuredNote = "the agent was started with an output schema, and Claude Code drops a block of such an agent in silence"

// unblockable turns what would be blocked into what the user is told, if the
// agent gave its answer by an output schema: Claude Code ends such an agent
// whatever a hook says. A verdict is not looked for in the structured answer.
func unblockable(t *turn, results []result) []result {
	if t.Host != Claude || t.HasMessage || t.Transcript == "" || !needsAnswer(results) || !structured(t.Transcript) {
		return results
	}
	for i := range results {
		switch r := &results[i]; {
		case r.outcome == failed:
			r.outcome = abstained
			r.short += "; " + structuredNote
		case r.outcome == abstained && r.row == rowNoMessage:
			r.short += ": " + structuredNote
		}
	}
	return results
}

func needsAnswer(results []result) bool {
	for _, r := range results {
		if r.outcome == failed || r.outcome == abstained {
			return true
		}
	}
	return false
}

// structuredTail is how much of a transcript is read, from its end: the answer
// and what the client notes behind it.
const structuredTail = 1 << 20

// structured reports whether the last thing that an agent did, by its
// transcript, was to give a structured answer. What cannot be read says no.
func structured(transcript string) bool {
	info, err := os.Stat(transcript) // opening a pipe would hang
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(transcript)
	if err != nil {
		return false
	}
	defer f.Close()
	tail := make([]byte, min(info.Size(), structuredTail))
	if n, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil && err != io.EOF || n < len(tail) {
		return false
	}
	for len(tail) > 0 {
		i := bytes.LastIndexByte(bytes.TrimRight(tail, "\r\n"), '\n')
		switch lineKind(tail[i+1:]) {
		case "structured_output":
			return true
		case "assistant":
			return false
		}
		tail = tail[:max(i, 0)]
	}
	return false
}

// lineKind is what a line of a transcript is: its type, or that of what is
// attached to it. A line that was cut off is of no kind.
func lineKind(line []byte) string {
	var l struct {
		Type       string `json:"type"`
		Attachment struct {
			Type string `json:"type"`
		} `json:"attachment"`
	}
	if json.Unmarshal(bytes.TrimSpace(line), &l) != nil {
		return ""
	}
	if l.Type == "attachment" {
		return l.Attachment.Type
	}
	return l.Type
}
