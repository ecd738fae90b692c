package mirror

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

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
}

// openFolders opens the folders of the targets. One that leads out of the
// project, or back to the sources, is an error.
func (p *planner) openFolders() ([]*folder, error) {
	sources, _ := p.root.Stat(SourceDir)
	var list []*folder
	for i := range p.targets {
		f := &folder{path: p.targets[i].folder(p.plugin)}
		list = append(list, f)
		info, err := p.root.Stat(f.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return list, fmt.Errorf("%s: %w", f.path, cause(err))
		case sources != nil && os.SameFile(info, sources):
			return list, fmt.Errorf("%s: this is the folder of the sources, %s", f.path, SourceDir)
		}
		if err := f.open(p.root); err != nil {
			return list, err
		}
	}
	return list, nil
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
}

// look reads the file name of the folder.
func (f *folder) look(name string) (found, error) {
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
	data, err := readFile(f.root, name)
	if err != nil && r.link {
		return r, nil
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", full, cause(err))
	}
	r.file = source.NewFile(full, data)
	return r, nil
}

// readFile reads a file of at most maxFile bytes. What is no regular file is
// not opened, so that a pipe cannot hold the run.
func readFile(root *os.Root, name string) ([]byte, error) {
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
		return nil, fmt.Errorf("larger than %d MiB", maxFile>>20)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:n], err
}
