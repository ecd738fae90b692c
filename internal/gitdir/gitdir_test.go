package gitdir

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// far is a limit that no test reaches.
func far() time.Time { return time.Now().Add(time.Minute) }

func needGit(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return gitWith(t, dir, "", args...)
}

// gitWith runs git with another index.
func gitWith(t testing.TB, dir, index string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "HOME="+dir,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	if index != "" {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+index)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// repository makes a working tree with a commit, a copy of one that is made
// only once. The times in its index are those of the first.
func repository(t testing.TB) string {
	t.Helper()
	needGit(t)
	once.Do(func() { first = os.DirFS(newRepository(t)) })
	dir := t.TempDir()
	if err := os.CopyFS(dir, first); err != nil {
		t.Fatal(err)
	}
	return dir
}

var (
	once  sync.Once
	first fs.FS
)

func TestMain(m *testing.M) {
	code := m.Run()
	if first != nil {
		os.RemoveAll(fmt.Sprint(first))
	}
	os.Exit(code)
}

func newRepository(t testing.TB, initArgs ...string) string {
	t.Helper()
	needGit(t)
	dir, err := os.MkdirTemp("", "gitdir")
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	for _, name := range []string{"a.txt", "a-b.txt", "a/x.go", "a/deep/y.go", "b/z.go", ".gitignore"} {
		write(t, dir, name, "text of "+name+"\n")
	}
	write(t, dir, ".gitignore", "*.log\n/out/\n")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "one")
	return dir
}

// same compares what we say with what git says, which works on a copy of the
// index.
func same(t *testing.T, dir string) {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	head, err := r.Head()
	if want := git(t, dir, "rev-parse", "HEAD"); err != nil || head != want {
		t.Fatalf("Head() = %q, %v; want %q", head, err, want)
	}
	tree, err := r.Tree(head)
	if want := git(t, dir, "rev-parse", "HEAD^{tree}"); err != nil || tree != want {
		t.Fatalf("Tree() = %q, %v; want %q", tree, err, want)
	}
	now, err := r.WorkTree(far())
	if want := commitAll(t, dir); err != nil || now != want {
		t.Fatalf("WorkTree() = %q, %v; want %q\n%s", now, err, want, git(t, dir, "status", "--short"))
	}
}

func commitAll(t *testing.T, dir string) string {
	t.Helper()
	index := git(t, dir, "rev-parse", "--git-path", "index")
	if !filepath.IsAbs(index) {
		index = filepath.Join(dir, index)
	}
	data, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "index")
	if err := os.WriteFile(copied, data, 0o644); err != nil {
		t.Fatal(err)
	}
	gitWith(t, dir, copied, "add", "-A")
	return gitWith(t, dir, copied, "write-tree")
}

func TestClean(t *testing.T) {
	dir := newRepository(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	same(t, dir)
	r, _ := Open(filepath.Join(dir, "a", "deep"))
	if r.Top != dir {
		t.Errorf("Top = %q, want %q", r.Top, dir)
	}
}

// Each way in which a working tree can differ from its commit gives the tree
// that git would make of it.
func TestChanges(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, dir string){
		"changed":            func(t *testing.T, dir string) { write(t, dir, "a.txt", "other\n") },
		"changed, same size": func(t *testing.T, dir string) { write(t, dir, "a/x.go", "text of a/y.go\n") },
		"new":                func(t *testing.T, dir string) { write(t, dir, "new/file", "n\n") },
		"new beside":         func(t *testing.T, dir string) { write(t, dir, "a/deep-er", "n\n") },
		"ignored":            func(t *testing.T, dir string) { write(t, dir, "x.log", "n\n"); write(t, dir, "out/x", "n\n") },
		"removed":            func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "a.txt")) },
		"folder removed":     func(t *testing.T, dir string) { os.RemoveAll(filepath.Join(dir, "a")) },
		"all removed": func(t *testing.T, dir string) {
			for _, n := range []string{"a.txt", "a-b.txt", "a", "b", ".gitignore"} {
				os.RemoveAll(filepath.Join(dir, n))
			}
		},
		"executable": func(t *testing.T, dir string) { os.Chmod(filepath.Join(dir, "b/z.go"), 0o755) },
		"link":       func(t *testing.T, dir string) { os.Symlink("a.txt", filepath.Join(dir, "link")) },
		"file now a folder": func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "a.txt"))
			write(t, dir, "a.txt/in", "n\n")
		},
		"folder now a file": func(t *testing.T, dir string) { os.RemoveAll(filepath.Join(dir, "a")); write(t, dir, "a", "n\n") },
		"staged":            func(t *testing.T, dir string) { write(t, dir, "a.txt", "staged\n"); git(t, dir, "add", "a.txt") },
		"staged, taken back": func(t *testing.T, dir string) {
			write(t, dir, "b/z.go", "staged\n")
			git(t, dir, "add", "-A")
			write(t, dir, "b/z.go", "text of b/z.go\n")
		},
		"added without content": func(t *testing.T, dir string) { write(t, dir, "b/new", "n\n"); git(t, dir, "add", "-N", "b/new") },
		"version 4": func(t *testing.T, dir string) {
			git(t, dir, "update-index", "--index-version", "4")
			write(t, dir, "a.txt", "4\n")
		},
		"packed":              func(t *testing.T, dir string) { git(t, dir, "gc", "-q"); write(t, dir, "a.txt", "p\n") },
		"no head of its own":  func(t *testing.T, dir string) { git(t, dir, "pack-refs", "--all") },
		"detached":            func(t *testing.T, dir string) { git(t, dir, "checkout", "-q", "--detach") },
		"branch with a slash": func(t *testing.T, dir string) { git(t, dir, "checkout", "-q", "-b", "a/b/c") },
		"skipped": func(t *testing.T, dir string) {
			git(t, dir, "update-index", "--skip-worktree", "a.txt")
			os.Remove(filepath.Join(dir, "a.txt"))
		},
		"merge": func(t *testing.T, dir string) {
			git(t, dir, "checkout", "-q", "-b", "other")
			write(t, dir, "a.txt", "other\n")
			git(t, dir, "commit", "-q", "-am", "other")
			git(t, dir, "checkout", "-q", "main")
			write(t, dir, "a.txt", "main\n")
			git(t, dir, "commit", "-q", "-am", "main")
			cmd := exec.Command("git", "-c", "user.name=a", "-c", "user.email=a@b", "merge", "other")
			cmd.Dir = dir
			cmd.Run() // it conflicts
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			change(t, dir)
			same(t, dir)
		})
	}
}

func TestSHA256(t *testing.T) {
	dir := newRepository(t, "--object-format=sha256")
	t.Cleanup(func() { os.RemoveAll(dir) })
	write(t, dir, "a.txt", "other\n")
	same(t, dir)
}

func TestOtherWorkTree(t *testing.T) {
	dir := repository(t)
	other := filepath.Join(t.TempDir(), "other")
	git(t, dir, "worktree", "add", "-q", "-b", "side", other)
	write(t, other, "a.txt", "in the other\n")
	same(t, other)
	same(t, dir)
}

func TestBorrowedObjects(t *testing.T) {
	dir, clone := repository(t), filepath.Join(t.TempDir(), "clone")
	git(t, filepath.Dir(clone), "clone", "-q", "--shared", dir, clone)
	same(t, clone)
}

func TestSubmodule(t *testing.T) {
	sub, dir := repository(t), repository(t)
	git(t, dir, "submodule", "--quiet", "add", sub, "sub")
	git(t, dir, "commit", "-q", "-m", "with sub")
	same(t, dir)
	write(t, filepath.Join(dir, "sub"), "a.txt", "x\n")
	git(t, filepath.Join(dir, "sub"), "commit", "-q", "-am", "in sub")
	same(t, dir)
}

// Commits that stand in a pack as differences to others are read as well.
func TestPackedDifferences(t *testing.T) {
	dir := repository(t)
	long := strings.Repeat("a line of a long message\n", 300)
	for i := range 20 {
		write(t, dir, "a.txt", fmt.Sprint(i))
		git(t, dir, "commit", "-q", "-a", "-m", fmt.Sprintf("%s%d", long, i))
	}
	git(t, dir, "repack", "-q", "-a", "-d", "-f", "--window=50", "--depth=50")
	os.RemoveAll(filepath.Join(dir, ".git", "objects", "info", "commit-graph"))
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(git(t, dir, "log", "--format=%H %T")) {
		commit, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got, err := r.Tree(commit); err != nil || got != want {
			t.Errorf("Tree(%s) = %q, %v; want %q", commit, got, err, want)
		}
	}
	if out := git(t, dir, "verify-pack", "-v", firstIndex(t, dir)); !strings.Contains(out, "chain length") {
		t.Error("the pack holds no difference")
	}
}

func firstIndex(t *testing.T, dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*.idx"))
	if len(names) == 0 {
		t.Fatal("no pack")
	}
	return names[0]
}

// Random changes give the tree that git gives.
func TestRandom(t *testing.T) {
	dir := repository(t)
	rng := rand.New(rand.NewPCG(1, 2))
	names := []string{"a.txt", "a/x.go", "a/deep/y.go", "b/z.go", "c", "c/d", "c/d/e", "a-b.txt", "a.b/c", "z.log", "out/k"}
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	for range rounds {
		name := filepath.Join(dir, names[rng.IntN(len(names))])
		switch rng.IntN(5) {
		case 0:
			os.RemoveAll(name)
		case 1:
			git(t, dir, "add", "-A")
		case 2:
			os.Chmod(name, []fs.FileMode{0o644, 0o755}[rng.IntN(2)])
		default:
			if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
				os.WriteFile(name, []byte{byte('a' + rng.IntN(26))}, 0o644)
			}
		}
		same(t, dir)
	}
}

func TestUnborn(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Head(); !errors.Is(err, ErrUnborn) {
		t.Errorf("Head() = %v, want ErrUnborn", err)
	}
}

func TestNoRepository(t *testing.T) {
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNone) {
		t.Errorf("Open = %v, want ErrNone", err)
	}
}

// What is damaged or made to harm is an error, quickly.
func TestHostile(t *testing.T) {
	for name, do := range map[string]func(t *testing.T, dir string){
		"branch outside": func(t *testing.T, dir string) { write(t, dir, ".git/HEAD", "ref: refs/../../../etc/passwd\n") },
		"not a branch":   func(t *testing.T, dir string) { write(t, dir, ".git/HEAD", "ref: config\n") },
		"links in a ring": func(t *testing.T, dir string) {
			write(t, dir, ".git/HEAD", "ref: refs/heads/r\n")
			write(t, dir, ".git/refs/heads/r", "ref: refs/heads/r\n")
		},
		"no object name": func(t *testing.T, dir string) { write(t, dir, ".git/HEAD", "../../../../etc/passwd\n") },
		"lost commit":    func(t *testing.T, dir string) { write(t, dir, ".git/HEAD", strings.Repeat("ab", 20)+"\n") },
		"large":          func(t *testing.T, dir string) { write(t, dir, ".git/HEAD", strings.Repeat("x", maxSmall+1)) },
		"no object": func(t *testing.T, dir string) {
			head := git(t, dir, "rev-parse", "HEAD")
			name := filepath.Join(dir, ".git/objects", head[:2], head[2:])
			os.Chmod(name, 0o644)
			os.WriteFile(name, []byte("rubbish"), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			do(t, dir)
			r, err := Open(dir)
			if err != nil {
				return
			}
			head, err := r.Head()
			if err == nil {
				_, err = r.Tree(head)
			}
			if err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestBrokenIndex(t *testing.T) {
	dir := repository(t)
	name := filepath.Join(dir, ".git", "index")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		data := append([]byte(nil), whole[:rng.IntN(len(whole))+1]...)
		for range rng.IntN(8) {
			data[rng.IntN(len(data))] = byte(rng.IntN(256))
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
		r, _ := Open(dir)
		r.WorkTree(far()) // any answer, no panic
	}
}

// A path in the index never leads out of the working tree.
func TestPathOutside(t *testing.T) {
	dir := repository(t)
	name := filepath.Join(dir, ".git", "index")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.Replace(string(data), "a/x.go", "../x.g", 1))
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	r, _ := Open(dir)
	if _, err := r.WorkTree(far()); err == nil {
		t.Error("no error")
	}
}

func TestNoTime(t *testing.T) {
	r, err := Open(repository(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.WorkTree(time.Now().Add(-time.Second)); !errors.Is(err, ErrTime) {
		t.Errorf("WorkTree = %v, want ErrTime", err)
	}
}

// In a repository of a hundred thousand files the commit and its tree are
// known in a few milliseconds, and the look at the files is given up in time.
func TestHundredThousandFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a large repository")
	}
	dir := repository(t)
	blob := git(t, dir, "hash-object", "-w", "a.txt")
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, "100644 %s\td%d/e%d/file%d.go\n", blob, i/1000, i/100, i)
	}
	cmd := exec.Command("git", "update-index", "--add", "--index-info")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(lines.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	git(t, dir, "commit", "-q", "-m", "many")
	best := time.Hour
	for range 5 { // other work on the machine makes some runs slow
		start := time.Now()
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		head, err := r.Head()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Tree(head); err != nil {
			t.Fatal(err)
		}
		if _, err := r.WorkTree(start.Add(20 * time.Millisecond)); !errors.Is(err, ErrTime) {
			t.Fatalf("WorkTree = %v, want ErrTime", err)
		}
		best = min(best, time.Since(start))
	}
	if best > 20*time.Millisecond {
		t.Errorf("it took %v, want at most 20ms", best)
	}
	t.Logf("best of 5: %v", best)
}
