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
	// Slots are values that the caller gives to slots by name. They win over
	// every other source.
	Slots map[string]string
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
	// Schemas holds each schema that a dispatch names, but for those that only
	// the host has.
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
	// Agent is the agent whose contract the answer must keep; empty for none.
	Agent string `json:"agent,omitempty"`
	// Writes is true if the work changes files.
	Writes bool `json:"writes,omitempty"`
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
// unknown host, a list that the context must have and lacks, or an *OpenSlots.
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
	if err := p.openSlots(); err != nil {
		return nil, err
	}
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
		for _, slot := range s.Slots {
			if slot.Head == headArgs {
				known = append(known, slot.Path[:min(1, len(slot.Path))]...)
			}
		}
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
	all, shared := valuesOf(items), map[string]string{}
	for _, it := range items {
		it.all, it.shared = all, shared
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

func (p *planner) dispatch(s Stage, it item) (Dispatch, error) {
	prompt, ok := p.Prompts.Of(s.Name)
	if !ok {
		return Dispatch{}, fmt.Errorf("there is no prompt")
	}
	values := p.values(s, it)
	text, open := fill(prompt.Text, values)
	if len(open) > 0 {
		return Dispatch{}, fmt.Errorf("nothing fills %s", strings.Join(open, ", "))
	}
	if schema := p.Spec.Schema(s.Schema); schema != nil && p.plan.Schemas[s.Schema] == nil {
		p.plan.Schemas[s.Schema] = p.schema(schema)
	}
	tier, _ := platform.TierOf(p.Host, s.Tier)
	d := Dispatch{
		Label: s.Prefix + it.label, ID: it.id, Role: platform.RoleOf(s.Name),
		Tier: s.Tier, Model: tier.Model, Effort: tier.Effort, Schema: s.Schema, Prompt: text, Agent: s.Agent, Writes: s.Writes,
	}
	used := slotNames(prompt.Text)
	for _, name := range p.Spec.filled(s) {
		if values[name] == pendingText && slices.Contains(used, name) {
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
func (p *planner) schema(s *Schema) json.RawMessage {
	if platform.StrictSchemas(p.Host) {
		return s.Strict()
	}
	return s.JSON()
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
