package main

import (
	"os"
	"strings"
	"testing"
)

// The table of rules in the README is written by this test:
// UPDATE_SCRIPTS=1 go test ./cmd/judgelint
func TestReadmeListsTheRules(t *testing.T) {
	const name, begin, end = "../../README.md", "<!-- rules:begin -->\n", "<!-- rules:end -->"
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(src), begin)
	table, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no table between %q and %q", name, begin, end)
	}
	var want strings.Builder
	if err := writeRulesMarkdown(&want); err != nil {
		t.Fatal(err)
	}
	if table == want.String() {
		return
	}
	if os.Getenv("UPDATE_SCRIPTS") == "" {
		t.Fatal("the table of rules is stale: UPDATE_SCRIPTS=1 go test ./cmd/judgelint")
	}
	if err := os.WriteFile(name, []byte(before+begin+want.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
