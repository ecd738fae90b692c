package jsonschema

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// The official test suite for JSON Schema, if JUDGELINT_JSONSCHEMA_SUITE names
// its folders of drafts. A schema that we refuse is no failure: nothing passes
// by it in silence.
func TestSuite(t *testing.T) {
	dir := os.Getenv("JUDGELINT_JSONSCHEMA_SUITE")
	if dir == "" {
		t.Skip("JUDGELINT_JSONSCHEMA_SUITE is not set")
	}
	run, refused := 0, 0
	for _, draft := range []string{"draft2020-12", "draft7"} {
		files, err := filepath.Glob(filepath.Join(dir, draft, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", draft, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var groups []struct {
				Description string
				Schema      json.RawMessage
				Tests       []struct {
					Description string
					Data        json.RawMessage
					Valid       bool
				}
			}
			if err := json.Unmarshal(src, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				if draft == "draft7" && len(g.Schema) > 0 && g.Schema[0] == '{' && !hasSchema(g.Schema) {
					g.Schema = append([]byte(`{"$schema":"http://json-schema.org/draft-07/schema#",`), g.Schema[1:]...)
				}
				s, err := Parse(g.Schema, func(string) ([]byte, error) { return nil, errors.New("none") })
				if err != nil {
					refused++
					t.Logf("%s %s: %s: refused: %v", draft, filepath.Base(file), g.Description, err)
					continue
				}
				for _, test := range g.Tests {
					run++
					tree, bad := jsontree.Parse(test.Data)
					if bad != nil {
						t.Fatal(bad)
					}
					if got := s.Check(&tree.Root, 0); (len(got) == 0) != test.Valid {
						t.Errorf("%s %s: %s: %s: want valid %v, got %v", draft, filepath.Base(file), g.Description, test.Description, test.Valid, got)
					}
				}
			}
		}
	}
	t.Logf("%d tests, %d schemas refused", run, refused)
}

func hasSchema(src []byte) bool {
	var m map[string]json.RawMessage
	return json.Unmarshal(src, &m) == nil && (m["$schema"] != nil || len(m) == 0)
}
