package templates

import (
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Every judge spec, in every language, shows its block at the top level: what
// a judge copies from it is read.
func TestJudgeSpecs(t *testing.T) {
	for _, language := range Languages() {
		for _, name := range Judges() {
			src, ok := Judge(name, language)
			if !ok {
				t.Errorf("%s: no spec in %s", name, language)
				continue
			}
			f := source.NewFile(name+".md", src)
			spec := agentspec.Parse(f)
			if spec.Name() != name {
				t.Errorf("%s %s: name is %q", language, name, spec.Name())
			}
			text := verdict.FromDoc(f, md.Parse(f, true), verdict.Language{})
			if len(text.Blocks) != 1 || text.Blocks[0].Agent.Value != name || text.Blocks[0].Placement != verdict.Top {
				t.Errorf("%s %s: blocks are %+v, want one at the top level", language, name, text.Blocks)
				continue
			}
			if p := text.Check(verdict.Spec); len(p) > 0 {
				t.Errorf("%s %s: %+v", language, name, p)
			}
			if end := text.Blocks[0].Span.End; strings.TrimSpace(string(src[end:])) != "" {
				t.Errorf("%s %s: text follows the block", language, name)
			}
			for _, word := range []string{"완료", "DONE"} {
				if strings.Contains(string(src), word) {
					t.Errorf("%s %s: %q would be taken for a claim", language, name, word)
				}
			}
		}
	}
}

// The adversarial reviewer is told to refute by default and how votes count.
func TestAdversarialReviewer(t *testing.T) {
	for _, language := range Languages() {
		src, _ := Judge("wiki-adversarial-reviewer", language)
		for _, want := range []string{"efault-refute", "INSUFFICIENT_CONTEXT", "judgelint quorum vote1.md vote2.md vote3.md", "Falsification Summary", "N=3"} {
			if !strings.Contains(string(src), want) {
				t.Errorf("%s: %q is missing", language, want)
			}
		}
	}
}

func TestProjectFiles(t *testing.T) {
	for _, preset := range Presets() {
		text, ok := Config(preset)
		if !ok || strings.Contains(string(text), `extends = "wiki"`) != (preset == "wiki") {
			t.Errorf("config %s is %q", preset, text)
		}
	}
	if _, ok := Config("../agents"); ok {
		t.Error("a name that is no preset has a configuration")
	}
	tests := map[string]string{"v1.2.3": "@v1.2.3", "devel": "@latest", "v0.0.0-2026+dirty": "@latest"}
	for version, want := range tests {
		if got := string(CI(version)); !strings.Contains(got, want+"\n") || strings.Contains(got, "VERSION") {
			t.Errorf("CI(%q) = %s", version, got)
		}
	}
	if !slices.Equal(Languages(), []string{"en", "ko"}) {
		t.Errorf("languages are %v", Languages())
	}
}
