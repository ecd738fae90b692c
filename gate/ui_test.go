package gate

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/internal/state"
)

func at(clock string) string { return "2026-03-01T" + clock + "Z" }

func TestUIRows(t *testing.T) {
	now, _ := time.Parse(time.RFC3339, at("12:00:00"))
	result := func(outcome, at string, covered ...string) *state.Result {
		return &state.Result{Outcome: outcome, At: at, Covered: covered, Detail: "expected 1, got 2", Stamp: "r1"}
	}
	edits := func(clock string) map[string]state.Edit {
		return map[string]state.Edit{"a.css": {At: at(clock)}}
	}
	both := []string{"b.css", "a.css"}
	tests := []struct {
		name    string
		result  *state.Result
		edits   map[string]state.Edit
		row     string
		outcome outcome
		open    string
	}{
		{"no result", nil, nil, "not covered", failed, "a.css b.css"},
		{"fail, whatever it covers", result("fail", at("10:00:00"), both...), nil, "fail", failed, ""},
		{"fail, edited since", result("fail", at("10:00:00"), both...), edits("11:00:00"), "fail", failed, "a.css"},
		{"pass for both", result("pass", at("10:00:00"), both...), edits("09:00:00"), "pass", passed, ""},
		{"pass for one", result("pass", at("10:00:00"), "a.css"), nil, "not covered", failed, "b.css"},
		{"pass, edited since", result("pass", at("10:00:00"), both...), edits("10:00:01"), "not covered", failed, "a.css"},
		{"pass, edited in the same second", result("pass", at("10:00:00"), both...), edits("10:00:00"), "pass", passed, ""},
		{"pass without a time", result("pass", "", both...), edits("11:00:00"), "pass", passed, ""},
		{"pass with a time that is none", result("pass", "soon", both...), edits("11:00:00"), "pass", passed, ""},
		{"abstain for both", result("abstain", at("10:00:00"), both...), nil, "abstain", abstained, ""},
		{"abstain for one", result("abstain", at("10:00:00"), "b.css"), nil, "not covered", failed, "a.css"},
		{"abstain for all", result("abstain", at("10:00:00")), edits("09:00:00"), "abstain", abstained, ""},
		{"abstain for all, edited since", result("abstain", at("10:00:00")), edits("11:00:00"), "not covered", failed, "a.css"},
		{"abstain for all without a time", result("abstain", ""), edits("11:00:00"), "abstain", abstained, ""},
		{"pass that covers nothing", result("pass", at("10:00:00")), nil, "not covered", failed, "a.css b.css"},
		{"edit of a clock that went back", result("pass", at("10:00:00"), both...), edits("13:00:00"), "pass", passed, ""},
		{"result of a clock that went back, then an edit", result("pass", "2099-01-01T00:00:00Z", both...),
			map[string]state.Edit{"a.css": {At: at("11:00:00"), After: "r1"}}, "not covered", failed, "a.css"},
		{"edit within the second of the result", result("pass", at("11:00:00"), both...),
			map[string]state.Edit{"a.css": {At: at("11:00:00"), After: "r1"}}, "not covered", failed, "a.css"},
		{"verified again within the second", result("pass", at("11:00:00"), both...),
			map[string]state.Edit{"a.css": {At: at("11:00:00"), After: "r0"}}, "pass", passed, ""},
	}
	for _, tt := range tests {
		u := ui{touched: both, edits: tt.edits, result: tt.result, now: now}
		if u.result != nil {
			u.at, u.hasAt = u.result.Time()
			u.covered = u.result.Covered
		}
		r := u.decide(result0(), "npm test", "abstain command")
		if r.row != tt.row || r.outcome != tt.outcome {
			t.Errorf("%s: %v in row %q; want %v in row %q", tt.name, r.outcome, r.row, tt.outcome, tt.row)
		}
		for _, p := range both {
			if named := strings.Contains(r.reason, p); r.outcome == failed && named != slices.Contains(strings.Fields(tt.open), p) {
				t.Errorf("%s: %s named: %v\n%s", tt.name, p, named, r.reason)
			}
		}
		checkReason(t, tt.name, r)
	}
}

func result0() result { return result{check: nameUI} }

func TestLongUIReason(t *testing.T) {
	var many []string
	for i := range 500 {
		many = append(many, strings.Repeat("x", i)+".css")
	}
	u := ui{touched: many}
	checkReason(t, "500 files", u.decide(result0(), "npm test\nrm -rf x", "abstain"))
	u.result = &state.Result{Outcome: state.Fail, Detail: strings.Repeat(strings.Repeat("y", 1000)+"\n", 100)}
	checkReason(t, "long detail", u.decide(result0(), "npm test", "abstain"))
}

func TestClean(t *testing.T) {
	project := filepath.Join(string(filepath.Separator)+"home", "dev", "project")
	if runtime.GOOS == "windows" {
		project = `C:\home\dev\project`
	}
	for in, want := range map[string]string{
		"src/a.tsx": "src/a.tsx", "./src/a.tsx": "src/a.tsx", "src//a.tsx": "src/a.tsx", "src/x/../a.tsx": "src/a.tsx",
		`src\a.tsx`: "src/a.tsx", ".claude/worktrees/agent-1/src/a.tsx": "src/a.tsx", filepath.Join(project, "src", "a.tsx"): "src/a.tsx", "../a": "../a",
	} {
		if got := Clean(project, in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestInProject(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project, tree := filepath.Join(base, "project"), filepath.Join(base, "tree")
	foreign := filepath.Join(base, "foreign")
	for _, dir := range []string{filepath.Join(project, ".git", "worktrees", "tree"), tree, foreign} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	gitFile := func(dir, to string) {
		if err := os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+to+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	gitFile(tree, filepath.Join(project, ".git", "worktrees", "tree"))
	gitFile(foreign, filepath.Join(base, "elsewhere", ".git", "worktrees", "x"))
	agentTree := filepath.Join(project, ".claude", "worktrees", "agent-1")
	tests := []struct {
		cwd, path, want string
		ok              bool
	}{
		{project, "ui/a.css", "ui/a.css", true},
		{filepath.Join(project, "web"), "a.css", "web/a.css", true},
		{project, filepath.Join(project, "ui", "a.css"), "ui/a.css", true},
		{agentTree, "ui/a.css", "ui/a.css", true},
		{project, filepath.Join(agentTree, "ui", "a.css"), "ui/a.css", true},
		{tree, "ui/a.css", "ui/a.css", true},
		{project, filepath.Join(tree, "ui", "a.css"), "ui/a.css", true},
		{foreign, "a.css", "", false},
		{project, "../x.css", "", false},
		{base, "x.css", "", false},
		{project, "a\x00.css", "", false},
	}
	for _, tt := range tests {
		if got, ok := InProject(project, tt.cwd, tt.path); ok != tt.ok || ok && got != tt.want {
			t.Errorf("InProject(%q in %q) = %q, %v; want %q, %v", tt.path, tt.cwd, got, ok, tt.want, tt.ok)
		}
	}
	link := filepath.Join(base, "link")
	if os.Symlink(project, link) == nil {
		if got, ok := InProject(project, link, filepath.Join(link, "a.css")); !ok || got != "a.css" {
			t.Errorf("through a link: %q, %v", got, ok)
		}
	}
}

func TestGlobs(t *testing.T) {
	for p, want := range map[string]bool{
		"ui/a.html": true, "frontend/x/y.js": true, "a.tsx": true, "src/deep/a.css": true, "src/a.vue": true,
		"src/a.go": false, "gui/a.html": false, "src/UI.TSX": false,
		"src/a.test.tsx": false, "src/a.spec.tsx": false, "src/a.stories.tsx": false, "src/__tests__/a.tsx": false,
		"node_modules/x/a.css": false, "web/node_modules/a.css": false, "dist/a.css": false, "ui/dist/a.css": false,
	} {
		if got := matches(DefaultGlobs(), p) && !matches(DefaultExclude(), p); got != want {
			t.Errorf("%s is a UI file: %v, want %v", p, got, want)
		}
	}
	if matches([]string{"[", "a"}, "b") || !matches([]string{"[", "./b"}, "b") {
		t.Error("a pattern that is none, or one with ./ in front")
	}
}

func TestPatched(t *testing.T) {
	patch := "*** Begin Patch\r\n*** Add File: a b.css\r\n+*** Add File: no.css\n *** Update File: no.css\n" +
		"*** Update File: old.css\n*** Move to: new.css\n*** Delete File: gone.css\n*** Add File: \n*** End Patch"
	want := []string{"a b.css", "old.css", "new.css", "gone.css"}
	if got := patched(patch); !slices.Equal(got, want) {
		t.Errorf("patched = %q, want %q", got, want)
	}
}
