package collect

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository makes a repository with one commit of the given files.
func repository(t *testing.T, names ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root := project(t, names...)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	run(t, root, "init", "-q", "-b", "main")
	run(t, root, "add", ".")
	commit(t, root)
	return root
}

func commit(t *testing.T, root string) {
	t.Helper()
	run(t, root, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m")
}

func run(t *testing.T, root string, args ...string) {
	t.Helper()
	if _, err := git(root, args...); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sorted(t *testing.T) func(list []string, err error) []string {
	return func(list []string, err error) []string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(list)
		return list
	}
}

func TestChangedAndStaged(t *testing.T) {
	root := repository(t, "a.md", "b.md", "gone.md", "sub/판 정.md", "sub/same.md", ".gitignore")
	put(t, root, "a.md", "staged")
	run(t, root, "add", "a.md")
	put(t, root, "a.md", "in the tree")
	put(t, root, "b.md", "changed")
	put(t, root, "sub/판 정.md", "changed")
	put(t, root, "new.md", "new")
	put(t, root, "ignored.md", "new")
	if err := os.Remove(filepath.Join(root, "gone.md")); err != nil {
		t.Fatal(err)
	}
	check := func(name string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	check("changed", sorted(t)(Changed(root, "")), []string{"a.md", "b.md", "new.md", "sub/판 정.md"})
	check("changed below a folder", sorted(t)(Changed(filepath.Join(root, "sub"), "HEAD")), []string{"판 정.md"})
	check("staged", sorted(t)(Staged(root)), []string{"a.md"})
	run(t, root, "add", ".")
	check("staged after a removal", sorted(t)(Staged(root)), []string{"a.md", "b.md", "new.md", "sub/판 정.md"})
	commit(t, root)
	check("changed since a branch", sorted(t)(Changed(root, "HEAD~1")), []string{"a.md", "b.md", "new.md", "sub/판 정.md"})
	if _, err := Changed(root, "no-such-branch"); err == nil || !strings.Contains(err.Error(), "no-such-branch") {
		t.Errorf("an unknown branch: %v", err)
	}
	if _, err := Changed(root, "--output=x"); err == nil {
		t.Error("a flag was taken for a branch")
	}
}

func TestBlobsAreTheStagedContent(t *testing.T) {
	root := repository(t, "a.md", "sub/b.md", "l.md -> a.md")
	put(t, root, "a.md", "staged")
	run(t, root, "add", "a.md")
	put(t, root, "a.md", "in the tree")
	entries, err := Index(root)
	if err != nil || len(entries) != 2 || entries[0].Path != "a.md" || entries[1].Path != "sub/b.md" {
		t.Fatalf("Index = %v, %v; want a.md and sub/b.md, no link", entries, err)
	}
	blobs, err := OpenBlobs(root, 7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.Read(entries[1].Blob); err == nil { // "sub/b.md" has 8 bytes
		t.Error("a content over the limit was read")
	}
	if src, err := blobs.Read(entries[0].Blob); err != nil || string(src) != "staged" {
		t.Errorf("Read = %q, %v", src, err)
	}
	if _, err := blobs.Read(strings.Repeat("0", 40)); err == nil {
		t.Error("a content that is not there was read")
	}
	if err := blobs.Close(); err != nil {
		t.Error(err)
	}
}

func TestGitOutsideARepository(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for name, list := range map[string]func() ([]string, error){
		"Staged":  func() ([]string, error) { return Staged(root) },
		"Changed": func() ([]string, error) { return Changed(root, "") },
	} {
		if _, err := list(); err == nil || !strings.Contains(err.Error(), "not a git repository") {
			t.Errorf("%s = %v", name, err)
		}
	}
	repo := repository(t)
	if _, err := Changed(repo, ""); err != nil {
		t.Error(err)
	}
}

func TestBeforeTheFirstCommitEverythingIsChanged(t *testing.T) {
	root := repository(t)
	run(t, root, "checkout", "-q", "--orphan", "fresh")
	put(t, root, "a.md", "x")
	put(t, root, "b.md", "x")
	run(t, root, "add", "a.md")
	if got := sorted(t)(Changed(root, "")); !slices.Equal(got, []string{"a.md", "b.md"}) {
		t.Errorf("Changed = %q", got)
	}
	if got := sorted(t)(Staged(root)); !slices.Equal(got, []string{"a.md"}) {
		t.Errorf("Staged = %q", got)
	}
}

func TestUnder(t *testing.T) {
	root := project(t, "d/")
	f, err := New(root, markdown)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dir  string
		args []string
		want bool
	}{
		{"", nil, true}, {"", []string{"d"}, true}, {"", []string{"."}, true}, {"d", []string{"a.md"}, true},
		{"", []string{"**/*.md"}, true}, {"", []string{"x", "d/a.md"}, true}, {"", []string{"a.md"}, false}, {"d", []string{"e"}, false},
	} {
		if got := f.Under(filepath.Join(root, tt.dir), tt.args, "d/a.md"); got != tt.want {
			t.Errorf("Under(%q, %q) = %v", tt.dir, tt.args, got)
		}
	}
}

// A hook of a linked working tree inherits GIT_DIR.
func TestProjectBelowTheTopInAHook(t *testing.T) {
	top := repository(t, "sub/a.md", "b.md")
	put(t, top, "sub/a.md", "staged")
	run(t, top, "add", ".")
	t.Setenv("GIT_DIR", filepath.Join(top, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(".git", "index"))
	root := filepath.Join(top, "sub")
	if got := sorted(t)(Staged(root)); !slices.Equal(got, []string{"a.md"}) {
		t.Errorf("Staged = %q", got)
	}
	if got := sorted(t)(Changed(root, "")); !slices.Equal(got, []string{"a.md"}) {
		t.Errorf("Changed = %q", got)
	}
	if entries, err := Index(root); err != nil || len(entries) != 1 || entries[0].Path != "a.md" {
		t.Errorf("Index = %v, %v", entries, err)
	}
}
