package md

import (
	"reflect"
	"testing"

	"github.com/yuin/goldmark/parser"

	"github.com/judgelint/judgelint/source"
)

// FuzzDrained compares the structure with that of a parser that keeps the text
// of its paragraphs.
func FuzzDrained(f *testing.F) {
	for _, s := range []string{
		"a\n===\n", "> a\nb\n> c\n---\n", "- a\n\n  b\n  ===\n- c\n", "a\nb\n---\n---\nc", "> - x\n>\n> y\n", "> x \n",
		"> a\n\n```x\n> b\n---\n", "- a\n- b\n\n\n  c\n", "a\n  \n===\n", "> # h\n> t\n",
	} {
		f.Add([]byte(s))
	}
	whole := parser.NewParser(blockParsers())
	f.Fuzz(func(t *testing.T, src []byte) {
		file := source.NewFile("x", src)
		if got, want := Parse(file, false), parse(whole, file, false); !reflect.DeepEqual(got, want) {
			t.Errorf("%q\n got %+v\nwant %+v", src, got, want)
		}
	})
}
