// Package gitdir reads git's own files: which commit is checked out, its tree,
// and the tree that a commit of all uncommitted changes would have. It starts
// no program, because its first user is a hook that has 20 ms.
//
//	repo, err := gitdir.Open(dir)
//	commit, err := repo.Head()
//	tree, err := repo.Tree(commit)
//	now, err := repo.WorkTree(time.Now().Add(20 * time.Millisecond))
//
// All files are hostile input: each has a size limit, nothing but plain files
// is opened, and nothing is written. What the package does not know (reftable,
// split and sparse indexes) is an error, never a guess.
package gitdir

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrUnborn means that HEAD names a branch without a commit.
var ErrUnborn = errors.New("no commit yet")

// ErrNone means that a folder is in no git working tree.
var ErrNone = errors.New("not in a git working tree")

const (
	maxSmall  = 64 << 10  // HEAD, refs, .git files, alternates, config
	maxPacked = 64 << 20  // packed-refs
	maxIndex  = 256 << 20 // index
	maxObject = 1 << 20   // a commit
)

// Repo is one git working tree. It must not be shared between goroutines.
type Repo struct {
	// Top is the folder of the working tree.
	Top string
	// dir is its git folder, common the one that it shares with the other
	// working trees of the repository.
	dir, common string
	sha256      bool     // known once HEAD is read
	objects     []string // object folders, alternates included; filled when needed
}

// Open finds the working tree that holds a folder. The error is ErrNone if
// there is none.
func Open(dir string) (*Repo, error) {
	for top := filepath.Clean(dir); ; top = filepath.Dir(top) {
		at := filepath.Join(top, ".git")
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return open(top, at, false)
		case err == nil && info.Mode().IsRegular():
			text, err := readFile(at, maxSmall)
			if err != nil {
				return nil, err
			}
			link, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			if !ok {
				return nil, fmt.Errorf("%s: no line gitdir", at)
			}
			return open(top, from(top, link), true)
		}
		if top == filepath.Dir(top) {
			return nil, ErrNone
		}
	}
}

func open(top, dir string, linked bool) (*Repo, error) {
	r := &Repo{Top: top, dir: dir, common: dir}
	if !linked {
		return r, nil
	}
	text, err := readFile(filepath.Join(dir, "commondir"), maxSmall)
	switch {
	case err == nil:
		r.common = from(dir, strings.TrimSpace(string(text)))
	case !errors.Is(err, fs.ErrNotExist): // a submodule has none
		return nil, err
	}
	return r, nil
}

// from is a path as it is written in a file of the folder dir.
func from(dir, p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(dir, p)
}

// size is the length of an object name in bytes.
func (r *Repo) size() int {
	if r.sha256 {
		return sha256.Size
	}
	return sha1.Size
}

func (r *Repo) hash() hash.Hash {
	if r.sha256 {
		return sha256.New()
	}
	return sha1.New()
}

// Head is the object name of the commit that is checked out. The error is
// ErrUnborn before the first commit.
func (r *Repo) Head() (string, error) {
	ref := "HEAD"
	for range 5 {
		text, err := r.ref(ref)
		if errors.Is(err, fs.ErrNotExist) && ref != "HEAD" {
			return "", ErrUnborn
		}
		if err != nil {
			return "", err
		}
		next, isLink := strings.CutPrefix(text, "ref: ")
		if !isLink {
			r.sha256 = len(text) == 2*sha256.Size
			if !r.isName(text) {
				return "", fmt.Errorf("%s is no object name", ref)
			}
			return text, nil
		}
		ref = strings.TrimSpace(next)
		if !strings.HasPrefix(ref, "refs/") || !filepath.IsLocal(filepath.FromSlash(ref)) || ref == "refs/heads/.invalid" {
			return "", fmt.Errorf("HEAD: %q is no branch that can be read", ref)
		}
	}
	return "", errors.New("HEAD: too many links")
}

// isName reports whether a text is an object name of this repository.
func (r *Repo) isName(text string) bool {
	if len(text) != 2*r.size() {
		return false
	}
	_, err := hex.DecodeString(text)
	return err == nil && strings.ToLower(text) == text
}

// ref is the content of a reference, from its own file or from packed-refs.
func (r *Repo) ref(name string) (string, error) {
	dirs := []string{r.dir, r.common}
	if r.dir == r.common {
		dirs = dirs[:1]
	}
	for _, dir := range dirs {
		text, err := readFile(filepath.Join(dir, filepath.FromSlash(name)), maxSmall)
		if err == nil {
			return strings.TrimSpace(string(text)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	packed, err := readFile(filepath.Join(r.common, "packed-refs"), maxPacked)
	if err != nil {
		return "", err
	}
	if i := bytes.Index(packed, []byte(" "+name+"\n")); i >= 0 {
		start := bytes.LastIndexByte(packed[:i], '\n') + 1
		return string(packed[start:i]), nil
	}
	return "", fs.ErrNotExist
}

// readFile reads a plain file of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	file, info, err := openPlain(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: larger than %d KB", name, limit>>10)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // it was written anew in this moment
	}
	return data[:n], err
}

// openPlain opens a plain file. A folder, or a path through a file, is
// fs.ErrNotExist.
func openPlain(name string) (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(name) // before the open: opening a pipe would hang
	switch {
	case err != nil && isNotFolder(err), err == nil && info.IsDir():
		return nil, nil, fs.ErrNotExist
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s: not a plain file", name)
	}
	file, err := os.Open(name)
	return file, info, err
}

// isNotFolder reports a path through a file.
func isNotFolder(err error) bool {
	return strings.Contains(err.Error(), "not a directory")
}
