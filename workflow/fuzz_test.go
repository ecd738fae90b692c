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
	f.Add(`{"name":"wf","description":"d","phases":[{"title":"A","detail":"d","tier":"worker"}],"schemas":{"M_SCHEMA":{"type":"object","properties":{"l":{"items":{"$ref":"#/$defs/x"}}},"$defs":{"x":{"type":"string"}}}},
		"stages":{"a":{"phase":"A","tier":"worker","parallelism":"single","label":"a","schema":"M","slots":{"x":"args.x | default \"y\"","y":"run.count"}},
		"b":{"phase":"A","tier":"worker","parallelism":"dynamic-list","items_source":"a_result.l","items_transform":"dedupe","item_label_prefix":"b:","schema":"M_SCHEMA","slots":{"i":"item.k.l | lines","all":"items | json","f":"run.failed | join \"|\"","r":"a_result.l.k | count"}}}}`,
		`{"a":"{{x}}{{y}}","b":"{{i}}{{all}}{{f}}{{r}}{{brief}}"}`, `{"x":[1]}`, `{"a_result":{"l":[{"k":{"l":["q"]}},[1,2],null]},"b_result":[null]}`)
	f.Add(`{"name":"wf","description":"d","phases":[{"title":"A","detail":"d","tier":"worker"}],"stages":{"a":{"phase":"A","tier":"worker","parallelism":"single","label":"a","schema":"X_SCHEMA"}}}`, `{"a":"{{root}}"}`, `{}`, `{}`)
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
			q := Request{Spec: s, Prompts: ps, Args: a, Context: c, Host: host, Slots: map[string]string{}}
			plan, err := NewPlan(q)
			if open, ok := err.(*OpenSlots); ok {
				for _, name := range open.Names {
					q.Slots[name] = "value"
				}
				if plan, err = NewPlan(q); err != nil {
					if _, still := err.(*OpenSlots); still {
						t.Fatalf("%v with %q", err, q.Slots)
					}
				}
			}
			if err != nil {
				continue
			}
			for _, stage := range s.Stages {
				if schema := s.Schema(stage.Schema); schema != nil {
					schema.Check(c)
				}
			}
			out, err := findings.Marshal(plan, 4)
			if err != nil || !json.Valid(out) {
				t.Fatalf("%s, %v", out, err)
			}
		}
	})
}
