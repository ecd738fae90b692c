package findings

import (
	"github.com/judgelint/judgelint/internal/jsontree"
)

// State is what is known of a finding.
type State int

// The states. The zero value is the safe one: nobody looked.
const (
	Unverified State = iota
	Confirmed
	Refuted
)

// Verdict is the answer of one verifier.
type Verdict struct {
	State State
	Note  string
}

// Verdicts are the answers for the items of a plan, in the order of the items.
type Verdicts struct {
	List []Verdict
	// Problems are answers that belong to no item or break the VERIFY schema.
	Problems []Problem
}

// ReadVerdicts reads a list of answers: in the order of the items, null for a
// verifier that returned nothing; or, if any of them has an id, each by its
// id, in any order. An answer without a readable true or false is no answer.
//
// A list without ids that is longer or shorter than the items cannot be
// trusted to be in their order: none of it is used.
func ReadVerdicts(t *Text, p Plan) Verdicts {
	return readVerdicts(t, t.Root(), p, t.Doubles())
}

// VerdictsAt is ReadVerdicts for a value inside a larger text. ok is false if
// path leads nowhere.
func VerdictsAt(t *Text, path string, p Plan) (v Verdicts, ok bool) {
	value := t.Find(path)
	if value == nil {
		return Verdicts{}, false
	}
	return readVerdicts(t, value, p, nil), true
}

func readVerdicts(t *Text, root *jsontree.Value, p Plan, problems []Problem) Verdicts {
	r := &verdictReader{text: t, plan: p, schema: verifyWithID(),
		out: Verdicts{List: make([]Verdict, len(p.Items)), Problems: problems}}
	switch {
	case root.Is(jsontree.Null) && len(p.Items) > 0:
		r.tell(KindOrder, root, "is null; want a list with the answer of each verifier, null for a dead one")
	case root.Is(jsontree.Null):
	case !root.Is(jsontree.List):
		r.tell(KindSchema, root, "is %s; want a list with the answer of each verifier, null for a dead one", shown(root))
	case haveIDs(root):
		r.byID(root)
	default:
		r.inOrder(root)
	}
	r.out.Problems = limited(r.out.Problems)
	return r.out
}

func haveIDs(list *jsontree.Value) bool {
	for i := range list.Items {
		if list.Items[i].Get("id") != nil {
			return true
		}
	}
	return false
}

type verdictReader struct {
	text   *Text
	plan   Plan
	schema *schema
	out    Verdicts
}

func (r *verdictReader) tell(kind string, v *jsontree.Value, format string, args ...any) {
	r.out.Problems = append(r.out.Problems, r.text.at(kind, v.Span.Start, format, args...))
}

func (r *verdictReader) inOrder(list *jsontree.Value) {
	if len(list.Items) != len(r.plan.Items) {
		r.tell(KindOrder, list, "%s for %s, so their order cannot be trusted and none is used",
			count(len(list.Items), "verdict", "verdicts"), count(len(r.plan.Items), "item", "items"))
		r.out.Problems[len(r.out.Problems)-1].Help = "write null for a verifier that returned nothing, or give each verdict the id of its item"
		return
	}
	for i := range list.Items {
		r.out.List[i] = r.read(&list.Items[i])
	}
}

func (r *verdictReader) byID(list *jsontree.Value) {
	index := make(map[string]int, len(r.plan.Items))
	for i, item := range r.plan.Items {
		index[item.ID] = i
	}
	first := map[int]*jsontree.Value{}
	for i := range list.Items {
		v := &list.Items[i]
		if v.Is(jsontree.Null) {
			continue // a dead verifier; its item has no verdict
		}
		id := v.Get("id")
		item, known := index[textOf(id, r.text.File.Src)]
		switch {
		case id == nil:
			r.tell(KindUnknownID, v, "has no id, but others of the list have one")
		case !known:
			r.tell(KindUnknownID, id, "%s is no id of an item that is to be verified", shown(id))
		case first[item] != nil:
			r.double(item, first[item], v)
		default:
			first[item] = v
			r.out.List[item] = r.read(v)
		}
	}
}

// double tells a second verdict for one item. If the two differ, nobody knows.
func (r *verdictReader) double(item int, first, second *jsontree.Value) {
	r.tell(KindDoubleID, second, "the item %s has a verdict already, in line %d",
		r.plan.Items[item].ID, r.text.File.LineOf(first.Span.Start))
	if r.read(second).State != r.out.List[item].State {
		r.out.List[item] = Verdict{}
	}
}

// read returns what one verifier said. Without true or false it is dead, which
// is no problem; an answer that can be used is held against the schema.
func (r *verdictReader) read(v *jsontree.Value) Verdict {
	confirmed := v.Get("confirmed")
	if !confirmed.Is(jsontree.Bool) {
		return Verdict{}
	}
	r.out.Problems = append(r.out.Problems, r.text.check(v, r.schema, nil)...)
	state := Refuted
	if confirmed.Text == "true" {
		state = Confirmed
	}
	return Verdict{state, textOf(v.Get("note"), r.text.File.Src)}
}

// verifyWithID is the VERIFY schema with the id that a caller may add.
func verifyWithID() *schema {
	return schemas()[SchemaVerify].with(map[string]*schema{"id": {types: []string{"string"}}})
}

// Merged are the inputs of the consolidating stage.
type Merged struct {
	Version   int     `json:"version"`
	Confirmed []Noted `json:"confirmed"`
	Refuted   []Noted `json:"refuted"`
	// Unverified are the findings past the cap, then those whose verifier
	// returned nothing.
	Unverified []Finding `json:"unverified"`
	// Raw are the findings that are not must-fix.
	Raw          []Finding `json:"raw"`
	CoverageNote string    `json:"coverage_note"`
	// Problems are those of the plan, then those of the verdicts.
	Problems []Problem `json:"problems"`
}

// Merge joins a plan with the verdicts about its items. Every item and every
// finding past the cap is in exactly one of Confirmed, Refuted and Unverified;
// an item without a verdict is unverified. No list is nil.
func Merge(p Plan, v Verdicts) Merged {
	m := Merged{
		Version:    1,
		Confirmed:  []Noted{},
		Refuted:    []Noted{},
		Unverified: []Finding{},
		Raw:        append([]Finding{}, p.Raw...),
		Problems:   append(append([]Problem{}, p.Problems...), v.Problems...),
	}
	for _, item := range p.Overflow {
		m.Unverified = append(m.Unverified, item.Finding)
	}
	dead := 0
	for i, item := range p.Items {
		var verdict Verdict
		if i < len(v.List) {
			verdict = v.List[i]
		}
		switch verdict.State {
		case Confirmed:
			m.Confirmed = append(m.Confirmed, Noted{item.Finding, verdict.Note})
		case Refuted:
			m.Refuted = append(m.Refuted, Noted{item.Finding, verdict.Note})
		default:
			dead++
			m.Unverified = append(m.Unverified, item.Finding)
		}
	}
	m.CoverageNote = p.coverage(dead)
	return m
}
