package lint

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// exampleLinter has the options that the pages and cases are written for.
func exampleLinter() *Linter {
	return &Linter{
		Judges:    []string{"security-judge"},
		Outputs:   []string{"reviews/**/*.md"},
		Preset:    "wiki",
		Contracts: exampleContracts(),
		IsLink:    func(path string) bool { return strings.HasSuffix(path, "linked.toml") },
	}
}

// exampleContracts are the contracts of the pages and cases. Their project is
// testdata/project.
func exampleContracts() contract.Set {
	word := func(texts ...string) (words []contract.Word) {
		for _, text := range texts {
			words = append(words, contract.Word{Text: text})
		}
		return words
	}
	set := contract.Set{Declared: []contract.Contract{
		{Name: "plan-review", Agents: []string{"plan-reviewer"}, Form: contract.Line, Place: contract.Once, Label: []string{"VERDICT"},
			Pass: word("PASS"), Fail: word("FAIL", "NEEDS_WORK"), Abstain: word("BLOCKED")},
		{Name: "release", Agents: []string{"release-*"}, Form: contract.Line, Place: contract.Last, Label: []string{"VERDICT"},
			Pass: word("PASS"), Fail: word("FAIL"), Sections: []string{"Evidence"}, Cites: true},
		{Name: "object", Agents: []string{"object-judge"}, Form: contract.JSON, Verdict: "/status", Fenced: contract.Either, Schema: "review.schema.json",
			Pass: word("pass"), Fail: word("fail")},
		{Name: "fields", Agents: []string{"fields-judge"}, Form: contract.Fields, Verdict: "status", Pass: word("ok"), Fail: word("bad"),
			Language: verdict.Language{Fence: "result", Only: true, Kinds: []verdict.Kind{{Key: "status", Verdicts: []string{"ok", "bad"}, Anonymous: true}}}},
	}}
	set.At("testdata/project")
	return set
}

// example is one small project.
type example struct {
	paths []string
	files map[string][]byte
	exec  map[string]bool
}

// lint returns the diagnostics of all files, sorted.
func (e example) lint(l *Linter) []Diagnostic {
	l.Layout = e.layout()
	var results []Result
	var all []Diagnostic
	for _, p := range e.paths {
		r := l.File(source.NewFile(p, e.files[p]))
		results = append(results, r)
		all = append(all, r.Diagnostics...)
	}
	return l.finish(append(all, l.Project(results)...))
}

// layout is the project of the example. Files with the flag "exec" can be
// executed.
func (e example) layout() *project.Project {
	t := project.Tree{Read: func(p string, limit int) ([]byte, error) {
		return e.files[p][:min(len(e.files[p]), limit)], nil
	}}
	for _, p := range e.paths {
		if project.Wanted(p) {
			t.Files = append(t.Files, p)
		}
	}
	t.Stat = func(p string) (fs.FileMode, error) {
		for _, name := range e.paths {
			switch {
			case name == p && e.exec[p]:
				return 0o755, nil
			case name == p:
				return 0o644, nil
			case strings.HasPrefix(name, p+"/") || p == ".":
				return fs.ModeDir | 0o755, nil
			}
		}
		return 0, fs.ErrNotExist
	}
	return project.New(t)
}

func of(rule string, all []Diagnostic) []Diagnostic {
	var mine []Diagnostic
	for _, d := range all {
		if d.Rule == rule {
			mine = append(mine, d)
		}
	}
	return mine
}

func names(all []Diagnostic) []string {
	var out []string
	for _, d := range all {
		out = append(out, d.Rule+": "+d.Message)
	}
	return out
}

// written gives a text the form that flags ask for, because a page cannot show
// it: "bom", "crlf", "cr", "latin1", or "long" for a very long text at "…".
func written(text []byte, flags []string) []byte {
	for _, flag := range flags {
		switch flag {
		case "bom":
			text = append([]byte(source.BOM), text...)
		case "crlf":
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		case "cr":
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))
		case "long":
			text = bytes.ReplaceAll(text, []byte("…"), bytes.Repeat([]byte("many words "), 6000))
		case "latin1":
			text = bytes.ReplaceAll(text, []byte("é"), []byte("\xe9"))
		}
	}
	return text
}

// examples returns the examples under a heading of a page: fences whose info
// is "LANGUAGE PATH FLAG...". Each is an example of its own; the flag "+" adds
// it to the one before.
func examples(t *testing.T, page []byte, heading string) []example {
	t.Helper()
	f := source.NewFile("page.md", page)
	doc := md.Parse(f, false)
	var out []example
	for _, fence := range doc.Fences {
		under := ""
		for _, h := range doc.Headings {
			if h.Level == 2 && h.Span.Start < fence.Span.Start {
				under = h.Text
			}
		}
		words := strings.Fields(fence.Info)
		if under != heading || fence.InList || fence.InQuote {
			continue
		}
		if len(words) < 2 {
			t.Fatalf("the fence in line %d names no path", f.LineOf(fence.Span.Start))
		}
		var text bytes.Buffer
		for _, line := range fence.Lines {
			text.Write(f.Text(line))
			text.WriteByte('\n')
		}
		path := words[1]
		if len(out) == 0 || !slices.Contains(words, "+") {
			out = append(out, example{files: map[string][]byte{}, exec: map[string]bool{}})
		}
		e := &out[len(out)-1]
		e.paths = append(e.paths, path)
		e.files[path] = written(text.Bytes(), words[2:])
		e.exec[path] = slices.Contains(words, "exec")
	}
	return out
}

func TestPages(t *testing.T) {
	for _, r := range Rules() {
		t.Run(r.Name, func(t *testing.T) {
			page, err := Explain(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			checkHeadings(t, r, page)
			bad, good := examples(t, page, "Bad"), examples(t, page, "Good")
			if len(bad) == 0 || len(good) == 0 {
				t.Errorf("%d examples under Bad, %d under Good", len(bad), len(good))
			}
			for i, e := range bad {
				if all := e.lint(exampleLinter()); len(of(r.Name, all)) != 1 {
					t.Errorf("example %d under Bad gives %d diagnostics of the rule: %q", i+1, len(of(r.Name, all)), names(all))
				}
			}
			for i, e := range good {
				if all := e.lint(exampleLinter()); len(all) != 0 {
					t.Errorf("example %d under Good gives %q", i+1, names(all))
				}
			}
		})
	}
}

func checkHeadings(t *testing.T, r *Rule, page []byte) {
	t.Helper()
	var got []string
	for _, h := range md.Parse(source.NewFile("page.md", page), false).Headings {
		got = append(got, h.Text)
	}
	want := []string{r.Name, "What it does", "Why", "Bad", "Good", "Fix"}
	if !slices.Equal(got, want) {
		t.Errorf("headings are %q, want %q", got, want)
	}
	if !bytes.Contains(page, []byte("\n\n"+strings.ToUpper(r.Summary[:1])+r.Summary[1:]+".\n\n")) {
		t.Errorf("the page does not begin with the summary %q", r.Summary)
	}
}

func TestNoPageWithoutRule(t *testing.T) {
	files, err := docs.ReadDir("docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".md"); Lookup(name) == nil {
			t.Errorf("docs/%s belongs to no rule", f.Name())
		}
	}
	dirs, err := os.ReadDir("testdata/rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if Lookup(d.Name()) == nil {
			t.Errorf("testdata/rules/%s belongs to no rule", d.Name())
		}
	}
}

// TestCases runs the files testdata/rules/RULE/*.txtar. The comment of such an
// archive holds lines "FLAG: PATH" with the flags of written; the file "want"
// the lines PATH:LINE:COLUMN: SEVERITY of the rule; "fixed/PATH" a file after
// its fixes.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range files {
		rule := filepath.Base(filepath.Dir(name))
		t.Run(rule+"/"+strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runCase(t, rule, name) })
	}
	for _, r := range Rules() {
		if _, err := os.Stat("testdata/rules/" + r.Name); err != nil {
			t.Errorf("rule %s has no cases", r.Name)
		}
	}
}

func runCase(t *testing.T, rule, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string][]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		if flag, path, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.Contains(flag, " ") {
			flags[path] = append(flags[path], flag)
		}
	}
	e, want, fixed := example{files: map[string][]byte{}}, "", map[string]string{}
	for _, f := range archive.Files {
		after, isFixed := strings.CutPrefix(f.Name, "fixed/")
		switch {
		case f.Name == "want":
			want = string(f.Data)
		case isFixed:
			fixed[after] = string(f.Data)
		default:
			e.paths = append(e.paths, f.Name)
			e.files[f.Name] = written(f.Data, flags[f.Name])
		}
	}
	l := exampleLinter()
	var got strings.Builder
	for _, d := range of(rule, e.lint(l)) {
		at := source.NewFile(d.Path, e.files[d.Path]).Position(d.Span.Start)
		fmt.Fprintf(&got, "%s:%d:%d: %s\n", d.Path, at.Line, at.Column, d.Severity)
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	for path, text := range fixed {
		l := exampleLinter()
		l.Select = []string{rule}
		src, _ := l.Fix(source.NewFile(path, e.files[path]))
		if string(src) != text {
			t.Errorf("%s", diff.Diff("fixed/"+path, []byte(text), "got", src))
		}
		if again, n := l.Fix(source.NewFile(path, src)); n != 0 || !bytes.Equal(again, src) {
			t.Errorf("fixing %s again makes %d changes", path, n)
		}
	}
}
