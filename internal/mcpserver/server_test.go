package mcpserver

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	sound  = "Done.\n\n```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 0\nshould_fix: 1\nadvisory: 0\n```\n"
	broken = "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n"
	vote   = "```wiki-verdict\nagent: wiki-adversarial-reviewer\nfinding: 1.1 action: ACTION\n```\n"
)

// client is the other side of a server.
type client struct {
	t       *testing.T
	session *mcp.ClientSession
}

// connect starts a server and a client with roots; nil means a client that
// knows no roots.
func connect(t *testing.T, roots []string, flags ...string) client {
	t.Helper()
	ctx := context.Background()
	var options mcp.ClientOptions
	if roots == nil {
		options.Capabilities = &mcp.ClientCapabilities{}
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &options)
	for _, r := range roots {
		c.AddRoots(&mcp.Root{URI: r})
	}
	here, there := mcp.NewInMemoryTransports()
	server, err := New("test", flags).Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, err := c.Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close(); server.Close() })
	return client{t, session}
}

func uri(dir string) string {
	dir = filepath.ToSlash(dir)
	if !strings.HasPrefix(dir, "/") {
		dir = "/" + dir
	}
	return (&url.URL{Scheme: "file", Path: dir}).String()
}

// call returns the structured answer, or the text of an error.
func (c client) call(name string, args map[string]any, out any) (failure string) {
	c.t.Helper()
	r, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	text := ""
	for _, part := range r.Content {
		text += part.(*mcp.TextContent).Text
	}
	if r.IsError {
		return text
	}
	if s, ok := out.(*string); ok {
		*s = text
	} else if raw, _ := json.Marshal(r.StructuredContent); out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			c.t.Fatalf("%s: %v: %s", name, err, raw)
		}
	}
	return ""
}

func project(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(root, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestTools(t *testing.T) {
	c := connect(t, nil)
	list, err := c.session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Description == "" || tool.InputSchema == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("tool %+v", tool)
		}
	}
	if want := []string{"check_verdict", "explain_rule", "lint_spec", "quorum"}; !slices.Equal(names, want) {
		t.Errorf("tools %q, want %q", names, want)
	}
}

func TestCheckVerdict(t *testing.T) {
	root := project(t, "a.md", sound, "utf16.md", "\xff\xfea\x00", "sub/judgelint.toml", "[verdict]\nfence = \"judge\"\n", "sub/b.md", strings.Replace(sound, "wiki-verdict", "judge", 1))
	c := connect(t, []string{uri(root)})
	for _, tt := range []struct {
		name    string
		args    map[string]any
		want    string // outcome decision word
		problem string
	}{
		{"text", map[string]any{"text": sound}, "valid pass ready", ""},
		{"own agent", map[string]any{"text": sound, "agent": "team:reviewer"}, "valid pass ready", ""},
		{"contradiction", map[string]any{"text": broken}, "malformed none ready", "verdict-contradiction"},
		{"no verdict", map[string]any{"text": "All is well."}, "none none ", ""},
		{"file", map[string]any{"path": "a.md"}, "valid pass ready", ""},
		{"absolute", map[string]any{"path": filepath.Join(root, "a.md")}, "valid pass ready", ""},
		{"the nearest configuration", map[string]any{"path": "sub/b.md"}, "valid pass ready", ""},
	} {
		var got verdictOut
		if failure := c.call("check_verdict", tt.args, &got); failure != "" {
			t.Errorf("%s: %s", tt.name, failure)
			continue
		}
		if s := got.Outcome + " " + got.Decision + " " + got.Word; s != tt.want && tt.problem == "" {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
		if tt.problem != "" && (got.Outcome != "malformed" || len(got.Problems) != 1 || got.Problems[0].Rule != tt.problem || got.Problems[0].Line == 0) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	for _, tt := range []struct {
		want string
		args map[string]any
	}{
		{"either text or path", map[string]any{}},
		{"either text or path", map[string]any{"text": "x", "path": "a.md"}},
		{"declared are wiki-verdict", map[string]any{"text": sound, "contract": "nope"}},
		{"no such file", map[string]any{"path": "none.md"}},
		{"is no plain file", map[string]any{"path": "sub"}},
		{"UTF-16", map[string]any{"path": "utf16.md"}},
		{"validating", map[string]any{"text": 5}},
	} {
		if failure := c.call("check_verdict", tt.args, nil); !strings.Contains(failure, tt.want) {
			t.Errorf("%v: %q, want %q", tt.args, failure, tt.want)
		}
	}
}

// Only what lies below the roots is read, however a path is written.
func TestPathsOutside(t *testing.T) {
	outer := project(t, "secret.md", sound, "judgelint.toml", "[verdict]\nfence = \"outer\"\n", "root/ok.md", sound, "root2/x.md", sound)
	root := filepath.Join(outer, "root")
	for link, to := range map[string]string{"link.md": "../secret.md", "dir": "..", "inner.md": "ok.md", "absolute.md": filepath.Join(outer, "secret.md")} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	c := connect(t, []string{uri(root), "https://example.invalid/", "file:///no/where/at/all"})
	for _, path := range []string{
		"../secret.md", "..", "/etc/passwd", filepath.Join(outer, "secret.md"), filepath.Join(outer, "root2", "x.md"), root + "/../secret.md",
		"link.md", "dir/secret.md", "absolute.md", "a/../../secret.md", "\x00", "ok.md\x00.txt", "C:\\secret.md", "//server/share", "file://" + outer + "/secret.md", "~/.ssh/id",
	} {
		for _, tool := range []string{"check_verdict", "lint_spec"} {
			if failure := c.call(tool, map[string]any{"path": path}, nil); failure == "" {
				t.Errorf("%s of %q was not refused", tool, path)
			}
		}
		var q quorumOut
		if c.call("quorum", map[string]any{"votes": []any{map[string]any{"path": path}}}, &q); len(q.Problems) != 1 || !strings.Contains(q.Problems[0].Message, "cannot be read") {
			t.Errorf("quorum of %q: %+v", path, q)
		}
	}
	for _, path := range []string{"ok.md", "./ok.md", "inner.md", "x/../ok.md"} {
		var got verdictOut // the configuration above the root does not count
		if failure := c.call("check_verdict", map[string]any{"path": path}, &got); failure != "" || got.Outcome != "valid" {
			t.Errorf("%q: %s %+v", path, failure, got)
		}
	}
	big, err := os.Create(filepath.Join(root, "big.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer big.Close()
	if err := big.Truncate(maxFile + 1); err != nil {
		t.Fatal(err)
	}
	if failure := c.call("check_verdict", map[string]any{"path": "big.md"}, nil); !strings.Contains(failure, "larger than") {
		t.Errorf("a large file: %q", failure)
	}
}

func TestRoots(t *testing.T) {
	root := project(t, "a.md", sound)
	// A client without roots gets an answer about texts, not about files.
	c := connect(t, nil)
	if failure := c.call("check_verdict", map[string]any{"path": filepath.Join(root, "a.md")}, nil); !strings.Contains(failure, "--root") {
		t.Errorf("without roots: %q", failure)
	}
	var got verdictOut
	if failure := c.call("check_verdict", map[string]any{"text": sound}, &got); failure != "" || got.Outcome != "valid" {
		t.Errorf("text without roots: %s", failure)
	}
	// The configuration of the client may name one.
	c = connect(t, nil, root)
	if failure := c.call("check_verdict", map[string]any{"path": "a.md"}, &got); failure != "" || got.Outcome != "valid" {
		t.Errorf("--root: %s", failure)
	}
	// Two roots: a relative path is looked for in both.
	c = connect(t, []string{uri(t.TempDir()), uri(root)})
	if failure := c.call("check_verdict", map[string]any{"path": "a.md"}, &got); failure != "" || got.Outcome != "valid" {
		t.Errorf("second root: %s", failure)
	}
}

func TestQuorum(t *testing.T) {
	root := project(t, "1.md", strings.Replace(vote, "ACTION", "KEEP", 1), "judgelint.toml", "[quorum]\nthreshold = 3\n")
	text := func(action string) any { return map[string]any{"text": strings.Replace(vote, "ACTION", action, 1)} }
	for _, tt := range []struct {
		name    string
		roots   []string
		votes   []any
		expect  int
		want    string
		settled bool
	}{
		{"keep", nil, []any{text("KEEP"), text("KEEP"), text("REJECT")}, 0, "KEEP", true},
		{"kill", nil, []any{text("REJECT"), text("KEEP"), text("REJECT")}, 0, "KILL", false},
		{"one vote", nil, []any{text("KEEP")}, 0, "UNVERIFIED", false},
		{"missing votes", nil, []any{text("KEEP"), text("KEPT")}, 3, "UNVERIFIED", false},
		{"threshold of the project", []string{uri(root)}, []any{map[string]any{"path": "1.md"}, text("KEEP")}, 0, "UNVERIFIED", false},
	} {
		var got quorumOut
		args := map[string]any{"votes": tt.votes}
		if tt.expect > 0 {
			args["expect"] = tt.expect
		}
		failure := connect(t, tt.roots).call("quorum", args, &got)
		if failure != "" || len(got.Findings) != 1 || got.Findings[0].Decision != tt.want || got.Settled != tt.settled {
			t.Errorf("%s: %s%+v", tt.name, failure, got)
		}
		if n := max(tt.expect, len(tt.votes)); got.Votes != n {
			t.Errorf("%s: %d votes, want %d", tt.name, got.Votes, n)
		}
	}
	c := connect(t, []string{uri(root)})
	for want, args := range map[string]map[string]any{
		"no vote":        {"votes": []any{}},
		"counts once":    {"votes": []any{map[string]any{"path": "1.md"}, map[string]any{"path": "./1.md"}}},
		"expect is 1":    {"votes": []any{text("KEEP"), text("KEEP")}, "expect": 1},
		"vote 1: give":   {"votes": []any{map[string]any{}}},
		"unexpected add": {"votes": []any{text("KEEP")}, "threshold": 1},
	} {
		if failure := c.call("quorum", args, nil); !strings.Contains(failure, want) {
			t.Errorf("%v: %q, want %q", args, failure, want)
		}
	}
	var got quorumOut
	if failure := c.call("quorum", map[string]any{"votes": []any{map[string]any{"text": "no block"}}}, &got); failure != "" || got.Settled || len(got.Findings) != 0 {
		t.Errorf("nothing to count: %s%+v", failure, got)
	}
}

func TestLintSpec(t *testing.T) {
	const bad = "---\nname: reviewer\ndescription: Reviews: all.\n---\n\nYou review.\n"
	root := project(t, ".claude/agents/reviewer.md", bad, "picture.png", "x", "quiet/judgelint.toml", "[lint]\nignore = [\"yaml-colon\"]\n", "quiet/.claude/agents/reviewer.md", bad)
	c := connect(t, []string{uri(root)})
	rules := func(args map[string]any) (string, lintOut) {
		t.Helper()
		var got lintOut
		if failure := c.call("lint_spec", args, &got); failure != "" {
			t.Errorf("%v: %s", args, failure)
		}
		var out []string
		for _, d := range got.Diagnostics {
			out = append(out, d.Rule)
		}
		return strings.Join(out, " "), got
	}
	got, out := rules(map[string]any{"path": ".claude/agents/reviewer.md"})
	if d := out.Diagnostics; got != "yaml-colon" || d[0].Line != 3 || d[0].Severity != "warning" || d[0].Fix == "" {
		t.Errorf("file: %+v", out)
	}
	if got, _ := rules(map[string]any{"path": "quiet/.claude/agents/reviewer.md"}); got != "" {
		t.Errorf("with the configuration of its project: %q", got)
	}
	if got, _ := rules(map[string]any{"text": bad}); got != "yaml-colon" {
		t.Errorf("text: %q", got)
	}
	if got, _ := rules(map[string]any{"text": bad, "path": ".claude/agents/other.md"}); got != "name-file-mismatch yaml-colon" {
		t.Errorf("text for a path: %q", got)
	}
	if _, out := rules(map[string]any{"path": "picture.png"}); out.Checked {
		t.Errorf("a picture: %+v", out)
	}
	if failure := c.call("lint_spec", map[string]any{}, nil); !strings.Contains(failure, "either") {
		t.Errorf("nothing: %q", failure)
	}
	if failure := connect(t, nil).call("lint_spec", map[string]any{"text": bad, "path": "../x.md"}, nil); failure == "" {
		t.Error("a text for a path outside was not refused")
	}
}

func TestExplainRule(t *testing.T) {
	c := connect(t, nil)
	var text string
	if failure := c.call("explain_rule", map[string]any{"rule": "yaml-colon"}, &text); failure != "" || !strings.HasPrefix(text, "# yaml-colon") {
		t.Errorf("page: %s%q", failure, text)
	}
	if failure := c.call("explain_rule", map[string]any{}, &text); failure != "" || !strings.Contains(text, "- verdict-contradiction (error): ") {
		t.Errorf("list: %s%q", failure, text)
	}
	if failure := c.call("explain_rule", map[string]any{"rule": "yaml-colons"}, nil); !strings.Contains(failure, `did you mean "yaml-colon"`) {
		t.Errorf("near miss: %q", failure)
	}
	if failure := c.call("explain_rule", map[string]any{"rule": "../rules"}, nil); !strings.Contains(failure, "unknown rule") {
		t.Errorf("hostile name: %q", failure)
	}
}
