package workflow

import (
	"testing"

	"github.com/judgelint/judgelint/internal/jsontree"
)

func TestSources(t *testing.T) {
	tree, bad := jsontree.Parse([]byte(`{"text": "a|b", "n": 3, "none": null, "empty": [], "texts": ["x", "y"], "deep": [["x"], {"k": 1}],
		"areas": [{"name": "core", "paths": ["p", "q"]}, null, {"name": "ui"}], "object": {"k": "<v>"}, "yes": true}`))
	if bad != nil {
		t.Fatal(bad)
	}
	for _, tt := range []struct {
		source, want string
		missing      bool
	}{
		{`args.text`, "a|b", false},
		{`args.n`, "3", false},
		{`args.yes`, "true", false},
		{`args.none`, "", true},
		{`args.texts`, "x, y", false},
		{`args.deep`, `[["x"],{"k":1}]`, false},
		{`args.object`, `{"k":"<v>"}`, false},
		{`args.object.k`, "<v>", false},
		{`args.areas.name`, "core, ui", false},
		{`args.areas.paths`, `[["p","q"]]`, false},
		{`args.areas.paths | count`, "1", false},
		{`args.texts | lines`, "x\ny", false},
		{`args.texts|join " | "`, "x | y", false},
		{`args.texts | join ", " | json`, `"x, y"`, false},
		{`args.text | lines`, "a|b", false},
		{`args.texts | json`, `["x","y"]`, false},
		{`args.empty`, "", false},
		{`args.empty | default "none"`, "none", false},
		{`args.empty | json | default "none"`, "[]", false},
		{`args.empty | count`, "0", false},
		{`args.none | default "\"quoted\" | piped"`, `"quoted" | piped`, false},
		{`args.n | default "9"`, "3", false},
		{`args.gone`, "", true},
		{`args.gone | lines`, "", true},
		{`args.gone | count`, "0", false},
		{`args.gone | default "d"`, "d", false},
		{`args.gone | lines | default "d"`, "d", false},
		{`args.text.deeper`, "", true},
	} {
		s, err := parseSource("slot", tt.source)
		if err != nil {
			t.Errorf("%s: %v", tt.source, err)
			continue
		}
		if text, missing := s.text(follow(&tree.Root, s.Path)); text != tt.want || missing != tt.missing {
			t.Errorf("%s: %q %v, want %q %v", tt.source, text, missing, tt.want, tt.missing)
		}
	}
}

func TestBrokenSources(t *testing.T) {
	for source, want := range map[string]string{
		``:                        `the source ""; want names joined by points, such as item.name`,
		`item..name`:              `the source "item..name"; want names joined by points, such as item.name`,
		`item.name |`:             `the filter ""; want json, lines, join, count or default`,
		`item.name | shout`:       `the filter "shout"; want json, lines, join, count or default`,
		`item.name | defualt "x"`: `the filter "defualt"; want json, lines, join, count or default (did you mean default?)`,
		`item.name | join`:        `the filter "join"; want join and a text in double quotes`,
		`item.name | join ,`:      `the filter "join ,"; want join and a text in double quotes`,
		`item.name | default "x`:  `the filter "default \"x"; want default and a text in double quotes`,
		`item.name | json "x"`:    `the filter json with "\"x\"" behind it; it stands alone`,
	} {
		if _, err := parseSource("slot", source); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}
