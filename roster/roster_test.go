package roster

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func block(agent string) string {
	return "```wiki-verdict\nagent: " + agent + "\nverdict: <word>\nblocking: <n>\nshould_fix: <n>\nadvisory: <n>\n```\n"
}

func spec(name, body string) string {
	return "---\nname: " + name + "\ndescription: d\n---\n" + body
}

// project writes agent files, given by their paths, and returns the folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func nobody(string) string { return "" }

func TestStandings(t *testing.T) {
	longFence := "Answer like this:\n\n````markdown\n# Report\n\n%s````\n"
	dir := project(t, map[string]string{
		".claude/agents/own.md":              spec("own", "End with:\n\n"+block("own")),
		".claude/agents/placeholder.md":      spec("placeholder", block("<your name>")),
		".claude/agents/renamed.md":          spec("renamed", block("old-name")),
		".claude/agents/controller.md":       spec("controller", "own answers with:\n\n"+block("own")),
		".claude/agents/writer.md":           spec("writer", "You write.\n"),
		".claude/agents/template.md":         spec("template", strings.Replace(longFence, "%s", block("template"), 1)),
		".claude/agents/docs.md":             spec("docs", strings.Replace(longFence, "%s", block("<name>"), 1)),
		".claude/agents/quoting.md":          spec("quoting", "> "+strings.ReplaceAll(strings.TrimSpace(block("<name>")), "\n", "\n> ")+"\n"),
		".claude/agents/sub/file.md":         spec("other-file", block("other-file")),
		".claude/agents/wrong.md":            spec("not-wrong", block("not-wrong")),
		".claude/agents/listed.md":           spec("listed", "x"),
		".claude/agents/unlisted.md":         spec("unlisted", block("unlisted")),
		".codex/agents/codex-judge.toml":     "name = \"codex-judge\"\ndescription = \"d\"\ndeveloper_instructions = '''\nEnd with:\n\n" + block("codex-judge") + "'''\n",
		".codex/agents/x.toml":               "name = 'codex-other'\n[agents]\nname = \"no\"\n",
		".github/agents/hub.agent.md":        "---\ndescription: d\n---\n" + block("hub"),
		".agents/plugins/p/agents/plug.md":   spec("plug", block("plug")),
		".gemini/agents/gem.md":              spec("gem", block("gem")),
		".opencode/agents/oc.md":             "---\ndescription: d\n---\n" + block("oc"),
		".claude/agents/note.md":             "no front matter\n" + block("note"),
		".claude/agents/crlf.md":             strings.ReplaceAll(spec("crlf", block("crlf")), "\n", "\r\n"),
		".claude/agents/front-with-fence.md": "---\nname: front-with-fence\ndescription: |\n  ```\n  x\n---\n" + block("front-with-fence"),
	})
	r := New(Folders(dir, nobody), Options{Judges: []string{"listed", "p:absent"}, NotJudges: []string{"unlisted"}})
	for name, want := range map[string]Standing{
		"own": Judge, "plugin:own": Judge, "a:b:own": Judge, "placeholder": Judge, "renamed": Judge,
		"controller": Other, "writer": Other, "template": Judge, "docs": Judge, "quoting": Other,
		"other-file": Judge, "wrong": Unknown, "not-wrong": Judge,
		"listed": Judge, "absent": Judge, "unlisted": Other,
		"codex-judge": Judge, "codex-other": Other, "no": Unknown, "hub": Judge, "plug": Judge, "gem": Judge, "oc": Judge,
		"note": Unknown, "crlf": Judge, "front-with-fence": Judge,
		"": Unknown, "general-purpose": Unknown, "../own": Unknown, "a/b": Unknown, "x\x00y": Unknown, strings.Repeat("n", 10_000): Unknown,
	} {
		if got := r.Agent(name).Standing; got != want {
			t.Errorf("Agent(%.40q) is %v, want %v", name, got, want)
		}
	}
	want := []string{"verdict: <word>", "blocking: <n>", "should_fix: <n>", "advisory: <n>"}
	for _, name := range []string{"own", "template", "crlf"} {
		if got := r.Agent(name).Block; !slices.Equal(got, want) {
			t.Errorf("block of %s: %q", name, got)
		}
	}
}

// The project's spec wins over the user's of the same name.
func TestUserFolders(t *testing.T) {
	home := project(t, map[string]string{
		".claude/agents/both.md": spec("both", block("both")),
		".claude/agents/mine.md": spec("mine", block("mine")),
		"conf/agents/conf.md":    spec("conf", block("conf")),
	})
	dir := project(t, map[string]string{".claude/agents/both.md": spec("both", "no judge here")})
	env := func(key string) string { return map[string]string{"HOME": home}[key] }
	r := New(Folders(dir, env), Options{})
	if r.Agent("both").Standing != Other || r.Agent("mine").Standing != Judge {
		t.Errorf("both is %v, mine is %v", r.Agent("both").Standing, r.Agent("mine").Standing)
	}
	env = func(key string) string {
		return map[string]string{"HOME": home, "CLAUDE_CONFIG_DIR": filepath.Join(home, "conf")}[key]
	}
	r = New(Folders(dir, env), Options{})
	if r.Agent("conf").Standing != Judge || r.Agent("mine").Standing != Unknown {
		t.Errorf("conf is %v, mine is %v", r.Agent("conf").Standing, r.Agent("mine").Standing)
	}
}
