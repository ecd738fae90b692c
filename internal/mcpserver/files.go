package mcpserver

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/source"
)

// maxFile is the size of a file that is read at most, in bytes.
const maxFile = 16 << 20

// files reads below the roots of one call. A root is opened once; links that
// lead out of it are refused by the system calls, not by looking at names.
type files struct {
	roots []rootFolder
}

type rootFolder struct {
	root *os.Root
	// names are the folder as it was named and without links.
	names []string
}

// openFiles opens the roots that exist; uris are the client's, names come from
// the command line.
func openFiles(uris, names []string) *files {
	f := &files{}
	for _, uri := range uris {
		if name, ok := nameOf(uri); ok {
			names = append(slices.Clip(names), name)
		}
	}
	for _, name := range names {
		root, err := os.OpenRoot(name)
		if err != nil {
			continue // a client may name folders that are gone
		}
		known := []string{filepath.Clean(name)}
		if real, err := filepath.EvalSymlinks(name); err == nil && real != known[0] {
			known = append(known, real)
		}
		f.roots = append(f.roots, rootFolder{root, known})
	}
	return f
}

func (f *files) close() {
	for _, r := range f.roots {
		r.root.Close()
	}
}

// nameOf is the folder that a root's URI means.
func nameOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = strings.TrimPrefix(p, "/")
	}
	p = filepath.FromSlash(p)
	return p, filepath.IsAbs(p)
}

// place is a file below a root.
type place struct {
	folder rootFolder
	rel    string // local, slash-separated
}

// find returns the place that a path means: an absolute one below a root, a
// relative one below the first root that has it, else the first root.
func (f *files) find(name string) (place, error) {
	if len(f.roots) == 0 {
		return place{}, errors.New("the client names no root, so no file may be read; pass the text itself, or start judgelint-mcp with --root DIR")
	}
	if strings.ContainsRune(name, 0) || name == "" {
		return place{}, fmt.Errorf("%q is no path", name)
	}
	native := filepath.FromSlash(name)
	if !filepath.IsAbs(native) {
		if !filepath.IsLocal(native) {
			return place{}, outside(name)
		}
		rel := filepath.ToSlash(filepath.Clean(native))
		for _, r := range f.roots {
			if _, err := r.root.Stat(filepath.FromSlash(rel)); err == nil {
				return place{r, rel}, nil
			}
		}
		return place{f.roots[0], rel}, nil
	}
	for _, r := range f.roots {
		for _, known := range r.names {
			if rel, err := filepath.Rel(known, filepath.Clean(native)); err == nil && filepath.IsLocal(rel) {
				return place{r, filepath.ToSlash(rel)}, nil
			}
		}
	}
	return place{}, outside(name)
}

func outside(name string) error {
	return fmt.Errorf("%s: lies below no root that the client names", name)
}

// info is what lies at a place; a link counts as what it leads to.
func (p place) info() (fs.FileInfo, error) { return p.folder.root.Stat(filepath.FromSlash(p.rel)) }

// read returns a plain file of at most maxFile bytes.
func (p place) read() ([]byte, error) {
	info, err := p.info()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is no plain file") // opening a pipe would hang
	}
	if err == nil && info.Size() > maxFile {
		err = fmt.Errorf("is larger than %d MiB", maxFile>>20)
	}
	if err != nil {
		return nil, plain(p.rel, err)
	}
	f, err := p.folder.root.Open(filepath.FromSlash(p.rel))
	if err != nil {
		return nil, plain(p.rel, err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(src) > maxFile {
		err = fmt.Errorf("is larger than %d MiB", maxFile>>20)
	}
	if err != nil {
		return nil, plain(p.rel, err)
	}
	return src, nil
}

// plain takes the name of the system call out of a file error.
func plain(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// project is the configuration around a place: the nearest one upwards, not
// above the root and not above a repository. base is the folder it lies in.
func (p place) project() (c *config.Config, base string, err error) {
	for dir := path.Dir(p.rel); ; dir = path.Dir(dir) {
		file := place{p.folder, path.Join(dir, config.Name)}
		if _, err := file.info(); err == nil {
			src, err := file.read()
			if err != nil {
				return nil, "", err
			}
			c, err := config.Parse(file.rel, src)
			return c, dir, err
		}
		_, err := place{p.folder, path.Join(dir, ".git")}.info()
		if dir == "." || err == nil {
			return &config.Config{}, dir, nil
		}
	}
}

// settings is the configuration for a text that is no file: that of the first
// root.
func (f *files) settings() (*config.Config, error) {
	if len(f.roots) == 0 {
		return &config.Config{}, nil
	}
	c, _, err := place{f.roots[0], "x"}.project()
	return c, err
}

// text is what a call asks about: its text, or the file at its path.
func (f *files) text(text, name string) (*source.File, *config.Config, error) {
	switch {
	case (text == "") == (name == ""):
		return nil, nil, errOneOf
	case text != "":
		c, err := f.settings()
		return utf8Text(source.NewFile("<text>", []byte(text)), c, err)
	}
	p, err := f.find(name)
	if err != nil {
		return nil, nil, err
	}
	src, err := p.read()
	if err != nil {
		return nil, nil, err
	}
	c, _, err := p.project()
	return utf8Text(source.NewFile(name, src), c, err)
}

func utf8Text(f *source.File, c *config.Config, err error) (*source.File, *config.Config, error) {
	if err == nil && f.UTF16() {
		err = fmt.Errorf("%s: the text is UTF-16; write it as UTF-8", f.Path)
	}
	return f, c, err
}
