// Package transcript reads what coding agents' clients keep of past sessions,
// as the answers that agents gave at the ends of their turns.
//
//	files, err := transcript.Find(transcript.Homes(os.Getenv))
//	for _, f := range files {
//		stats, err := f.Read(func(a transcript.Answer) { ... })
//	}
//
// It reads only. It knows the forms of the clients and nothing of verdicts.
// Lines that it does not know are counted and never an error, because clients
// change their files from version to version.
package transcript

import (
	"os"
	"time"
)

// Client is the program that kept a session.
type Client string

// The clients whose files are read.
const (
	Claude Client = "claude"
	Codex  Client = "codex"
)

// Answer is the last message of one turn of one agent: what the client hands
// to a hook at the end of the turn.
type Answer struct {
	Client Client
	// Agent is the agent's type as the client says it, with the prefix of a
	// plugin; empty for the main agent without a name of its own.
	Agent string
	// Session and AgentID tell whose turn it was; AgentID is empty for the main
	// agent.
	Session, AgentID string
	Model            string
	// Cwd is the working folder of the turn, an absolute path of the machine
	// that ran it; empty if unknown.
	Cwd string
	// Time is when the answer was complete; zero if unknown.
	Time time.Time
	// Text is the message. It may be a part of a large buffer that the caller
	// must not keep.
	Text string
	// Path and Line (from 1) tell where it stands.
	Path string
	Line int
}

// Stats is what was seen in a file.
type Stats struct {
	Bytes int64
	Lines int
	// Unread are lines that are no JSON object, are cut off, or are longer than
	// MaxLine.
	Unread int
}

// File is one kept session, or the part of it that belongs to one subagent.
type File struct {
	Client Client
	Path   string
	// Info is what the folder said about it.
	Info os.FileInfo
}

// Read calls f for every answer of the file, in the order of the file. The
// error is one of the file system. A file that is still being written is read
// as far as it goes.
func (file File) Read(f func(Answer)) (Stats, error) {
	r, err := os.Open(file.Path)
	if err != nil {
		return Stats{}, err
	}
	defer r.Close()
	if file.Client == Codex {
		c := codex{path: file.Path, yield: f}
		return eachLine(r, c.line)
	}
	c := newClaude(file.Path, f)
	stats, err := eachLine(r, c.line)
	c.flush()
	return stats, err
}
