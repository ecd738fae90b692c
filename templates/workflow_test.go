package templates

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

func reviewFile(t *testing.T, name string) *source.File {
	t.Helper()
	src, err := fs.ReadFile(Review(), name)
	if err != nil {
		t.Fatal(err)
	}
	return source.NewFile(name, src)
}

// The workflow that we ship passes our own check.
func TestReviewIsSound(t *testing.T) {
	files := []*source.File{reviewFile(t, "review.spec.json"), reviewFile(t, "review.prompts.json")}
	for _, p := range workflow.Check(files, nil) {
		t.Errorf("%s:%d: %s", p.File.Path, p.File.LineOf(p.Span.Start), p.Message)
	}
}

func TestReviewDimensions(t *testing.T) {
	spec, prompts, _ := workflow.Load([]*source.File{reviewFile(t, "review.spec.json"), reviewFile(t, "review.prompts.json")}, nil)
	context, err := findings.ReadText(reviewFile(t, "review.context.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range platform.WorkflowHosts() {
		plan, err := workflow.NewPlan(workflow.Request{Spec: spec, Prompts: prompts, Context: context, Host: host})
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, d := range plan.Stages[0].Dispatches {
			labels = append(labels, d.Label)
		}
		want := strings.Fields("review:bugs review:security review:scope review:tests review:style review:docs review:perf")
		if !slices.Equal(labels, want) {
			t.Errorf("%s: %q, want %q", host, labels, want)
		}
	}
}

// The schemas beside the workflow are those that answers are held against.
func TestReviewSchemas(t *testing.T) {
	for _, name := range findings.Schemas() {
		file := strings.ToLower(name) + ".schema.json"
		want, err := fs.ReadFile(findings.SchemaFiles(), file)
		if err != nil {
			t.Fatal(err)
		}
		if got := reviewFile(t, "schemas/"+file).Src; !bytes.Equal(got, want) {
			t.Errorf("%s differs from the one in package findings", file)
		}
	}
}

// What the prompts must say, whatever their words are.
func TestReviewPrompts(t *testing.T) {
	prompts, problems := workflow.ReadPrompts(reviewFile(t, "review.prompts.json"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for stage, want := range map[string][]string{
		"review":      {"must-fix", "should-fix", "nit", `"findings": []`},
		"verify":      {"could not reproduce", "fixed already", "evidence does not hold", "present tree", `"confirmed"`},
		"consolidate": {"letter by letter", "changes-requested", "dismissed"},
	} {
		p, _ := prompts.Of(stage)
		for _, words := range want {
			if !strings.Contains(p.Text, words) {
				t.Errorf("the prompt %s does not say %q", stage, words)
			}
		}
	}
}
