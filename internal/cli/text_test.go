package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestText(t *testing.T) {
	src := "---\ndescription: 판정. Two: x\n"
	r := record(t, "a.md", src, "Two", "yaml-colon")
	r.Help = "quote the value"
	r.Related = []Related{RelatedAt(source.NewFile("a.md", []byte(src)), source.Span{Start: 0, End: 3}, "the front matter begins here")}
	r.Fix = &Fix{Safe: true}
	second := record(t, "b.md", "\tbad\n", "bad", "other")
	second.Severity = Warning
	var b bytes.Buffer
	if err := Print(&b, "text", &Report{Records: Sort([]Record{r, second}), Files: 10}); err != nil {
		t.Fatal(err)
	}
	want := `a.md:2:18: error: something is wrong [yaml-colon]
   2 | description: 판정. Two: x
     |                    ^~~
     = a.md:1:1: the front matter begins here
     = help: quote the value
b.md:1:2: warning: something is wrong [other]
   1 |     bad
     |     ^~~
1 error, 1 warning in 10 files; --fix mends 1
`
	if b.String() != want {
		t.Errorf("text:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestTextIsSilentWithoutRecords(t *testing.T) {
	var b bytes.Buffer
	if err := Print(&b, "text", &Report{Files: 10}); err != nil || b.Len() > 0 {
		t.Errorf("wrote %q, %v", b.String(), err)
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("가나 ", 100)
	tests := []struct {
		name, src, mark string
		line, marker    string
	}{
		{"plain", "one two", "two", "one two", "    ^~~"},
		{"wide before and in the mark", "판정 판정x", "정x", "판정 판정x", "  ^~~~~~~~"},
		{"tabs to the next stop", "a\tb\tc", "c", "a   b   c", "        ^"},
		{"combining character has no width", "e\u0301 x", "x", "e\u0301 x", "  ^"},
		{"zero width space is spelled out", "wiki\u200bverdict", "verdict", "wiki<U+200B>verdict", "            ^~~~~~~"},
		{"escape sequence is spelled out", "a\x1b[31mb", "b", "a<U+001B>[31mb", "             ^"},
		{"byte order mark is left out", source.BOM + "abc", "b", "abc", " ^"},
		{"long line is cut on both sides", long + "bad" + long, "bad", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// The mark is searched from the end: wide text repeats itself.
			start := strings.LastIndex(tt.src, tt.mark)
			if tt.mark == "정x" {
				start = strings.Index(tt.src, "정 ")
			}
			f := source.NewFile("a.md", []byte(tt.src))
			end := strings.LastIndex(tt.src, tt.mark) + len(tt.mark)
			line, marker := At(f, source.Span{Start: start, End: end}).snippet.render()
			if tt.line == "" {
				checkCut(t, line, marker)
				return
			}
			if line != tt.line || marker != tt.marker {
				t.Errorf("render =\n%s\n%s\nwant\n%s\n%s", line, marker, tt.line, tt.marker)
			}
		})
	}
}

func checkCut(t *testing.T, line, marker string) {
	t.Helper()
	if !strings.HasPrefix(line, ellipsis) || !strings.HasSuffix(line, ellipsis) || columns(line) > window {
		t.Errorf("line %q is not cut", line)
	}
	before := line[:strings.Index(line, "bad")]
	if got, _ := visible(before, 0); got != before || len(marker) != columns(before)+3 {
		t.Errorf("marker %q does not stand below bad in %q", marker, line)
	}
	if strings.ContainsRune(line, '\uFFFD') {
		t.Errorf("a character was cut in %q", line)
	}
}

func TestTextDoesNotSteerTheTerminal(t *testing.T) {
	r := record(t, "a\x1b]0;x\x07\n.md", "x\x1b[2Jbad\u202e\n", "bad", "r")
	r.Message, r.Help = "found \x1b[31m", "write \x07\r\n::error::"
	var b bytes.Buffer
	if err := Print(&b, "text", &Report{Records: Sort([]Record{r}), Files: 1}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x07\r\u202e") || strings.Contains(b.String(), "\n::") {
		t.Errorf("text holds control characters: %q", b.String())
	}
}

func TestColor(t *testing.T) {
	tests := []struct {
		name, mode string
		env        map[string]string
		want       bool
	}{
		{"no terminal", "auto", nil, false},
		{"default is auto", "", map[string]string{"FORCE_COLOR": "1"}, true},
		{"always beats NO_COLOR", "always", map[string]string{"NO_COLOR": "1"}, true},
		{"never beats FORCE_COLOR", "never", map[string]string{"FORCE_COLOR": "1"}, false},
		{"FORCE_COLOR of 0", "auto", map[string]string{"FORCE_COLOR": "0"}, false},
		{"NO_COLOR beats FORCE_COLOR", "auto", map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, false},
		{"FORCE_COLOR beats a dumb terminal", "auto", map[string]string{"TERM": "dumb", "FORCE_COLOR": "1"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &Env{Getenv: func(k string) string { return tt.env[k] }}
			if got, err := e.Color(io.Discard, tt.mode); got != tt.want || err != nil {
				t.Errorf("Color(%q) = %v, %v, want %v", tt.mode, got, err, tt.want)
			}
		})
	}
	e := &Env{Getenv: func(string) string { return "" }}
	if _, err := e.Color(io.Discard, "sometimes"); err == nil || !strings.Contains(err.Error(), "auto, always or never") {
		t.Errorf("Color(sometimes) = %v", err)
	}
}

func TestColouredTextIsThePlainTextWithColours(t *testing.T) {
	records := Sort([]Record{record(t, "a.md", "one bad\n", "bad", "r")})
	var plain, colour bytes.Buffer
	if err := Print(&plain, "text", &Report{Records: records, Files: 1}); err != nil {
		t.Fatal(err)
	}
	if err := Print(&colour, "text", &Report{Records: records, Files: 1, Color: true}); err != nil {
		t.Fatal(err)
	}
	bare := colour.String()
	for _, code := range []string{bold, faint, red, yellow, blue, green, "0"} {
		bare = strings.ReplaceAll(bare, "\x1b["+code+"m", "")
	}
	if bare != plain.String() || bare == colour.String() {
		t.Errorf("coloured text: %q", colour.String())
	}
}

// columns is the width of a text of one-column and two-column characters.
func columns(s string) (n int) {
	for _, r := range s {
		n++
		if r >= 0x1100 {
			n++
		}
	}
	return n - strings.Count(s, ellipsis)
}
