package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

// maxSize bounds the files that are read here; real ones have a few kilobytes.
const maxSize = 4 << 20

// readFile reads a file below root. Its error names the file.
func readFile(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, plain(name, err)
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	switch {
	case err != nil:
		return nil, plain(name, err)
	case len(src) > maxSize:
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxSize)
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

func exists(root *os.Root, name string) bool {
	_, err := root.Stat(name)
	return err == nil
}

// writeFile replaces a file below root in one step, and makes its folders,
// whose names it returns. A file that is a link is written through the link,
// and one that exists keeps its permissions.
func writeFile(root *os.Root, name string, text []byte) (made []string, err error) {
	if made, err = makeFolders(root, path.Dir(name)); err != nil {
		return made, err
	}
	mode := fs.FileMode(0o644)
	if info, err := root.Lstat(name); err == nil {
		if info.Mode()&fs.ModeSymlink != 0 {
			return made, overwrite(root, name, text)
		}
		mode = info.Mode().Perm()
	}
	temporary := path.Join(path.Dir(name), ".judgelint-"+path.Base(name)+".tmp")
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return made, plain(name, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		root.Remove(temporary)
		return made, plain(name, err)
	}
	return made, nil
}

func overwrite(root *os.Root, name string, text []byte) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return plain(name, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return plain(name, err)
	}
	return nil
}

// makeFolders makes dir and its parents and returns those that are new, the
// outermost first.
func makeFolders(root *os.Root, dir string) (made []string, err error) {
	if dir == "." || exists(root, dir) {
		return nil, nil
	}
	if made, err = makeFolders(root, path.Dir(dir)); err != nil {
		return made, err
	}
	if err := root.Mkdir(dir, 0o755); err != nil {
		return made, plain(dir, err)
	}
	return append(made, dir), nil
}
