package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
)

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		args           []string
		stdin          string
		exit           int
		stdout, stderr string
	}{
		{[]string{"--version"}, "", 0, "judgelint-mcp ", ""},
		{[]string{"--help"}, "", 0, "--root DIR", ""},
		{[]string{"--nope"}, "", 2, "", "--nope"},
		{[]string{"x"}, "", 2, "", "takes no arguments"},
		{[]string{"--root", "nowhere"}, "", 2, "", "is no folder"},
		{nil, "", 0, "", ""},
		{nil, "hello\n", 2, "", "judgelint-mcp: "},
	} {
		var out, errs bytes.Buffer
		e := &cli.Env{Stdin: strings.NewReader(tt.stdin), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }, Dir: t.TempDir()}
		if exit := run(context.Background(), e, tt.args); exit != tt.exit || !strings.Contains(out.String(), tt.stdout) || !strings.Contains(errs.String(), tt.stderr) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", tt.args, exit, out.String(), errs.String())
		}
	}
}

// The client gets its answer, and the server ends when the client leaves.
func TestConversation(t *testing.T) {
	in, client := io.Pipe()
	server, out := io.Pipe()
	e := &cli.Env{Stdin: in, Stdout: out, Stderr: io.Discard, Getenv: func(string) string { return "" }, Dir: t.TempDir()}
	done := make(chan int, 1)
	go func() { done <- run(context.Background(), e, []string{"--root", "."}) }()
	io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`+"\n")
	line, err := bufio.NewReader(server).ReadString('\n')
	if err != nil || !strings.Contains(line, `"name":"judgelint"`) {
		t.Errorf("answer %q, %v", line, err)
	}
	client.Close()
	if exit := <-done; exit != 0 {
		t.Errorf("exit %d after the client left", exit)
	}
}
