package agentspec

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
)

// closedFS has a folder that cannot be read.
type closedFS struct{ fstest.MapFS }

func (f closedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "a" {
		return nil, fs.ErrPermission
	}
	return f.MapFS.ReadDir(name)
}

// A folder that cannot be read hides no judge that stands beside it.
func TestFindBesideUnreadable(t *testing.T) {
	fsys := closedFS{fstest.MapFS{
		"a/x.md": {Data: []byte("---\nname: x\n---\n")},
		"b/y.md": {Data: []byte("---\nname: judge\n---\n")},
	}}
	f, err := Find(fsys, ".", "judge")
	if err != nil || f == nil || f.Path != "b/y.md" {
		t.Errorf("judge: %v, %v", f, err)
	}
	if f, err := Find(fsys, ".", "x"); f != nil || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("x: %v, %v; want %v", f, err, fs.ErrPermission)
	}
	if _, err := Files(fsys, "."); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("Files = %v", err)
	}
}
