package lint

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/judgelint/judgelint/source"
)

// checkResult holds what is true of the diagnostics of any file.
func checkResult(t *testing.T, f *source.File, all []Diagnostic) {
	t.Helper()
	for _, d := range all {
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(f.Src) {
			t.Errorf("%s: span %v of %d bytes", d.Rule, d.Span, len(f.Src))
		}
		if d.Message == "" || strings.ContainsAny(d.Message+d.Help, "\r\n") || Lookup(d.Rule) == nil || d.Severity == Default {
			t.Errorf("bad diagnostic %+v", d)
		}
		if d.Fix == nil {
			continue
		}
		end := 0
		for _, e := range d.Fix.Edits {
			if e.Span.Start < end || e.Span.End < e.Span.Start || e.Span.End > len(f.Src) {
				t.Errorf("%s: edits are not in order: %v", d.Rule, d.Fix.Edits)
			}
			end = e.Span.End
		}
	}
}

// FuzzFile checks any bytes as any kind of file: places are inside the file,
// and fixing twice changes nothing.
func FuzzFile(f *testing.F) {
	paths := []string{".claude/agents/a.md", "reviews/a.md", "docs/a.md", ".codex/agents/a.toml", ".claude/settings.json",
		"plugins/p/agents/a.md", ".claude/workflows/a.spec.json"}
	cases, err := filepath.Glob("testdata/rules/*/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range cases {
		src, err := os.ReadFile(c)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(src).Files {
			for i, p := range paths {
				if filepath.Ext(p) == filepath.Ext(file.Name) {
					f.Add(uint8(i), file.Data)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, src []byte) {
		l := exampleLinter()
		file := source.NewFile(paths[int(n)%len(paths)], src)
		r := l.File(file)
		checkResult(t, file, r.Diagnostics)
		l.Project([]Result{r})
		fixed, _ := l.Fix(file)
		if again, made := l.Fix(source.NewFile(file.Path, fixed)); made != 0 || !bytes.Equal(again, fixed) {
			t.Errorf("fixed:\n%s\nfixed again:\n%s", fixed, again)
		}
	})
}
