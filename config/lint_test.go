package config

import (
	"reflect"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/lint"
)

func TestParseLint(t *testing.T) {
	c, err := Parse("judgelint.toml", []byte(`
[gate]
judges = ["a"]
not_judges = ["b"]

[lint]
outputs = ["reviews/**/*.md"]
select = ["yaml-colon", "name-duplicate"]
ignore = ["yaml-colon"]

[lint.severity]
yaml-colon = "error"
`))
	if err != nil {
		t.Fatal(err)
	}
	want := lint.Linter{
		Judges: []string{"a"}, NotJudges: []string{"b"},
		Outputs: []string{"reviews/**/*.md"},
		Select:  []string{"yaml-colon", "name-duplicate"}, Ignore: []string{"yaml-colon"},
		Severity: map[string]lint.Severity{"yaml-colon": lint.Error},
	}
	if !reflect.DeepEqual(c.Lint, want) {
		t.Errorf("Lint = %+v, want %+v", c.Lint, want)
	}
}

func TestParseLintFaults(t *testing.T) {
	for src, want := range map[string]string{
		"[lint]\nignore = [\"yaml-colo\"]\n":               `judgelint.toml:2:1: lint.ignore: there is no rule "yaml-colo" (did you mean "yaml-colon"?)`,
		"[lint]\nselect = [\"quite-another\"]\n":           `there is no rule "quite-another" (judgelint rules lists them)`,
		"[lint.severity]\nyaml-colo = \"error\"\n":         `judgelint.toml:2:1: lint.severity.yaml-colo: there is no rule "yaml-colo"`,
		"[lint.severity]\nyaml-colon = \"fatal\"\n":        `lint.severity.yaml-colon: must be one of error, warning, info, found "fatal"`,
		"[lint]\noutputs = [\"a/[\"]\n":                    `lint.outputs: must be globs relative to the project root, found "a/["`,
		"[lint]\noutputs = [\"/etc/*\"]\n":                 `lint.outputs: must be globs`,
		"[lint.severity]\nyaml-colon = \"error\"\nx = 1\n": "judgelint.toml:3:5: ",
	} {
		if _, err := Parse("judgelint.toml", []byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q):\n%v\nwant %s", src, err, want)
		}
	}
}
