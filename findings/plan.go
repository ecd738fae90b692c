package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// Item is a finding that is to be verified.
type Item struct {
	// ID is the first twelve hexadecimal digits of the hash of the key.
	ID string `json:"id"`
	Finding
}

// DeadWorker is a worker whose report cannot be read.
type DeadWorker struct {
	// Worker counts from 1, in the order of the reports.
	Worker int `json:"worker"`
	// Name is empty if the caller gave none.
	Name   string `json:"name,omitempty"`
	Reason string `json:"reason"`
}

// Plan is what is to be verified, and everything else that was reported.
type Plan struct {
	Version int `json:"version"`
	// Items are verified, in the order in which they were first reported.
	Items []Item `json:"items"`
	// Overflow are the must-fix findings past the cap. They stay unverified.
	Overflow []Item `json:"overflow"`
	// Raw are the findings that are not must-fix, for the consolidating stage.
	Raw []Finding `json:"raw"`
	// Workers is the number of reports, dead ones included.
	Workers     int          `json:"workers"`
	DeadWorkers []DeadWorker `json:"dead_workers"`
	// NullFindings is the number of null findings that were skipped.
	NullFindings int `json:"null_findings"`
	// CoverageNote says in words what the review does not cover; empty if it
	// covers everything.
	CoverageNote string `json:"coverage_note"`
	// DispatchBound is the number of verifiers that will be started at most.
	DispatchBound int `json:"dispatch_bound"`
	// Problems are never nil.
	Problems []Problem `json:"problems"`
}

// DefaultCap is the number of findings that are verified at most, if nobody
// says otherwise.
const DefaultCap = 12

// CapOf returns the number that the arguments of a workflow hold in field, if
// it is a positive whole number, else fallback. args may be nil.
func CapOf(args *Text, field string, fallback int) int {
	if args == nil || field == "" {
		return fallback
	}
	v := args.Root().Get(field)
	if !v.Is(jsontree.Number) {
		return fallback
	}
	if n := Whole(v.Text); n > 0 {
		return n
	}
	return fallback
}

// Options steer NewPlan.
type Options struct {
	// Transform is the reducer; "" means must_fix_deduped.
	Transform string
	// Cap is the number of items at most; 0 means no limit.
	Cap int
	// Names are the names of the workers, in the order of the reports. Fewer
	// names than reports leave the rest without a name.
	Names []string
}

// NewPlan reduces reports to the items that are to be verified. An unknown
// transform is an error, told before the reports are looked at.
func NewPlan(reports Reports, o Options) (Plan, error) {
	transform, err := LookupTransform(o.Transform)
	if err != nil {
		return Plan{}, err
	}
	kept, overflow := Cap(withIDs(transform.apply(reports.List)), o.Cap)
	p := Plan{
		Version:       1,
		Items:         kept,
		Overflow:      overflow,
		Raw:           []Finding{},
		Workers:       len(reports.List),
		DeadWorkers:   []DeadWorker{},
		DispatchBound: len(kept),
		Problems:      append([]Problem{}, reports.Problems...),
	}
	for i, r := range reports.List {
		p.NullFindings += r.Nulls
		if r.Dead != "" {
			p.DeadWorkers = append(p.DeadWorkers, DeadWorker{i + 1, nameOf(o.Names, i), r.Dead})
		}
		for _, f := range r.Findings {
			if f.Severity != MustFix && transform.mustFix {
				p.Raw = append(p.Raw, f)
			}
		}
	}
	p.CoverageNote = p.coverage(0)
	return p, nil
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return ""
}

// withIDs gives each finding its id. Keys that were made to collide get ids of
// their own, so that no verdict can speak for two findings.
func withIDs(list []Finding) []Item {
	items := make([]Item, len(list))
	seen := make(map[string]bool, len(list))
	for i, f := range list {
		key := f.Key()
		id := key.ID()
		for n := 1; seen[id]; n++ {
			id = key.id(n)
		}
		seen[id] = true
		items[i] = Item{id, f}
	}
	return items
}

// Cap splits a list after n elements; n of 0 or less means no limit. Neither
// part is nil.
func Cap[T any](list []T, n int) (kept, overflow []T) {
	if n <= 0 || n >= len(list) {
		return append([]T{}, list...), []T{}
	}
	return append([]T{}, list[:n]...), append([]T{}, list[n:]...)
}

// coverage says what was not looked at; deadVerifiers is 0 before the
// verifiers ran.
func (p *Plan) coverage(deadVerifiers int) string {
	var gaps []string
	switch n := len(p.DeadWorkers); {
	case n > 0 && p.Workers >= n:
		gaps = append(gaps, fmt.Sprintf("%d of %d reviewers returned no report (%s)", n, p.Workers, p.deadNames()))
	case n > 0:
		gaps = append(gaps, fmt.Sprintf("reviewers returned no report (%s)", p.deadNames()))
	case p.noneLived():
		gaps = append(gaps, "there was no reviewer")
	}
	if n := p.NullFindings; n > 0 {
		gaps = append(gaps, count(n, "null finding was skipped", "null findings were skipped"))
	}
	if n := len(p.Overflow); n > 0 {
		gaps = append(gaps, count(n, "must-fix finding past the cap was not verified", "must-fix findings past the cap were not verified"))
	}
	if deadVerifiers > 0 {
		gaps = append(gaps, count(deadVerifiers, "verifier returned no verdict", "verifiers returned no verdict"))
	}
	if len(gaps) == 0 {
		return ""
	}
	return "not covered: " + strings.Join(gaps, "; ")
}

func (p *Plan) deadNames() string {
	const most = 20
	var names []string
	for i, d := range p.DeadWorkers {
		if i == most {
			return strings.Join(names, ", ") + fmt.Sprintf(" and %d more", len(p.DeadWorkers)-most)
		}
		name := Printable(d.Name)
		if name == "" {
			name = fmt.Sprintf("number %d", d.Worker)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// noneLived reports whether there is no report of a living worker behind the
// plan. A plan without a number of workers has the benefit of what it holds.
func (p *Plan) noneLived() bool {
	if p.Workers > 0 {
		return len(p.DeadWorkers) >= p.Workers
	}
	return len(p.Items)+len(p.Overflow)+len(p.Raw) == 0
}

// ReadPlan reads what NewPlan made and a caller kept as JSON. The error names
// the first place that no plan has: without its plan, verdicts mean nothing.
func ReadPlan(t *Text) (Plan, error) {
	problems := append(t.Doubles(), t.check(t.Root(), schemas()[schemaPlan], nil)...)
	if len(problems) > 0 {
		return Plan{}, fmt.Errorf("%v", problems[0])
	}
	root := t.Root()
	if v := root.Get("version"); v.Text != "1" {
		return Plan{}, fmt.Errorf("%v", t.at(KindSchema, v.Span.Start, "is %s; this judgelint reads plans of version 1", shown(v)))
	}
	p := Plan{
		Version:      1,
		Items:        t.items(root.Get("items")),
		Overflow:     t.items(root.Get("overflow")),
		Raw:          t.findings(root.Get("raw")),
		Workers:      number(root.Get("workers")),
		DeadWorkers:  []DeadWorker{},
		NullFindings: number(root.Get("null_findings")),
		Problems:     []Problem{},
	}
	p.DispatchBound = len(p.Items)
	for _, v := range root.Get("dead_workers").Items {
		p.DeadWorkers = append(p.DeadWorkers, DeadWorker{number(v.Get("worker")), v.Get("name").Str(), v.Get("reason").Str()})
	}
	if list := root.Get("problems"); list != nil {
		for _, v := range list.Items {
			p.Problems = append(p.Problems, Problem{Kind: v.Get("kind").Str(), File: v.Get("file").Str(), Line: number(v.Get("line")),
				Path: v.Get("path").Str(), Message: v.Get("message").Str(), Help: v.Get("help").Str()})
		}
	}
	p.CoverageNote = p.coverage(0)
	return p, t.uniqueIDs(root)
}

// uniqueIDs refuses a plan in which one id stands for two items.
func (t *Text) uniqueIDs(root *jsontree.Value) error {
	seen := make(map[string]bool, len(root.Get("items").Items)+len(root.Get("overflow").Items))
	for _, list := range []string{"items", "overflow"} {
		for _, v := range root.Get(list).Items {
			id := v.Get("id")
			if seen[id.Text] {
				return fmt.Errorf("%v", t.at(KindSchema, id.Span.Start, "the id %q stands for two items", id.Text))
			}
			seen[id.Text] = true
		}
	}
	return nil
}

func (t *Text) items(list *jsontree.Value) []Item {
	items := make([]Item, 0, len(list.Items))
	for i := range list.Items {
		items = append(items, Item{list.Items[i].Get("id").Str(), decode(&list.Items[i], t.File.Src)})
	}
	return items
}

// findings reads a list that may be absent; nulls are left out.
func (t *Text) findings(list *jsontree.Value) []Finding {
	found := []Finding{}
	if list.Is(jsontree.List) {
		found = slices.Grow(found, len(list.Items))
		for i := range list.Items {
			if v := &list.Items[i]; v.Is(jsontree.Object) {
				found = append(found, decode(v, t.File.Src))
			}
		}
	}
	return found
}

// number returns a whole number, or 0 for none and for one that is too large.
func number(v *jsontree.Value) int {
	if !v.Is(jsontree.Number) {
		return 0
	}
	return Whole(v.Text)
}
