package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// The verdicts of a report.
const (
	Approve          = "approve"
	ChangesRequested = "changes-requested"
)

// Dismissed is a finding that the consolidating stage left out, and why.
type Dismissed struct {
	Problem string `json:"problem"`
	Why     string `json:"why"`
}

// Review is the report of the consolidating stage, as it was read. Its lists
// of refuted and unverified findings are not read: the program knows better.
type Review struct {
	Verdict   string
	Summary   string
	MustFix   []Finding
	ShouldFix []Finding
	Nits      []Finding
	Dismissed []Dismissed
	// ModelFallback is set by a host that had to use another model; nil if not.
	ModelFallback json.RawMessage
	// Absent is true if the stage returned null or something that is no
	// report.
	Absent bool
	// Problems are the places that break the REPORT schema. A list that is
	// missing is none: it is empty.
	Problems []Problem
}

// ReadReview reads the report of the consolidating stage. A verdict that is
// none of the two words is a problem and counts as changes-requested.
func ReadReview(t *Text) Review {
	root := t.Root()
	r := Review{Problems: t.Doubles()}
	if !root.Is(jsontree.Object) {
		r.Absent, r.Verdict = true, ChangesRequested
		p := t.at(KindNoReport, root.Span.Start, "the consolidating stage returned %s, no report", root.Kind)
		p.Help = "the confirmed findings stand in mustFix; run the stage again"
		r.Problems = append(r.Problems, p)
		return r
	}
	r.Problems = limited(append(r.Problems, t.check(root, reviewSchema(), nil)...))
	r.Verdict = root.Get("verdict").Str()
	if r.Verdict != Approve {
		r.Verdict = ChangesRequested
	}
	r.Summary = textOf(root.Get("summary"), t.File.Src)
	r.MustFix = t.findings(root.Get("mustFix"))
	r.ShouldFix = t.findings(root.Get("shouldFix"))
	r.Nits = t.findings(root.Get("nits"))
	if list := root.Get("dismissed"); list.Is(jsontree.List) {
		for i := range list.Items {
			v := &list.Items[i]
			r.Dismissed = append(r.Dismissed, Dismissed{textOf(v.Get("problem"), t.File.Src), textOf(v.Get("why"), t.File.Src)})
		}
	}
	if v := root.Get("modelFallback"); v != nil {
		r.ModelFallback = appendValue(nil, v)
	}
	return r
}

// reviewSchema is REPORT as it is asked of a model that may leave lists out:
// what the program overwrites is not looked at, a host may add modelFallback,
// and entries may have the keys that the program itself handed out.
func reviewSchema() *schema {
	s := schemas()[SchemaReport].with(map[string]*schema{"refuted": {}, "unverified": {}, "modelFallback": {}})
	s.required = []string{"verdict", "summary"}
	handed := map[string]*schema{"id": {types: []string{"string"}}, "note": {types: []string{"string"}}}
	for _, name := range []string{"mustFix", "shouldFix", "nits", "dismissed"} {
		list := *s.props[name]
		list.items = list.items.with(handed)
		s.props[name] = &list
	}
	return s
}

// ReviewID tells one review from another by the files that it was made of, such
// as its plan and verdicts: twelve hexadecimal digits.
func ReviewID(files ...*source.File) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%d\n%s", len(f.Src), f.Src)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Metrics count the decisions about must-fix findings.
type Metrics struct {
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
	// RefutedRate is the refuted part of those that were decided, from 0 to 1;
	// nil if none was.
	RefutedRate *float64 `json:"refuted_rate"`
}

// Final is the report as the program answers for it.
type Final struct {
	Verdict   string      `json:"verdict"`
	Summary   string      `json:"summary"`
	MustFix   []Finding   `json:"mustFix"`
	ShouldFix []Finding   `json:"shouldFix"`
	Nits      []Finding   `json:"nits"`
	Dismissed []Dismissed `json:"dismissed"`
	// Refuted and Unverified come from the verdicts, never from the report.
	Refuted       []Noted         `json:"refuted"`
	Unverified    []Finding       `json:"unverified"`
	ModelFallback json.RawMessage `json:"modelFallback,omitempty"`
	CoverageNote  string          `json:"coverage_note"`
	Problems      []Problem       `json:"problems"`
	Metrics       Metrics         `json:"metrics"`
}

// Sound reports whether the final report approves and nothing is wrong with
// it.
func (f Final) Sound() bool { return f.Verdict == Approve && len(f.Problems) == 0 }

// Finalize makes the final report of a plan, what became of it, and the report
// of the consolidating stage.
//
//   - Refuted findings leave MustFix, by key, and stand in Refuted.
//   - If that empties a list that was not empty, nothing is unverified and no
//     confirmed finding is missing, the verdict becomes approve.
//   - A confirmed finding that is neither in MustFix nor dismissed with a
//     reason is a problem; so is a verdict that the lists contradict.
//   - If no worker lived, the verdict is changes-requested.
//
// No list of the result is nil, and nothing given is changed.
func Finalize(p Plan, m Merged, r Review) Final {
	f := Final{
		Verdict:       r.Verdict,
		Summary:       r.Summary,
		MustFix:       without(r.MustFix, m.Refuted),
		ShouldFix:     append([]Finding{}, r.ShouldFix...),
		Nits:          append([]Finding{}, r.Nits...),
		Dismissed:     append([]Dismissed{}, r.Dismissed...),
		Refuted:       append([]Noted{}, m.Refuted...),
		Unverified:    append([]Finding{}, m.Unverified...),
		ModelFallback: r.ModelFallback,
		CoverageNote:  m.CoverageNote,
		Problems:      append(append([]Problem{}, m.Problems...), r.Problems...),
		Metrics:       metrics(m),
	}
	if r.Absent {
		for _, c := range m.Confirmed {
			f.MustFix = append(f.MustFix, c.Finding)
		}
	}
	a := newAccount(f.MustFix, f.Dismissed)
	missing := a.missing(m.Confirmed)
	f.Problems = append(f.Problems, missing...)
	f.Problems = append(f.Problems, reworded(f.MustFix, p, m)...)
	emptied := len(r.MustFix) > 0 && len(f.MustFix) == 0
	switch {
	case p.noneLived():
		f.Verdict = ChangesRequested
	case emptied && len(f.Unverified) == 0 && len(missing) == 0:
		f.Verdict = Approve
	}
	if f.Verdict == Approve {
		f.Problems = append(f.Problems, contradictions(f, a.open(f.Unverified))...)
	}
	return f
}

func metrics(m Merged) Metrics {
	n := Metrics{Confirmed: len(m.Confirmed), Refuted: len(m.Refuted), Unverified: len(m.Unverified)}
	if decided := n.Confirmed + n.Refuted; decided > 0 {
		rate := float64(n.Refuted*10000/decided) / 10000
		n.RefutedRate = &rate
	}
	return n
}

func without(list []Finding, refuted []Noted) []Finding {
	gone := make(map[Key]bool, len(refuted))
	for _, r := range refuted {
		gone[r.Key()] = true
	}
	kept := make([]Finding, 0, len(list))
	for _, f := range list {
		if !gone[f.Key()] {
			kept = append(kept, f)
		}
	}
	return kept
}

// account is what the report says about must-fix findings.
type account struct {
	mustFix   map[Key]bool
	dismissed map[string]int // problem to the number of dismissals left
}

func newAccount(mustFix []Finding, dismissed []Dismissed) *account {
	a := &account{make(map[Key]bool, len(mustFix)), map[string]int{}}
	for _, f := range mustFix {
		a.mustFix[f.Key()] = true
	}
	for _, d := range dismissed {
		if strings.TrimSpace(d.Why) != "" { // without a reason it is no answer
			a.dismissed[strings.TrimSpace(d.Problem)]++
		}
	}
	return a
}

// where is file and line of a finding, as in its key.
func (f Finding) where() Key {
	k := f.Key()
	k.Problem = ""
	return k
}

// answered reports whether the report has f in mustFix or dismisses it. One
// dismissal answers for one finding: it names no file, so two findings of the
// same words need two.
func (a *account) answered(f Finding) bool {
	k := f.Key()
	if a.mustFix[k] {
		return true
	}
	if a.dismissed[k.Problem] == 0 {
		return false
	}
	a.dismissed[k.Problem]--
	return true
}

func (a *account) missing(confirmed []Noted) []Problem {
	lost := slices.DeleteFunc(slices.Clone(confirmed), func(c Noted) bool { return a.answered(c.Finding) })
	if len(lost) == 0 {
		return nil
	}
	others := map[Key]bool{}
	for k := range a.mustFix {
		k.Problem = ""
		others[k] = true
	}
	var problems []Problem
	for _, c := range lost {
		p := Problem{
			Kind:    KindMissing,
			Message: c.Place() + ": confirmed, but the report has it neither in mustFix nor in dismissed: " + Printable(c.Problem),
			Help:    "put it into one of the two, its text unchanged",
		}
		if others[c.where()] {
			p.Help = "mustFix has another text for this place; copy the text unchanged"
		}
		problems = append(problems, p)
	}
	return problems
}

// open returns the findings that the report does not answer.
func (a *account) open(list []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(list), a.answered)
}

// reworded tells entries of mustFix that stand at the place of a refuted
// finding and were reported by nobody: probably the refuted one in other
// words. They stay, as nobody can be sure.
func reworded(mustFix []Finding, p Plan, m Merged) []Problem {
	refuted := make(map[Key]bool, len(m.Refuted))
	for _, r := range m.Refuted {
		refuted[r.where()] = true
	}
	suspects := slices.DeleteFunc(slices.Clone(mustFix), func(f Finding) bool { return !refuted[f.where()] })
	if len(suspects) == 0 {
		return nil
	}
	reported := map[Key]bool{}
	for _, item := range slices.Concat(p.Items, p.Overflow) {
		reported[item.Key()] = true
	}
	for _, f := range p.Raw {
		reported[f.Key()] = true
	}
	var problems []Problem
	for _, f := range suspects {
		if !reported[f.Key()] {
			problems = append(problems, Problem{
				Kind:    KindReworded,
				Message: f.Place() + ": mustFix has a finding here that no worker reported, and a refuted one stands at this place: " + Printable(f.Problem),
				Help:    "take it out, or report it as a finding of its own and have it verified",
			})
		}
	}
	return problems
}

// contradictions tells why an approving report must not approve.
func contradictions(f Final, open []Finding) []Problem {
	var problems []Problem
	if n := len(f.MustFix); n > 0 {
		problems = append(problems, Problem{Kind: KindContradiction,
			Message: "the verdict is approve, but mustFix holds " + count(n, "finding", "findings") + ", such as " + f.MustFix[0].Place()})
	}
	if n := len(open); n > 0 {
		problems = append(problems, Problem{Kind: KindContradiction,
			Message: "the verdict is approve, but " + count(n, "must-fix finding is", "must-fix findings are") + " unverified, such as " + open[0].Place(),
			Help:    "verify what is left, or dismiss it with a reason"})
	}
	return problems
}
