package judgelint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/judgelint/judgelint/templates"
)

// This repository lives by what it ships: its judges are those of the
// templates.
func TestOwnJudges(t *testing.T) {
	for _, name := range templates.Judges() {
		want, _ := templates.Judge(name, "en")
		got, err := os.ReadFile(filepath.Join(".claude", "agents", name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		if string(got) != string(want) {
			t.Errorf(".claude/agents/%s.md differs from templates/agents/en/%s.md; copy it, then run mirrorgen", name, name)
		}
	}
}
