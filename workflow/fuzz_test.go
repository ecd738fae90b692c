package workflow

import (
	"encoding/json"
	"testing"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// FuzzPlan: every specification can be checked, problems lie in their files,
// and one without problems can be planned for every host: to JSON, or to an
// error that says what the request lacks.
func FuzzPlan(f *testing.F) {
	f.Add(specText, promptsText, `{"maxVerify":2,"base":"main"}`, context("a.go", "b.go"))
	f.Add(specText, promptsText, `{"dimensions":[{"name":"x"},null]}`, `{"review_result":{"a":1},"verify_result":[{"id":1}]}`)
	f.Add(`{"stages":{"a":{"parallelism":"single","schema":"REPORT"}}}`, `{"a":"{{"}`, `{"base":["x"]}`, `{}`)
	f.Fuzz(func(t *testing.T, spec, prompts, args, context string) {
		files := []*source.File{file("wf.spec.json", spec), file("wf.prompts.json", prompts)}
		for _, p := range Check(files, nil) {
			if p.Span.Start < 0 || p.Span.Start > p.Span.End || p.Span.End > len(p.File.Src) || p.Message == "" {
				t.Fatalf("%+v", p)
			}
		}
		Compare(files)
		s, ps, problems := Load(files, nil)
		a, errA := findings.ReadText(file("args.json", args))
		c, errC := findings.ReadText(file("context.json", context))
		if Failing(problems) || errA != nil || errC != nil {
			return
		}
		for _, host := range platform.WorkflowHosts() {
			plan, err := NewPlan(Request{Spec: s, Prompts: ps, Args: a, Context: c, Host: host})
			if err != nil {
				continue
			}
			out, err := findings.Marshal(plan, 4)
			if err != nil || !json.Valid(out) {
				t.Fatalf("%s, %v", out, err)
			}
		}
	})
}
