package gitdir

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/internal/gitignore"
)

// ErrTime means that the answer was not to be had in time.
var ErrTime = errors.New("not known in time")

// WorkTree is the object name of the tree that a commit of everything would
// have: of changed, removed and new files, but for those that .gitignore
// names. Without uncommitted changes it is the tree of HEAD. The error is
// ErrTime if the answer is not known at end.
//
// Contents are taken as they are on disk: where git converts line ends or runs
// filters, the name of a changed file is one that git would not give it.
func (r *Repo) WorkTree(end time.Time) (string, error) {
	x, err := r.readIndex(end)
	if err != nil {
		return "", err
	}
	w := &looking{repo: r, index: x, end: end, ignored: gitignore.New(r.Top), touched: map[string]bool{}}
	if err := w.known(); err != nil {
		return "", err
	}
	if err := w.unknown(); err != nil {
		return "", err
	}
	slices.SortFunc(w.files, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	id, _, err := w.tree(w.files, "", x.trees)
	return hex.EncodeToString(id), err
}

// looking is one look at the working tree.
type looking struct {
	repo    *Repo
	index   *index
	end     time.Time
	ignored *gitignore.Matcher
	files   []entry         // those of the tree
	touched map[string]bool // folders whose tree is not the cached one
	steps   int
}

// late reports, now and then, whether the time is over.
func (w *looking) late() bool {
	w.steps++
	return w.steps%32 == 0 && time.Now().After(w.end)
}

// known looks at each file that git knows.
func (w *looking) known() error {
	w.files = make([]entry, 0, len(w.index.entries))
	for _, e := range w.index.entries {
		if w.late() {
			return ErrTime
		}
		now, there, err := w.look(e)
		if err != nil {
			return err
		}
		if !there || now.mode != e.mode || e.open || string(now.id) != string(e.id) {
			w.touch(e.path)
		}
		if there {
			w.files = append(w.files, now)
		}
	}
	return nil
}

// touch marks the folders above a path as changed.
func (w *looking) touch(p string) {
	for p != "" {
		p = folderOf(p)
		if w.touched[p] {
			return
		}
		w.touched[p] = true
	}
}

// folderOf is the folder of a path, "" for the top.
func folderOf(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }

// look returns an entry as the working tree has it now.
func (w *looking) look(e entry) (now entry, there bool, err error) {
	if e.trusted && !e.open {
		return e, true, nil
	}
	if !local(e.path) {
		return e, false, fmt.Errorf("%w: path %q", errIndex, e.path)
	}
	name := filepath.Join(w.repo.Top, filepath.FromSlash(e.path))
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err != nil && isNotFolder(err) {
		return e, false, nil
	}
	if err != nil {
		return e, false, err
	}
	if e.mode == modeModule {
		return w.module(e, name, info), true, nil
	}
	mode, ok := modeOf(info, e.mode)
	if !ok {
		return e, false, nil // a folder or a pipe in its place
	}
	if mode == e.mode && !e.open && w.same(e, info) {
		return e, true, nil
	}
	e.mode = mode
	e.id, err = w.blob(name, info)
	return e, true, err
}

// local reports whether a path of the index stays within the working tree.
func local(p string) bool {
	return filepath.IsLocal(filepath.FromSlash(p)) && path.Clean(p) == p
}

// same reports whether a file is the one that git saw: a file that was changed
// in the same moment as the index was written may look the same and be another.
func (w *looking) same(e entry, info fs.FileInfo) bool {
	m := stampOf(info.ModTime())
	if e.size != uint32(info.Size()) || m != e.mtime {
		return false
	}
	if c, ok := changeTime(info); ok && c != e.ctime {
		return false
	}
	return m.sec < w.index.written.sec || m.sec == w.index.written.sec && m.nsec < w.index.written.nsec
}

// modeOf is the mode that git gives a file. Where the system has no bit for programs, the known mode stays.
func modeOf(info fs.FileInfo, known uint32) (mode uint32, ok bool) {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return modeLink, true
	case !info.Mode().IsRegular():
		return 0, false
	case filepath.Separator == '\\' && known == modeExec:
		return modeExec, true
	case filepath.Separator != '\\' && info.Mode()&0o100 != 0:
		return modeExec, true
	}
	return modeFile, true
}

// module returns a submodule with the commit that is checked out in it.
func (w *looking) module(e entry, name string, info fs.FileInfo) entry {
	if _, err := os.Lstat(filepath.Join(name, ".git")); err != nil || !info.IsDir() {
		return e // not checked out
	}
	if sub, err := Open(name); err == nil {
		if head, err := sub.Head(); err == nil && len(head) == 2*len(e.id) {
			e.id, _ = hex.DecodeString(head)
		}
	}
	return e
}

// blob is the object name of a file's content.
func (w *looking) blob(name string, info fs.FileInfo) ([]byte, error) {
	h := w.repo.hash()
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(name)
		to = filepath.ToSlash(to)
		fmt.Fprintf(h, "blob %d\x00%s", len(to), to)
		return h.Sum(nil), err
	}
	file, info, err := openPlain(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	fmt.Fprintf(h, "blob %d\x00", info.Size())
	for left := info.Size(); left > 0; {
		n, err := io.CopyN(h, file, min(left, 1<<20))
		if err != nil {
			return nil, err // it grows shorter while it is read
		}
		if left -= n; time.Now().After(w.end) {
			return nil, ErrTime
		}
	}
	return h.Sum(nil), nil
}

// unknown finds the files that git does not know and does not ignore.
func (w *looking) unknown() error {
	known := make(map[string]uint32, len(w.index.entries))
	folders := map[string]bool{}
	for _, e := range w.index.entries {
		known[e.path] = e.mode
		for dir := folderOf(e.path); dir != "" && !folders[dir]; dir = folderOf(dir) {
			folders[dir] = true
		}
	}
	return w.walk("", known, folders)
}

func (w *looking) walk(dir string, known map[string]uint32, folders map[string]bool) error {
	entries, err := os.ReadDir(filepath.Join(w.repo.Top, filepath.FromSlash(dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if w.late() {
			return ErrTime
		}
		p := path.Join(dir, e.Name())
		// A folder in the place of a known file is new, a submodule is not.
		if mode := known[p]; mode != 0 && (!e.IsDir() || mode == modeModule) || e.Name() == ".git" {
			continue
		}
		if e.IsDir() {
			// A folder that holds known files is entered even if it is ignored.
			if !folders[p] && (w.ignored.Ignored(p, true) || isRepository(filepath.Join(w.repo.Top, filepath.FromSlash(p)))) {
				continue
			}
			if err := w.walk(p, known, folders); err != nil {
				return err
			}
			continue
		}
		if w.ignored.Ignored(p, false) {
			continue
		}
		if err := w.add(p, e); err != nil {
			return err
		}
	}
	return nil
}

// isRepository reports a working tree within the working tree.
func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// add takes in a file that git does not know yet.
func (w *looking) add(p string, e fs.DirEntry) error {
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed in this moment
	}
	if err != nil {
		return err
	}
	mode, ok := modeOf(info, modeFile)
	if !ok {
		return nil // git knows no pipes
	}
	id, err := w.blob(filepath.Join(w.repo.Top, filepath.FromSlash(p)), info)
	if err != nil {
		return err
	}
	w.files = append(w.files, entry{path: p, mode: mode, id: id})
	w.touch(p)
	return nil
}

// tree computes the tree of a folder from the files that begin with its
// prefix, which come first in files, and returns how many they are. c is what git computed before, if anything.
func (w *looking) tree(files []entry, prefix string, c *cached) (id []byte, n int, err error) {
	if c != nil && c.entries >= 0 && !w.touched[strings.TrimSuffix(prefix, "/")] && c.entries <= len(files) {
		return c.id, c.entries, nil
	}
	var body []byte
	for n < len(files) && strings.HasPrefix(files[n].path, prefix) {
		if w.late() {
			return nil, 0, ErrTime
		}
		name, _, inFolder := strings.Cut(files[n].path[len(prefix):], "/")
		if !inFolder {
			body = fmt.Appendf(body, "%o %s\x00", files[n].mode, name)
			body = append(body, files[n].id...)
			n++
			continue
		}
		sub, used, err := w.tree(files[n:], prefix+name+"/", c.child(name))
		if err != nil {
			return nil, 0, err
		}
		body = fmt.Appendf(body, "%o %s\x00", modeFolder, name)
		body = append(body, sub...)
		n += used
	}
	h := w.repo.hash()
	fmt.Fprintf(h, "tree %d\x00", len(body))
	h.Write(body)
	return h.Sum(nil), n, nil
}

func (c *cached) child(name string) *cached {
	if c == nil {
		return nil
	}
	for _, child := range c.children {
		if child.name == name {
			return child
		}
	}
	return nil
}
