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
		{"sources", "[mirror]\nsource = \"agents\"\nskills = \"skills\"\ntargets = { copilot = \"a/b\" }\n[[mirror.set]]\nsource = \"p/*/agents\"\ntargets = [\"cursor\"]\n[[mirror.set]]\nskills = \"p/*/skills\"\ntargets = { claude = \"c\" }\n",
			mirror.Options{Source: "agents", Skills: "skills", Targets: []string{"copilot"}, Folders: map[string]string{"copilot": "a/b"},
				Sets: []mirror.Set{{Source: "p/*/agents", Targets: []string{"cursor"}},
					{Skills: "p/*/skills", Targets: []string{"claude"}, Folders: map[string]string{"claude": "c"}}}}},
		{"sets beside the preset", "extends = \"wiki\"\n[[mirror.set]]\nskills = \"s\"\n", func() mirror.Options {
			o := wikiMirror()
			o.Source, o.Sets = mirror.SourceDir, []mirror.Set{{Skills: "s"}}
			return o
		}()},
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
		{"[mirror]\ntargets = [\"cursr\"]\n", "judgelint.toml:2:1: mirror.targets: must be one of agents-plugin, codex-md, codex-toml, gemini, opencode, copilot, cursor, claude, found \"cursr\""},
		{"[mirror]\nsource = \"../x\"\n", "judgelint.toml:2:1: mirror.source: \"../x\" leads out of the project"},
		{"[mirror]\nsource = \"a\"\n[[mirror.set]]\nsource = \"a/[\"\ntargets = { cursor = \".git/hooks\" }\n",
			"judgelint.toml:4:1: mirror.set.0.source: \"a/[\" is no pattern: a bracket is left open\njudgelint.toml:5:13: mirror.set.0.targets.cursor: \".git/hooks\" is a folder of git"},
		{"[[mirror.set]]\ntargets = [\"cursor\"]\n", "judgelint.toml:1:10: mirror.set.0: must have one of source and skills"},
		{"[mirror]\nsync = [\"description\"]\n", "judgelint.toml:2:1: mirror.sync: must hold \"body\": the body of a mirror is always that of its source"},
		{"[mirror.target.codex.agent.a]\nmodel = \"m\"\n", "judgelint.toml:1:16: mirror.target.codex: must be one of agents-plugin, codex-md, codex-toml, gemini, opencode, copilot, cursor, claude, found \"codex\""},
		{"[mirror.target.codex-toml.agent.a]\nname = \"b\"\n", "judgelint.toml:2:1: mirror.target.codex-toml.agent.a.name: comes from the source and cannot be set"},
	} {
		if _, err := Parse("judgelint.toml", []byte(tt.src)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v\nwant %s", tt.src, err, tt.want)
		}
	}
}
