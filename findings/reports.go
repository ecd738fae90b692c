package findings

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// Report is what one worker returned.
type Report struct {
	// Dead says why the report cannot be read ("null", "no list of findings");
	// empty for a worker that lived.
	Dead string
	// Findings are in the order of the report.
	Findings []Finding
	// Nulls is the number of null findings, which are skipped.
	Nulls int
}

// Reports is what a set of workers returned, in the order of the workers.
type Reports struct {
	List []Report
	// Problems are the places that break the FINDINGS schema. What they stand
	// in was read all the same, as far as it can be.
	Problems []Problem
}

// ReadReports reads a list of reports. A worker that returned null, or
// anything without a list of findings, is dead and no problem. A text that is
// no list is one problem and no reports.
func ReadReports(t *Text) Reports {
	return readReports(t, &t.tree.Root, t.Doubles())
}

// ReportsAt is ReadReports for a list inside a larger text, such as
// "review_result" in the context of a workflow. ok is false if path leads to
// no list.
func ReportsAt(t *Text, path string) (reports Reports, ok bool) {
	v := t.Find(path)
	if !v.Is(jsontree.List) {
		return Reports{}, false
	}
	return readReports(t, v, nil), true
}

// ReportsIn is ReadReports for a list whose elements are values of t.
func ReportsIn(t *Text, list *jsontree.Value) Reports { return readReports(t, list, nil) }

// Find returns the value at a dotted path such as "scout_result.areas", or nil.
func (t *Text) Find(path string) *jsontree.Value {
	v := &t.tree.Root
	for _, step := range strings.Split(path, ".") {
		v = v.Get(step)
	}
	return v
}

// Root returns the whole value.
func (t *Text) Root() *jsontree.Value { return &t.tree.Root }

func readReports(t *Text, list *jsontree.Value, problems []Problem) Reports {
	r := Reports{Problems: problems}
	if !list.Is(jsontree.List) {
		p := t.at(KindSchema, list.Span.Start, "is %s; want a list with the report of each worker, null for a dead one", shown(list))
		if list.Get("findings") != nil {
			p.Help = "put the report in a list: [ ... ]"
		}
		r.Problems = append(r.Problems, p)
		return r
	}
	for i := range list.Items {
		report, problems := readReport(t, &list.Items[i])
		r.List = append(r.List, report)
		r.Problems = append(r.Problems, problems...)
	}
	r.Problems = limited(r.Problems)
	return r
}

func readReport(t *Text, v *jsontree.Value) (Report, []Problem) {
	list := v.Get("findings")
	switch {
	case v.Is(jsontree.Null):
		return Report{Dead: "null"}, nil
	case !v.Is(jsontree.Object):
		return Report{Dead: "is " + v.Kind.String() + ", not a report"}, nil
	case list == nil:
		return Report{Dead: "has no findings"}, nil
	case !list.Is(jsontree.List):
		return Report{Dead: fmt.Sprintf("findings is %s", shown(list))}, nil
	}
	r := Report{Findings: make([]Finding, 0, len(list.Items))}
	skip := map[*jsontree.Value]bool{}
	for i := range list.Items {
		if f := &list.Items[i]; f.Is(jsontree.Null) {
			skip[f] = true
			r.Nulls++
		} else {
			r.Findings = append(r.Findings, decode(f, t.File.Src))
		}
	}
	return r, t.check(v, schemas()[SchemaFindings], skip)
}
