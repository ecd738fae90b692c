package run

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/judgelint/judgelint/client"
	"github.com/judgelint/judgelint/findings"
)

// The files of a run folder. Answers are in the folder answers, under the key
// of the question and the number of the try: names of items are any text.
const (
	aboutFile   = "run.json"
	eventsFile  = "events.jsonl"
	reportFile  = "report.json"
	readingFile = "report.md"
	lockFile    = "lock"
	scratchDir  = "tmp"
	tempEnd     = ".tmp" // of a file that is being written
	maxEvents   = 256 << 20
	maxAbout    = 1 << 20
)

// Identity is what the answers of a run depend on. Each field but Workflow is
// a digest, or empty.
type Identity struct {
	Workflow string `json:"workflow"`
	Spec     string `json:"spec"`
	Prompts  string `json:"prompts"`
	Args     string `json:"args"`
	Context  string `json:"context"`
	Slots    string `json:"slots,omitempty"`
	Tree     string `json:"tree,omitempty"`
}

// differs names what is not as it was; "" if all is. An unknown tree differs
// from none.
func (id Identity) differs(was Identity) string {
	var parts []string
	add := func(name, now, before string) {
		if now != before {
			parts = append(parts, name)
		}
	}
	add("the workflow's name", id.Workflow, was.Workflow)
	add("the specification", id.Spec, was.Spec)
	add("the prompts", id.Prompts, was.Prompts)
	add("the arguments", id.Args, was.Args)
	add("the context", id.Context, was.Context)
	add("the slots", id.Slots, was.Slots)
	if id.Tree != "" && was.Tree != "" {
		add("the files of the repository", id.Tree, was.Tree)
	}
	return strings.Join(parts, ", ")
}

// About is run.json.
type About struct {
	Version int    `json:"version"`
	ID      string `json:"id"`
	// Program is the version of this program, Host the client.
	Program string   `json:"program"`
	Host    string   `json:"host"`
	Created string   `json:"created"`
	Of      Identity `json:"of"`
	// Done is nil as long as the run has not come to its end.
	Done *Figures `json:"done,omitempty"`
	// Stopped is why the last part of the run ended early.
	Stopped string `json:"stopped,omitempty"`
	WallMS  int64  `json:"wall_ms"`
}

// Figures are the sums of a run.
type Figures struct {
	Stages  int            `json:"stages"`
	Items   int            `json:"items"`
	Calls   int            `json:"calls"`
	Retries int            `json:"retries"`
	Failed  int            `json:"failed"`
	Tokens  *client.Tokens `json:"tokens,omitempty"`
	// CostUSD is nil if no client told a cost.
	CostUSD *float64 `json:"cost_usd,omitempty"`
	WallMS  int64    `json:"wall_ms"`
}

// folder is a run folder that this process writes.
type folder struct {
	path   string
	root   *os.Root
	events *os.File
	unlock func()
	about  About
	calls  atomic.Int64
}

// NewID returns a name for a run at a time: sortable, and distinct for runs of
// one minute.
func NewID(at time.Time) string {
	return at.UTC().Format("20060102-1504") + fmt.Sprintf("-%04x", rand.Uint32()&0xffff)
}

// IsID reports whether text has the form of NewID.
func IsID(text string) bool {
	if len(text) != len("20060102-1504-0000") {
		return false
	}
	_, err := time.Parse("20060102-1504", text[:13])
	_, bad := hex.DecodeString(text[14:])
	return err == nil && bad == nil && text[13] == '-'
}

// ErrNoRun means that a folder holds no run.
var ErrNoRun = errors.New("holds no run")

// begun reports whether an entry of a folder that holds no run is what begin
// writes before there is one: no answer and no event.
func begun(path string, e fs.DirEntry) bool {
	switch e.Name() {
	case lockFile, scratchDir, ".gitignore", aboutFile + tempEnd:
		return true
	case "answers":
		inside, err := os.ReadDir(filepath.Join(path, e.Name()))
		return err == nil && len(inside) == 0
	case eventsFile:
		info, err := e.Info()
		return err == nil && info.Size() == 0
	}
	return false
}

// Create makes a run folder. It is an error if the folder holds anything but
// the beginnings of a run that was killed before its first question.
func (r *Run) Create(path, id string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return plain(path, err)
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == aboutFile }):
		return fmt.Errorf("%s: holds a run already; go on with --resume, or name another folder", path)
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !begun(path, e) }):
		return fmt.Errorf("%s: is not empty and holds no run", path)
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return plain(path, err)
	}
	if err := r.open(path); err != nil {
		return err
	}
	if _, err := r.dir.root.Lstat(aboutFile); err == nil {
		r.Close()
		return fmt.Errorf("%s: holds a run already; go on with --resume, or name another folder", path)
	}
	r.dir.about = About{Version: 1, ID: id, Program: r.opt.Version, Host: r.opt.Host.Name,
		Created: r.opt.Now().UTC().Format(time.RFC3339), Of: r.id}
	return r.begin()
}

// Resume opens a run folder to go on. It is an error if the folder belongs to
// another run, unless Options.Force is set; ErrNoRun if it holds none.
func (r *Run) Resume(path string) error {
	if _, err := os.Lstat(filepath.Join(path, aboutFile)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, ErrNoRun)
	}
	if err := r.open(path); err != nil {
		return err
	}
	about, _, _, err := r.read(r.dir.root, path)
	if err != nil {
		r.Close()
		return err
	}
	r.dir.about, r.earlier = about, time.Duration(about.WallMS)*time.Millisecond
	r.dir.about.Of, r.dir.about.Done, r.dir.about.Stopped = r.id, nil, ""
	return r.begin()
}

// Merge takes in the run folder at path, which is not written, as a part of
// this run, and copies it into the folder of this run if that is open. doubles
// are items that were known already; they stay as they are.
func (r *Run) Merge(path string) (doubles []string, err error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, plain(path, err)
	}
	if _, err := root.Lstat(aboutFile); errors.Is(err, fs.ErrNotExist) {
		root.Close()
		return nil, fmt.Errorf("%s: %w", path, ErrNoRun)
	}
	_, taken, doubles, err := r.read(root, path)
	if err != nil {
		root.Close()
		return nil, err
	}
	r.merged = append(r.merged, root)
	for _, e := range taken {
		if r.dir == nil {
			break
		}
		var text []byte
		if e.Answer != "" {
			text = r.past.of(e.Key).text(e)
		}
		if err := r.dir.record(e, text); err != nil {
			return doubles, err
		}
	}
	return doubles, nil
}

// read takes what a folder holds into the history. The root must stay open.
func (r *Run) read(root *os.Root, path string) (about About, taken []Event, doubles []string, err error) {
	data, err := readFile(root, aboutFile, maxAbout)
	if err == nil {
		err = json.Unmarshal(data, &about)
	}
	if err != nil || about.Version != 1 {
		return about, nil, nil, fmt.Errorf("%s: %s cannot be read as that of a run: %v", path, aboutFile, err)
	}
	if what := r.id.differs(about.Of); what != "" && !r.opt.Force {
		return about, nil, nil, fmt.Errorf("%s: belongs to another run: %s changed since it began; its answers would not fit (--force takes them all the same)", path, what)
	}
	log, err := readFile(root, eventsFile, maxEvents)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return about, nil, nil, plain(path, err)
	}
	events, bad := readEvents(log)
	if bad > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s: %d lines of %s are no events and were left out", path, bad, eventsFile))
	}
	taken, doubles = r.past.join(events, func(e Event) []byte {
		text, _ := readFile(root, e.answerFile(), client.MaxOutput) // no answer then
		return text
	})
	return about, taken, doubles, nil
}

// open locks a folder that is there.
func (r *Run) open(path string) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return plain(path, err)
	}
	if info, err := root.Lstat(lockFile); err == nil && !info.Mode().IsRegular() {
		root.Close()
		return fmt.Errorf("%s: %s is not a plain file", path, lockFile)
	}
	unlock, err := lock(filepath.Join(path, lockFile))
	if err != nil {
		root.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	r.dir = &folder{path: path, root: root, unlock: unlock}
	return nil
}

// lock takes a lock that nobody holds. The library only waits, so a lock that
// comes too late is given back.
func lock(path string) (unlock func(), err error) {
	type result struct {
		unlock func()
		err    error
	}
	done := make(chan result, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(path).Lock()
		done <- result{unlock, err}
	}()
	select {
	case r := <-done:
		return r.unlock, r.err
	case <-time.After(300 * time.Millisecond):
		go func() {
			if r := <-done; r.err == nil {
				r.unlock()
			}
		}()
		return nil, errors.New("another run is at work in this folder")
	}
}

// begin makes the folder ready for tries.
func (r *Run) begin() error {
	d := r.dir
	if err := errors.Join(d.root.RemoveAll(scratchDir), d.root.MkdirAll(scratchDir, 0o755), d.root.MkdirAll("answers", 0o755)); err != nil {
		return plain(d.path, err)
	}
	// The folder may lie in a repository, of whose files the answers must not
	// depend.
	if _, err := d.root.Lstat(".gitignore"); errors.Is(err, fs.ErrNotExist) {
		if err := d.root.WriteFile(".gitignore", []byte("*\n"), 0o644); err != nil {
			return plain(d.path, err)
		}
	}
	if err := d.openEvents(); err != nil {
		return plain(d.path, err)
	}
	return d.writeAbout()
}

// openEvents opens the log, whose last line a kill may have cut off.
func (d *folder) openEvents() error {
	if info, err := d.root.Lstat(eventsFile); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a plain file", eventsFile)
	}
	f, err := d.root.OpenFile(eventsFile, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	d.events = f
	log, err := io.ReadAll(io.LimitReader(f, maxEvents))
	if err != nil {
		return err
	}
	if whole := bytes.LastIndexByte(log, '\n') + 1; whole < len(log) {
		return f.Truncate(int64(whole))
	}
	return nil
}

func (d *folder) scratch() string { return filepath.Join(d.path, scratchDir) }

func (d *folder) seq() int { return int(d.calls.Add(1)) }

// record writes an answer, then the line that makes it count: a kill in
// between loses one try, and a line never speaks of an answer that is not
// there.
func (d *folder) record(e Event, answer []byte) error {
	if answer != nil {
		if err := d.root.WriteFile(e.answerFile(), answer, 0o644); err != nil {
			return plain(d.path, err)
		}
	}
	line, err := json.Marshal(e)
	if err == nil {
		_, err = d.events.Write(append(line, '\n'))
	}
	if err != nil {
		return plain(d.path, err)
	}
	return nil
}

func (d *folder) writeAbout() error { return d.writeJSON(aboutFile, d.about) }

func (d *folder) writeJSON(name string, v any) error {
	data, err := findings.Marshal(v, 3)
	if err != nil {
		return err
	}
	return d.write(name, data)
}

// write replaces a file at once.
func (d *folder) write(name string, data []byte) error {
	temp := name + tempEnd
	err := d.root.WriteFile(temp, data, 0o644)
	if err == nil {
		err = d.root.Rename(temp, name)
	}
	if err != nil {
		return plain(d.path, err)
	}
	return nil
}

// Close gives the folder free. It is safe to call it twice.
func (r *Run) Close() {
	for _, root := range r.merged {
		root.Close()
	}
	r.merged = nil
	if d := r.dir; d != nil {
		d.root.RemoveAll(scratchDir) // nothing in it counts
		if d.events != nil {
			d.events.Close()
		}
		d.root.Close()
		d.unlock()
		r.dir = nil
	}
}

// readFile reads a plain file of at most most bytes.
func readFile(root *os.Root, name string, most int64) ([]byte, error) {
	info, err := root.Lstat(name) // before the open: opening a pipe would hang
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%s: not a plain file of at most %d bytes", name, most)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// plain names a folder and what happened in it.
func plain(path string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		if p.Path != "" && p.Path != path && !filepath.IsAbs(p.Path) {
			return fmt.Errorf("%s: %s: %w", path, p.Path, p.Err)
		}
		err = p.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// WorkflowOf returns the name of the workflow that a run folder belongs to;
// empty if it holds no run that can be read.
func WorkflowOf(path string) string {
	root, err := os.OpenRoot(path)
	if err != nil {
		return ""
	}
	defer root.Close()
	var about About
	data, err := readFile(root, aboutFile, maxAbout)
	if err != nil || json.Unmarshal(data, &about) != nil {
		return ""
	}
	return about.Of.Workflow
}
