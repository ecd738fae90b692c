package contract

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestObject(t *testing.T) {
	for _, tt := range []struct{ name, text, want, wrong string }{
		{"whole", " {\"a\": 1}\n", `{"a": 1}`, ""},
		{"after a byte order mark", "\ufeff{}", `{}`, ""},
		{"a list", "[1]", `[1]`, ""},
		{"broken stays as it is", `{"a": `, `{"a":`, ""},
		{"in a fence", "Here:\n\n```json\n{\"a\": 1}\n```\nDone.", "{\"a\": 1}\n", ""},
		{"in a fence without a word", "~~~\n{}\n~~~", "{}\n", ""},
		{"fences of other languages", "```go\n{}\n```\n\n```json\n{}\n```", "{}\n", ""},
		{"an example in a longer fence", "````\n```json\n{}\n```\n````\n```json\n{\"b\": 2}\n```", "{\"b\": 2}\n", ""},
		{"two", "```json\n{}\n```\n```json\n{}\n```", "", "2 JSON objects, in lines 1 and 4"},
		{"a fence that never ends", "```json\n{}\n", "", "never ends"},
		{"quoted", "> ```json\n> {}\n> ```\n", "", "no JSON object"},
		{"prose", "All is well.", "", "no JSON object"},
		{"nothing", "", "", "no JSON object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, wrong := Object(source.NewFile("answer", []byte(tt.text)))
			if string(text) != tt.want || !strings.Contains(wrong, tt.wrong) || (wrong == "") != (tt.wrong == "") {
				t.Errorf("Object(%q) = %q, %q; want %q, %q", tt.text, text, wrong, tt.want, tt.wrong)
			}
		})
	}
}
