package client

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Run asks the client and waits for its end, and for the end of everything
// that it started in its process group. It is total: whatever goes wrong is
// the Fault of the answer. Ending ctx ends the client.
func (h Host) Run(ctx context.Context, c Call) Answer {
	s := c.scratch()
	defer s.remove()
	start := time.Now()
	var a Answer
	out, tail := &limited{most: cmp.Or(c.MaxOutput, MaxOutput), full: make(chan struct{})}, &lastLine{}
	if err := h.prepare(&c, s); err != nil {
		a.fault(NotStarted, err.Error())
		return a
	}
	cmd := exec.Command(c.Program, h.arguments(&c, s)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Dir, bytes.NewReader(c.Prompt), out, tail
	own := os.Environ()
	cmd.Env = c.environment(own, s)
	// A grandchild may hold the streams open when the client has ended.
	cmd.WaitDelay = time.Second
	group(cmd)
	if err := cmd.Start(); err != nil {
		a.fault(NotStarted, err.Error())
		return a
	}
	kind, err := wait(ctx, cmd, &c, out.full)
	a.Wall = time.Since(start)
	switch kind {
	case "":
	case Timeout:
		a.fault(kind, "no answer within "+c.Timeout.String())
	case TooLarge:
		a.fault(kind, fmt.Sprintf("more than %d bytes of output", out.most))
	default:
		a.fault(kind, "")
	}
	if kind != "" {
		return a
	}
	h.read(out.bytes(), s, &a)
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) && (a.Fault == nil || a.Fault.Kind == Unreadable) {
		a.Fault = nil
		a.fault(Exited, strings.TrimSuffix(err.Error()+": "+tail.String(), ": "))
	}
	if a.Fault != nil {
		a.Fault.Detail = printable(redact(a.Fault.Detail, own))
	}
	return a
}

func (a *Answer) fault(kind Kind, detail string) { a.Fault = &Fault{kind, detail} }

// prepare writes the schema where the client reads it from a file.
func (h Host) prepare(c *Call, s scratch) error {
	if len(c.Schema) == 0 || h.Name != "codex" && h.Name != "command" {
		return nil
	}
	return os.WriteFile(s.schema, c.Schema, 0o644)
}

// wait waits for the end of the client and ends its process group. kind is
// empty if the client ended by itself; err is then that of exec.
func wait(ctx context.Context, cmd *exec.Cmd, c *Call, full <-chan struct{}) (kind Kind, err error) {
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var over <-chan time.Time
	if c.Timeout > 0 {
		timer := time.NewTimer(c.Timeout)
		defer timer.Stop()
		over = timer.C
	}
	defer kill(cmd) // what the client left behind
	select {
	case err = <-done:
		select {
		case <-full:
			return TooLarge, err
		default:
			return "", err
		}
	case <-full:
		kind = TooLarge
	case <-over:
		kind = Timeout
	case <-ctx.Done():
		kind = Interrupted
	}
	grace := cmp.Or(c.Grace, 2*time.Second)
	if kind == TooLarge {
		grace = 0 // its pipe is closed already
	}
	terminate(cmd)
	select {
	case <-done:
		return kind, nil
	case <-c.Kill:
	case <-time.After(grace):
	}
	kill(cmd)
	<-done
	return kind, nil
}

// limited keeps output up to a size and then refuses. It keeps pieces, as one
// that grows would be copied again and again.
type limited struct {
	pieces [][]byte
	size   int
	most   int
	full   chan struct{}
	over   bool
}

func (w *limited) Write(p []byte) (int, error) {
	const piece = 1 << 20
	if w.over || w.size+len(p) > w.most {
		if !w.over {
			w.over, w.pieces = true, nil
			close(w.full)
		}
		return 0, errors.New("too much output")
	}
	w.size += len(p)
	if n := len(w.pieces); n > 0 && cap(w.pieces[n-1])-len(w.pieces[n-1]) >= len(p) {
		w.pieces[n-1] = append(w.pieces[n-1], p...)
		return len(p), nil
	}
	room := piece
	if len(w.pieces) == 0 {
		room = len(p) // most answers are one piece
	}
	w.pieces = append(w.pieces, append(make([]byte, 0, max(room, len(p))), p...))
	return len(p), nil
}

func (w *limited) bytes() []byte {
	if len(w.pieces) == 1 {
		return w.pieces[0]
	}
	return bytes.Join(w.pieces, nil)
}

// lastLine keeps the end of what was written.
type lastLine struct{ kept []byte }

func (w *lastLine) Write(p []byte) (int, error) {
	const most = 4096
	w.kept = append(w.kept, p[max(0, len(p)-most):]...)
	if n := len(w.kept); n > most {
		w.kept = slices.Clone(w.kept[n-most:])
	}
	return len(p), nil
}

// String returns the last line that is not blank.
func (w *lastLine) String() string {
	text := strings.TrimSpace(strings.ToValidUTF8(string(w.kept), ""))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// redact puts $NAME in place of every value of the environment: clients print
// their keys when they complain about them. Short values are words of every
// text.
func redact(text string, env []string) string {
	const short = 8
	env = slices.Clone(env)
	slices.SortFunc(env, func(a, b string) int { return len(b) - len(a) })
	for _, v := range env {
		if name, value, _ := strings.Cut(v, "="); len(value) >= short {
			text = strings.ReplaceAll(text, value, "$"+name)
		}
	}
	return text
}

// printable is text on one line, at most 300 bytes of it.
func printable(text string) string {
	const most = 300
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// readLimited reads a plain file of at most most bytes.
func readLimited(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%s: not a plain file of at most %d bytes", name, most)
	}
	return io.ReadAll(io.LimitReader(f, most))
}
