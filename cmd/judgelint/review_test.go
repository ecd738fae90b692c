package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/templates"
)

// reviewer plays one whole review in a folder.
type reviewer struct {
	t   *testing.T
	dir string
}

// run runs a command line and returns what it printed.
func (r *reviewer) run(exit int, args ...string) string {
	r.t.Helper()
	var out, errs strings.Builder
	e := &cli.Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: r.dir, Getenv: func(string) string { return "" }}
	if got := execute(e, args); got != exit {
		r.t.Fatalf("judgelint %q: exit status %d, want %d\n%s", args, got, exit, errs.String())
	}
	return out.String()
}

func (r *reviewer) write(name string, v any) {
	r.t.Helper()
	data, err := json.Marshal(v)
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, name), data, 0o644)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// stage plans again and has every dispatch of a stage answered.
func (r *reviewer) stage(name string, context map[string]any, answer func(label, prompt string) any) []any {
	r.t.Helper()
	r.write("context.json", context)
	var plan struct {
		Stages []struct {
			Stage      string
			Ready      bool
			Dispatches []struct{ Label, Prompt string }
		}
	}
	out := r.run(0, "workflow", "plan", "review.spec.json", "--args", "args.json", "--context", "context.json")
	if err := json.Unmarshal([]byte(out), &plan); err != nil {
		r.t.Fatal(err)
	}
	var answers []any
	for _, s := range plan.Stages {
		if s.Stage != name {
			continue
		}
		if !s.Ready {
			r.t.Fatalf("stage %s is not ready", name)
		}
		for _, d := range s.Dispatches {
			answers = append(answers, answer(d.Label, d.Prompt))
		}
	}
	return answers
}

// The shipped review workflow from the plan to the report, with the answers of
// a careless crew: one reviewer dies, one skeptic dies, the report still has
// the refuted finding, and one finding is past the cap.
func TestReviewEndToEnd(t *testing.T) {
	r := &reviewer{t, t.TempDir()}
	context := map[string]any{}
	for _, name := range []string{"review.spec.json", "review.prompts.json", "review.context.json"} {
		data, err := fs.ReadFile(templates.Review(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if name == "review.context.json" {
			if err := json.Unmarshal(data, &context); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.write("args.json", map[string]any{"base": "main", "maxVerify": 3})
	finding := func(file, problem string) map[string]any {
		return map[string]any{"file": file, "line": "1", "severity": "must-fix", "problem": problem, "fix": "mend it"}
	}
	report := func(all ...any) any { return map[string]any{"findings": append([]any{}, all...)} }
	a, b, c, d := finding("a.go", "error dropped"), finding("b.go", "off by one"), finding("c.go", "injection"), finding("d.go", "secret in a log")

	context["review_result"] = r.stage("review", context, func(label, prompt string) any {
		if !strings.Contains(prompt, "git diff main...HEAD") {
			t.Errorf("%s does not see the change", label)
		}
		switch label {
		case "review:bugs":
			return report(a, b)
		case "review:security":
			return report(finding("./a.go", "error dropped "), c, d)
		case "review:tests":
			return nil
		}
		return report()
	})
	context["verify_result"] = r.stage("verify", context, func(label, prompt string) any {
		switch label {
		case "verify:a.go:1":
			return map[string]any{"confirmed": true, "note": "the test fails"}
		case "verify:b.go:1":
			return map[string]any{"confirmed": false, "note": "the loop ends one earlier"}
		}
		return nil
	})
	reports := r.stage("consolidate", context, func(_, prompt string) any {
		for _, want := range []string{"6 of 7", "the test fails", "the loop ends one earlier", "secret in a log", "(tests)"} {
			if !strings.Contains(prompt, want) {
				t.Errorf("the report is not told %q", want)
			}
		}
		return map[string]any{"verdict": "changes-requested", "summary": "s", "mustFix": []any{a, b, c, d}, "shouldFix": []any{}, "nits": []any{}}
	})
	r.write("reports.json", context["review_result"])
	r.write("verdicts.json", context["verify_result"])
	r.write("report.json", reports[0])
	plan := r.run(0, "findings", "plan", "reports.json", "--cap", "3", "--workers", "bugs,security,scope,tests,style,docs,perf")
	if err := os.WriteFile(filepath.Join(r.dir, "plan.json"), []byte(plan), 0o644); err != nil {
		t.Fatal(err)
	}
	var final struct {
		Verdict                      string
		MustFix, Refuted, Unverified []struct{ File string }
		Problems                     []any
		CoverageNote                 string `json:"coverage_note"`
	}
	out := r.run(1, "findings", "finalize", "--plan", "plan.json", "--verdicts", "verdicts.json", "--report", "report.json")
	if err := json.Unmarshal([]byte(out), &final); err != nil {
		t.Fatal(err)
	}
	files := func(list []struct{ File string }) (names []string) {
		for _, f := range list {
			names = append(names, f.File)
		}
		return names
	}
	if got := files(final.MustFix); !slices.Equal(got, []string{"a.go", "c.go", "d.go"}) {
		t.Errorf("mustFix %q", got)
	}
	if got := files(final.Refuted); !slices.Equal(got, []string{"b.go"}) {
		t.Errorf("refuted %q", got)
	}
	if got := files(final.Unverified); !slices.Equal(got, []string{"d.go", "c.go"}) {
		t.Errorf("unverified %q: want what is past the cap, then the dead verifier's", got)
	}
	if final.Verdict != "changes-requested" || len(final.Problems) != 0 || !strings.Contains(final.CoverageNote, "(tests)") {
		t.Errorf("verdict %s, problems %v, note %q", final.Verdict, final.Problems, final.CoverageNote)
	}
}
