package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
)

// These are stories that a text archive cannot hold: odd bytes and odd files.

const vote = "```wiki-verdict\nagent: wiki-adversarial-reviewer\nfinding: A action: KEEP\n```\n"

// inFolder runs a command in a new folder with the files.
func inFolder(t *testing.T, files map[string]string, stdin string, run func(*cli.Env, []string) int, args ...string) (exit int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	env := cli.Env{Stdout: &out, Stderr: &errs, Stdin: strings.NewReader(""), Getenv: func(string) string { return "" }, Dir: dir}
	if stdin != "" {
		f, err := os.Open(filepath.Join(dir, stdin))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		env.Stdin = f
	}
	exit = run(&env, args)
	return exit, out.String(), errs.String()
}

func TestQuorumRefusesStandardInputThatIsAFile(t *testing.T) {
	files := map[string]string{"a.md": vote, "b.md": vote}
	exit, _, stderr := inFolder(t, files, "a.md", runQuorum, "-", "a.md")
	if exit != cli.Trouble || !strings.Contains(stderr, "- and a.md are one file") {
		t.Errorf("exit %d: %s", exit, stderr)
	}
	if exit, stdout, stderr := inFolder(t, files, "a.md", runQuorum, "-", "b.md"); exit != cli.OK {
		t.Errorf("two files: exit %d: %s%s", exit, stdout, stderr)
	}
}

// A text of UTF-16, as some shells write it, is no text without a verdict.
func TestUTF16IsTold(t *testing.T) {
	files := map[string]string{"a.md": "\xff\xfe`\x00`\x00`\x00w\x00", "b.md": vote, "c.md": vote + "\n"}
	exit, _, stderr := inFolder(t, files, "", runVerdict, "a.md")
	if exit != cli.Trouble || !strings.Contains(stderr, "a.md: the text is UTF-16; write it as UTF-8") {
		t.Errorf("verdict: exit %d: %s", exit, stderr)
	}
	exit, stdout, stderr := inFolder(t, files, "", runQuorum, "a.md", "b.md", "c.md")
	if exit != cli.Trouble || !strings.Contains(stderr, "a.md: cannot be read, abstains: the text is UTF-16") || !strings.Contains(stdout, "| A | 2 | 0 | 0 | 1 | KEEP |") {
		t.Errorf("quorum: exit %d: %s%s", exit, stdout, stderr)
	}
}

// What an agent wrote does not steer the terminal.
func TestControlCharactersAreSpelledOut(t *testing.T) {
	id := "\x1b[2J|x"
	files := map[string]string{
		"a.md": strings.Replace(vote, "A", id, 1) + "\n", "b.md": strings.Replace(vote, "A action: KEEP", id+" action: DROP\x1b[0m", 1),
		"c.md": "```wiki-verdict\nagent: a\x1b[2J\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```\n" + vote,
	}
	_, stdout, stderr := inFolder(t, files, "", runQuorum, "a.md", "b.md")
	if !strings.Contains(stdout, `| <U+001B>[2J\|x | 1 |`) || strings.Contains(stdout+stderr, "\x1b") {
		t.Errorf("quorum:\n%q\n%q", stdout, stderr)
	}
	if _, stdout, stderr := inFolder(t, files, "", runVerdict, "c.md", "b.md"); strings.Contains(stdout+stderr, "\x1b") {
		t.Errorf("verdict:\n%q\n%q", stdout, stderr)
	}
}

// A report that nobody got must not look like success.
func TestLostOutputIsTrouble(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(name, []byte(vote), 0o644); err != nil {
		t.Fatal(err)
	}
	closed, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, command := range []string{"verdict", "quorum"} {
		var errs bytes.Buffer
		env := cli.Env{Stdout: closed, Stderr: &errs, Stdin: strings.NewReader(""), Getenv: func(string) string { return "" }, Dir: t.TempDir()}
		if exit := execute(&env, []string{command, name}); exit != cli.Trouble || !strings.Contains(errs.String(), "judgelint "+command+": standard output: ") {
			t.Errorf("%s: exit %d: %s", command, exit, errs.String())
		}
	}
}

// Quotes that nest deeper than the reader follows are quotes all the same.
func TestDeepQuoteIsNoVerdict(t *testing.T) {
	files := map[string]string{"a.md": strings.Repeat("> ", 500) + "```wiki-verdict\n"}
	if exit, stdout, _ := inFolder(t, files, "", runVerdict, "a.md"); exit != cli.Found || !strings.Contains(stdout, "no verdict; the one in line 1 is a quotation") {
		t.Errorf("exit %d: %s", exit, stdout)
	}
}
