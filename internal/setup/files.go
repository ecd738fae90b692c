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

// readFile reads a file below root. Its error names the file. It is
// fs.ErrNotExist only if a file can be made there: a link that leads nowhere is
// another error.
func readFile(root *os.Root, name string) ([]byte, error) {
	info, err := root.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("%s: not a regular file", name) // to open a pipe would wait for ever
	}
	if link := brokenLink(root, name); errors.Is(err, fs.ErrNotExist) && link != "" {
		return nil, fmt.Errorf("%s: a link that leads nowhere", link)
	}
	if err != nil {
		return nil, plain(name, err)
	}
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

// brokenLink is the innermost part of a path that is there; "" if that is no
// link.
func brokenLink(root *os.Root, name string) string {
	for ; name != "."; name = path.Dir(name) {
		if info, err := root.Lstat(name); err == nil {
			if info.Mode()&fs.ModeSymlink == 0 {
				return ""
			}
			return name
		}
	}
	return ""
}

// plain takes the name of the system call out of a file error.
func plain(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if err.Error() == "path escapes from parent" { // package os exports no name for it
		err = errors.New("a link leads out of the project")
	}
	return fmt.Errorf("%s: %w", name, err)
}

func exists(root *os.Root, name string) bool {
	_, err := root.Stat(name)
	return err == nil
}

// writeFile replaces a file below root in one step, and makes its folders. A
// file that is a link is written through the link, and one that exists keeps
// its permissions.
func writeFile(root *os.Root, name string, text []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return plain(path.Dir(name), err)
	}
	mode := fs.FileMode(0o644)
	if info, err := root.Lstat(name); err == nil {
		if info.Mode()&fs.ModeSymlink != 0 {
			return overwrite(root, name, text)
		}
		mode = info.Mode().Perm()
	}
	temporary := path.Join(path.Dir(name), fmt.Sprintf(".judgelint-%s.%d.tmp", path.Base(name), os.Getpid()))
	root.Remove(temporary) // of a run that was killed
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return plain(name, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		root.Remove(temporary)
		return plain(name, err)
	}
	return nil
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
