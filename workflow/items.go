package workflow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsontree"
)

// item is one element of the list of a stage.
type item struct {
	// label follows the prefix, id is that of a finding.
	label, id string
	// value is the element; nil for a single stage and for a stub.
	value *jsontree.Value
	// values are the slots that an item brings; nil for a stub.
	values map[string]string
	// all are the items of the stage, shared the slots that all of them have in
	// common, as soon as they are known.
	all    *jsontree.Value
	shared map[string]string
}

// valuesOf returns the elements that items stand for as one list; nil if they
// are stubs.
func valuesOf(items []item) *jsontree.Value {
	list := &jsontree.Value{Kind: jsontree.List, Items: []jsontree.Value{}}
	for _, it := range items {
		if it.value == nil {
			return nil
		}
		list.Items = append(list.Items, *it.value)
	}
	return list
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
		items = listItems(list, s.ItemLabel)
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
	list := p.list(s)
	if list == nil {
		p.note("%s: %s is no list yet: one stub stands for its items, and no reducer is applied", s.Name, s.Source)
		out.Ready = false
		if limit > 0 {
			out.DispatchBound = ptr(limit)
		}
		p.remember(s, reviewState{})
		return []item{{label: "*"}}, nil
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

// list returns the list that a dynamic-list stage works on; nil if it is not
// there yet. The one report of a single stage is a list of one.
func (p *planner) list(s Stage) *jsontree.Value {
	steps := strings.Split(s.Source, ".")
	root := p.Context.Root()
	if steps[0] == headArgs && root.Get(headArgs) == nil {
		root, steps = p.Args.Root(), steps[1:]
	}
	v := follow(root, steps)
	switch {
	case v.Is(jsontree.List):
		return v
	case s.Transform != "" && p.ofSingle(steps[0]) && v.Get("findings").Is(jsontree.List):
		return &jsontree.Value{Kind: jsontree.List, Span: v.Span, Items: []jsontree.Value{*v}}
	}
	return nil
}

// capOf returns the number of items at most; 0 means no limit.
func capOf(s Stage, args *findings.Text) int {
	return findings.CapOf(args, s.CapField, s.DefaultCap)
}

// ofSingle reports whether a key of the context is the result of a single stage.
func (p *planner) ofSingle(key string) bool {
	return slices.ContainsFunc(p.Spec.Stages, func(s Stage) bool { return s.ResultKey() == key && s.Parallelism == Single })
}

func (p *planner) resolved(s Stage, list *jsontree.Value, limit int) (items, overflow []item) {
	if s.Transform == "" || !findings.OfReports(s.Transform) && !hasReports(list) {
		if p.Spec.Form(s) == findings.SchemaVerify {
			p.note("%s: it has no items_transform, so no report can tell which findings its verdicts are about", s.Name)
		}
		return findings.Cap(listItems(reduce(s.Transform, list), s.ItemLabel), limit)
	}
	reports := findings.ReportsIn(p.Context, asReports(list))
	plan, err := findings.NewPlan(reports, findings.Options{Transform: s.Transform, Cap: limit, Names: p.workers(s)})
	if err != nil {
		panic(err) // the transform was looked up before
	}
	p.plan.Problems = append(p.plan.Problems, reports.Problems...)
	p.remember(s, reviewState{known: true, plan: plan})
	return findingItems(plan.Items), findingItems(plan.Overflow)
}

// hasReports reports whether an element of a list is a report with findings.
func hasReports(list *jsontree.Value) bool {
	return slices.ContainsFunc(list.Items, func(v jsontree.Value) bool { return v.Get("findings").Is(jsontree.List) })
}

// asReports makes a report of each element that is a plain list of findings.
func asReports(list *jsontree.Value) *jsontree.Value {
	out := *list
	out.Items = slices.Clone(list.Items)
	for i, v := range out.Items {
		if v.Kind == jsontree.List {
			out.Items[i] = jsontree.Value{Kind: jsontree.Object, Span: v.Span,
				Keys: []jsontree.Key{{Name: "findings", Span: v.Span}}, Items: []jsontree.Value{v}}
		}
	}
	return &out
}

// reduce applies a reducer to a list that holds no reports. Elements that are
// null stand for work that has no result, and are no items.
func reduce(transform string, list *jsontree.Value) *jsontree.Value {
	if transform == "" {
		return list
	}
	out := &jsontree.Value{Kind: jsontree.List, Span: list.Span, Items: []jsontree.Value{}}
	seen := map[string]bool{}
	add := func(v jsontree.Value) {
		key := string(appendJSON(nil, &v))
		if v.Kind != jsontree.Null && !(transform == findings.TransformDedupe && seen[key]) {
			out.Items = append(out.Items, v)
			seen[key] = true
		}
	}
	for _, v := range list.Items {
		if v.Kind != jsontree.List {
			add(v)
			continue
		}
		for _, inner := range v.Items {
			add(inner)
		}
	}
	return out
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
		text := asJSON(f.Finding)
		items[i] = item{label: f.Place(), id: f.ID, value: mustText(text).Root(), values: map[string]string{"finding": text, "brief": text}}
	}
	return items
}

// listItems takes a list as it is. An element is a text, or an object whose
// name (or key, label, id) is its label and whose brief is what to do. path is
// where an item says its label, nil for these places.
func listItems(list *jsontree.Value, path []string) []item {
	var items []item
	for i := range list.Items {
		v := &list.Items[i]
		raw := string(appendJSON(nil, v))
		it := item{label: strconv.Itoa(i + 1), value: v, values: map[string]string{"brief": raw, "finding": raw}}
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
		if label := plain(follow(v, path)); path != nil && label != "" {
			it.label = label
		}
		if brief := v.Get("brief").Str(); brief != "" {
			it.values["brief"] = brief
		}
		it.label = findings.Printable(it.label)
		items = append(items, it)
	}
	return items
}
