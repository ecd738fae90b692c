package workflow

import (
	"errors"
	"testing"
	"testing/fstest"
)

func TestSyncTree(t *testing.T) {
	fsys := fstest.MapFS{
		"flows/wf.prompts.json": {Data: []byte(promptsText)},
		"docs/a.md":             {Data: []byte("<!-- judgelint:begin wf.prompts.review -->\nold\n<!-- judgelint:end wf.prompts.review -->\n")},
		"docs/plain.md":         {Data: []byte("nothing\n")},
		"vendor/a.md":           {Data: []byte("<!-- judgelint:begin wf.prompts.review -->\nold\n<!-- judgelint:end wf.prompts.review -->\n")},
		"docs/wf.prompts.json":  {Data: []byte(promptsText)},
	}
	files, problems, err := SyncTree(fsys, []string{"."}, nil)
	if err != nil || files != 1 || show(problems) != "docs/a.md:1:1 copies the copy of wf.prompts.review differs from docs/wf.prompts.json" {
		t.Errorf("check: %d files, %s, %v", files, show(problems), err)
	}
	wrote := map[string]string{}
	if _, problems, err = SyncTree(fsys, []string{"docs"}, func(p string, text []byte) error { wrote[p] = string(text); return nil }); err != nil || len(problems) > 0 {
		t.Errorf("write: %s, %v", show(problems), err)
	}
	if want := "<!-- judgelint:begin wf.prompts.review -->\n```text\nLook for {{brief}} in {{diffHint}}\n```\n<!-- judgelint:end wf.prompts.review -->\n"; len(wrote) != 1 || wrote["docs/a.md"] != want {
		t.Errorf("wrote %q", wrote)
	}
	full := errors.New("the disk is full")
	if _, _, err = SyncTree(fsys, []string{"docs"}, func(string, []byte) error { return full }); !errors.Is(err, full) {
		t.Errorf("write: %v", err)
	}
	if _, _, err = SyncTree(fsys, []string{"gone"}, nil); err == nil || err.Error() != "gone: file does not exist" {
		t.Errorf("a path that is not there: %v", err)
	}
}
