package uitest

import (
	"slices"
	"strings"
	"sync"
)

// tail keeps the end of what is written to it. Its writers are two: the
// command's output and its errors.
type tail struct {
	mu  sync.Mutex
	buf []byte
	cut bool
}

const (
	tailBytes = 4000
	tailLines = 40
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf, t.cut = slices.Clone(t.buf[over:]), true
	}
	return len(p), nil
}

// String is the end of the output: whole lines, without terminal colours.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.buf), "")
	if t.cut {
		if _, rest, ok := strings.Cut(text, "\n"); ok {
			text = rest
		}
	}
	text = strings.TrimSpace(strings.ReplaceAll(withoutColours(text), "\r\n", "\n"))
	if lines := strings.Split(text, "\n"); len(lines) > tailLines {
		text = strings.Join(lines[len(lines)-tailLines:], "\n")
	}
	return text
}

// withoutColours drops the escape sequences of terminals.
func withoutColours(s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "\x1b[")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			return out.String()
		}
		s = rest[end+1:]
	}
}
