package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
)

// A finding about a folder is told if any file below it was asked for.
func TestLintTellsAboutFolders(t *testing.T) {
	dir := t.TempDir()
	agents := filepath.Join(dir, ".claude", "agents")
	if err := os.MkdirAll(agents, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("judgelint.toml", "")
	write("other.md", "Text.\n")
	for name, n := range map[string]int{"long": 6000, "short": 1} {
		write(".claude/agents/"+name+".md", fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n\nText.\n", name, strings.Repeat("many words ", n)))
	}
	for _, args := range [][]string{{"lint"}, {"lint", ".claude/agents/short.md"}} {
		var stdout, stderr bytes.Buffer
		e := &cli.Env{Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }, Dir: dir}
		if code := execute(e, args); code != 0 || stderr.Len() > 0 {
			t.Errorf("%q: exit status %d, %s", args, code, &stderr)
		}
		if n := strings.Count(stdout.String(), ".claude/agents:1:1: warning: the descriptions of 2 agents"); n != 1 {
			t.Errorf("%q: told %d times:\n%s", args, n, &stdout)
		}
	}
	var stdout bytes.Buffer
	e := &cli.Env{Stdout: &stdout, Stderr: &stdout, Getenv: func(string) string { return "" }, Dir: dir}
	if code := execute(e, []string{"lint", "other.md"}); code != 0 || stdout.Len() > 0 {
		t.Errorf("another file: exit status %d, %s", code, &stdout)
	}
}
