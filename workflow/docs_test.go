package workflow

import (
	"os"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// The tables of the format page are those of the program.
func TestFormatPageIsCurrent(t *testing.T) {
	src, err := os.ReadFile("../docs/workflow-spec.md")
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile("docs/workflow-spec.md", src)
	synced := Sync(f, NewSources())
	for _, p := range synced.Problems(f) {
		t.Errorf("line %d: %s (run judgelint workflow sync docs)", f.LineOf(p.Span.Start), p.Message)
	}
	if len(synced.Regions) != len(tables()) {
		t.Errorf("the page shows %d of %d tables", len(synced.Regions), len(tables()))
	}
}
