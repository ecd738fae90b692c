package mirror

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/judgelint/judgelint/source"
)

// maxFile is the largest source or mirror that is read: far above any agent,
// far below what hurts.
const maxFile = 16 << 20

// folder is where the mirrors of one target are.
type folder struct {
	path    string
	root    *os.Root // nil if the folder does not exist
	entries map[string][]fs.DirEntry
	buffers *sync.Pool // of *[]byte, for look
}

// openFolders opens the folders of the targets. One that leads out of the
// project, back to the sources, or to the folder of a target whose files have
// the same names, is an error.
func (p *planner) openFolders() error {
	if err := p.checkFolders(); err != nil {
		return err
	}
	infos := make([]fs.FileInfo, len(p.folders))
	for i, f := range p.folders {
		info, err := p.root.Stat(f.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", f.path, cause(err))
		}
		infos[i] = info
		if err := f.open(p.root); err != nil {
			return err
		}
	}
	return p.checkShared(infos)
}

// checkShared refuses two targets whose files would be the same ones.
func (p *planner) checkShared(infos []fs.FileInfo) error {
	type user struct {
		*place
		skills bool
		info   fs.FileInfo
	}
	var users []user
	for _, g := range p.groups {
		for _, pl := range g.places {
			u := user{pl, g.skills, infos[slices.Index(p.folders, pl.folder)]}
			for _, o := range users {
				same := o.folder == pl.folder || o.info != nil && u.info != nil && os.SameFile(o.info, u.info)
				alike := o.Name == pl.Name && o.folder == pl.folder || o.skills == g.skills && !g.skills && o.ext != pl.ext
				if same && !alike {
					return &ConfigError{fmt.Sprintf("%s: this is the folder of %s, whose files have the same names; take one of %s and %s out of the targets",
						pl.folder.path, o.Name, o.Name, pl.Name), ""}
				}
			}
			users = append(users, u)
		}
	}
	return nil
}

func (f *folder) open(root *os.Root) (err error) {
	if f.root, err = root.OpenRoot(f.path); err != nil {
		return fmt.Errorf("%s: %w", f.path, cause(err))
	}
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, cause(err))
	}
	f.entries = make(map[string][]fs.DirEntry, len(entries))
	for _, e := range entries {
		key := strings.ToLower(e.Name())
		f.entries[key] = append(f.entries[key], e)
	}
	return nil
}

func closeFolders(folders []*folder) {
	for _, f := range folders {
		if f.root != nil {
			f.root.Close()
		}
	}
}

// cause is an error without the operation and path that the caller says better.
func cause(err error) error {
	var perr *fs.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}

// found is a file of a mirror as it stands.
type found struct {
	file  *source.File // nil if there is none
	link  bool         // a symbolic link; file is what it leads to, if that can be read
	other string       // a file whose name differs only in case
	odd   string       // what it is, if it is no file
	fresh bool         // it is as a new one would be; file is nil
}

// look reads the file name of the folder. Most files are as new ones would be:
// they are read into a buffer that the next one uses again.
func (f *folder) look(name string, isFresh func([]byte) bool) (found, error) {
	var r found
	var entry fs.DirEntry
	for _, e := range f.entries[strings.ToLower(name)] {
		if e.Name() == name {
			entry = e
		} else {
			r.other = e.Name()
		}
	}
	if entry == nil {
		return r, nil
	}
	full := path.Join(f.path, name)
	switch mode := entry.Type(); {
	case mode&fs.ModeSymlink != 0:
		r.link = true
	case mode.IsDir():
		r.odd = "a folder"
		return r, nil
	case !mode.IsRegular():
		r.odd = "no regular file"
		return r, nil
	}
	buf, ok := f.buffers.Get().(*[]byte)
	if !ok {
		buf = new([]byte)
	}
	defer f.buffers.Put(buf)
	data, err := readInto(f.root, name, buf)
	switch {
	case err != nil && r.link:
		return r, nil
	case err != nil:
		return r, fmt.Errorf("%s: %w", full, cause(err))
	case !r.link && isFresh(data):
		r.fresh = true
	default:
		r.file = source.NewFile(full, bytes.Clone(data))
	}
	return r, nil
}

var errTooLarge = fmt.Errorf("larger than %d MiB", maxFile>>20)

// readFile reads a file of at most maxFile bytes. The caller knows that it is a
// regular file: opening a pipe would hold the run.
func readFile(root *os.Root, name string) ([]byte, error) {
	var buf []byte
	return readInto(root, name, &buf)
}

// readInto is readFile into a buffer that grows as needed.
func readInto(root *os.Root, name string, buf *[]byte) ([]byte, error) {
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > maxFile:
		return nil, errTooLarge
	}
	if int64(cap(*buf)) < info.Size() {
		*buf = make([]byte, info.Size())
	}
	data := (*buf)[:info.Size()]
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:n], err
}
