package state

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Records is a file of lines in the state folder to which many processes
// append at once. A full file is renamed to NAME.1.jsonl, NAME.2.jsonl and so
// on, the highest number being the youngest.
type Records struct {
	folder *Folder
	name   string // without ".jsonl"
	limit  int64  // bytes after which the file is full
	keep   int    // how many full files stay
}

const recordsEnd = ".jsonl"

// Records returns the lines in the file NAME.jsonl, which need not exist. limit is the
// size in bytes at which a new file is begun, keep how many full files stay
// beside it: when there are more, the oldest are removed.
func (f *Folder) Records(name string, limit int64, keep int) *Records {
	return &Records{folder: f, name: name, limit: limit, keep: keep}
}

// Append adds text, which is whole lines, in one write. It needs no lock, so
// that the lines of processes that write at once stand side by side, each
// whole; after a write that a full disk or a kill cut off, the next line
// begins on a line of its own. The state folder is made if need be; in a
// read-only folder nothing happens.
func (r *Records) Append(text []byte) error {
	if r.folder.ReadOnly || len(text) == 0 {
		return nil
	}
	if err := r.folder.create(); err != nil {
		return err
	}
	if info, err := r.folder.root.Stat(r.name + recordsEnd); err == nil && info.Size() >= r.limit {
		if err := r.rotate(); err != nil && !errors.Is(err, ErrBusy) {
			return err
		}
	}
	return r.folder.appendTo(r.name+recordsEnd, text)
}

// rotate begins a new file. A process that opened the full one before goes on
// to append to it under its new name, and nothing is lost.
func (r *Records) rotate() error {
	unlock, err := r.folder.lock(lockLimit)
	if err != nil {
		return err
	}
	defer unlock()
	info, err := r.folder.root.Stat(r.name + recordsEnd)
	if err != nil || info.Size() < r.limit {
		return nil // another process was faster
	}
	full, err := r.full()
	if err != nil {
		return err
	}
	next := 1
	if len(full) > 0 {
		next = full[len(full)-1] + 1
	}
	for len(full) >= max(r.keep, 1) {
		if err := r.folder.root.Remove(r.fullName(full[0])); err != nil {
			return err
		}
		full = full[1:]
	}
	return r.folder.root.Rename(r.name+recordsEnd, r.fullName(next))
}

func (r *Records) fullName(n int) string { return r.name + "." + strconv.Itoa(n) + recordsEnd }

// full returns the numbers of the full files, the oldest first.
func (r *Records) full() ([]int, error) {
	entries, err := fs.ReadDir(r.folder.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, e := range entries {
		s, ok := strings.CutPrefix(e.Name(), r.name+".")
		s, isLines := strings.CutSuffix(s, recordsEnd)
		if n, err := strconv.Atoi(s); ok && isLines && err == nil && n > 0 && strconv.Itoa(n) == s {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Each calls fn with each complete line, its end included, the oldest file
// first. The bytes are valid during the call only. A line longer than 16 KB
// comes in pieces.
func (r *Records) Each(fn func(line []byte)) error {
	if r.folder.root == nil {
		return nil
	}
	// The newest is opened first: if it is renamed in the meantime, it is found
	// under its new name as well and read once.
	last, err := r.open(r.name + recordsEnd)
	if err != nil {
		return err
	}
	if last != nil {
		defer last.Close()
	}
	full, err := r.full()
	if err != nil {
		return err
	}
	for _, n := range full {
		if err := r.eachOf(r.fullName(n), last, fn); err != nil {
			return err
		}
	}
	if last == nil {
		return nil
	}
	return eachLine(last, fn)
}

func (r *Records) eachOf(name string, but *os.File, fn func([]byte)) error {
	file, err := r.open(name)
	if file == nil || err != nil {
		return err
	}
	defer file.Close()
	if but != nil && sameFile(file, but) {
		return nil
	}
	return eachLine(file, fn)
}

func sameFile(a, b *os.File) bool {
	x, errX := a.Stat()
	y, errY := b.Stat()
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// open returns nil for a file that is not there.
func (r *Records) open(name string) (*os.File, error) {
	info, err := r.folder.root.Lstat(name) // before the open: opening a pipe would hang
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a plain file", name)
	}
	if err != nil {
		return nil, err
	}
	file, err := r.folder.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return file, err
}

// appendTo adds text to a file of the folder in one write, so that the lines
// of several processes never mix. It works without the lock.
func (f *Folder) appendTo(name string, text []byte) error {
	if info, err := f.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a plain file", name)
	}
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if torn(file) {
		text = append([]byte{'\n'}, text...) // after a write that a full disk cut off
	}
	n, err := file.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	return errors.Join(err, file.Close())
}
