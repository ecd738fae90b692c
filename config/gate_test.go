package config

import (
	"reflect"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/roster"
)

func TestGate(t *testing.T) {
	src := `
[gate]
state_dir  = ".cyclaudes"
mode       = "observe"
judges     = ["a"]
not_judges = ["b"]
protect    = true

[gate.verdict]
retries = 2

[gate.claims]
patterns = ["SHIPPED"]
require  = ["Ticket"]

[gate.ui]
globs   = ["web/**"]
exclude = []
retries = 7
command = "make ui"
`
	c, err := Parse("judgelint.toml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := gate.Options{
		StateDir: ".cyclaudes", Observe: true, Protect: true, VerdictRetries: 2,
		Claims: &gate.Claims{Patterns: []string{"SHIPPED"}, Require: []string{"Ticket"}},
		UI:     &gate.UI{Globs: []string{"web/**"}, Exclude: []string{}, Retries: 7, Command: "make ui"},
	}
	if !reflect.DeepEqual(c.Gate, want) {
		t.Errorf("gate options: %+v\nwant %+v", c.Gate, want)
	}
	if want := (roster.Options{Judges: []string{"a"}, NotJudges: []string{"b"}}); !reflect.DeepEqual(c.Roster, want) {
		t.Errorf("roster options: %+v, want %+v", c.Roster, want)
	}
}

func TestGatePreset(t *testing.T) {
	c, err := Parse("judgelint.toml", []byte("extends = \"wiki\"\n[gate]\njudges = [\"x\"]\n[gate.ui]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Roster.Judges) != 6 || c.Gate.Claims == nil || c.Gate.UI == nil {
		t.Errorf("preset: judges %v, claims %v, ui %v", c.Roster.Judges, c.Gate.Claims, c.Gate.UI)
	}
	c, err = Parse("judgelint.toml", nil)
	if err != nil || !reflect.DeepEqual(c.Gate, gate.Options{}) || c.Gate.Folder() != ".judgelint" {
		t.Errorf("without a file: %+v, %v", c.Gate, err)
	}
}

func TestGateFaults(t *testing.T) {
	for src, want := range map[string]string{
		"[gate]\nmode = \"quiet\"":                       "judgelint.toml:2:1: gate.mode: must be one of enforce, observe",
		"[gate]\nstate_dir = \"../x\"":                   "judgelint.toml:2:1: gate.state_dir: must be a folder below the project",
		"[gate]\nstate_dir = \"/x\"":                     "gate.state_dir: must be a folder below the project",
		"[gate]\nstate_dir = \".\"":                      "gate.state_dir: must be a folder below the project",
		"[gate.verdict]\nretries = 0":                    "gate.verdict.retries: must be a whole number from 1 to 7",
		"[gate.ui]\nretries = 8":                         "gate.ui.retries: must be a whole number from 1 to 7",
		"[gate.ui]\nglobs = [\"a\", \"[\"]":              "gate.ui.globs.1: is no pattern",
		"[gate.claims]\npatterns = [\" \"]":              "gate.claims.patterns.0: must not be empty",
		"[gate]\njudges = [\"a\"]\nnot_judges = [\"a\"]": `"a" is in gate.judges as well`,
	} {
		_, err := Parse("judgelint.toml", []byte(src))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q):\n%v\nwant %s", src, err, want)
		}
	}
}
