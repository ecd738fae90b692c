package mirror

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// journalEnd is the last line of a complete journal.
const journalEnd = "# complete\n"

// Action is what was done, or would be done, to one file.
type Action struct {
	Path string `json:"path"`
	Verb string `json:"action"` // "create", "update" or "remove"
}

// Actions lists what writing does, sorted by path. It is empty if an error keeps
// everything from being written.
func (p *Plan) Actions() []Action {
	var list []Action
	states := map[string]State{}
	for _, m := range p.Mirrors {
		states[m.Path] = m.State
	}
	for _, s := range p.steps {
		verb := "update"
		switch {
		case s.remove:
			verb = "remove"
		case states[s.path] == Missing:
			verb = "create"
		}
		list = append(list, Action{s.path, verb})
	}
	return list
}

// Write plans and writes. While it writes, other runs wait; what it finds
// changed by then is planned again. The plan that it returns is the one that
// was carried out.
func Write(root *os.Root, o Options, m Mode) (*Plan, error) {
	plan, err := NewPlan(root, o, m)
	if err != nil || plan.nothingToWrite() {
		return plan, err
	}
	journal, err := lockRun(root)
	if err != nil {
		return plan, err
	}
	defer journal.Close()
	if plan, err = newPlan(root, o, m, journal); err != nil {
		return plan, err
	}
	if plan.Interrupted {
		sweep(root, plan)
	}
	if !plan.nothingToWrite() {
		w := &writer{root: root, journal: journal}
		if err := w.carryOut(plan); err != nil {
			if w.untouched && !plan.Interrupted {
				removeJournal(root, journal)
			}
			return plan, err
		}
	}
	return plan, removeJournal(root, journal)
}

func (p *Plan) nothingToWrite() bool {
	return p.Held || len(p.steps) == 0 && !p.LockStale && !p.Interrupted
}

// lockRun opens and locks the journal, waiting for another run. The run that
// held it has removed the file by then, so that it must be opened again.
func lockRun(root *os.Root) (*lockedfile.File, error) {
	for {
		if info, err := root.Lstat(journalFile); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: not a regular file", journalFile)
		}
		file, err := lockedfile.Edit(filepath.Join(root.Name(), journalFile))
		if err != nil {
			return nil, err
		}
		held, err := file.Stat()
		if err != nil {
			file.Close()
			return nil, err
		}
		if now, err := root.Lstat(journalFile); err == nil && os.SameFile(held, now) {
			return file, nil
		}
		file.Close()
	}
}

// removeJournal ends a run: first the name goes, then the lock. Where an open
// file cannot be removed it is emptied and the lock goes first; then another run
// may have it open by now, and removes it in its turn.
func removeJournal(root *os.Root, journal *lockedfile.File) error {
	if root.Remove(journalFile) == nil {
		return nil
	}
	if err := journal.Truncate(0); err != nil {
		return err
	}
	journal.Close()
	root.Remove(journalFile) // an empty journal says nothing
	return nil
}

// writer carries a plan out.
type writer struct {
	root    *os.Root
	journal *lockedfile.File
	// untouched is true if an error came before any mirror was changed.
	untouched bool
	// die is asked before each step; only tests set it, to kill a run.
	die   func(n int) bool
	steps int
}

// errDied ends a run as a kill would: nothing is cleaned up.
var errDied = errors.New("killed")

// alive counts a step and reports errDied if the run dies before it.
func (w *writer) alive() error {
	w.steps++
	if w.die != nil && w.die(w.steps-1) {
		return errDied
	}
	return nil
}

// carryOut writes all new contents beside their places, then moves them there.
// A full disk or a folder that cannot be written shows in the first half, when
// nothing has been changed yet; a run that is killed leaves the journal.
func (w *writer) carryOut(plan *Plan) error {
	if err := w.writeJournal(plan); err != nil {
		w.untouched = !errors.Is(err, errDied)
		return err
	}
	for _, s := range plan.steps {
		if err := w.stage(s); err != nil {
			if !errors.Is(err, errDied) {
				w.unstage(plan.steps)
				w.untouched = true
			}
			return err
		}
	}
	for _, s := range plan.steps {
		if err := w.commit(s); err != nil {
			return err
		}
	}
	if err := w.alive(); err != nil {
		return err
	}
	return w.writeLock(plan.lock.String())
}

// writeJournal appends to the journal of an interrupted run: that one counts
// until this one is complete.
func (w *writer) writeJournal(plan *Plan) error {
	if err := w.alive(); err != nil {
		return err
	}
	text, err := readHeld(w.journal)
	if err != nil {
		return err
	}
	size := int64(len(completeJournal(text)))
	if err := w.journal.Truncate(size); err != nil {
		return err
	}
	if _, err = w.journal.WriteAt([]byte(plan.journal().String()+journalEnd), size); err != nil {
		w.journal.Truncate(size)
	}
	return err
}

// readHeld reads the journal through the handle that locks it.
func readHeld(journal io.ReaderAt) (string, error) {
	data, err := io.ReadAll(io.NewSectionReader(journal, 0, 1<<40))
	return string(data), err
}

// completeJournal is the text up to the end of its last complete journal, or "".
func completeJournal(text string) string {
	if i := strings.LastIndex(text, journalEnd); i >= 0 {
		return text[:i+len(journalEnd)]
	}
	return ""
}

// journal is the next lock file, with what is ours now: a body that either of
// them knows is not somebody's edit.
func (p *Plan) journal() lockFile {
	next := lockFile{}
	for path, e := range p.lock {
		next[path] = e
	}
	for path, e := range p.owned {
		if n, ok := next[path]; ok && n.sum != e.sum {
			e.sum = n.sum + " " + e.sum
		}
		next[path] = e
	}
	return next
}

// sweep removes what a killed run left half written.
func sweep(root *os.Root, plan *Plan) {
	for path := range plan.owned {
		root.Remove(temporary(path))
	}
	root.Remove(temporary(LockFile))
}

// temporary is the name of a file while it is written.
func temporary(name string) string {
	return path.Join(path.Dir(name), "."+path.Base(name)+".mirrorgen")
}

func (w *writer) stage(s step) error {
	if err := w.alive(); err != nil {
		return err
	}
	if s.remove {
		return nil
	}
	info, err := w.root.Lstat(s.path)
	old := err == nil && info.Mode().IsRegular()
	if err := w.root.MkdirAll(path.Dir(s.path), 0o777); err != nil {
		return err
	}
	name := temporary(s.path)
	if err := w.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	perm := fs.FileMode(0o666)
	if s.exec {
		perm = 0o777
	}
	if err := w.root.WriteFile(name, s.data, perm); err != nil || !old {
		return err
	}
	return w.root.Chmod(name, s.mode(info.Mode().Perm()))
}

// mode is what the permissions of a file become. Who may read the file of a
// skill that can be run may run it.
func (s *step) mode(old fs.FileMode) fs.FileMode {
	switch {
	case s.exec:
		return old | old&0o444>>2
	case s.skill:
		return old &^ 0o111
	}
	return old
}

func (w *writer) unstage(steps []step) {
	for _, s := range steps {
		w.root.Remove(temporary(s.path)) // best effort: the journal names them for the next run
	}
}

func (w *writer) commit(s step) error {
	if err := w.alive(); err != nil {
		return err
	}
	if s.remove {
		return w.remove(s)
	}
	return w.root.Rename(temporary(s.path), s.path)
}

// remove removes a mirror; the folders of a skill go with their last file.
func (w *writer) remove(s step) error {
	if err := w.root.Remove(s.path); err != nil || !s.skill {
		return err
	}
	for dir := path.Dir(s.path); strings.Contains(dir, "/"); dir = path.Dir(dir) {
		if w.root.Remove(dir) != nil { // it holds something
			break
		}
	}
	return nil
}

func (w *writer) writeLock(text string) error {
	if text == "" {
		if err := w.root.Remove(LockFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	now, err := readLock(w.root, LockFile)
	if err != nil || now == text {
		return err
	}
	name := temporary(LockFile)
	w.root.Remove(name)
	if err := w.root.WriteFile(name, []byte(text), 0o666); err != nil {
		return err
	}
	return w.root.Rename(name, LockFile)
}
