package config

import (
	"reflect"
	"testing"

	"github.com/judgelint/judgelint/mirror"
)

func TestMirror(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      mirror.Options
	}{
		{"nothing", "", mirror.Options{}},
		{"all", "[gate]\njudges = [\"j\"]\nnot_judges = [\"n\"]\n[mirror]\ntargets = [\"codex-md\"]\nplugin = \"p\"\nexclude = [\"x\"]\nsync = [\"body\", \"description\"]\n[mirror.target.codex-md.agent.a]\nmodel = \"m\"\n",
			mirror.Options{Targets: []string{"codex-md"}, Plugin: "p", Exclude: []string{"x"}, SyncDescription: true,
				Judges: []string{"j"}, NotJudges: []string{"n"},
				Keys: map[string]map[string]map[string]any{"codex-md": {"a": {"model": "m"}}}}},
		{"the preset", "extends = \"wiki\"\n", wikiMirror()},
		{"no target is not all targets", "[mirror]\ntargets = []\n", mirror.Options{Targets: []string{}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse("judgelint.toml", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.Mirror, tt.want) {
				t.Errorf("Mirror = %+v\nwant %+v", c.Mirror, tt.want)
			}
		})
	}
	for _, tt := range []struct{ src, want string }{
		{"[mirror]\ntargets = [\"cursor\"]\n", "judgelint.toml:2:1: mirror.targets: must be one of agents-plugin, codex-md, codex-toml, gemini, opencode, found \"cursor\""},
		{"[mirror]\nsync = [\"description\"]\n", "judgelint.toml:2:1: mirror.sync: must hold \"body\": the body of a mirror is always that of its source"},
		{"[mirror.target.codex.agent.a]\nmodel = \"m\"\n", "judgelint.toml:1:16: mirror.target.codex: must be one of agents-plugin, codex-md, codex-toml, gemini, opencode, found \"codex\""},
		{"[mirror.target.codex-toml.agent.a]\nname = \"b\"\n", "judgelint.toml:2:1: mirror.target.codex-toml.agent.a.name: comes from the source and cannot be set"},
	} {
		if _, err := Parse("judgelint.toml", []byte(tt.src)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v\nwant %s", tt.src, err, tt.want)
		}
	}
}
