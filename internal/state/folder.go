// Package state is the state folder of a project: the files about touched and
// verified UI files that other tools share, the gate's own memory of each
// session, the log and the counters.
//
//	f, err := state.Open(project, ".judgelint", time.Now)
//	err = f.Update(session, func(s *state.Session, kept bool) []state.Line { ... })
//
// Each hook call is a process of its own, and many run at once. So our own
// files change only under one lock, each is written aside and renamed, and the
// log is the truth that the counters are made from. The package knows neither
// events nor verdicts, and nothing is ever written outside the folder: all
// paths go through an os.Root.
package state

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

const (
	lockLimit   = 250 * time.Millisecond
	editLimit   = 2 * time.Second // an edit that is not recorded is never verified
	sharedLimit = 100 * time.Millisecond
	maxFile     = 16 << 20 // no state file is larger, except the log
	lockName    = "lock"
)

// ErrBusy means that the lock was not to be had in time.
var ErrBusy = errors.New("state folder is locked by another process")

// Folder is the state folder of one project. It need not exist.
type Folder struct {
	// ReadOnly makes Update decide without writing anything.
	ReadOnly bool

	project, name string
	now           func() time.Time
	root          *os.Root // nil as long as the folder does not exist
	notes         []string
	// session is the session at work, whose files are never swept.
	session string
}

// Open opens the folder name, a path relative to project, without making it.
// It is an error if the name leads out of the project, also through a link, or
// if the folder cannot be opened.
func Open(project, name string, now func() time.Time) (*Folder, error) {
	f := &Folder{project: project, name: filepath.FromSlash(name), now: now}
	if !filepath.IsLocal(f.name) || filepath.Clean(f.name) == "." {
		return nil, fmt.Errorf("state folder %q: not a folder below the project", name)
	}
	info, err := os.Lstat(f.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	isLink := err == nil && info.Mode()&fs.ModeSymlink != 0
	if isLink {
		info, err = os.Stat(f.Path())
	}
	if err == nil && !info.IsDir() { // opening a pipe would hang
		return f, fmt.Errorf("state folder %s: not a folder", f.name)
	}
	err = f.open()
	if errors.Is(err, fs.ErrNotExist) && !isLink {
		return f, nil // removed in this moment
	}
	// A link to nowhere is an error: making the folder would follow it.
	return f, err
}

func (f *Folder) open() error {
	project, err := os.OpenRoot(f.project)
	if err != nil {
		return err
	}
	defer project.Close()
	f.root, err = project.OpenRoot(f.name)
	if err != nil {
		f.root = nil
		return fmt.Errorf("state folder %s: %w", f.name, err)
	}
	return nil
}

// Path is the folder's path on the file system.
func (f *Folder) Path() string { return filepath.Join(f.project, f.name) }

// Exists reports whether the folder was there when it was opened or has been
// made since.
func (f *Folder) Exists() bool { return f.root != nil }

// Notes are one line for each file that was found damaged and set aside.
func (f *Folder) Notes() []string { return f.notes }

// Close releases the folder. A closed Folder must not be used.
func (f *Folder) Close() {
	if f.root != nil {
		f.root.Close()
		f.root = nil
	}
}

// Make makes the folder if it is not there, with a .gitignore that hides it.
func (f *Folder) Make() error { return f.create() }

// create makes the folder with a .gitignore that hides all of it.
func (f *Folder) create() error {
	if f.root != nil {
		return nil
	}
	project, err := os.OpenRoot(f.project)
	if err != nil {
		return err
	}
	defer project.Close()
	if err := project.MkdirAll(f.name, 0o755); err != nil {
		return fmt.Errorf("state folder %s: %w", f.name, err)
	}
	if err := f.open(); err != nil {
		return err
	}
	ignore, err := f.root.OpenFile(".gitignore", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil // another gate was faster
	}
	if err != nil {
		return fmt.Errorf("state folder %s: %w", f.name, err)
	}
	_, err = ignore.WriteString("*\n")
	return errors.Join(err, ignore.Close())
}

// lock makes the folder if need be and takes its lock, for which it waits no
// longer than limit. The lock file is refused if it is anything but a plain file: opening a link could make a file
// elsewhere, opening a pipe would hang.
func (f *Folder) lock(limit time.Duration) (unlock func(), err error) {
	if err := f.create(); err != nil {
		return nil, err
	}
	if info, err := f.root.Lstat(lockName); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a plain file", filepath.Join(f.name, lockName))
	}
	type result struct {
		unlock func()
		err    error
	}
	done := make(chan result, 1)
	go func() {
		unlock, err := lockedfile.MutexAt(filepath.Join(f.Path(), lockName)).Lock()
		done <- result{unlock, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.unlock, r.err
	case <-timer.C:
		go func() { // a lock that comes too late is given back
			if r := <-done; r.err == nil {
				r.unlock()
			}
		}()
		return nil, ErrBusy
	}
}

// read returns the content of a plain file of the folder. A folder or file
// that does not exist is fs.ErrNotExist.
func (f *Folder) read(name string) ([]byte, error) {
	if f.root == nil {
		return nil, fs.ErrNotExist
	}
	info, err := f.root.Stat(name) // before the open: opening a pipe would hang
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s: not a plain file of at most %d MB", name, maxFile>>20)
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// Between the two calls another gate may have put a longer file in place.
	buf := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = buf.ReadFrom(io.LimitReader(file, maxFile))
	return buf.Bytes(), err
}

// write replaces a file: it is written aside and renamed, so that a reader
// finds the old or the new content, also after a kill in between. Perm is
// that of a new file.
func (f *Folder) write(name string, data []byte, perm fs.FileMode) error {
	temp := name + "." + strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(time.Now().UnixNano(), 36) + tempSuffix
	file, err := f.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	if errors.Is(err, fs.ErrNotExist) { // the folder within the folder
		if err = f.root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		file, err = f.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, perm)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = f.root.Rename(temp, name)
	}
	if err != nil {
		f.root.Remove(temp)
	}
	return err
}

const tempSuffix = ".tmp"

// setAside renames a damaged file of ours to NAME.bad and notes it. A file
// that stays is an error: it must not be written over.
func (f *Folder) setAside(name string, cause error) error {
	if f.ReadOnly {
		return nil
	}
	err := f.root.Rename(name, name+".bad")
	if err != nil {
		return err
	}
	f.notes = append(f.notes, fmt.Sprintf("%s is damaged (%v), set aside as %s.bad", name, cause, name))
	return nil
}
