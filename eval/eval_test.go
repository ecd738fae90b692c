package eval_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/judgelint/judgelint/eval"
)

func folder(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fsys
}

func TestLoad(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string
		want  string // the cases, or a part of the error
	}{
		{"two cases, sorted", []string{"b/expect", "decision: pass\n", "b/input.md", "B", "a/expect", "# why\ndecision: fail\nplace: x/y.go:3\nplace: z.go\n", "a/change.patch", "A"},
			"[{a A fail [x/y.go:3 z.go]} {b B pass []}]"},
		{"input.md before other files", []string{"a/expect", "decision: abstain", "a/input.md", "I", "a/notes.md", "N"}, "[{a I abstain []}]"},
		{"a folder that is no case is left out", []string{"a/expect", "decision: pass", "a/input.md", "I", "docs/readme.md", "x"}, "[{a I pass []}]"},
		{"CRLF", []string{"a/expect", "decision: pass\r\nplace: a.go:1\r\n", "a/input.md", "I"}, "[{a I pass [a.go:1]}]"},
		{"nothing", nil, `no case: a case is a folder with a file "expect"`},
		{"no decision", []string{"a/expect", "place: x\n", "a/input.md", "I"}, `a/expect: no line "decision: pass"`},
		{"a word that is none", []string{"a/expect", "\ndecision: ready\n", "a/input.md", "I"}, `a/expect:2: decision must be pass, fail or abstain, found "ready"`},
		{"decision twice", []string{"a/expect", "decision: pass\ndecision: pass", "a/input.md", "I"}, "a/expect:2: decision stands twice"},
		{"an unknown key", []string{"a/expect", "verdict: pass", "a/input.md", "I"}, `the key must be decision or place, found "verdict"`},
		{"a line that is no number", []string{"a/expect", "decision: fail\nplace: a.go:x", "a/input.md", "I"}, `place must be PATH or PATH:LINE, found "a.go:x"`},
		{"no input", []string{"a/expect", "decision: pass"}, "a: needs a file input.md"},
		{"two inputs", []string{"a/expect", "decision: pass", "a/a.patch", "", "a/b.patch", ""}, "found 2"},
		{"not UTF-8", []string{"a/expect", "decision: pass", "a/input.md", "\xff"}, "a/input.md: not UTF-8"},
		{"too large", []string{"a/expect", "decision: pass", "a/input.md", strings.Repeat("x", 4<<20+1)}, "a/input.md: larger than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cases, err := eval.Load(folder(tt.files...))
			got := fmt.Sprint(cases)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestUnnamed(t *testing.T) {
	c := eval.Case{Places: []eval.Place{{Path: "a/b.go", Line: 20}}}
	for _, tt := range []struct {
		answer string
		named  bool
	}{
		{"The loop in a/b.go:20 loses one.", true},
		{"See `a/b.go`:22.", true},
		{"See a/b.go:17-18.", true},
		{"See a/b.go:10-40.", true},
		{"See [here](a/b.go#L20).", true},
		{"See a/b.go#L18-L21.", true},
		{"**a/b.go**, line 20: off by one", true},
		{"a/b.go (line 21)", true},
		{"a/b.go:2 and then a/b.go:20", true},
		{"See a/b.go.", false},
		{"See a/b.go:200.", false},
		{"See a/b.go:24.", false},
		{"line 20 is wrong", false},
		{"b.go:20", false},
		{"a/b.go:99999999999999999999", false},
		{"", false},
	} {
		if got := len(c.Unnamed(tt.answer)) == 0; got != tt.named {
			t.Errorf("%q: named %t, want %t", tt.answer, got, tt.named)
		}
	}
	whole := eval.Case{Places: []eval.Place{{Path: "a/b.go"}}}
	if len(whole.Unnamed("look at a/b.go again")) != 0 || len(whole.Unnamed("look again")) != 1 {
		t.Error("a place without a line is the file as a whole")
	}
}
