package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

// flow is a workflow as a program.
type flow struct {
	opt Options
	q   workflow.Request
	// given are the members of the caller's context.
	given map[string]json.RawMessage
}

// NewFlow returns a run of a workflow. Spec and prompts of q have passed
// workflow.Load. The error is about the request.
func NewFlow(q workflow.Request, o Options) (*Run, error) {
	q.Host = "claude" // of what depends on it only the form of schemas is used
	if o.Host.Strict {
		q.Host = "codex"
	}
	f := &flow{opt: o, q: q, given: map[string]json.RawMessage{}}
	if c := q.Context; c != nil {
		for i, key := range c.Root().Keys {
			if _, twice := f.given[key.Name]; !twice { // as everybody reads it
				f.given[key.Name] = json.RawMessage(c.File.Text(c.Root().Items[i].Span))
			}
		}
	}
	for _, s := range q.Spec.Stages {
		if q.Spec.Schema(s.Schema) == nil {
			return nil, fmt.Errorf("stage %q: the schema %q is known to no file here; put it into schemas of the specification, or beside it as schemas/%s.schema.json",
				s.Name, s.Schema, strings.TrimSuffix(s.Schema, "_SCHEMA"))
		}
		if s.Agent != "" { // before anybody is asked
			if err := o.bind(&task{agent: s.Agent}); err != nil {
				return nil, fmt.Errorf("stage %q: %w", s.Name, err)
			}
		}
	}
	if _, err := f.plan(nil); err != nil {
		return nil, err
	}
	return newRun(f, o), nil
}

func newRun(p program, o Options) *Run {
	r := &Run{opt: o, prog: p, past: newHistory(), id: p.identity()}
	r.id.Tree = o.Tree
	return r
}

func (f *flow) identity() Identity {
	of := func(t *findings.Text) string {
		if t == nil {
			return ""
		}
		return digest(t.File.Src)
	}
	// Schemas may stand in files of their own.
	spec := slices.Clone(f.q.Spec.File.Src)
	for _, s := range f.q.Spec.Stages {
		spec = append(spec, f.q.Spec.Schema(s.Schema).JSON()...)
	}
	id := Identity{Workflow: f.q.Spec.Name, Spec: digest(spec), Prompts: digest(f.q.Prompts.File.Src), Args: of(f.q.Args), Context: of(f.q.Context)}
	if len(f.q.Slots) > 0 {
		slots, err := json.Marshal(f.q.Slots) // sorted by name
		if err != nil {
			panic(err) // texts have JSON
		}
		id.Slots = digest(slots)
	}
	return id
}

// request is the request with the results so far in its context.
func (f *flow) request(results map[string][]json.RawMessage) (workflow.Request, error) {
	all := maps.Clone(f.given)
	for _, s := range f.q.Spec.Stages {
		list, ok := results[s.Name]
		if !ok {
			continue
		}
		var value any = list
		if s.Parallelism == workflow.Single && len(list) == 1 {
			value = list[0]
		}
		data, err := json.Marshal(value)
		if err != nil {
			return workflow.Request{}, err
		}
		all[s.ResultKey()] = data
	}
	data, err := json.Marshal(all)
	if err != nil {
		return workflow.Request{}, err
	}
	q := f.q
	q.Context, err = findings.ReadText(source.NewFile("context", data))
	return q, err
}

func (f *flow) plan(results map[string][]json.RawMessage) (workflow.Plan, error) {
	q, err := f.request(results)
	if err != nil {
		return workflow.Plan{}, err
	}
	return workflow.NewPlan(q)
}

// over reports whether a stage has results: of this run, or given by the
// caller.
func (f *flow) over(s workflow.Stage, results map[string][]json.RawMessage) bool {
	_, done := results[s.Name]
	return done || f.given[s.ResultKey()] != nil
}

func (f *flow) next(results map[string][]json.RawMessage) (*stage, string, error) {
	var plan workflow.Plan
	for i, s := range f.q.Spec.Stages {
		if f.over(s, results) {
			continue
		}
		var err error
		if plan, err = f.plan(results); err != nil {
			return nil, "", err
		}
		next, err := f.stage(s, plan.Stages[i], &plan)
		if err == nil && !plan.Stages[i].Ready {
			return next, f.waits(s, plan.Stages[i]), nil
		}
		return next, "", err
	}
	return nil, "", nil
}

// waits says what a stage that is not ready lacks.
func (f *flow) waits(s workflow.Stage, p workflow.StagePlan) string {
	if s.Source != "" {
		return fmt.Sprintf("its items come from %s, which is no list", s.Source)
	}
	for _, d := range p.Dispatches {
		if len(d.Pending) > 0 {
			return "nothing fills " + strings.Join(d.Pending, ", ")
		}
	}
	return "a stage before it has no answer"
}

func (f *flow) stage(s workflow.Stage, p workflow.StagePlan, plan *workflow.Plan) (*stage, error) {
	out := &stage{name: s.Name}
	schema := f.q.Spec.Schema(s.Schema)
	for _, d := range p.Dispatches {
		t := &task{stage: s.Name, item: d.Label, prompt: d.Prompt, schema: plan.Schemas[d.Schema], tier: d.Tier, agent: d.Agent, writes: d.Writes}
		if s.Parallelism != workflow.Single {
			t.item = strings.TrimPrefix(d.Label, s.Prefix)
		}
		if s.Fallback != nil {
			t.fallback, t.keepEffort = s.Fallback.To, s.Fallback.PreserveEffort
		}
		t.judge = func(text []byte) judged { return judgeSchema(text, schema) }
		if t.agent != "" {
			if err := f.opt.bind(t); err != nil {
				return nil, err
			}
		}
		out.tasks = append(out.tasks, t)
	}
	distinct(out.tasks)
	return out, nil
}

// judgeSchema holds an answer against a schema.
func judgeSchema(text []byte, schema *workflow.Schema) judged {
	value, wrong := contract.Object(source.NewFile("answer", text))
	if wrong != "" {
		return judged{wrong: []string{wrong}}
	}
	t, err := findings.ReadText(source.NewFile("answer", value))
	if err != nil {
		return judged{wrong: []string{err.Error()}}
	}
	if problems := schema.Check(t); len(problems) > 0 {
		return judged{wrong: words(problems)}
	}
	return judged{result: compact(t)}
}

// words are the problems of an answer as its author reads them.
func words(problems []findings.Problem) []string {
	const most = 20
	var lines []string
	for _, p := range problems[:min(len(problems), most)] {
		p.File = "" // the author knows no file
		lines = append(lines, p.String())
	}
	if n := len(problems) - most; n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more like these", n))
	}
	return lines
}

// compact is the value of a text on one line, with its own words.
func compact(t *findings.Text) json.RawMessage {
	data, err := json.Marshal(json.RawMessage(t.File.Src))
	if err != nil {
		// Our reader takes what encoding/json refuses only in strings that are no
		// UTF-8; then the text stands for itself.
		return slices.Clone(t.File.Src)
	}
	return data
}
