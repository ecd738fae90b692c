// Package rewrite gives an existing file new content in one step: a reader, or
// whoever comes after a kill, finds the old or the new content, never a part.
package rewrite

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
)

// File rewrites the file that name leads to; a link stays a link. The file keeps
// its mode.
func File(name string, content []byte) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(real))
	if err != nil {
		return err
	}
	defer root.Close()
	return Below(root, filepath.Base(real), content)
}

// Below rewrites a file below root, which keeps its mode; a link is an error.
// The folder of the file must let files be made.
func Below(root *os.Root, name string, content []byte) error {
	info, err := root.Lstat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("is a link; name the file itself")
	}
	temp := path.Join(path.Dir(name), fmt.Sprintf(".%s.%d.tmp", path.Base(name), os.Getpid()))
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Close())
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temp))
	}
	return nil
}
