package gitignore

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes a repository with the given ignore files ("exclude" stands for
// .git/info/exclude) and returns its folder.
func tree(t testing.TB, ignores map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	top := t.TempDir()
	git(t, top, nil, "init", "-q")
	for name, text := range ignores {
		if name == "exclude" {
			name = ".git/info/exclude"
		}
		write(t, filepath.Join(top, name), text)
	}
	return top
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func git(t testing.TB, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "XDG_CONFIG_HOME="+dir, "HOME="+dir)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && !(ok && exit.ExitCode() == 1) { // 1: nothing is ignored
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

// asGit asks git itself. A path that ends in a slash is a folder.
func asGit(t testing.TB, top string, paths []string) map[string]bool {
	t.Helper()
	ignored := map[string]bool{}
	for _, p := range paths {
		name := filepath.Join(top, p)
		if strings.HasSuffix(p, "/") {
			if err := os.MkdirAll(name, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		write(t, name, "")
	}
	// Without the slash: git sees for itself that it is a folder.
	stdin := strings.ReplaceAll(strings.Join(paths, "\x00")+"\x00", "/\x00", "\x00")
	for _, p := range strings.Split(string(git(t, top, []byte(stdin), "check-ignore", "--no-index", "-z", "--stdin")), "\x00") {
		ignored[p] = true
	}
	return ignored
}

func compare(t testing.TB, ignores map[string]string, paths []string) {
	t.Helper()
	top := tree(t, ignores)
	want := asGit(t, top, paths)
	m := New(top)
	for _, p := range paths {
		if got := m.Ignored(path.Clean(p), strings.HasSuffix(p, "/")); got != want[path.Clean(p)] {
			t.Errorf("Ignored(%q) = %v, git says %v; files %q", p, got, want[path.Clean(p)], ignores)
		}
	}
}

func TestAgreesWithGit(t *testing.T) {
	tests := []struct {
		name, ignore string
		paths        []string
	}{
		{"a name at any depth", "node_modules\n", []string{"node_modules/", "a/node_modules/x.js", "node_modules_x"}},
		{"a leading slash", "/build\n", []string{"build/", "a/build/", "build2"}},
		{"a slash in the middle", "doc/*.txt\n", []string{"doc/a.txt", "doc/b/a.txt", "x/doc/a.txt"}},
		{"folders only", "out/\n", []string{"out/", "out2/out", "x/out/y"}},
		{"negation", "*.log\n!keep.log\n", []string{"a.log", "keep.log", "x/keep.log"}},
		{"nothing comes back out of an ignored folder", "/x\n!/x/keep\n", []string{"x/keep", "x/other"}},
		{"contents ignored, one file back", "x/*\n!x/keep\n", []string{"x/keep", "x/other"}},
		{"two stars in front", "**/foo\n", []string{"foo", "a/b/foo", "foo2"}},
		{"two stars behind", "abc/**\n", []string{"abc/", "abc/x", "abc/y/z"}},
		{"two stars between", "a/**/b\n", []string{"a/b", "a/x/b", "a/x/y/b", "a/xb"}},
		{"two stars in a word", "a**b\nx/c**d\n", []string{"ab", "axb", "a/b", "x/cd", "x/c/d"}},
		{"question mark and set", "?.x\n[a-c]1\n[!a-c]2\n[]]3\n[a\n", []string{"q.x", "qq.x", "b1", "d1", "b2", "d2", "]3", "[a"}},
		{"classes", "[[:digit:][:upper:]]x\n[[:space:]]y\n", []string{"1x", "Ax", "ax", " y"}},
		{"comment and escapes", "#c\n\\#d\n\\!e\nf\\*\n", []string{"#c", "#d", "!e", "f*", "fx"}},
		{"blanks at the end", "a  \nb\\ \nc\t\n", []string{"a", "b ", "b", "c", "c\t"}},
		{"CRLF and a byte order mark", "\xef\xbb\xbfa\r\nb\r\n", []string{"a", "b", "c"}},
		{"no line feed at the end", "a\nb", []string{"a", "b"}},
		{"a backslash at the end", "a\\\n", []string{"a", "a\\"}},
		{"empty pattern and lone slash", "\n/\n//\n!\n", []string{"a", "b/"}},
		{"non-ASCII names", "판정*\n?é\n", []string{"판정.md", "xé", "é"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			compare(t, map[string]string{".gitignore": tt.ignore}, tt.paths)
		})
	}
}

func TestNearerFilesDecide(t *testing.T) {
	compare(t, map[string]string{
		"exclude":        "secret\n*.tmp\n",
		".gitignore":     "*.log\n!top.tmp\n",
		"sub/.gitignore": "!a.log\n/here\ndeep/x\n",
	}, []string{"secret", "a.tmp", "top.tmp", "a.log", "sub/a.log", "sub/b.log", "sub/here", "sub/q/here", "here", "sub/deep/x", "sub/q/deep/x"})
}

// Random small patterns over a small alphabet meet all the corners.
func TestAgreesWithGitOnRandomPatterns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func(alphabet string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[rng.IntN(len(alphabet))])
		}
		return b.String()
	}
	for range 40 {
		var lines []string
		for range 6 {
			lines = append(lines, word("aab*/?!*[]-^", 1+rng.IntN(6)))
		}
		seen := map[string]bool{}
		var paths []string
		for range 60 {
			dir := fmt.Sprintf("%sd/", word("ab", rng.IntN(3)))
			for range rng.IntN(3) {
				dir += word("ab", 1) + "d/"
			}
			if p := dir + word("ab-", 1+rng.IntN(3)); !seen[p] {
				seen[p] = true
				paths = append(paths, p)
			}
		}
		compare(t, map[string]string{".gitignore": strings.Join(lines, "\n")}, paths)
	}
}

func TestLinkedWorkingTreesShareTheExcludeFile(t *testing.T) {
	top := tree(t, map[string]string{"exclude": "*.tmp\n", "a": ""})
	git(t, top, nil, "add", "a")
	git(t, top, nil, "-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "m")
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, top, nil, "worktree", "add", "-q", linked)
	if m := New(linked); !m.Ignored("x.tmp", false) || m.Ignored("x.md", false) {
		t.Error("a linked working tree does not read info/exclude")
	}
}

func TestInclude(t *testing.T) {
	top := tree(t, map[string]string{".gitignore": "out\n*.tmp\n"})
	m := New(top)
	m.Include("a/out/sub")
	for name, want := range map[string]bool{"a/out/sub/x": false, "a/out/sub/x.tmp": true, "a/out/sub/out/x": true, "b/out/x": true} {
		if got := m.Ignored(name, false); got != want {
			t.Errorf("Ignored(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestPathsOutsideAreNotIgnored(t *testing.T) {
	top := tree(t, map[string]string{".gitignore": "*\n"})
	m := New(top)
	for _, name := range []string{".", "..", "../x", "/etc/passwd"} {
		if m.Ignored(name, false) {
			t.Errorf("Ignored(%q)", name)
		}
	}
}

func TestManyStarsTakeNoTime(t *testing.T) {
	m := &Matcher{files: map[string][]pattern{".": parse([]byte(strings.Repeat("a*", 5000) + "b\n" + strings.Repeat("**/a/", 2000) + "b\n"))}, folders: map[string]bool{".": false}}
	if m.Ignored(strings.Repeat("a", 10000), false) {
		t.Error("ignored")
	}
	for dir := "a"; len(dir) < 200; dir += "/a" {
		m.files[dir] = nil
	}
	m.Ignored(strings.Repeat("a/", 99)+"a", false)
}
