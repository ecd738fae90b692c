package setup

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/source"
)

func TestAppendRepo(t *testing.T) {
	item := []byte("- repo: local\n  hooks: []\n")
	tests := []struct{ name, src, want string }{
		{"items at the left edge", "repos:\n- repo: a\n  hooks: []\n", "repos:\n- repo: a\n  hooks: []\n- repo: local\n  hooks: []\n"},
		{"indented items", "repos:\n    - repo: a\n      hooks: []\n", "repos:\n    - repo: a\n      hooks: []\n    - repo: local\n      hooks: []\n"},
		{"another key follows", "repos:\n  - repo: a\n\n# c\nci:\n  x: 1\n", "repos:\n  - repo: a\n  - repo: local\n    hooks: []\n\n# c\nci:\n  x: 1\n"},
		{"a key goes before", "ci: {}\nrepos: # all\n  - repo: a\n", "ci: {}\nrepos: # all\n  - repo: a\n  - repo: local\n    hooks: []\n"},
		{"no final line ending", "repos:\n  - repo: a", "repos:\n  - repo: a\n  - repo: local\n    hooks: []\n"},
		{"CRLF", "repos:\r\n- repo: a\r\n", "repos:\r\n- repo: a\r\n- repo: local\r\n  hooks: []\r\n"},
		{"an empty list", "repos: []\nci: {}\n", "repos:\n  - repo: local\n    hooks: []\nci: {}\n"},
		{"no item yet", "repos:\n", "repos:\n  - repo: local\n    hooks: []\n"},
		{"a list in another form", "repos: [{repo: a}]\n", ""},
		{"no list", "ci: {}\n", ""},
		{"a text", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			e, ok := appendRepo([]byte(tt.src), item)
			if ok {
				after := source.Apply([]byte(tt.src), []source.Edit{e})
				got = string(after)
				back := source.Apply(after, hookset.Invert([]byte(tt.src), []source.Edit{e}))
				if string(back) != tt.src {
					t.Errorf("taken back: %q", back)
				}
				// Without the edit the item is known by its lines; how an empty
				// list was written, and a missing line ending, are forgotten.
				rest, ok := withoutRepo(after, item)
				if want := strings.Replace(tt.src, "repos: []", "repos:", 1); !ok || strings.TrimSpace(string(rest)) != strings.TrimSpace(want) {
					t.Errorf("taken out: %q, %v", rest, ok)
				}
			}
			if got != tt.want {
				t.Errorf("appendRepo(%q) = %q, want %q", tt.src, got, tt.want)
			}
		})
	}
}
