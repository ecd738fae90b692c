package workflow

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
)

// onDisk reads files below testdata.
func onDisk(name string) *source.File {
	src, err := os.ReadFile(path.Join("testdata", name))
	if err != nil {
		return nil
	}
	return source.NewFile(name, src)
}

func spec3(t *testing.T, name string) (*Spec, *Prompts, []Problem) {
	t.Helper()
	f := onDisk("workflows/specs/" + name + ".spec.json")
	if f == nil {
		t.Fatalf("no specification of %s", name)
	}
	s, p, problems := Load([]*source.File{f}, onDisk)
	if s == nil || p == nil {
		t.Fatalf("%s:\n%s", name, show(problems))
	}
	return s, p, problems
}

func textOf(t *testing.T, text string) *findings.Text {
	t.Helper()
	v, err := findings.ReadText(file("context.json", text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Workflows in the layout of sister folders: what only their host has is told
// and is no mistake, and with its slots given each of them can be planned.
func TestLayouts(t *testing.T) {
	for name, tt := range map[string]struct{ told, context string }{
		"changes": {`workflows/prompts/changes.prompts.json:3:21 host the prompt of "review" has {{scope}}, which only the host of the workflow fills
workflows/prompts/changes.prompts.json:4:21 host the prompt of "verify" has {{scope}}, which only the host of the workflow fills`,
			`{"dimensions": ["bugs"]}`},
		"codebase": {`workflows/specs/codebase.spec.json:12:98 host the schema of "scout" is SCOUT_SCHEMA, which is the host's: no answer can be checked here
workflows/prompts/codebase.prompts.json:2:31 host the prompt of "scout" has {{root}} and {{maxAreas}}, which only the host of the workflow fills
workflows/prompts/codebase.prompts.json:3:35 host the prompt of "area_review" has {{areaName}}, {{areaPaths}} and {{repoMap}}, which only the host of the workflow fills
workflows/prompts/codebase.prompts.json:4:63 host the prompt of "architecture_review" has {{repoMap}}, which only the host of the workflow fills
workflows/prompts/codebase.prompts.json:5:44 host the prompt of "verify" has {{root}}, which only the host of the workflow fills
workflows/prompts/codebase.prompts.json:6:25 host the prompt of "synthesize" has {{mappedAreas}}, which only the host of the workflow fills`,
			`{}`},
		"map": {"", `{}`},
	} {
		spec, prompts, problems := spec3(t, name)
		if got := show(problems); got != tt.told {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.told)
		}
		q := Request{Spec: spec, Prompts: prompts, Host: "claude", Context: textOf(t, tt.context), Slots: map[string]string{}}
		_, err := NewPlan(q)
		if open, ok := err.(*OpenSlots); ok {
			for _, slot := range open.Names {
				q.Slots[slot] = "value of " + slot
			}
		} else if err != nil || name != "map" {
			t.Errorf("%s: %v, want slots that are open", name, err)
		}
		plan, err := NewPlan(q)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, s := range plan.Stages {
			for _, d := range s.Dispatches {
				if strings.Contains(d.Prompt, "{{") {
					t.Errorf("%s %s: %s", name, d.Label, d.Prompt)
				}
			}
		}
	}
}

// The map, from its first stage to its last.
func TestMapRuns(t *testing.T) {
	spec, prompts, _ := spec3(t, "map")
	plan := func(context string) Plan {
		t.Helper()
		p, err := NewPlan(Request{Spec: spec, Prompts: prompts, Host: "claude", Context: textOf(t, context), Args: textOf(t, `{"areas": 2}`)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := plan(`{}`)
	if got := p.Stages[0].Dispatches[0]; !p.Stages[0].Ready || got.Prompt != "List the areas of ., at most 2." {
		t.Errorf("scout: %+v", got)
	}
	if d := p.Stages[1].Dispatches[0]; p.Stages[1].Ready || !slices.Equal(d.Pending, []string{"areaName", "areaPaths", "repoMap"}) {
		t.Errorf("area_map before the scout: %+v", d)
	}
	scout := `"scout_result": {"areas": [{"name": "core", "paths": ["a", "b"]}, {"name": "ui", "paths": []}, {"name": "docs", "paths": ["d"]}], "dropped": ["vendor", "gen"]}`
	p = plan("{" + scout + "}")
	if got := p.Stages[1].Dispatches[0]; got.Label != "area:core" || !p.Stages[1].Ready ||
		got.Prompt != "Say what core is for:\na\nb\nAll areas: "+`[{"name":"core","paths":["a","b"]},{"name":"ui","paths":[]},{"name":"docs","paths":["d"]}]` {
		t.Errorf("area_map: %+v", got)
	}
	if got := p.Stages[1].Overflow; !slices.Equal(got, []string{"area:docs"}) {
		t.Errorf("past the cap: %v", got)
	}
	if d := p.Stages[2].Dispatches[0]; p.Stages[2].Ready || !slices.Equal(d.Pending, []string{"mapped", "purposes", "coverageNote"}) {
		t.Errorf("atlas before the map: %+v", d)
	}
	p = plan("{" + scout + `, "area_map_result": [{"purpose": "the engine", "entryPoints": []}, null]}`)
	last := p.Stages[2].Dispatches[0]
	if want := "Write the atlas of 2 areas.\nthe engine\nWithout a map: area:ui. Left out: vendor; gen."; last.Prompt != want || !p.Stages[2].Ready {
		t.Errorf("atlas: %s", last.Prompt)
	}
	if last.Agent != "cartographer" || !last.Writes {
		t.Errorf("atlas: %+v", last)
	}
	for name, want := range map[string]string{"MAP": `{"type":"object","required":["areas","dropped"],`, "AREA_MAP": `{"type":"object","required":["purpose","entryPoints"],`} {
		if got := string(p.Schemas[name]); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestSchemaOfItsOwn(t *testing.T) {
	spec, _, _ := spec3(t, "map")
	s := spec.Schema("AREA_MAP_SCHEMA")
	if s == nil || s.Name() != "AREA_MAP" || spec.Schema("AREA_MAP") != s || spec.Schema("NONE") != nil {
		t.Fatalf("%+v", s)
	}
	for answer, want := range map[string]string{
		`{"purpose": "p", "entryPoints": ["a"]}`:            "",
		"{\"purpose\": \"\",\n \"entryPoints\": [\"a b\"]}": "context.json:1: $.purpose: has 0 characters; want at least 1 context.json:2: $.entryPoints[0]: is \"a b\"; want a text that matches \"^[^\\\\s]+$\"",
		`{"purpose": "p"}`: `context.json:1: $: the key "entryPoints" is missing`,
		`null`:             "context.json:1: $: is null; want an object",
	} {
		var got []string
		for _, p := range s.Check(textOf(t, answer)) {
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s:\n%s\nwant\n%s", answer, strings.Join(got, " "), want)
		}
	}
	strict := string(spec.Schema("MAP").Strict())
	if !strings.Contains(strict, `"paths":{"type":"array","items":{"type":"string"}}},"required":["name","paths"],"additionalProperties":false}`) &&
		!strings.Contains(strict, `"additionalProperties":false}},"dropped"`) {
		t.Errorf("strict: %s", strict)
	}
	if got := spec.Schema("VERIFY").Check(textOf(t, `{"confirmed": true, "note": "n", "id": "1"}`)); len(got) > 0 {
		t.Errorf("VERIFY: %v", got)
	}
}

// What a result lacks leaves its slot empty, and that is told: once for what
// all items share, else for each.
func TestMissingValues(t *testing.T) {
	spec, prompts, _ := spec3(t, "map")
	p, err := NewPlan(Request{Spec: spec, Prompts: prompts, Host: "claude",
		Context: textOf(t, `{"scout_result": {"areas": [{"paths": ["a"]}, {"name": null, "paths": null}]}, "area_map_result": [{}, null]}`)})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"area_map: item.name is not there, so {{areaName}} is empty for 1",
		"area_map: item.name is not there, so {{areaName}} is empty for 2",
		"area_map: item.paths is not there, so {{areaPaths}} is empty for 2",
	}
	if !slices.Equal(p.Notes, want) {
		t.Errorf("notes %q", p.Notes)
	}
	if got := p.Stages[2].Dispatches[0].Prompt; got != "Write the atlas of 2 areas.\n\nWithout a map: area:2. Left out: nothing." {
		t.Errorf("atlas: %q", got)
	}
}

// A given value wins, and a plan of many items takes a time that grows with
// what it holds.
func TestManyItems(t *testing.T) {
	spec, prompts, _ := spec3(t, "map")
	var areas []string
	for range 2000 {
		areas = append(areas, `{"name": "n", "paths": ["p"]}`)
	}
	p, err := NewPlan(Request{Spec: spec, Prompts: prompts, Host: "codex", Args: textOf(t, `{"areas": 5000}`), Slots: map[string]string{"repoMap": "the map {{areaName}}"},
		Context: textOf(t, `{"scout_result": {"areas": [`+strings.Join(areas, ",")+`]}}`)})
	if err != nil {
		t.Fatal(err)
	}
	if d := p.Stages[1].Dispatches; len(d) != 2000 || d[1999].Prompt != "Say what n is for:\np\nAll areas: the map {{areaName}}" {
		t.Errorf("%d dispatches, %q", len(d), d[len(d)-1].Prompt)
	}
}
