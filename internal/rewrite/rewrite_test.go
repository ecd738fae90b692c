package rewrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestRewrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "run.sh")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := File(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(name); string(text) != "new" || runtime.GOOS != "windows" && info.Mode().Perm() != 0o750 {
		t.Errorf("%q with mode %v", text, info.Mode())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something is left beside the file: %v", entries)
	}
	if err := File(filepath.Join(dir, "gone"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := File(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if text, _ := os.ReadFile(name); string(text) != "new" {
		t.Errorf("the file holds %q", text)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := Below(root, "link", []byte("other")); err == nil || err.Error() != "is a link; name the file itself" {
		t.Errorf("a link below a root: %v", err)
	}
}
