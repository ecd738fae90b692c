package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// Folders of the files, one per session, below the state folder.
const (
	pendingDir = "pending-ui"
	resultDir  = "verify-result"
	sessionDir = "gate-state"
)

// Pending is the list of UI files that a session touched. Its shape is frozen:
// other tools read and write it.
type Pending struct {
	SessionID string `json:"session_id"`
	// Touched are paths relative to the project, with slashes, each once, in
	// the order of the first edit.
	Touched []string `json:"ui_touched"`
}

// Outcomes of a Result. Any other word is no result.
const (
	Pass    = "pass"
	Fail    = "fail"
	Abstain = "abstain"
)

// Result is what a run of the UI checks found. Its shape is frozen.
type Result struct {
	SessionID string   `json:"session_id"`
	Outcome   string   `json:"outcome"`
	Covered   []string `json:"covered"`
	// Detail is expected against actual, or the reason of an abstention.
	Detail string `json:"detail"`
	// At is the start of the run, ISO 8601 in UTC; other writers may leave it out.
	At string `json:"at"`
	// Stamp tells this file from any that was written before or after it.
	Stamp string `json:"-"`
}

// Time is the start of the run; ok is false if At is absent or no time.
func (r *Result) Time() (t time.Time, ok bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, r.At); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// Pending returns the touched files of a session, nil if there is no such
// file. A file that stays unreadable for 100 ms is an error.
func (f *Folder) Pending(session string) (*Pending, error) {
	var p Pending
	return shared(f, path.Join(pendingDir, session+".json"), &p)
}

// Result returns the last result of a session, nil if there is none. A file
// that stays unreadable for 100 ms is an error.
func (f *Folder) Result(session string) (*Result, error) {
	name := path.Join(resultDir, session+".json")
	r, err := shared(f, name, &Result{})
	if r == nil {
		return nil, err
	}
	if info, err := f.root.Stat(name); err == nil {
		// File systems count time in steps, in which two files fit.
		r.Stamp = strconv.FormatInt(info.ModTime().UnixNano(), 36) + " " + clip(r.At, maxID)
	}
	return r, nil
}

// shared reads a file that others write, perhaps at this moment and not
// atomically, so it looks again before it gives up.
func shared[T any](f *Folder, name string, into *T) (*T, error) {
	for end := time.Now().Add(sharedLimit); ; time.Sleep(5 * time.Millisecond) {
		data, err := f.read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err == nil {
			*into = *new(T)
			err = decodeObject(data, into)
		}
		if err == nil {
			return into, nil
		}
		if !time.Now().Before(end) {
			return nil, fmt.Errorf("%s: %w", path.Join(f.name, name), err)
		}
	}
}

// decodeObject decodes a JSON object; "null", which encoding/json takes for
// anything, is none.
func decodeObject(data []byte, into any) error {
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\xef\xbb\xbf"))
	if len(data) == 0 || data[0] != '{' {
		return errors.New("not a JSON object")
	}
	return json.Unmarshal(data, into)
}

// WriteResult writes the result of a session.
func (f *Folder) WriteResult(r Result) error {
	if !ValidID(r.SessionID) {
		return fmt.Errorf("session %q is not usable as a file name", r.SessionID)
	}
	if err := f.create(); err != nil {
		return err
	}
	return f.write(path.Join(resultDir, r.SessionID+".json"), encode(r, " "), 0o644)
}

// PendingSessions are the sessions that have a file of touched UI files,
// sorted.
func (f *Folder) PendingSessions() ([]string, error) { return f.sessions(pendingDir) }

func (f *Folder) sessions(dir string) ([]string, error) {
	if f.root == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(f.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".json"); ok && ValidID(id) {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// encode is JSON as a person may read it: no escapes for <, > and &, one
// newline at the end.
func encode(v any, indent string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		panic("state: " + err.Error()) // only types of this package are encoded
	}
	return buf.Bytes()
}

// Globs are the patterns in ui-globs.txt, one a line, without comments. They
// are nil if there is no such file or if it holds none.
func (f *Folder) Globs() []string {
	data, err := f.read("ui-globs.txt")
	if err != nil {
		return nil
	}
	var globs []string
	for line := range strings.Lines(string(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			globs = append(globs, line)
		}
	}
	return globs
}
