package collect

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// project makes files, each with its own path as text. A name with " -> " is
// a link to what follows, a name with a final slash a folder.
func project(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case isLink:
			if err = os.Symlink(filepath.FromSlash(target), file); err != nil {
				t.Skip("no links here: ", err)
			}
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(file, 0o755)
		case strings.HasSuffix(name, ".gitignore"):
			err = os.WriteFile(file, []byte("ignored*\n/sub/only.md\n"), 0o644)
		default:
			err = os.WriteFile(file, []byte(name), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func markdown(p string) bool { return strings.HasSuffix(p, ".md") }

// found returns the paths of the arguments, then "! " and each problem, then
// "~ " and each note, and tells which arguments hold nothing.
func found(t *testing.T, root, dir string, args ...string) (got []string, empty []string) {
	t.Helper()
	f, err := New(root, markdown)
	if err != nil {
		t.Fatal(err)
	}
	for _, arg := range args {
		if !f.Arg(filepath.Join(root, dir), arg) {
			empty = append(empty, arg)
		}
	}
	files, problems, notes := f.Files()
	for _, file := range files {
		if _, err := os.ReadFile(file.Name); err != nil {
			t.Errorf("%s: %v", file.Path, err)
		}
		got = append(got, file.Path)
	}
	for _, p := range problems {
		got = append(got, "! "+p.Error())
	}
	for _, n := range notes {
		got = append(got, "~ "+n)
	}
	return got, empty
}

func TestArguments(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		dir   string
		args  []string
		want  []string
	}{
		{"a folder gives what is wanted, sorted", []string{"b.md", "a.md", "a/x.md", "c.txt"}, "", []string{"."}, []string{"a.md", "a/x.md", "b.md"}},
		{"a named file is taken as it is", []string{".git/", ".gitignore", "c.txt", "ignored.md"}, "", []string{"c.txt", "ignored.md"}, []string{"c.txt", "ignored.md"}},
		{"each file once, whatever the order", []string{"a.md", "d/b.md"}, "", []string{"d/b.md", ".", "./d", "d/../a.md"}, []string{"a.md", "d/b.md"}},
		{"arguments count from the working folder", []string{"d/b.md", "b.md"}, "d", []string{"b.md", "../b.md"}, []string{"b.md", "d/b.md"}},
		{"git ignores", []string{".git/", ".gitignore", "a.md", "ignored/x.md", "ignored.md", "sub/only.md", "sub/b.md"}, "", []string{"."}, []string{"a.md", "sub/b.md"}},
		{"a named ignored folder", []string{".git/", ".gitignore", "ignored/x.md", "ignored/ignored.md"}, "", []string{"ignored"}, []string{"ignored/x.md"}},
		{"a named ignored folder beside the others", []string{".git/", ".gitignore", "a/ignored/b/x.md", "a/ignored/c/y.md"}, "", []string{".", "a/ignored/b"}, []string{"a/ignored/b/x.md"}},
		{"hidden folders but those of agents", []string{".claude/agents/a.md", ".venv/x.md", ".github/b.md", "node_modules/p/README.md"}, "", []string{"."}, []string{".claude/agents/a.md", ".github/b.md"}},
		{"a named hidden folder", []string{".venv/x.md"}, "", []string{".venv"}, []string{".venv/x.md"}},
		{"other projects inside", []string{"a.md", "clone/.git/", "clone/b.md", "tree/.git", "tree/c.md"}, "", []string{"."}, []string{"a.md"}},
		{"another project when named", []string{"clone/.git/", "clone/b.md"}, "", []string{"clone"}, []string{"clone/b.md"}},
		{"globs", []string{"a.md", "d/b.md", "d/e/c.md", "d/x.txt"}, "", []string{"d/**/*.{md,txt}"}, []string{"d/b.md", "d/e/c.md"}},
		{"a glob of one level", []string{"a.md", "d/b.md", ".claude/agents/c.md"}, "", []string{"*.md"}, []string{"a.md"}},
		{"a glob from a working folder", []string{"d/b.md", "b.md"}, "d", []string{"*.md"}, []string{"d/b.md"}},
		{"a name that looks like a glob", []string{"[id].md", "i.md"}, "", []string{"[id].md"}, []string{"[id].md"}},
		{"a missing file does not hide the others", []string{"a.md"}, "", []string{"no.md", "a.md"}, []string{"a.md", "! no.md: no such file or directory"}},
		{"a link to a file", []string{"a.md", "b.md -> a.md"}, "", []string{"."}, []string{"a.md", "b.md"}},
		{"a link to a folder that is walked anyway", []string{"d/a.md", "e -> d"}, "", []string{"."}, []string{"d/a.md"}},
		{"a link to a folder that is not", []string{".x/a.md", "e -> .x"}, "", []string{"."}, []string{"e/a.md"}},
		{"a named link to a folder", []string{"d/a.md", "e -> d"}, "", []string{"e"}, []string{"e/a.md"}},
		{"loops", []string{"d/a.md", "d/up -> ..", "d/self -> self"}, "", []string{"."}, []string{"d/a.md"}},
		{"a loop that begins above the argument", []string{"d/e/a.md", "d/e/up -> .."}, "", []string{"d/e"}, []string{"d/e/a.md"}},
		{"a loop that begins above the glob", []string{"d/e/a.md", "d/e/up -> ..", "d/b.md"}, "", []string{"d/e/**/*.md"}, []string{"d/e/a.md", "d/e/up/b.md"}},
		{"a named loop", []string{"d/a.md", "d/up -> .."}, "", []string{"d/up"}, []string{"d/up/d/a.md"}},
		{"a file below a link", []string{"d/a.md", "e -> d"}, "", []string{"e/a.md"}, []string{"e/a.md"}},
		{"a link to nothing", []string{"a.md", "b.md -> no.md"}, "", []string{"."}, []string{"a.md"}},
		{"a link out of the project", []string{"a.md", "b.md -> /etc/hostname", "d -> /etc"}, "", []string{"."},
			[]string{"a.md", "~ b.md: is a link out of the project, which is not followed"}},
		{"a named link out of the project", []string{"b.md -> /etc/hostname"}, "", []string{"b.md"},
			[]string{"! b.md: is a link out of the project, which is not followed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := project(t, tt.files...)
			got, _ := found(t, root, tt.dir, tt.args...)
			slices.Reverse(tt.args)
			again, _ := found(t, root, tt.dir, tt.args...)
			if !slices.Equal(got, again) {
				t.Errorf("the order of arguments matters: %q and %q", got, again)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEmptyArguments(t *testing.T) {
	root := project(t, "a.md", "empty/", "text/x.txt")
	_, empty := found(t, root, "", "a.md", "empty", "text", "*.toml", "no/**", ".", "missing.md")
	if want := []string{"empty", "text", "*.toml", "no/**"}; !slices.Equal(empty, want) {
		t.Errorf("empty = %q, want %q", empty, want)
	}
}

func TestGlobsReadOnlyWhatTheyNeed(t *testing.T) {
	root := project(t, ".claude/agents/a.md", ".claude/agents/b/c.md", ".claude/b.md", ".claude/worktrees/x/.git", ".claude/worktrees/x/d.md")
	f, err := New(root, markdown)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Glob(".claude/agents/**/*.md") || f.Glob(".codex/agents/**/*.md") || f.Glob(".claude/settings.json") || !f.Glob(".claude/b.md") {
		t.Error("Glob does not tell whether there are files")
	}
	files, problems, notes := f.Files()
	var got []string
	for _, file := range files {
		got = append(got, file.Path)
	}
	if want := []string{".claude/agents/a.md", ".claude/agents/b/c.md", ".claude/b.md"}; !slices.Equal(got, want) || len(problems)+len(notes) > 0 {
		t.Errorf("got %q, %v, %v", got, problems, notes)
	}
	for name := range f.walked {
		if strings.Contains(name, "worktrees") {
			t.Errorf("looked into %s", name)
		}
	}
}

func TestOutsideTheProject(t *testing.T) {
	other := project(t, "x.md", "l.md -> x.md")
	root := project(t, "a.md")
	got, _ := found(t, root, "", filepath.Join(other, "x.md"), filepath.Join(other, "l.md"), "a.md")
	want := []string{filepath.ToSlash(filepath.Join(other, "l.md")), filepath.ToSlash(filepath.Join(other, "x.md")), "a.md"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
