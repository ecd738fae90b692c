package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// BenchmarkFile checks a judge's spec of about 6 kB by all rules.
func BenchmarkFile(b *testing.B) {
	var body strings.Builder
	for i := range 40 {
		fmt.Fprintf(&body, "## Section %d\n\nRead every changed file before you write a finding, and name a path and a line.\n\n- one\n- two\n\n", i)
	}
	src := "---\nname: a\ndescription: Checks the depth of each branch.\ntools: Read, Grep, Glob\nmodel: sonnet\n---\n\n" + body.String() +
		"```wiki-verdict\nagent: a\nverdict: ready|not-ready|blocked\nblocking: <N>\nshould_fix: <M>\nadvisory: <K>\n```\n"
	l := Linter{}
	b.ReportAllocs()
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if r := l.File(source.NewFile(".claude/agents/a.md", []byte(src))); len(r.Diagnostics) > 0 {
			b.Fatal(r.Diagnostics)
		}
	}
}
