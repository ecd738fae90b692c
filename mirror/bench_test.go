package mirror

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// BenchmarkCheck compares 1,000 agents on three targets, all in step.
func BenchmarkCheck(b *testing.B) {
	root := benchProject(b, 1000)
	options := Options{Plugin: "p"}
	if _, err := Write(root, options, Mode{}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		plan, err := NewPlan(root, options, Mode{})
		if err != nil || len(plan.Mirrors) != 3000 || len(plan.Actions()) > 0 {
			b.Fatal(err, len(plan.Mirrors), plan.Actions())
		}
	}
}

// benchProject makes n agents of about 6 KB.
func benchProject(b *testing.B, n int) *os.Root {
	dir := b.TempDir()
	if err := os.MkdirAll(dir+"/"+SourceDir, 0o755); err != nil {
		b.Fatal(err)
	}
	body := strings.Repeat("- A rule with `code`, a \\d+ pattern and \"quotes\".\n", 115)
	for i := range n {
		text := fmt.Sprintf("---\nname: agent-%04d\ndescription: Agent number %d.\ntools: Read, Grep\nmodel: sonnet\n---\n\n%s", i, i, body)
		if err := os.WriteFile(fmt.Sprintf("%s/%s/agent-%04d.md", dir, SourceDir, i), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	return root
}
