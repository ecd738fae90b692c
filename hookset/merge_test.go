package hookset

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// read reads a settings file of testdata; the first word of its name is the
// client.
func read(t *testing.T, name string) *Set {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata/settings", name))
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(name, "refused-"), "-")
	d := Dialect{Host: host}
	if host == "plugin" {
		d = Dialect{Host: "claude", Plugin: true}
	}
	return Read(source.NewFile(name, src), d)
}

func names(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata/settings", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths
}

// Each file of real shape is merged into: what was there stays, byte for byte
// and in order; what is new is what the golden file shows; taking it out gives
// the first bytes again.
func TestMergeKeepsEveryByte(t *testing.T) {
	for _, name := range names(t, "[a-q]*.json") {
		t.Run(name, func(t *testing.T) {
			s := read(t, name)
			before := s.File.Src
			edits, err := s.Merge(Entries(s.Dialect.host(), Options{UI: true}))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range edits {
				if e.Span.Len() != 0 {
					t.Errorf("edit %v replaces bytes", e)
				}
			}
			after := source.Apply(before, edits)
			golden(t, name, after)
			if got := source.Apply(after, Invert(before, edits)); !bytes.Equal(got, before) {
				t.Errorf("inverted edits give\n%s", got)
			}
			checkMerged(t, s, after)
		})
	}
}

// checkMerged checks the merged text with a strict decoder and with our own
// reader, and that entries come out without a record, too.
func checkMerged(t *testing.T, s *Set, after []byte) {
	t.Helper()
	merged := Read(source.NewFile(s.File.Path, after), s.Dialect)
	if p := merged.Check(nil); len(p) > 0 {
		t.Errorf("the merged file has problems: %v", p)
	}
	if len(merged.comments) == 0 && !json.Valid(bytes.TrimPrefix(after, []byte(source.BOM))) {
		t.Errorf("the merged file is no JSON:\n%s", after)
	}
	if again, err := merged.Merge(Entries(s.Dialect.host(), Options{UI: true})); err != nil || len(again) > 0 {
		t.Errorf("a second merge gives %v, %v", again, err)
	}
	without := source.Apply(after, merged.Remove(nil))
	if hollow := s.hooks != nil && len(s.hooks.value.members) == 0; !hollow && !bytes.Equal(without, s.File.Src) {
		t.Errorf("removal without a record gives\n%s", without)
	}
}

// In a file that was changed since, ours go wherever they stand now, and only
// at the events that are named.
func TestRemove(t *testing.T) {
	const ours, mine = `{"type":"command","command":"judgelint gate --reply json","timeout":30}`, `{"type":"command","command":"mine"}`
	tests := []struct {
		name, src string
		events    []string
		want      string
	}{
		{"a handler was added to our group", `{"hooks":{"Stop":[{"hooks":[` + ours + `, ` + mine + `]}]}}`, nil, `{"hooks":{"Stop":[{"hooks":[ ` + mine + `]}]}}`},
		{"ours between others", `{"hooks":{"Stop":[{"matcher":"x","hooks":[` + mine + `,` + ours + `,` + mine + `]}]}}`, nil, `{"hooks":{"Stop":[{"matcher":"x","hooks":[` + mine + `,` + mine + `]}]}}`},
		{"a group with a matcher", `{"hooks":{"Stop":[{"matcher":"x","hooks":[` + ours + `]},{"hooks":[` + mine + `]}]}}`, nil, `{"hooks":{"Stop":[{"hooks":[` + mine + `]}]}}`},
		{"an event of the user", `{"hooks":{"Stop":[{"hooks":[` + ours + `]}],"SubagentStop":[{"hooks":[` + ours + `]}]}}`, []string{"SubagentStop"}, `{"hooks":{"Stop":[{"hooks":[` + ours + `]}]}}`},
		{"nothing of ours", `{"hooks":{"Stop":[{"hooks":[` + mine + `]}]}}`, nil, `{"hooks":{"Stop":[{"hooks":[` + mine + `]}]}}`},
	}
	commented := []struct{ name, src, want string }{
		{"a comment before the only key", "{//\n\"hooks\":{\"AfterAgent\":[{\"hooks\":[" + ours + "]}]}}", "{//\n}"},
		{"a comment behind the comma", "{\"a\":1, // c\n\"hooks\":{\"AfterAgent\":[{\"hooks\":[" + ours + "]}]}}", "{\"a\":1 // c\n}"},
		{"a line ending follows", "{\"a\":1, // c\n  \"hooks\":{\"AfterAgent\":[{\"hooks\":[" + ours + "]}]}\n}", "{\"a\":1 // c\n}"},
	}
	for _, tt := range commented {
		s := Read(source.NewFile(".gemini/settings.json", []byte(tt.src)), Dialect{Host: "gemini"})
		if got := string(source.Apply([]byte(tt.src), s.Remove(nil))); got != tt.want {
			t.Errorf("%s: removal gives %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, tt := range tests {
		s := Read(source.NewFile(".claude/settings.json", []byte(tt.src)), Dialect{})
		if got := string(source.Apply([]byte(tt.src), s.Remove(tt.events))); got != tt.want {
			t.Errorf("%s: removal gives %s, want %s", tt.name, got, tt.want)
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata/merged", name)
	if *update {
		if err := os.MkdirAll("testdata/merged", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("merge gives\n%s\nwant\n%s", got, want)
	}
}

// A file that its client does not read is refused with the place and the
// reason, and is not touched.
func TestMergeRefuses(t *testing.T) {
	want := map[string]string{
		"refused-claude-comments.json":       `:2:3: a comment is no JSON; Claude Code drops the whole file`,
		"refused-claude-trailing-comma.json": `:2:41: a comma stands before the closing ']'; Claude Code drops the whole file`,
		"refused-claude-hooks-twice.json":    `:2:3: key "hooks" stands 2 times; only the last one counts`,
		"refused-claude-event-text.json":     `:1:21: event "Stop" must hold a list`,
		"refused-codex-limit-text.json":      `:1:86: timeout is "10"; want a whole number of seconds`,
		"refused-codex-schema.json":          `:2:3: Codex refuses the file for the key "$schema"`,
		"refused-codex-bare-events.json":     `:2:3: event "Stop" stands outside of "hooks", where Codex does not look`,
	}
	for _, name := range names(t, "refused-*.json") {
		s := read(t, name)
		edits, err := s.Merge(Entries(s.Dialect.host(), Options{}))
		if err == nil || err.Error() != name+want[name] || len(edits) > 0 {
			t.Errorf("%s: merge gives %v, %v, want %s", name, edits, err, name+want[name])
		}
	}
}

// Whatever the file, merging and taking out again gives the same bytes.
func FuzzMerge(f *testing.F) {
	for _, pattern := range []string{"testdata/settings/*.json", "testdata/merged/*.json"} {
		paths, _ := filepath.Glob(pattern)
		for _, p := range paths {
			src, err := os.ReadFile(p)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src, "claude")
			f.Add(src, "gemini")
			f.Add(src, "copilot")
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, host string) {
		if len(Entries(host, Options{})) == 0 {
			return
		}
		d := Dialect{Host: host}
		s := Read(source.NewFile("x", src), d)
		for _, p := range s.Check([]string{"judge"}) {
			if p.Span.Start < 0 || p.Span.End > len(src) || p.Span.Start > p.Span.End {
				t.Fatalf("span %v outside of the file", p)
			}
		}
		edits, err := s.Merge(Entries(host, Options{UI: true}))
		if err != nil {
			return
		}
		after := source.Apply(src, edits)
		if got := source.Apply(after, Invert(src, edits)); !bytes.Equal(got, src) {
			t.Fatalf("inverted: %q", got)
		}
		merged := Read(source.NewFile("x", after), d)
		for _, e := range Entries(host, Options{UI: true}) {
			if len(merged.Gates(e.Event)) == 0 {
				t.Fatalf("no gate at %s after the merge: %q", e.Event, after)
			}
		}
		if p, bad := Read(source.NewFile("x", source.Apply(after, merged.Remove(nil))), d).Unusable(); bad && !s.Blank() {
			t.Fatalf("after removal: %v in %q", p, source.Apply(after, merged.Remove(nil)))
		}
	})
}
