package judgelint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDocs runs the examples of the documents. A page is read from top to
// bottom in a folder of its own: a fence whose info string has a second word is
// a file of that name, and in a fence "console" each line after "$ " is run by
// a shell and must print the lines that follow it. A line "..." there stands
// for any lines. With UPDATE_SCRIPTS set, the outputs without such a line are
// written anew.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell")
	}
	bin := buildPrograms(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, name := range pages {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := page{t: t, dir: t.TempDir(), bin: bin}
			after := p.run(string(text))
			if os.Getenv("UPDATE_SCRIPTS") != "" && after != string(text) {
				if err := os.WriteFile(name, []byte(after), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// page is one document that is run.
type page struct {
	t        *testing.T
	dir, bin string
}

// run goes through the fences of a page and returns it with the outputs as
// they are now.
func (p *page) run(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var after strings.Builder
	for i := 0; i < len(lines); i++ {
		after.WriteString(lines[i])
		mark, info := fence(lines[i])
		if mark == "" {
			continue
		}
		start := i + 1
		for i++; i < len(lines) && strings.TrimRight(lines[i], " \n") != mark; i++ {
		}
		body := strings.Join(lines[start:min(i, len(lines))], "")
		switch words := strings.Fields(info); {
		case len(words) == 1 && words[0] == "console":
			body = p.console(start, body)
		case len(words) == 2:
			p.file(words[1], body)
		}
		after.WriteString(body)
		if i < len(lines) {
			after.WriteString(lines[i])
		}
	}
	return after.String()
}

// fence splits an opening line into its marks and its info string; mark is
// empty for any other line.
func fence(line string) (mark, info string) {
	if !strings.HasPrefix(line, "```") {
		return "", ""
	}
	info = strings.TrimLeft(line, "`")
	return line[:len(line)-len(info)], strings.TrimSpace(info)
}

func (p *page) file(name, body string) {
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// console runs the commands of a fence and compares what they print; line is
// the number of lines before the fence's body.
func (p *page) console(line int, body string) string {
	var after strings.Builder
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		want = strings.TrimSuffix(want, "\n")
		got := p.shell(command)
		if !matches(got, want) && os.Getenv("UPDATE_SCRIPTS") == "" {
			p.t.Errorf("near line %d: $ %s prints\n%s\nwant\n%s", line, command, got, want)
		}
		if !strings.Contains("\n"+want+"\n", "\n...\n") {
			want = got
		}
		fmt.Fprintf(&after, "$ %s\n%s", command, want)
		if want != "" {
			after.WriteString("\n")
		}
	}
	return after.String()
}

// shell runs a command line and returns both its streams, without the last
// line ending and with the folder's name as "/home/you/project".
func (p *page) shell(command string) string {
	c := exec.Command("sh", "-c", command)
	c.Dir = p.dir
	c.Env = []string{"PATH=" + p.bin + string(filepath.ListSeparator) + os.Getenv("PATH"),
		"HOME=" + filepath.Join(p.dir, ".home"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(p.dir)}
	out, err := c.CombinedOutput()
	if _, isExit := err.(*exec.ExitError); err != nil && !isExit {
		p.t.Fatal(err)
	}
	text := strings.ReplaceAll(string(out), p.dir, "/home/you/project")
	return strings.TrimSuffix(strings.ReplaceAll(text, p.bin, "/usr/local/bin"), "\n")
}

// matches compares line by line; "..." in want stands for any lines.
func matches(got, want string) bool {
	before, after, some := strings.Cut("\n"+want+"\n", "\n...\n")
	if !some {
		return got == want
	}
	got = "\n" + got + "\n"
	return strings.HasPrefix(got, before+"\n") && strings.HasSuffix(got, "\n"+after)
}

// Every relative link of the documents leads to a file.
func TestLinks(t *testing.T) {
	pages, _ := filepath.Glob("docs/*.md")
	for _, name := range append(pages, "README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			target, _, _ = strings.Cut(target, "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); err != nil {
				t.Errorf("%s: link to %s leads nowhere", name, target)
			}
		}
	}
}

// The outputs that README.md shows are those of the programs, run on the
// examples of the repository.
func TestReadme(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are for a shell")
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	p := page{t: t, dir: t.TempDir(), bin: buildPrograms(t)}
	if err := os.CopyFS(filepath.Join(p.dir, "examples"), os.DirFS("examples")); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, fence := range strings.Split(string(text), "```console\n")[1:] {
		body, _, _ := strings.Cut(fence, "```")
		for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			command = strings.ReplaceAll(command, "go run ./cmd/", "")
			if want = strings.TrimSuffix(want, "\n"); want == "" || strings.HasPrefix(command, "go ") {
				continue
			}
			compared++
			if got := p.shell(command); !matches(got, want) {
				t.Errorf("$ %s prints\n%s\nwant\n%s", command, got, want)
			}
		}
	}
	if compared < 4 {
		t.Errorf("only %d examples are compared", compared)
	}
}

// buildPrograms builds the programs as they are released and returns their
// folder.
func buildPrograms(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./cmd/...")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}
