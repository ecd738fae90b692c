package state

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"
)

// Main is the key in Session.Agents of the agent that the user talks to. No
// agent id has this form.
const Main = "(main)"

// Session is what the gate remembers of one session.
type Session struct {
	Version   int    `json:"version"`
	SessionID string `json:"session_id"`
	// Agents are the agents that were judged or noted, by agent id.
	Agents map[string]*Agent `json:"agents,omitempty"`
	// Edits are the last edits of UI files, by path.
	Edits map[string]Edit `json:"edits,omitempty"`
	// Untold are subagents that were let go without a good answer and that
	// the session's user has not been told about yet.
	Untold []Untold `json:"untold,omitempty"`
	// Counted is the result that was counted last: its outcome and time.
	Counted string `json:"counted,omitempty"`
}

// Agent is what the gate remembers of one agent of a session.
type Agent struct {
	Name string `json:"agent,omitempty"`
	// Started and Stopped are RFC 3339 times of a judge's first start and stop.
	Started string `json:"started,omitempty"`
	Stopped string `json:"stopped,omitempty"`
	// Valid is true once the agent has given a valid verdict.
	Valid  bool              `json:"valid,omitempty"`
	Checks map[string]*Check `json:"checks,omitempty"`
	// Rejected is the text that was blocked last.
	Rejected *Print `json:"rejected,omitempty"`
	Seen     *Seen  `json:"seen,omitempty"`
}

// Check is the budget of one check.
type Check struct {
	// Blocks is the number of blocks since the check was last resolved.
	Blocks int `json:"blocks"`
	// First is the digest of the answer that was blocked first.
	First string `json:"first,omitempty"`
	// Escalated is true if the blocks were used up; Unresolved names the state
	// that was let go, and Reason what was wrong with it.
	Escalated  bool   `json:"escalated,omitempty"`
	Unresolved string `json:"unresolved,omitempty"`
	Reason     string `json:"reason,omitempty"`
}

// Edit is the last edit of a file.
type Edit struct {
	// At is the time of the edit, RFC 3339.
	At string `json:"at"`
	// After is the stamp of the result that was there when the file was edited:
	// that result is older than the edit, whatever the clocks say.
	After string `json:"after,omitempty"`
}

// Untold is a subagent that ended without a good answer.
type Untold struct {
	AgentID string `json:"agent_id"`
	Agent   string `json:"agent"`
	Check   string `json:"check"`
	Reason  string `json:"reason"`
}

// Print identifies a text without holding it.
type Print struct {
	Bytes int    `json:"bytes"`
	Sum   string `json:"sum"`
}

// Seen is the last stop of an agent that was counted, with its answer.
type Seen struct {
	Payload    Print  `json:"payload"`
	Transcript int64  `json:"transcript"`
	Action     string `json:"action"`
	Reason     string `json:"reason,omitempty"`
	Notice     string `json:"notice,omitempty"`
}

// Agent returns the record of an agent, which is made if there is none.
func (s *Session) Agent(id string) *Agent {
	if s.Agents == nil {
		s.Agents = map[string]*Agent{}
	}
	if s.Agents[id] == nil {
		s.Agents[id] = &Agent{}
	}
	return s.Agents[id]
}

// Known reports whether there is a record of a stop of the agent.
func (s *Session) Known(id string) bool {
	a := s.Agents[id]
	return a != nil && a.Stopped != ""
}

// Check returns the budget of a check, which is made if there is none.
func (a *Agent) Check(name string) *Check {
	if a.Checks == nil {
		a.Checks = map[string]*Check{}
	}
	if a.Checks[name] == nil {
		a.Checks[name] = &Check{}
	}
	return a.Checks[name]
}

// Resolve gives the blocks of a check back.
func (a *Agent) Resolve(name string) {
	if a != nil {
		delete(a.Checks, name)
	}
}

// Session returns the memory of a session as it is now, without the lock. It
// is empty if there is none or if it is damaged.
func (f *Folder) Session(session string) *Session {
	s, _, _ := f.load(session)
	return s
}

// Mentions reports whether one of the words stands, quoted, in the memory of a
// session. It is a quick look that may say yes too often.
func (f *Folder) Mentions(session string, words ...string) bool {
	data, err := f.read(sessionFile(session))
	for _, w := range words {
		if err == nil && bytes.Contains(data, []byte(`"`+w+`"`)) {
			return true
		}
	}
	return false
}

// Sessions are the ids of all sessions that the gate remembers, sorted.
func (f *Folder) Sessions() ([]string, error) { return f.sessions(sessionDir) }

func (f *Folder) load(session string) (*Session, []byte, error) {
	data, err := f.read(sessionFile(session))
	if errors.Is(err, fs.ErrNotExist) {
		return newSession(session), nil, nil
	}
	if err != nil {
		return newSession(session), nil, err
	}
	s := &Session{}
	if err := decodeObject(data, s); err != nil {
		return newSession(session), data, &damaged{err}
	}
	if s.SessionID != session {
		return newSession(session), data, &damaged{fmt.Errorf("it names session %q", s.SessionID)}
	}
	s.Version = 1
	return s, data, nil
}

type damaged struct{ cause error }

func (d *damaged) Error() string { return d.cause.Error() }

func newSession(id string) *Session { return &Session{Version: 1, SessionID: id} }

func sessionFile(session string) string { return path.Join(sessionDir, session+".json") }

// Update changes the memory of a session and appends to the log.
//
// fn gets the session, changes it and returns the lines to log; without a
// change and without lines nothing is written. It may be called again with a
// fresh copy: if nothing can be kept (read-only project, full disk, a lock
// that is not to be had) the last call has kept false, and the error says why.
// Its lines are then logged if that is possible. A log that cannot be written
// is an error as well, but what fn decided stands.
func (f *Folder) Update(session string, fn func(s *Session, kept bool) []Line) error {
	f.session = session
	if f.ReadOnly {
		s, _, err := f.load(session)
		fn(s, err == nil || errors.As(err, new(*damaged)))
		return nil
	}
	unlock, err := f.lock(lockLimit)
	if err != nil {
		return errors.Join(err, f.appendLines(fn(f.Session(session), false)))
	}
	defer unlock()
	lines, err := f.change(session, fn)
	if err != nil {
		lines = fn(f.Session(session), false)
	}
	return errors.Join(err, f.appendLocked(lines))
}

// change runs fn on the session and writes what it changed.
func (f *Folder) change(session string, fn func(*Session, bool) []Line) ([]Line, error) {
	s, old, err := f.load(session)
	if bad := (*damaged)(nil); errors.As(err, &bad) {
		err = f.setAside(sessionFile(session), bad.cause)
		old = nil
	}
	if err != nil {
		return nil, err
	}
	lines := fn(s, true)
	data := encode(s, "")
	if bytes.Equal(data, old) || old == nil && empty(s) {
		return lines, nil
	}
	return lines, f.write(sessionFile(session), data, 0o644)
}

func empty(s *Session) bool {
	return len(s.Agents) == 0 && len(s.Edits) == 0 && len(s.Untold) == 0 && s.Counted == ""
}

// Touch records edits of UI files at this moment: in the shared list of
// touched files, and in our memory with the time. Paths are relative to the
// project, clean and with slashes. While another process keeps the lock they
// are recorded without it.
func (f *Folder) Touch(session string, paths []string) error {
	if f.ReadOnly || len(paths) == 0 {
		return nil
	}
	f.session = session
	unlock, err := f.lock(editLimit)
	switch {
	case err == nil:
		defer unlock()
	case !errors.Is(err, ErrBusy):
		return err
	}
	if err := f.touchPending(session, paths); err != nil {
		return err
	}
	after := ""
	if r, err := f.Result(session); err == nil && r != nil {
		after = r.Stamp
	}
	at := f.now().UTC().Format(time.RFC3339)
	_, err = f.change(session, func(s *Session, _ bool) []Line {
		if s.Edits == nil {
			s.Edits = map[string]Edit{}
		}
		for _, p := range paths {
			s.Edits[p] = Edit{At: at, After: after}
		}
		return nil
	})
	return err
}

// touchPending adds paths to the shared list.
func (f *Folder) touchPending(session string, paths []string) error {
	p, err := f.Pending(session)
	if err != nil {
		return err
	}
	if p == nil {
		p = &Pending{SessionID: session}
	}
	known := make(map[string]bool, len(p.Touched))
	for _, t := range p.Touched {
		known[path.Clean(t)] = true
	}
	n := len(p.Touched)
	for _, t := range paths {
		if !known[t] {
			known[t] = true
			p.Touched = append(p.Touched, t)
		}
	}
	if len(p.Touched) == n {
		return nil
	}
	return f.write(path.Join(pendingDir, session+".json"), encode(p, " "), 0o644)
}
