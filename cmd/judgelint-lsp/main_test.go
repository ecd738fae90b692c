package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/internal/cli"
)

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		args           []string
		stdin          string
		exit           int
		stdout, stderr string
	}{
		{[]string{"--version"}, "", 0, "judgelint-lsp ", ""},
		{[]string{"--help"}, "", 0, "--stdio", ""},
		{[]string{"--nope"}, "", 2, "", "--nope"},
		{[]string{"x"}, "", 2, "", "takes no arguments"},
		{[]string{"--stdio"}, "", 1, "", "without a shutdown request"},
	} {
		var out, errs bytes.Buffer
		e := &cli.Env{Stdin: strings.NewReader(tt.stdin), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }, Dir: t.TempDir()}
		if exit := run(e, tt.args); exit != tt.exit || !strings.Contains(out.String(), tt.stdout) || !strings.Contains(errs.String(), tt.stderr) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", tt.args, exit, out.String(), errs.String())
		}
	}
}

// TestNeovim drives the editor itself through open, diagnose, fix and rename.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	server := filepath.Join(dir, "judgelint-lsp")
	if runtime.GOOS == "windows" {
		server += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", server, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root := filepath.Join(dir, "project")
	write := func(path, text string) {
		t.Helper()
		name := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) string {
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return err.Error()
		}
		return string(src)
	}
	const mirror = "name = \"reviewer\"\ndescription = \"d\"\ndeveloper_instructions = '''\nYou review.\n'''\n"
	write(".claude/agents/reviewer.md", "---\nname: reviewer\ndescription: Reviews: all.\ntools: Reed\n---\n\nYou review.\n")
	write(".codex/agents/reviewer.toml", mirror)
	write("judgelint.toml", "[gate]\nnot_judges = [\"reviewer\"]\n")
	script, err := filepath.Abs("testdata/drive.lua")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", script)
	cmd.Env = append(os.Environ(), "SERVER="+server, "ROOT="+root, "OUT="+filepath.Join(dir, "out"), "HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	seen, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "diagnose: 3:21 yaml-colon, 4:8 tools-unknown\ntyped: 3:21 yaml-colon\naction: Quote the value\nfixed: \nreferences: 3\nbuffer: auditor.md\nstopped\n"
	if string(seen) != want {
		t.Errorf("Neovim saw\n%s\nwant\n%s\n%s", seen, want, output)
	}
	for path, want := range map[string]string{
		".claude/agents/auditor.md":  "---\nname: auditor\ndescription: 'Reviews: all.'\ntools: Read\n---\n\nYou review.\n",
		".codex/agents/auditor.toml": strings.Replace(mirror, "reviewer", "auditor", 1),
		"judgelint.toml":             "[gate]\nnot_judges = [\"auditor\"]\n",
	} {
		if got := strings.ReplaceAll(read(path), `"Reviews: all."`, "'Reviews: all.'"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
	}
}
