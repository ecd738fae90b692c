package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// TestCorpus lints the real agent files below the folder "agents" of
// JUDGELINT_CORPUS. A folder ".x" is called "dot-x" there. It fails if more than one of a
// hundred sound files gets an error, and lists the rules that fire often.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("JUDGELINT_CORPUS")
	if dir == "" {
		t.Skip("JUDGELINT_CORPUS is not set")
	}
	dir = filepath.Join(dir, "agents")
	l := Linter{}
	files, sound, withError := 0, 0, 0
	fired := map[string]int{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		f := source.NewFile(strings.ReplaceAll(filepath.ToSlash(name), "dot-", "."), src)
		r := l.File(f)
		if r.Kind != AgentSpec && r.Kind != CodexAgent {
			return nil
		}
		files++
		rules, isError := map[string]bool{}, false
		for _, d := range append(r.Diagnostics, l.Project([]Result{r})...) {
			rules[d.Rule] = true
			isError = isError || d.Severity == Error
			if testing.Verbose() && d.Severity == Error {
				t.Logf("%s: %s [%s]", f.Path, d.Message, d.Rule)
			}
		}
		for rule := range rules {
			fired[rule]++
		}
		if s := agentspec.Parse(f); r.Kind == AgentSpec && s.Reading == agentspec.Strict && s.Name() != "" && s.Description() != "" {
			sound++
			if isError {
				withError++
			}
		}
		if fixed, n := l.Fix(f); n > 0 {
			if again, m := l.Fix(source.NewFile(f.Path, fixed)); m != 0 || string(again) != string(fixed) {
				t.Errorf("%s: fixing again makes %d changes", f.Path, m)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if withError*100 > sound {
		t.Errorf("%d of %d sound files get an error", withError, sound)
	}
	t.Logf("%d files, %d sound, %d of them with an error", files, sound, withError)
	for rule, n := range fired {
		if n*100 > files {
			t.Logf("%-24s %4d files, %.1f %%", rule, n, float64(n)*100/float64(files))
		}
	}
}

// TestMayHold compares the quick look at a text with the whole reading: what
// the look sorts out must not hold anything to report.
func TestMayHold(t *testing.T) {
	dir := os.Getenv("JUDGELINT_CORPUS")
	if dir == "" {
		t.Skip("JUDGELINT_CORPUS is not set")
	}
	texts, out := 0, 0
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".md" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		texts++
		if mayHold(src, "wiki-verdict") {
			return nil
		}
		out++
		text := verdict.Parse(source.NewFile(p, src), verdict.Language{})
		if problems := text.Check(verdict.Output); len(problems) > 0 || len(text.Blocks) > 0 || len(text.Markers) > 0 {
			t.Errorf("%s: %d blocks, %d markers, problems %v", p, len(text.Blocks), len(text.Markers), problems)
		}
		return nil
	})
	if err != nil || out == 0 {
		t.Errorf("%d texts, %d sorted out, %v", texts, out, err)
	}
}
