package workflow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// Request is what a plan is made of. Spec and Prompts must have passed Check.
type Request struct {
	Spec    *Spec
	Prompts *Prompts
	// Args are what the caller of the workflow gave, Context what is known so
	// far: the data that stages are fed with, and STAGE_result for every stage
	// that has run. Both are objects; nil is an empty one.
	Args, Context *findings.Text
	// Host is one of platform.WorkflowHosts.
	Host string
}

// Plan says what each stage sends out.
type Plan struct {
	Version  int    `json:"version"`
	Workflow string `json:"workflow"`
	Host     string `json:"host"`
	// DispatchBound is the number of dispatches of all stages at most, tries
	// after a failure included; nil if a stage has neither items nor a cap yet.
	DispatchBound *int        `json:"dispatch_bound"`
	Stages        []StagePlan `json:"stages"`
	// Schemas holds each schema that a dispatch names.
	Schemas map[string]json.RawMessage `json:"schemas"`
	// Notes say what is not as one would think: stubs, skipped stages, items
	// past a cap, values that were not used.
	Notes []string `json:"notes"`
	// Problems are places of the context that break their schema.
	Problems []findings.Problem `json:"problems"`
}

// StagePlan is what one stage sends out.
type StagePlan struct {
	Stage       string `json:"stage"`
	Phase       string `json:"phase"`
	Parallelism string `json:"parallelism"`
	// Ready is false as long as a stage before this one has not run: then
	// dispatches hold stubs.
	Ready         bool       `json:"ready"`
	DispatchBound *int       `json:"dispatch_bound"`
	Dispatches    []Dispatch `json:"dispatches"`
	// Overflow are the labels of items past the cap.
	Overflow []string `json:"overflow"`
}

// Dispatch is one piece of work for one agent.
type Dispatch struct {
	Label string `json:"label"`
	// ID is the id of the finding to verify; empty for other work.
	ID     string `json:"id,omitempty"`
	Role   string `json:"role"`
	Tier   string `json:"tier"`
	Model  string `json:"model"`
	Effort string `json:"effort"`
	Schema string `json:"schema"`
	// Pending are the slots whose value is not known yet and whose place in the
	// prompt says so. Send no such prompt.
	Pending  []string         `json:"pending,omitempty"`
	Fallback *FallbackOptions `json:"fallback"`
	Prompt   string           `json:"prompt"`
}

// FallbackOptions are what to try again with if a dispatch fails.
type FallbackOptions struct {
	Tier   string `json:"tier"`
	Model  string `json:"model"`
	Effort string `json:"effort"`
}

// pendingText stands in a prompt for a value that is not known yet. An empty
// list would read as "nothing was found".
const pendingText = "(not known yet: run the stages before this one and plan again)"

// DefaultBase is the base of the change if the arguments name none.
const DefaultBase = "origin/main"

// NewPlan plans every stage of a workflow. The error is about the request: an
// unknown host, a list that the context must have and lacks, a slot that
// nothing fills.
func NewPlan(q Request) (Plan, error) {
	p, err := newPlanner(q)
	if err != nil {
		return Plan{}, err
	}
	p.bound()
	return p.plan, nil
}

// newPlanner plans every stage.
func newPlanner(q Request) (*planner, error) {
	if !slices.Contains(platform.WorkflowHosts(), q.Host) {
		return nil, fmt.Errorf("host %q is unknown; want %s", q.Host, either(platform.WorkflowHosts()))
	}
	p := &planner{Request: q}
	p.plan = Plan{Version: 1, Workflow: q.Spec.Name, Host: q.Host, Stages: []StagePlan{},
		Schemas: map[string]json.RawMessage{}, Notes: []string{}, Problems: []findings.Problem{}}
	if q.Args == nil {
		p.Args = mustText("{}")
	}
	if q.Context == nil {
		p.Context = mustText("{}")
	}
	p.plan.Problems = append(append(p.plan.Problems, p.Args.Doubles()...), p.Context.Doubles()...)
	p.diffHint = "git diff " + p.base() + "...HEAD"
	p.misspelled()
	for _, s := range q.Spec.Stages {
		if err := p.stage(s); err != nil {
			return nil, fmt.Errorf("stage %q: %w", s.Name, err)
		}
	}
	return p, nil
}

type planner struct {
	Request
	plan     Plan
	diffHint string
	// reviews are what the verifying stages so far work on.
	reviews []reviewState
}

// item is one element of the list of a stage.
type item struct {
	// label follows the prefix, id is that of a finding.
	label, id string
	// values are the slots that belong to the item.
	values map[string]string
}

func (p *planner) note(format string, args ...any) {
	p.plan.Notes = append(p.plan.Notes, fmt.Sprintf(format, args...))
}

// base returns the base of the change. What enters a prompt has the shape of a
// git ref: anything else is told and not used.
func (p *planner) base() string {
	v := p.Args.Find("base")
	if v == nil || v.Is(jsontree.Null) {
		return DefaultBase
	}
	if v.Is(jsontree.String) && IsBaseRef(v.Text) {
		return v.Text
	}
	shown := v.Kind.String()
	if v.Is(jsontree.String) {
		shown = strconv.Quote(short(v.Text))
	}
	p.note("args.base is %s, which has not the shape of a git ref; %s is used", shown, DefaultBase)
	return DefaultBase
}

// misspelled tells arguments that nothing reads and that look like one that
// something does: a cap under another name is the default.
func (p *planner) misspelled() {
	known := []string{"base", "brief"}
	for _, s := range p.Spec.Stages {
		known = append(known, s.CapField, s.Key)
	}
	for _, key := range p.Args.Root().Keys {
		if help := nearHelp(key.Name, known); help != "" && !slices.Contains(known, key.Name) {
			p.note("args.%s is used by nothing; %s", findings.Printable(key.Name), help)
		}
	}
}

// IsBaseRef reports whether text can stand for a base in a prompt and in a
// command line: word characters, dot, tilde, caret, slash and hyphen, no two
// dots, not beginning with a hyphen, at most 200 bytes.
func IsBaseRef(text string) bool {
	ok := func(r rune) bool {
		return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune("_.~^/-", r)
	}
	return text != "" && len(text) <= 200 && text[0] != '-' && !strings.Contains(text, "..") &&
		strings.IndexFunc(text, func(r rune) bool { return !ok(r) }) < 0
}

func (p *planner) stage(s Stage) error {
	out := StagePlan{Stage: s.Name, Phase: s.Phase, Parallelism: s.Parallelism, Ready: true, Dispatches: []Dispatch{}, Overflow: []string{}}
	items, err := p.items(s, &out)
	if err != nil {
		return err
	}
	for _, it := range items {
		d, err := p.dispatch(s, it)
		if err != nil {
			return err
		}
		out.Ready = out.Ready && len(d.Pending) == 0
		out.Dispatches = append(out.Dispatches, d)
	}
	if n := out.DispatchBound; n != nil && s.Fallback != nil {
		*n *= 2
	}
	p.plan.Stages = append(p.plan.Stages, out)
	return nil
}

// items returns what the stage works on, and sets the bound of out.
func (p *planner) items(s Stage, out *StagePlan) ([]item, error) {
	var items []item
	switch s.Parallelism {
	case Single:
		items = []item{{label: s.Label, values: p.single(s)}}
	case FixedList:
		where := p.Context
		if where.Find(s.Key) == nil {
			where = p.Args
		}
		list := where.Find(s.Key)
		if !list.Is(jsontree.List) {
			return nil, fmt.Errorf("neither the context nor the arguments have the list %q", s.Key)
		}
		items = listItems(where.File, list)
		if len(items) == 0 {
			p.note("%s: %s is empty, the stage is skipped", s.Name, s.Key)
		}
	case DynamicList:
		return p.dynamic(s, out)
	}
	out.DispatchBound = ptr(len(items))
	return items, nil
}

func ptr(n int) *int { return &n }

func (p *planner) single(s Stage) map[string]string {
	values := map[string]string{}
	if brief := p.Args.Find("brief"); brief.Is(jsontree.String) {
		values["brief"] = brief.Text
	}
	return values
}

// dynamic resolves the items of a dynamic-list stage: the reducer is looked up
// first, the source is resolved, reduced and capped.
func (p *planner) dynamic(s Stage, out *StagePlan) ([]item, error) {
	if s.Transform != "" {
		if _, err := findings.LookupTransform(s.Transform); err != nil {
			return nil, err
		}
	}
	limit := capOf(s, p.Args)
	list := p.Context.Find(s.Source)
	if !list.Is(jsontree.List) {
		p.note("%s: %s is no list yet: one stub stands for its items, and no reducer is applied", s.Name, s.Source)
		out.Ready = false
		if limit > 0 {
			out.DispatchBound = ptr(limit)
		}
		p.remember(s, reviewState{})
		return []item{{label: "*", values: map[string]string{"finding": pendingText, "brief": pendingText}}}, nil
	}
	items, overflow := p.resolved(s, list, limit)
	for _, it := range overflow {
		out.Overflow = append(out.Overflow, s.Prefix+it.label)
	}
	if len(overflow) > 0 {
		p.note("%s: %d of %d items are past the cap of %d", s.Name, len(overflow), len(items)+len(overflow), limit)
	}
	if len(items) == 0 {
		p.note("%s: there are no items, the stage is skipped", s.Name)
	}
	out.DispatchBound = ptr(len(items))
	return items, nil
}

// capOf returns the number of items at most; 0 means no limit.
func capOf(s Stage, args *findings.Text) int {
	return findings.CapOf(args, s.CapField, s.DefaultCap)
}

func (p *planner) resolved(s Stage, list *jsontree.Value, limit int) (items, overflow []item) {
	if s.Transform == "" {
		if s.Schema == findings.SchemaVerify {
			p.note("%s: it has no items_transform, so no report can tell which findings its verdicts are about", s.Name)
		}
		return findings.Cap(listItems(p.Context.File, list), limit)
	}
	reports, _ := findings.ReportsAt(p.Context, s.Source)
	plan, err := findings.NewPlan(reports, findings.Options{Transform: s.Transform, Cap: limit, Names: p.workers(s)})
	if err != nil {
		panic(err) // the transform was looked up before
	}
	p.plan.Problems = append(p.plan.Problems, reports.Problems...)
	p.remember(s, reviewState{known: true, plan: plan})
	return findingItems(plan.Items), findingItems(plan.Overflow)
}

// workers returns the names of those who wrote the reports: the labels of
// their stage without its prefix.
func (p *planner) workers(s Stage) []string {
	var names []string
	for i, done := range p.plan.Stages {
		if done.Stage+"_result" != s.Source {
			continue
		}
		for _, d := range done.Dispatches {
			names = append(names, strings.TrimPrefix(d.Label, p.Spec.Stages[i].Prefix))
		}
	}
	return names
}

func findingItems(list []findings.Item) []item {
	items := make([]item, len(list))
	for i, f := range list {
		items[i] = item{label: f.Place(), id: f.ID, values: map[string]string{"finding": asJSON(f.Finding)}}
	}
	return items
}

// listItems takes a list as it is. An element is a text, or an object whose
// name (or key, label, id) is its label and whose brief is what to do.
func listItems(f *source.File, list *jsontree.Value) []item {
	var items []item
	for i := range list.Items {
		v := &list.Items[i]
		raw := string(f.Text(v.Span))
		it := item{label: strconv.Itoa(i + 1), values: map[string]string{"brief": raw, "finding": raw}}
		if v.Is(jsontree.String) {
			it.label, it.values["brief"] = v.Text, v.Text
		}
		for _, key := range []string{"id", "label", "key", "name"} {
			if name := v.Get(key).Str(); name != "" {
				it.label = name
			}
		}
		if v.Get("file").Is(jsontree.String) && v.Get("line") != nil {
			it.label = v.Get("file").Text + ":" + v.Get("line").Text
		}
		if brief := v.Get("brief").Str(); brief != "" {
			it.values["brief"] = brief
		}
		it.label = findings.Printable(it.label)
		items = append(items, it)
	}
	return items
}

func (p *planner) dispatch(s Stage, it item) (Dispatch, error) {
	prompt, ok := p.Prompts.Of(s.Name)
	if !ok {
		return Dispatch{}, fmt.Errorf("there is no prompt")
	}
	values := it.values
	values["diffHint"] = p.diffHint
	if s.Schema == findings.SchemaReport {
		p.reportValues(values)
	}
	text, open := fill(prompt.Text, values)
	if len(open) > 0 {
		return Dispatch{}, fmt.Errorf("nothing fills %s", strings.Join(open, ", "))
	}
	if p.plan.Schemas[s.Schema] == nil {
		p.plan.Schemas[s.Schema] = p.schema(s.Schema)
	}
	tier, _ := platform.TierOf(p.Host, s.Tier)
	d := Dispatch{
		Label: s.Prefix + it.label, ID: it.id, Role: platform.RoleOf(s.Name),
		Tier: s.Tier, Model: tier.Model, Effort: tier.Effort, Schema: s.Schema, Prompt: text,
	}
	for _, name := range SlotsOf(s.Schema) {
		if values[name] == pendingText {
			d.Pending = append(d.Pending, name)
		}
	}
	if s.Parallelism == Single {
		d.Label = s.Label
	}
	if f := s.Fallback; f != nil {
		to, _ := platform.TierOf(p.Host, f.To)
		d.Fallback = &FallbackOptions{Tier: f.To, Model: to.Model, Effort: to.Effort}
		if f.PreserveEffort {
			d.Fallback.Effort = tier.Effort
		}
	}
	return d, nil
}

// schema returns a schema as the host takes it.
func (p *planner) schema(name string) json.RawMessage {
	if platform.StrictSchemas(p.Host) {
		return findings.StrictSchema(name)
	}
	return findings.Schema(name)
}

// bound adds up the stages.
func (p *planner) bound() {
	sum := 0
	for _, s := range p.plan.Stages {
		if s.DispatchBound == nil {
			p.note("%s: neither items nor a cap are known, so the number of dispatches has no bound", s.Stage)
			return
		}
		sum += *s.DispatchBound
	}
	p.plan.DispatchBound = &sum
}

// mustText reads JSON of our own.
func mustText(text string) *findings.Text {
	t, err := findings.ReadText(source.NewFile("{}", []byte(text)))
	if err != nil {
		panic(err)
	}
	return t
}

func asJSON(v any) string {
	out, err := findings.Marshal(v, 0)
	if err != nil {
		panic(err) // findings are texts
	}
	return strings.TrimSuffix(string(out), "\n")
}
