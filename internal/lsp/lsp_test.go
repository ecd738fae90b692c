package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/source"
)

const (
	reviewer = ".claude/agents/reviewer.md"
	good     = "---\nname: reviewer\ndescription: Reviews.\ntools: Read\n---\n\nYou review.\n"
)

func TestDiagnosticsWhileTyping(t *testing.T) {
	e := start(t, "{}")
	e.open(reviewer, strings.Replace(good, "Read", "Reed", 1)) // the file does not exist on disk
	shown := e.wait(reviewer, "3:7 tools-unknown")
	if d := shown.Diagnostics[0]; d.Severity != 2 || d.Source != "judgelint" || *shown.Version != 1 {
		t.Errorf("shown: %+v, version %d", d, *shown.Version)
	}
	e.change(reviewer, 2, part(3, 8, 3, 10, "ea"))
	e.wait(reviewer)
	// Columns are units of UTF-16, and several changes build on one another.
	e.change(reviewer, 3, part(2, 13, 2, 20, "판정 😀"), part(2, 18, 2, 18, ": x"))
	if got := e.wait(reviewer, "2:18 yaml-colon"); *got.Version != 3 {
		t.Errorf("version %d", *got.Version)
	}
	e.change(reviewer, 4, whole("---\r\nname: reviewer\r\n---\r\n"))
	e.wait(reviewer, "0:0 description-missing", "0:3 frontmatter-crlf")
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri(reviewer)}})
	e.wait(reviewer)
}

// Rules across files see the open texts, and the disk for all others.
func TestFindingsAcrossFiles(t *testing.T) {
	e := start(t, allAbilities, ".claude/agents/other.md", strings.Replace(good, "reviewer", "other", 1))
	e.open(reviewer, good)
	e.wait(reviewer)
	e.change(reviewer, 2, part(1, 6, 1, 14, "other"))
	shown := e.wait(reviewer, "1:6 name-duplicate", "1:6 name-file-mismatch")
	var related []protocol.DiagnosticRelatedInformation
	for _, d := range shown.Diagnostics {
		related = append(related, d.RelatedInformation...)
	}
	if len(related) != 1 || related[0].Location.URI != e.uri(".claude/agents/other.md") || where(related[0].Location.Range.Start) != "1:6" {
		t.Errorf("related: %+v", related)
	}
	// The other file changes in its own editor window, then on disk.
	e.open(".claude/agents/other.md", strings.Replace(good, "reviewer", "third", 1))
	e.wait(reviewer, "1:6 name-file-mismatch")
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri(".claude/agents/other.md")}})
	e.wait(reviewer, "1:6 name-duplicate", "1:6 name-file-mismatch")
	if err := os.Remove(filepath.Join(e.root, ".claude/agents/other.md")); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri(".claude/agents/other.md"), "type": 3}}})
	e.wait(reviewer, "1:6 name-file-mismatch")
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(e.calls, []string{"client/registerCapability"}) {
		t.Errorf("the server called %q", e.calls)
	}
}

func TestConfigurationChanges(t *testing.T) {
	e := start(t, allAbilities, "judgelint.toml", "")
	e.open("reviews/a.md", "```wiki-verdict\nagent: x\nverdict: ready\n```\n")
	e.wait("reviews/a.md")
	e.open("judgelint.toml", "[lint]\noutputs = [\"reviews/*.md\"]\n") // unsaved
	e.wait("reviews/a.md", "0:0 verdict-key-missing", "0:0 verdict-key-missing", "0:0 verdict-key-missing")
	e.wait("judgelint.toml")
	e.change("judgelint.toml", 2, part(1, 0, 1, 7, "output"))
	e.wait("judgelint.toml", "1:0 -")
	e.change("judgelint.toml", 3, whole("[lint]\noutputs = [\"reviews/*.md\"]\nignore = [\"verdict-key-missing\"]\n"))
	e.wait("judgelint.toml")
	e.wait("reviews/a.md")
	// What is on disk counts again once the window is closed.
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("judgelint.toml")}})
	e.write("judgelint.toml", "[lint]\noutputs = [\"reviews/*.md\"]\n")
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("judgelint.toml"), "type": 2}}})
	e.wait("reviews/a.md", "0:0 verdict-key-missing", "0:0 verdict-key-missing", "0:0 verdict-key-missing")
	// A broken one that is not open is shown all the same.
	e.write("judgelint.toml", "[lint\n")
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("judgelint.toml"), "type": 2}}})
	e.wait("judgelint.toml", "0:5 -")
	e.write("judgelint.toml", "")
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("judgelint.toml"), "type": 2}}})
	e.wait("judgelint.toml")
}

// Two roots have two configurations; one of them comes later.
func TestSeveralRoots(t *testing.T) {
	e := start(t, allAbilities, "one/judgelint.toml", "[lint]\nignore = [\"tools-unknown\"]\n", "one/.git/HEAD", "", "two/.git/HEAD", "")
	bad := strings.Replace(good, "Read", "Reed", 1)
	e.open("one/"+reviewer, bad)
	e.open("two/"+reviewer, bad)
	e.wait("two/"+reviewer, "3:7 tools-unknown")
	e.wait("one/" + reviewer)
	e.write("two/judgelint.toml", "[lint]\nignore = [\"tools-unknown\"]\n")
	e.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": e.uri("two"), "name": "two"}}, "removed": []any{}}})
	e.wait("two/" + reviewer)
}

func TestCodeActions(t *testing.T) {
	for _, abilities := range []string{"{}", allAbilities} {
		e := start(t, abilities)
		text := strings.Replace(good, "Reviews.", "Reviews: all.", 1)
		text = strings.Replace(text, "tools: Read", "tools: read", 1)
		e.write(reviewer, text)
		e.open(reviewer, text)
		e.wait(reviewer, "2:20 yaml-colon", "3:7 tools-case")
		ask := func(line int, only ...string) []struct {
			Title, Kind string
			IsPreferred *bool
			Diagnostics []any
			Edit        json.RawMessage
		} {
			t.Helper()
			var out []struct {
				Title, Kind string
				IsPreferred *bool
				Diagnostics []any
				Edit        json.RawMessage
			}
			e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.uri(reviewer)},
				"range":   map[string]any{"start": map[string]any{"line": line, "character": 0}, "end": map[string]any{"line": line, "character": 99}},
				"context": map[string]any{"diagnostics": []any{}, "only": only}}, &out)
			return out
		}
		got := ask(2, "quickfix")
		if len(got) != 1 || !*got[0].IsPreferred || len(got[0].Diagnostics) != 1 {
			t.Fatalf("actions: %+v", got)
		}
		if mended := e.apply(got[0].Edit)[reviewer]; mended != strings.Replace(text, "Reviews: all.", `"Reviews: all."`, 1) &&
			mended != strings.Replace(text, "Reviews: all.", "'Reviews: all.'", 1) {
			t.Errorf("mended: %q", mended)
		}
		got = ask(0, "source.fixAll")
		if len(got) != 1 || got[0].Kind != string(fixAll) {
			t.Fatalf("actions: %+v", got)
		}
		e.change(reviewer, 2, whole(e.apply(got[0].Edit)[reviewer]))
		e.wait(reviewer, "3:7 tools-case") // that one has no fix
		if got := ask(2); len(got) != 0 {
			t.Errorf("actions on a sound text: %+v", got)
		}
	}
}

func TestHover(t *testing.T) {
	e := start(t, "{}", ".claude/agents/other.md", strings.Replace(good, "reviewer", "other-one", 1))
	text := strings.Replace(good, "Read", "Reed", 1) + "Ask `other-one`.\n"
	e.open(reviewer, text)
	e.wait(reviewer, "3:7 tools-unknown")
	hover := func(marked string) string {
		var h struct {
			Contents protocol.MarkupContent
		}
		params, _ := at(e.uri(reviewer), marked)
		e.call("textDocument/hover", params, &h)
		return h.Contents.Value
	}
	if got := hover(strings.Replace(text, "Reed", "Re‸ed", 1)); !strings.HasPrefix(got, "# tools-unknown") || !strings.Contains(got, "## Why") {
		t.Errorf("hover on a finding: %q", got)
	}
	if got := hover(strings.Replace(text, "other-one", "other‸-one", 1)); !strings.Contains(got, ".claude/agents/other.md\n\nReviews.") {
		t.Errorf("hover on an agent: %q", got)
	}
	if got := hover(strings.Replace(text, "You", "Y‸ou", 1)); got != "" {
		t.Errorf("hover on nothing: %q", got)
	}
}

func TestCompletion(t *testing.T) {
	e := start(t, "{}", ".claude/agents/other.md", strings.Replace(good, "reviewer", "other", 1),
		".codex/agents/mirror.toml", "name = \"third\"\ndescription = \"x\"\ndeveloper_instructions = \"y\"\n")
	const verdict = "---\nname: r\ndescription: d\n---\n\n```wiki-verdict\n"
	n := 0
	for _, tt := range []struct{ path, text, want, not string }{
		{"", "---\nname: r\n‸\n---\n", "description model tools", "name"},
		{"", "---\nname: r\nmod‸\n---\n", "model", "name"},
		{"", "---\nname: r\nmodel: so‸\n---\n", "sonnet opus inherit", "Read"},
		{"", "---\nname: r\ntools: Read, Ba‸\n---\n", "Bash Edit", "sonnet"},
		{"", "---\nname: r\ntools:\n  - Re‸\n---\n", "Read", "name"},
		{"", "---\nname: r\ntools: Agent(ot‸)\n---\n", "other third", "Bash"},
		{"", "---\nname: r\npermissionMode: ‸\n---\n", "plan acceptEdits", "sonnet"},
		{"", "---\nname: r\nbackground: ‸\n---\n", "true false", ""},
		{"", "---\nname: r\ndescription: ‸\n---\n", "", "sonnet"},
		{"", verdict + "agent: ‸\n```\n", "other third r", "ready"},
		{"", verdict + "agent: r\nverdict: no‸\n```\n", "ready not-ready blocked", "KEEP"},
		{"", verdict + "agent: r\n‸", "verdict blocking should_fix", "agent"},
		{"", verdict + "agent: wiki-adversarial-reviewer\nfinding: 1 action: ‸\n```\n", "KEEP REJECT", "ready"},
		{"", verdict + "agent: wiki-adversarial-reviewer\nfinding: 1 action: KEEP\n‸\n```\n", "finding", "verdict"},
		{"", verdict + "verdict: ready\n```\n‸\n", "", "agent"},
		{"", "---\nname: r\n---\n\nAsk @agent-‸ now\n", "other third", "ready"},
		{"judgelint.toml", "[gate]\njudges = [\"‸\"]\n", "other third", ""},
		{"judgelint.toml", "[gate]\njudges = [\n  \"other\",\n  \"‸\"\n]\n", "other third", ""},
		{"judgelint.toml", "[gate]\nmode = \"‸\"\n", "", "other"},
		{".codex/agents/x.toml", "name = \"x\"\n‸\n", "description model_reasoning_effort", "name"},
		{".codex/agents/x.toml", "name = \"x\"\nmodel_reasoning_effort = \"‸\"\n", "high minimal", "name"},
		{".codex/agents/x.toml", "name = \"x\"\ndeveloper_instructions = \"\"\"\n```wiki-verdict\nagent: x\nverdict: ‸\n```\n\"\"\"\n", "ready", "name"},
	} {
		n++
		path := tt.path
		if path == "" {
			path = fmt.Sprintf(".claude/agents/c%d.md", n)
		}
		params, text := at(e.uri(path), tt.text)
		e.open(path, text)
		var items []struct{ Label string }
		e.call("textDocument/completion", params, &items)
		var got []string
		for _, i := range items {
			got = append(got, i.Label)
		}
		for _, w := range strings.Fields(tt.want) {
			if !slices.Contains(got, w) {
				t.Errorf("%q: no %q in %q", tt.text, w, got)
			}
		}
		if tt.not != "" && slices.Contains(got, tt.not) || tt.want == "" && len(got) > 0 {
			t.Errorf("%q: offers %q", tt.text, got)
		}
		e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri(path)}})
	}
}

func TestDefinitionAndRename(t *testing.T) {
	spec := "---\nname: code-judge\ndescription: Judges.\n---\n\nYou are `code-judge`, not code-judges.\n\n```wiki-verdict\nagent: team:code-judge\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```\n"
	toml := "name = \"code-judge\"\ndescription = \"d\"\ndeveloper_instructions = '''\nYou.\n```wiki-verdict\nagent: code-judge\n```\n'''\n"
	caller := "---\nname: boss\ndescription: Calls code-judge by hand.\ntools: Read, Agent(x, code-judge)\n---\n\n판정: use @agent-code-judge, or subagent_type: \"code-judge\"; the `code-judge` agent.\n"
	conf := "[gate]\njudges = [\"code-judge\"]\n[[verdict.kind]]\nagents = [\"code-judge\"]\nverdict = [\"ready\"]\n"
	hooks := `{"hooks":{"SubagentStop":[{"matcher":"other|code-judge","hooks":[{"type":"command","command":"judgelint gate"}]}]}}`
	lock := "# x\n.codex/agents/code-judge.toml\tcodex-toml\t.claude/agents/code-judge.md\tsha256:1\n"
	e := start(t, allAbilities, "mirrorgen.lock", lock,
		".claude/agents/code-judge.md", spec, ".codex/agents/code-judge.toml", toml,
		".claude/agents/boss.md", "stale", "judgelint.toml", conf, ".claude/settings.json", hooks,
		"reviews/old.md", "```wiki-verdict\nagent: code-judge\nverdict: ready\n```\n")
	e.open(".claude/agents/boss.md", caller) // unsaved
	e.wait(".claude/agents/boss.md")
	e.write(".claude/agents/boss.md", caller) // as e.apply reads the disk

	params, _ := at(e.uri(".claude/agents/boss.md"), strings.Replace(caller, "@agent-code", "@agent-co‸de", 1))
	var places []protocol.Location
	e.call("textDocument/definition", params, &places)
	if len(places) != 1 || places[0].URI != e.uri(".claude/agents/code-judge.md") || where(places[0].Range.Start) != "1:6" {
		t.Fatalf("definition: %+v", places)
	}
	params["context"] = map[string]any{"includeDeclaration": true}
	e.call("textDocument/references", params, &places)
	if len(places) != 12 {
		t.Errorf("references: %d, %+v", len(places), places)
	}
	var prepared protocol.RangeWithPlaceholder
	e.call("textDocument/prepareRename", params, &prepared)
	if prepared.Placeholder != "code-judge" {
		t.Errorf("prepareRename: %+v", prepared)
	}
	params["newName"] = "diff-judge"
	var edit json.RawMessage
	e.call("textDocument/rename", params, &edit)
	if !strings.Contains(string(edit), `"version":1`) {
		t.Errorf("the edit of an open text has no version: %s", edit)
	}
	got := e.apply(edit)
	now := func(s string) string { return strings.ReplaceAll(s, "code-judge", "diff-judge") }
	want := map[string]string{
		".claude/agents/diff-judge.md":  strings.Replace(now(spec), "not diff-judges", "not code-judges", 1),
		".codex/agents/diff-judge.toml": now(toml),
		".claude/agents/boss.md":        strings.Replace(now(caller), "Calls diff-judge", "Calls code-judge", 1), // prose for people
		"judgelint.toml":                now(conf),
		".claude/settings.json":         now(hooks),
	}
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%s after the rename:\n%s\nwant\n%s", path, got[path], text)
		}
	}
	if lock := got["mirrorgen.lock"]; !strings.HasSuffix(lock, "\n.codex/agents/diff-judge.toml\tcodex-toml\t.claude/agents/diff-judge.md\tsha256:1\n") {
		t.Errorf("mirrorgen.lock: %q", lock)
	}
	if len(got) != len(want)+1 {
		t.Errorf("%d files changed, want %d", len(got), len(want))
	}
	for name, want := range map[string]string{"boss": "another agent", "": "empty", "a b": "letters", "../x": "letters", "-x": "letters"} {
		params["newName"] = name
		if msg := e.refused("textDocument/rename", params); !strings.Contains(msg, want) {
			t.Errorf("rename to %q: %s", name, msg)
		}
	}
	params, _ = at(e.uri(".claude/agents/boss.md"), strings.Replace(caller, "Agent(x", "Agent(x‸", 1))
	if msg := e.refused("textDocument/prepareRename", params); !strings.Contains(msg, `no file of the project defines the agent "x"`) {
		t.Error(msg)
	}
}

// The last key of a burst in a megabyte is answered in time, and the checks
// before it are given up.
func TestLargeText(t *testing.T) {
	repeat := 17500
	if testing.Short() {
		repeat = 1000
	}
	e := start(t, "{}")
	text := strings.Replace(good, "Read", "Reed", 1) + strings.Repeat("Some *words* of a long review, `code` and [links](x).\n\n- item\n", repeat)
	text += "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```\n"
	if len(text) < 1<<20 && !testing.Short() {
		t.Fatal(len(text))
	}
	e.open(reviewer, text)
	e.wait(reviewer, "3:7 tools-unknown")
	var took []time.Duration
	for round := range 5 {
		for key := range 10 {
			e.change(reviewer, round*20+key+2, part(6, 0, 6, 0, "x"))
		}
		began := time.Now()
		e.change(reviewer, round*20+12, part(3, 7, 3, 11, []string{"Read", "Reed"}[round%2]))
		e.wait(reviewer, [][]string{nil, {"3:7 tools-unknown"}}[round%2]...)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("after the last key: %v", took)
	if took[2] > 100*time.Millisecond && os.Getenv("JUDGELINT_TIMING") != "" { // a busy machine is no fault of the code
		t.Errorf("the findings came %v after the last key", took[2])
	}
}

func TestCheckIsGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New("test")
	s.ctx = context.Background()
	p := &project{server: s, root: t.TempDir(), scanned: make(chan struct{})}
	s.projects[p.root] = p
	p.configure()
	if _, err := check(ctx, p.linter, p.newFile("x.md", []byte(good))); err == nil {
		t.Error("a check whose text changed went on")
	}
}

func TestConversation(t *testing.T) {
	e := start(t, "{}")
	if msg := e.refused("initialize", map[string]any{"capabilities": map[string]any{}}); !strings.Contains(msg, "out of place") {
		t.Error(msg)
	}
	if msg := e.refused("textDocument/nothing", nil); !strings.Contains(msg, "unknown method") {
		t.Error(msg)
	}
	if msg := e.refused("textDocument/hover", []int{1}); !strings.Contains(msg, "unmarshal") {
		t.Error(msg)
	}
	// Texts that are no files, changes of texts that are not open, nonsense
	// places and cancelled requests do no harm.
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "version": 1, "text": "x"}})
	e.change("nowhere.md", 2, whole("x"))
	e.notify("$/cancelRequest", map[string]any{"id": 77})
	e.open(reviewer, good)
	e.change(reviewer, 2, part(4000, 4000000, 2, 0, "\nx"), part(1<<30, 0, 1<<31, 5, "y"))
	e.wait(reviewer)
	var null json.RawMessage
	e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///no/where.md"}, "position": map[string]any{"line": 1, "character": 1}}, &null)
	e.call("shutdown", nil, &null)
	if msg := e.refused("textDocument/hover", map[string]any{}); !strings.Contains(msg, "out of place") {
		t.Error(msg)
	}
	e.notify("exit", nil)
	if err := <-e.done; err != nil {
		t.Errorf("Serve: %v", err)
	}
	e = start(t, "{}")
	e.notify("exit", nil)
	if err := <-e.done; err != ErrNoShutdown {
		t.Errorf("exit without shutdown: %v", err)
	}
}

// What is no message ends the server, without a panic.
func TestBrokenStream(t *testing.T) {
	for _, in := range []string{"", "x", "Content-Length: 5\r\n\r\nhello", "Content-Length: -1\r\n\r\n", "Content-Length: 9999999999999\r\n\r\n{",
		"Content-Length: 2\r\n\r\n{}", "Content-Length: 4\r\n\r\nnull"} {
		s := New("test")
		done := make(chan error, 1)
		go func() { done <- s.Serve(context.Background(), rw{strings.NewReader(in), io.Discard}) }()
		select {
		case err := <-done:
			if err != ErrNoShutdown {
				t.Errorf("%q: %v", in, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%q: the server goes on", in)
		}
	}
}

type rw struct {
	io.Reader
	io.Writer
}

func (rw) Close() error { return nil }

func TestRequestBeforeInitialize(t *testing.T) {
	var out bytes.Buffer
	in := `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}`
	s := New("test")
	s.Serve(context.Background(), rw{strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(in), in)), &out})
	if !strings.Contains(out.String(), "-32002") {
		t.Errorf("answer: %s", out.String())
	}
	var _ jsonrpc2.Handler = s
}

// Places survive the way there and back, in every encoding of line ends.
func FuzzPlaces(f *testing.F) {
	f.Add("a\r\nb\rc\n😀d", 7)
	f.Add("", 0)
	f.Add("\n", 1)
	f.Fuzz(func(t *testing.T, text string, off int) {
		file := source.NewFile("", []byte(text))
		if off < 0 || off > len(text) {
			return
		}
		p := placeOf(file, off)
		back := offsetAt(file, p)
		if again := placeOf(file, back); again != p && back != off && !strings.ContainsAny(text, "\r\n") {
			t.Errorf("%q: %d is %v, which is %d, which is %v", text, off, p, back, again)
		}
		if start := offsetAt(file, protocol.Position{Line: p.Line}); start > off {
			t.Errorf("%q: line %d of %d begins at %d", text, p.Line, off, start)
		}
	})
}
