package gate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPayloads decodes what real clients sent. The golden file has one line
// for each payload; UPDATE_GOLDEN=1 writes it anew.
func TestPayloads(t *testing.T) {
	paths, err := filepath.Glob("testdata/payloads/*/*.json")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d payloads, %v", len(paths), err)
	}
	var got strings.Builder
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		ev, err := DecodeEvent(f)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		rel, _ := filepath.Rel("testdata/payloads", path)
		fmt.Fprintf(&got, "%s: %s\n", filepath.ToSlash(rel), shown(ev))
	}
	const golden = "testdata/payloads.golden"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wantLines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Errorf("line %d:\n%s\nwant\n%s", i+1, line, wantLines[min(i, len(wantLines)-1)])
		}
	}
}

// shown is an event in one line, without what is empty.
func shown(ev *Event) string {
	parts := []string{string(ev.Host), [...]string{"other", "subagent stop", "stop", "edit", "subagent start", "config change"}[ev.Kind]}
	add := func(ok bool, format string, args ...any) {
		if ok {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(ev.AgentID != "", "in %s", tail(ev.AgentID))
	add(ev.Agent != "", "agent %s", ev.Agent)
	add(ev.SessionID != "", "session %s", tail(ev.SessionID))
	add(ev.Active, "active")
	add(ev.Waiting, "waiting")
	add(ev.HasMessage, "says %.40q", ev.Message)
	add(ev.Transcript != "", "transcript %s", filepath.Base(ev.Transcript))
	add(len(ev.Edited) > 0, "edited %v", ev.Edited)
	add(ev.Settings != "", "settings %s", ev.Settings)
	return strings.Join(parts, ", ")
}

func tail(id string) string { return id[max(0, len(id)-6):] }
