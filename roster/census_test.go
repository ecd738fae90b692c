package roster

import (
	"os"
	"slices"
	"testing"
)

func TestCensus(t *testing.T) {
	dir := project(t, map[string]string{
		".claude/agents/own.md":    spec("own", block("own")),
		".claude/agents/writer.md": "---\nname: writer\ndescription: d\nhooks: {}\n---\nYou write.\n",
		"agents/own.md":            spec("own", block("own")),
		"agents/other.md":          spec("other", block("<name>")),
	})
	r := New(Folders(dir, nobody), Options{})
	c, err := r.Census(os.DirFS(dir), []string{".claude/agents", "agents", "gone"})
	if err != nil {
		t.Fatal(err)
	}
	// What the roster has no spec of is no judge of its own.
	if !slices.Equal(c.Judges, []string{"own"}) || !slices.Equal(c.Hooked, []string{"writer"}) {
		t.Errorf("%+v", c)
	}
}
