package uitest

import (
	"fmt"
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"nothing":   {"", ""},
		"colours":   {"\x1b[31mred\x1b[0m\r\nplain\n", "red\nplain"},
		"cut off":   {"\x1b[31", ""},
		"not UTF-8": {"a\xffb", "ab"},
	} {
		var out tail
		fmt.Fprint(&out, tt.in)
		if got := out.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	var out tail
	for i := range 10_000 {
		fmt.Fprintf(&out, "line %d\n", i)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != tailLines || lines[0] != "line 9960" || lines[len(lines)-1] != "line 9999" || len(out.buf) > tailBytes {
		t.Errorf("%d lines from %q on, %d bytes kept", len(lines), lines[0], len(out.buf))
	}
}
