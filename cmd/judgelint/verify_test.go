package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
)

// verifySh runs a shell script under judgelint verify in a new project and
// returns the exit status and the record.
func verifySh(t *testing.T, script string) (exit int, out string, r state.Result) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	env := &cli.Env{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }, Dir: dir}
	exit = runVerify(env, []string{"--session", "s", "--", "sh", "-c", script})
	data, err := os.ReadFile(filepath.Join(dir, ".judgelint", "verify-result", "s.json"))
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return exit, stdout.String(), r
}

func TestVerifyOutcomes(t *testing.T) {
	tests := []struct {
		script, outcome, detail string
		exit                    int
	}{
		{"echo fine", state.Pass, "", 0},
		{"echo no display; exit 12", state.Abstain, "no display", 12},
		{"echo out; echo err >&2; exit 1", state.Fail, "err", 1},
		{"exit 5", state.Fail, "the command printed nothing (exit status 5)", 5},
		{"printf '\\033[31mred\\033[0m\\r\\n'; exit 1", state.Fail, "red", 1},
		{"kill -9 $$", state.Fail, "the command printed nothing (signal: killed)", 137},
		// An interruption is never a pass, whatever the command makes of it.
		{"trap '' INT; kill -INT $PPID; sleep 0.3; exit 0", state.Fail, "the run was interrupted", 130},
		{"trap 'exit 0' TERM; kill -TERM $PPID; sleep 5", state.Fail, "the run was interrupted", 130},
	}
	for _, tt := range tests {
		exit, _, r := verifySh(t, tt.script)
		if exit != tt.exit || r.Outcome != tt.outcome || !strings.Contains(r.Detail, tt.detail) || tt.detail == "" && r.Detail != "" {
			t.Errorf("%s: exit %d, %+v; want exit %d, %s with %q", tt.script, exit, r, tt.exit, tt.outcome, tt.detail)
		}
	}
}

// The detail is the end of the output, in whole lines; all of it is passed through.
func TestVerifyTail(t *testing.T) {
	exit, out, r := verifySh(t, "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; exit 1")
	if exit != 1 || !strings.HasPrefix(out, "line 0\n") || !strings.HasSuffix(out, "line 2999\n") {
		t.Errorf("exit %d, %d bytes passed through", exit, len(out))
	}
	lines := strings.Split(r.Detail, "\n")
	if len(lines) != 40 || lines[0] != "line 2960" || lines[len(lines)-1] != "line 2999" {
		t.Errorf("detail of %d lines: %q", len(lines), r.Detail)
	}
}

// With 2>&1 the lines of the two streams keep their order.
func TestVerifyOrder(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	env := &cli.Env{Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Getenv: func(string) string { return "" }, Dir: dir}
	script := "i=0; while [ $i -lt 300 ]; do echo $i; i=$((i+1)); echo $i >&2; i=$((i+1)); done"
	runVerify(env, []string{"--session", "s", "--", "sh", "-c", script})
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n") // the first line is the note that nothing is pending
	var want strings.Builder
	for i := range 300 {
		fmt.Fprintln(&want, i)
	}
	if text != want.String() {
		t.Errorf("out of order: %q", text)
	}
}
