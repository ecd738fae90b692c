package workflow_test

import (
	"fmt"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

// A workflow of one stage, planned for Claude Code.
func Example() {
	spec := source.NewFile("look.spec.json", []byte(`{
		"name": "look", "description": "Looks once.",
		"phases": [{"title": "Look", "detail": "", "tier": "worker"}],
		"stages": {"review": {"phase": "Look", "tier": "worker", "parallelism": "fixed-list", "schema": "FINDINGS",
			"items_key": "dimensions", "item_label_prefix": "review:"}}
	}`))
	prompts := source.NewFile("look.prompts.json", []byte(`{"review": "Look for {{brief}} in {{diffHint}}."}`))
	s, p, problems := workflow.Load([]*source.File{spec, prompts}, nil)
	if len(problems) > 0 {
		panic(problems[0].Message)
	}
	context, err := findings.ReadText(source.NewFile("context.json", []byte(`{"dimensions": ["bugs"]}`)))
	if err != nil {
		panic(err)
	}
	plan, err := workflow.NewPlan(workflow.Request{Spec: s, Prompts: p, Context: context, Host: "claude"})
	if err != nil {
		panic(err)
	}
	d := plan.Stages[0].Dispatches[0]
	fmt.Println(d.Label, d.Model, d.Effort)
	fmt.Println(d.Prompt)
	// Output:
	// review:bugs sonnet high
	// Look for bugs in git diff origin/main...HEAD.
}
