package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/verdict"
)

func TestParseFaults(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"unknown table", "[gats]\n", `judgelint.toml:1:2: unknown key "gats" (did you mean "gate"?)`},
		{"unknown key", "[gate]\nmode = \"observe\"\n\n[gate.ui]\nglob = []\n", `judgelint.toml:5:1: unknown key "gate.ui.glob" (did you mean "globs"?)`},
		{"unknown key of a kind", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\nwords = []\n", `judgelint.toml:4:1: unknown key "verdict.kind.0.words" (valid keys: agents, verdict, counts, rules, actions)`},
		{"column after Korean text", "x = \"판정\" ; y = 1\n", "judgelint.toml:1:10: expected newline but got U+003B ';'"},
		{"wrong type", "[quorum]\nthreshold = \"2\"\n", "judgelint.toml:2:13: "},
		{"key in capitals", "[quorum]\nTHRESHOLD = 3\n", `judgelint.toml:2:1: unknown key "quorum.THRESHOLD" (did you mean "threshold"?)`},
		{"unknown key in an inline table", "[verdict]\nkind = [{ agents = [\"a\"], verdict = [\"x\"],\n  rules = [{ whem = \"x\" }] }]\n", `judgelint.toml:3:14: unknown key "verdict.kind.0.rules.0.whem" (did you mean "when"?)`},
		{"unknown key in a table of a table", "[[verdict.kind]]\nagents = [\"a\"]\n[[verdict.kind]]\n[[verdict.kind.rules]]\nmix = 1\n", `judgelint.toml:5:1: unknown key "verdict.kind.1.rules.0.mix" (did you mean "min"?)`},
		{"unknown part of a header", "[gate]\n[gate.x.y]\n", `judgelint.toml:2:7: unknown key "gate.x" (valid keys: state_dir,`},
		{"dotted key", "gate.uj.retries = 3\n", `judgelint.toml:1:6: unknown key "gate.uj" (did you mean "ui"?)`},
		{"a number for a string", "[verdict]\nfence = 1\n", "judgelint.toml:2:9: verdict.fence: must be a string, found integer"},
		{"a string for a list", "[gate]\njudges = \"a\"\n", "judgelint.toml:2:10: gate.judges: must be a list of strings, found string"},
		{"tables for a table", "[[verdict]]\nfence = \"x\"\n", "judgelint.toml:1:3: verdict: must be a table, found a list of tables"},
		{"a string for a table", "verdict = \"x\"\n", "judgelint.toml:1:11: verdict: must be a table, found string"},
		{"threshold too low", "[quorum]\nthreshold = 1\n", "judgelint.toml:2:1: quorum.threshold: must be a whole number from 2 to 99, found 1"},
		{"unknown preset", "extends = \"wikki\"\n", `judgelint.toml:1:1: extends: must be one of wiki, found "wikki"`},
		{"fence word", "[verdict]\nfence = \"a b\"\n", `judgelint.toml:2:1: verdict.fence: must be lower-case letters, digits, "-" and "_", the first and last no dash, found "a b"`},
		{"fence of a dash", "[verdict]\nfence = \"-\"\n", `judgelint.toml:2:1: verdict.fence: must be`},
		{"word twice", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\", \"y\", \"x\"]\n", `judgelint.toml:3:1: verdict.kind.0.verdict: "x" stands twice`},
		{"count twice", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\ncounts = [\"n\", \"n\"]\n", `judgelint.toml:4:1: verdict.kind.0.counts: "n" stands twice`},
		{"empty range", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\ncounts = [\"n\"]\nrules = [{ when = \"x\", count = \"n\", min = 2, max = 1 }]\n", `judgelint.toml:5:10: verdict.kind.0.rules.0: no number is from 2 to 1`},
		{"kind without agents", "[[verdict.kind]]\nverdict = [\"x\"]\n", `judgelint.toml:1:11: verdict.kind.0: needs the agents that it is for (add agents = ["NAME"])`},
		{"kind of both sorts", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\nactions = [\"KEEP\"]\n", "judgelint.toml:1:11: verdict.kind.0: is a findings kind and a counts kind at once"},
		{"action that nobody counts", "[[verdict.kind]]\nagents = [\"a\"]\nactions = [\"DROP\"]\n", `judgelint.toml:3:1: verdict.kind.0.actions: must be of KEEP, DOWNGRADE and REJECT, found "DROP"`},
		{"rule about no count", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\nrules = [{ when = \"x\", count = \"n\", max = 0 }]\n", `judgelint.toml:4:24: verdict.kind.0.rules.0.count: must be one of the kind's counts, found "n"`},
		{"one agent in two kinds", "[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\n[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\n", `judgelint.toml:5:1: verdict.kind.1.agents: "a" has a kind already`},
		{"all faults are told", "extends = \"x\"\n[quorum]\nthreshold = 0\n", "judgelint.toml:3:1: quorum.threshold"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("judgelint.toml", []byte(tt.src))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Parse(%q):\n%v\nwant %s", tt.src, err, tt.want)
			}
		})
	}
}

// A hostile file costs no more than its size.
func TestParseLongKeys(t *testing.T) {
	for _, src := range []string{
		"[" + strings.Repeat("a.", 50000) + "a]\n", strings.Repeat("a.", 50000) + "a = 1\n",
		strings.Repeat("[[verdict.kind]]\nagents = [\"a\"]\nverdict = [\"x\"]\n", 15000),
	} {
		start := time.Now()
		if _, err := Parse("judgelint.toml", []byte(src)); err == nil || time.Since(start) > 5*time.Second {
			t.Errorf("%.20q… took %v: %.100v", src, time.Since(start), err)
		}
	}
}

func TestParseVerdict(t *testing.T) {
	src := `
[verdict]
fence = "team-verdict"

[[verdict.kind]]
agents  = ["security-judge"]
verdict = ["approve", "changes-requested"]
counts  = ["critical", "minor"]
rules   = [{ when = "approve", count = "critical", max = 0 }]

[[verdict.kind]]
agents  = ["red-team"]
actions = ["KEEP", "REJECT"]

[quorum]
threshold = 3
`
	c, err := Parse("judgelint.toml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := verdict.Language{Fence: "team-verdict", Kinds: []verdict.Kind{
		{Agents: []string{"security-judge"}, Verdicts: []string{"approve", "changes-requested"}, Counts: []string{"critical", "minor"},
			Rules: []verdict.Rule{{When: "approve", Count: "critical", Max: 0}}},
		{Agents: []string{"red-team"}, Actions: []string{"KEEP", "REJECT"}},
	}}
	if !reflect.DeepEqual(c.Verdict, want) || c.Threshold != 3 {
		t.Errorf("Parse = %+v, threshold %d", c.Verdict, c.Threshold)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "repo", "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(dir, "repo")
	if err := os.Mkdir(filepath.Join(repo, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	// A file above the repository is somebody else's.
	if err := os.WriteFile(filepath.Join(dir, Name), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if root, path := Find(deep); root != repo || path != "" {
		t.Errorf("Find without a file = %q, %q", root, path)
	}
	file := filepath.Join(repo, "a", Name)
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if root, path := Find(deep); root != filepath.Dir(file) || path != file {
		t.Errorf("Find with a file = %q, %q", root, path)
	}
}
