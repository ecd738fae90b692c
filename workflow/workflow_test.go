package workflow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

const specText = `{
 "name": "wf",
 "description": "Reviews a change.",
 "phases": [{"title": "Review", "detail": "d", "tier": "worker"}, {"title": "Report", "detail": "d", "tier": "lead"}],
 "stages": {
  "review": {"phase": "Review", "tier": "worker", "parallelism": "fixed-list", "schema": "FINDINGS", "items_key": "dimensions", "item_label_prefix": "review:", "fallback": null},
  "verify": {"phase": "Review", "tier": "worker", "parallelism": "dynamic-list", "schema": "VERIFY", "items_source": "review_result", "items_transform": "must_fix_deduped", "items_cap": "args.maxVerify", "items_default_cap": 12, "item_label_prefix": "verify:"},
  "consolidate": {"phase": "Report", "tier": "judgment", "parallelism": "single", "schema": "REPORT", "label": "consolidate", "fallback": {"from_tier": "judgment", "to_tier": "worker", "preserve_effort": true}}
 }
}`

const promptsText = `{
 "review": "Look for {{brief}} in {{diffHint}}",
 "verify": "Refute {{finding}} in {{ diffHint }}",
 "consolidate": "{{coveredCount}}|{{coverageNote}}|{{diffHint}}|{{confirmedFindings}}|{{refutedFindings}}|{{unverifiedFindings}}|{{rawFindings}}"
}`

func file(name, text string) *source.File { return source.NewFile(name, []byte(text)) }

// show prints problems as LINE:COLUMN rule message, one a line.
func show(problems []Problem) string {
	var lines []string
	for _, p := range problems {
		at := p.File.Position(p.Span.Start)
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s", p.File.Path, at.Line, at.Column, p.Rule, p.Message))
	}
	return strings.Join(lines, "\n")
}

func TestCheckSpec(t *testing.T) {
	if got := show(Check([]*source.File{file("wf.spec.json", specText), file("wf.prompts.json", promptsText)}, nil)); got != "" {
		t.Fatalf("a sound workflow has\n%s", got)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`"must_fix_deduped"`, `"must_fix_dedupe"`, `7:154 transform the transform of "verify" is "must_fix_dedupe"; want must_fix_deduped, must_fix, flatten or dedupe`},
		{`"must_fix_deduped"`, `""`, `7:154 transform the transform of "verify" is ""; want must_fix_deduped, must_fix, flatten or dedupe`},
		{`"review_result"`, `"revue_result"`, `7:118 source no stage before "verify" produces "revue_result"`},
		{`"review_result"`, `"verify_result"`, `7:118 source no stage before "verify" produces "verify_result"`},
		{`"review_result"`, `"consolidate_result.mustFix"`, `7:118 source no stage before "verify" produces "consolidate_result"`},
		{`"review_result"`, `"a..b"`, `7:118 source items_source is "a..b"; want names joined by points, such as review_result`},
		{`"args.maxVerify"`, `"maxVerify"`, `7:187 cap items_cap is "maxVerify"; want args.FIELD, the argument that holds the number`},
		{`"args.maxVerify"`, `12`, `7:187 cap items_cap is a number; want args.FIELD, the argument that holds the number`},
		{`"items_default_cap": 12`, `"items_default_cap": 0`, `7:226 cap items_default_cap must be a positive whole number`},
		{`"items_default_cap": 12`, `"items_default_cap": 1.5`, `7:226 cap items_default_cap must be a positive whole number`},
		{`"dynamic-list"`, `"parallel"`, `7:66 parallelism the parallelism of "verify" is "parallel"; want single, fixed-list or dynamic-list`},
		{`"tier": "judgment", "par`, `"tier": "lead", "par`, `8:46 tier the tier of "consolidate" is "lead"; want judgment or worker` + "\n" +
			`8:149 tier from_tier is "judgment", but the tier of "consolidate" is "lead"`},
		{`"to_tier": "worker"`, `"to_tier": "max"`, `8:176 tier to_tier is "max"; want judgment or worker`},
		{`"label": "consolidate"`, `"label": "consolidate", "model": "opus"`, `8:127 stage-keys the stage "consolidate" names its model`},
		{`"items_key"`, `"item_key"`, `6:3 stage-keys the stage "review" has no "items_key" (name of the list in the context, else in the arguments)` + "\n" +
			`6:102 stage-keys the stage "review" has the key "item_key", which is unknown`},
		{`"label": "consolidate",`, ``, `8:3 stage-keys the stage "consolidate" has no "label" (label of the dispatch)`},
		{`"label": "consolidate"`, `"label": "c", "items_cap": "args.n"`, `8:117 stage-keys the key "items_cap" belongs to dynamic-list; "consolidate" is single`},
		{`"schema": "VERIFY"`, `"schema": "VERDICT"`, `7:92 stage-keys the schema of "verify" is "VERDICT"; want FINDING, FINDINGS, VERIFY, REFUTED_FINDING or REPORT`},
		{`{"phase": "Report"`, `{"phase": "Reprot"`, `8:28 stage-keys the phase of "consolidate" is "Reprot"; the phases are Review, Report`},
		{`"name": "wf"`, `"name": "other"`, `2:10 stage-keys the name is "other", but the file is called "wf.spec.json"`},
		{`"name": "wf"`, `"name": "../wf"`, `2:10 stage-keys the name "../wf" has more than letters, digits, - and _`},
		{`"description"`, `"descripton"`, `1:1 stage-keys the key "description" is missing` + "\n" +
			`3:2 stage-keys the specification has the key "descripton", which is unknown; want name, description, phases, stages, schemas or prompts`},
		{`"verify": {"phase"`, `"review": {"phase"`, `7:3 stage-keys the key "review" stands twice, first in line 6`},
		{`"fallback": null`, `"fallback": true`, `6:173 stage-keys the fallback of "review" is true or false; want null or an object`},
		{`"tier": "worker"}, {`, `"tier": "max"}, {`, `4:56 tier the tier of a phase is "max"; want judgment, worker or lead`},
	} {
		text := strings.Replace(specText, tt.old, tt.new, 1)
		if text == specText {
			t.Fatalf("%s is not in the specification", tt.old)
		}
		_, problems := ReadSpec(file("wf.spec.json", text), nil)
		slices.SortStableFunc(problems, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
		if got := strings.ReplaceAll(show(problems), "wf.spec.json:", ""); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.new, got, tt.want)
		}
	}
}

func TestBrokenSpecs(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 "x.json:1:1 stage-keys the file is no JSON: want a value, found the end of the text",
		"{\n \"stages\": {,}}":             `x.json:2:13 stage-keys the file is no JSON: want a key in double quotes, found ","`,
		`[]`:                               "x.json:1:1 stage-keys the file is neither a workflow specification nor prompts",
		`{"a": 1}`:                         "x.json:1:1 stage-keys the file is neither a workflow specification nor prompts",
		`{"stages": []}`:                   "stages must be an object with at least one stage, in the order of execution",
		`{"stages": {"a b": {}}}`:          `the stage name "a b" has more than letters, digits, - and _`,
		`{"stages": {"a": null}}`:          `the stage "a" is null; want an object`,
		`{"stages": {"a": {}}}`:            `the stage "a" has no "parallelism" (single, fixed-list or dynamic-list)`,
		`{"stages": {}, "phases": [null]}`: "a phase is null; want an object with title, detail and tier",
	} {
		if got := show(Check([]*source.File{file("x.json", text)}, nil)); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestCheckPrompts(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{`{{brief}}`, `{{breif}}`, "2:22 slot the prompt of \"review\" has \"{{breif}}\", which nothing fills; want {{brief}} or {{diffHint}}\n" +
			`2:12 slot the prompt of "review" does not use {{brief}}`},
		{`{{brief}}`, `{{brief}} \u007b{finding}}`, `2:12 slot the prompt of "review" has "{{finding}}", which nothing fills; want {{brief}} or {{diffHint}}`},
		{`{{brief}}`, `{{brief}} {{a b}}`, `2:32 slot the prompt of "review" has "{{a b}}", which nothing fills; want {{brief}} or {{diffHint}}`},
		{`in {{ diffHint }}`, `{{diffHint`, "3:32 slot the prompt of \"verify\" has \"{{diffHint\", which nothing fills; want {{finding}} or {{diffHint}}\n" +
			`3:12 slot the prompt of "verify" does not use {{diffHint}}`},
		{`"verify": "`, `"verfy": "`, "1:1 slot the stage \"verify\" has no prompt\n" +
			`3:2 slot the prompt "verfy" belongs to no stage; the stages are review, verify, consolidate`},
	} {
		spec, _ := ReadSpec(file("wf.spec.json", specText), nil)
		prompts, _ := ReadPrompts(file("p", strings.Replace(promptsText, tt.old, tt.new, 1)))
		if got := strings.ReplaceAll(show(CheckPrompts(spec, prompts)), "p:", ""); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.new, got, tt.want)
		}
	}
}

func TestCopiesOfPrompts(t *testing.T) {
	spec, first := file("wf.spec.json", specText), file("a.prompts.json", promptsText)
	for _, tt := range []struct{ old, new, want string }{
		{`Refute {{finding}}`, `Refute {{finding}} {{brief}}`, `3:12 copies the prompt "verify" differs from a.prompts.json: it has the slot {{brief}}, which is not there`},
		{`Refute {{finding}} in`, `Refute`, `3:12 copies the prompt "verify" differs from a.prompts.json: it lacks the slot {{finding}}`},
		{`Look for`, `Search`, `2:12 copies the prompt "review" differs from a.prompts.json: line 1 of the prompt is "Search {{brief}} in {{diffHint}}", there it is "Look for {{brief}} in {{diffHint}}"`},
		{`"Look for {{brief}} in {{diffHint}}"`, `"Look for {{brief}} in {{diffHint}}\n"`, `2:12 copies the prompt "review" differs from a.prompts.json: it has 2 lines, there are 1`},
		{`"verify":`, `"verfiy":`, "1:1 copies the prompt \"verify\" is missing; a.prompts.json has it\n" + `3:2 copies the prompt "verfiy" is not in a.prompts.json`},
	} {
		copy := file("b.prompts.json", strings.Replace(promptsText, tt.old, tt.new, 1))
		got := strings.ReplaceAll(show(Check([]*source.File{spec, first, copy}, nil)), "b.prompts.json:", "")
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.new, got, tt.want)
		}
	}
}

func TestBeside(t *testing.T) {
	disk := map[string]string{"d/wf.prompts.json": promptsText}
	beside := func(name string) *source.File {
		if text, ok := disk[name]; ok {
			return file(name, text)
		}
		return nil
	}
	spec := []*source.File{file("d/wf.spec.json", specText)}
	if got := show(Check(spec, beside)); got != "" {
		t.Errorf("prompts beside the specification: %s", got)
	}
	disk["d/wf.js"] = "const PROMPTS = {}\n"
	problems := Check(spec, beside)
	if got := show(problems); got != `d/wf.js:1:1 unmarked nothing in this file can be compared with the workflow "wf"` || Failing(problems) {
		t.Errorf("a script without marks: %s", got)
	}
	disk["d/wf.js"] = "const P =\n// judgelint:begin wf.prompts.review\n\"old\"\n// judgelint:end wf.prompts.review\n;\n"
	if got := show(Check(spec, beside)); got != "d/wf.js:2:1 copies the copy of wf.prompts.review differs from d/wf.prompts.json" {
		t.Errorf("a script with an old copy: %s", got)
	}
	delete(disk, "d/wf.prompts.json")
	if got := show(Check(spec, beside)); got != `d/wf.spec.json:2:10 slot the workflow "wf" has no prompts: there is no d/wf.prompts.json and no prompts/wf.prompts.json` {
		t.Errorf("no prompts: %s", got)
	}
}
