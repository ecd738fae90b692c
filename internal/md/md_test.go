package md

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/source"
)

// show writes the structure of a text in one line per thing.
func show(f *source.File, d source.Doc) string {
	var b strings.Builder
	for _, c := range d.Fences {
		lines := make([]string, len(c.Lines))
		for i, l := range c.Lines {
			lines[i] = string(f.Text(l))
		}
		fmt.Fprintf(&b, "fence %q %c%d line %d", c.Info, c.Char, c.Len, f.Position(c.Open.Start).Line)
		if c.InList {
			b.WriteString(" list")
		}
		if c.InQuote {
			b.WriteString(" quote")
		}
		if !c.Closed {
			b.WriteString(" open")
		}
		fmt.Fprintf(&b, " %q\n", lines)
	}
	for _, h := range d.HTML {
		fmt.Fprintf(&b, "html %d closed=%v %q\n", h.Kind, h.Closed, f.Text(h.Span))
	}
	for _, q := range d.Quotes {
		fmt.Fprintf(&b, "quote %q\n", f.Text(q))
	}
	for _, c := range d.Code {
		fmt.Fprintf(&b, "code %q\n", f.Text(c))
	}
	for _, h := range d.Headings {
		fmt.Fprintf(&b, "heading %d %q\n", h.Level, h.Text)
	}
	return b.String()
}

func TestParse(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"plain fence", "a\n```go x\n1\n\n2\n```\n", "fence \"go x\" `3 line 2 [\"1\" \"\" \"2\"]\n"},
		{"tildes and a longer closer", "~~~ w\n1\n~~~~~\n", "fence \"w\" ~3 line 1 [\"1\"]\n"},
		{"never closed", "```w\n1\n2", "fence \"w\" `3 line 1 open [\"1\" \"2\"]\n"},
		{"a shorter closer closes nothing", "````w\n1\n```\n", "fence \"w\" `4 line 1 open [\"1\" \"```\"]\n"},
		{"a closer with text closes nothing", "```w\n1\n``` x\n", "fence \"w\" `3 line 1 open [\"1\" \"``` x\"]\n"},
		{"the item ends first", "- ```w\n  1\nout\n", "fence \"w\" `3 line 1 list open [\"1\"]\n"},
		{"inside an item", "1. a\n\n   ```w\n   1\n   ```\n", "fence \"w\" `3 line 3 list [\"1\"]\n"},
		{"inside a quote", "> ```w\n> 1\n> ```\n", "fence \"w\" `3 line 1 quote [\"1\"]\nquote \"> ```w\\n> 1\\n> ```\"\n"},
		{"CRLF stays out of the lines", "```w\r\n1\r\n```\r\n", "fence \"w\" `3 line 1 [\"1\"]\n"},
		{"a lone CR ends a line", "a\r```w\r1\r```\rb", "fence \"w\" `3 line 2 [\"1\"]\n"},
		{"a byte order mark hides nothing", source.BOM + "```w\n1\n```\n", "fence \"w\" `3 line 1 [\"1\"]\n"},
		{"a tab in the info string stays", "```w\tx\n```\n", "fence \"w\\tx\" `3 line 1 []\n"},
		{"a longer fence shields", "````md\n```w\n1\n```\n````\n", "fence \"md\" `4 line 1 [\"```w\" \"1\" \"```\"]\n"},
		{"div without blank line", "<div>\n```w\n```\n</div>\n", "html 0 closed=true \"<div>\\n```w\\n```\\n</div>\"\n"},
		{"comment", "<!--\n```w\n```\n-->\nx\n", "html 1 closed=true \"<!--\\n```w\\n```\\n-->\"\n"},
		{"comment on one line", "<!-- x -->\n```w\n```\n", "fence \"w\" `3 line 2 []\nhtml 1 closed=true \"<!-- x -->\"\n"},
		{"comment that never closes", "<!--\n```w\n```\n", "html 1 closed=false \"<!--\\n```w\\n```\"\n"},
		{"pre", "<pre>\n```w\n</pre>\n", "html 2 closed=true \"<pre>\\n```w\\n</pre>\"\n"},
		{"indented by four", "a\n\n    ```w\n    1\n", "code \"```w\\n    1\"\n"},
		{"headings", "# 제목 하나\n\ntwo\n===\n", "heading 1 \"제목 하나\"\nheading 1 \"two\"\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := source.NewFile("x.md", []byte(tt.src))
			if got := show(f, Parse(f, false)); got != tt.want {
				t.Errorf("Parse(%q):\n%swant:\n%s", tt.src, got, tt.want)
			}
		})
	}
}

func TestFront(t *testing.T) {
	tests := []struct {
		name, src, front, body string
		closed                 bool
	}{
		{"usual", "---\nname: x\n---\nbody\n", "name: x\n", "body\n", true},
		{"blanks after the dashes", "--- \nname: x\n---\t\nbody", "name: x\n", "body", true},
		{"CRLF", "---\r\nname: x\r\n---\r\nbody", "name: x\r\n", "body", true},
		{"byte order mark", source.BOM + "---\na: b\n---\nbody", "a: b\n", "body", true},
		{"empty", "---\n---\nbody", "", "body", true},
		{"only the first closing line counts", "---\na: b\n---\nx\n---\n", "a: b\n", "x\n---\n", true},
		{"closed by dots", "---\na: b\n...\nbody", "a: b\n", "body", true},
		{"never closed", "---\na: b\n", "", "---\na: b\n", false},
		{"late", "\n---\na: b\n---\nbody", "a: b\n", "body", true},
		{"four dashes", "----\na: b\n----\n", "", "----\na: b\n----\n", false},
		{"nothing", "", "", "", false},
		{"a fence in the front matter swallows nothing", "---\nd: |\n  ```x\n---\n```w\n```\n", "d: |\n  ```x\n", "```w\n```\n", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := source.NewFile("x.md", []byte(tt.src))
			d := Parse(f, true)
			front, body := string(f.Text(d.Front)), string(f.Text(d.Body))
			if front != tt.front || body != tt.body || d.FrontClosed != tt.closed {
				t.Errorf("Parse(%q): front %q, body %q, closed %v", tt.src, front, body, d.FrontClosed)
			}
		})
	}
}

// Nesting costs a step per container and line, so it must be bounded.
func TestDeepNestingIsLinear(t *testing.T) {
	shapes := map[string]func(n int) string{
		"a list nested deeper and deeper": func(n int) string {
			var b strings.Builder
			for b.Len() < n {
				for i := 0; i < 1000 && b.Len() < n; i++ {
					b.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
				}
			}
			return b.String()
		},
		"one deep line, then many lines": func(n int) string {
			return strings.Repeat("- ", 2000) + "a\n" + strings.Repeat("\n", n)
		},
		"quotes":         func(n int) string { return strings.Repeat(strings.Repeat(">", 5000)+"\n", n/5001) },
		"one long quote": func(n int) string { return strings.Repeat("> ", n/2) },
		"open fences":    func(n int) string { return strings.Repeat("```x\n", n/5) },
		"html openers":   func(n int) string { return strings.Repeat("<!-- ", n/5) },
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			if deep := Parse(source.NewFile("x", []byte(shape(1<<18))), false).Deep >= 0; deep == strings.Contains(name, "open") {
				t.Errorf("deep = %v", deep)
			}
			start := time.Now()
			Parse(source.NewFile("x", []byte(shape(1<<20))), false)
			// A quadratic parser needs minutes here.
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("1 MiB took %v", took)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"```w\n1\n```\n", "- ```w\n  1\nout", "> ~~~\n> x", "\t```a\n\t1\n", "---\na\n---\n<pre>\n```\r\r\n", " -\t```w\n \t1\n \t```"} {
		f.Add([]byte(s), true)
	}
	f.Fuzz(func(t *testing.T, src []byte, front bool) {
		d := Parse(source.NewFile("x", src), front)
		end := 0
		for _, c := range d.Fences {
			if c.Open.Start < end || c.Span.End > len(src) || c.Span.Start != c.Open.Start || c.Span.End < c.Open.End {
				t.Fatalf("fence out of order or range: %+v in %q", c, src)
			}
			if c.Len < 3 || strings.Count(string(src[c.Open.Start:c.Open.Start+c.Len]), string(c.Char)) != c.Len {
				t.Fatalf("Open is not at the fence: %+v in %q", c, src)
			}
			if c.Closed && strings.Trim(string(src[c.Close.Start:c.Close.End]), string(c.Char)) != "" {
				t.Fatalf("Close is not a fence: %+v in %q", c, src)
			}
			end = c.Open.End
			for _, l := range c.Lines {
				if l.Start < end || l.End < l.Start || strings.ContainsAny(string(src[l.Start:l.End]), "\r\n") && !strings.Contains(string(src), "\r") {
					t.Fatalf("line out of order: %v in %+v of %q", l, c, src)
				}
				end = l.End
			}
		}
		for _, s := range append(append(d.Quotes, d.Code...), d.Body, d.Front) {
			if s.Start < 0 || s.End < s.Start || s.End > len(src) {
				t.Fatalf("span out of range: %v in %q", s, src)
			}
		}
	})
}
