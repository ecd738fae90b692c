package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Output that nobody got is never success.
func TestOutputLost(t *testing.T) {
	for _, line := range []string{
		"--help", "--version", "help lint", "findings --help", "audit", "rules", "rules --format json",
		"explain verdict-unclosed", "completion bash", "lint --help", "doctor --format json", "init --dry-run",
		"findings plan -", "lint --format json --stdin-filename a.md -",
	} {
		t.Run(line, func(t *testing.T) {
			var stderr bytes.Buffer
			e := &cli.Env{
				Stdin: strings.NewReader("[]"), Stdout: fullDisk{}, Stderr: &stderr,
				Getenv: func(string) string { return "" }, Dir: t.TempDir(),
			}
			if exit := execute(e, strings.Fields(line)); exit != cli.Trouble {
				t.Errorf("exit status %d, want %d", exit, cli.Trouble)
			}
			if n := strings.Count(stderr.String(), "no space left"); n != 1 {
				t.Errorf("the lost output is told %d times, want once:\n%s", n, stderr.String())
			}
		})
	}
}
