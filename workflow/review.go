package workflow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/findings"
)

// reviewState is what is known of the findings of one stage, for the stage that
// writes the report.
type reviewState struct {
	// source is where the reports with the findings are in the context.
	source string
	// known is false as long as the reviewers have not run.
	known bool
	plan  findings.Plan
	// verdicts is where the answers of the verifiers are in the context; "" if
	// nobody verifies these findings.
	verdicts string
}

// remember keeps what a verifying stage works on. One that verifies the same
// reports again takes the place of the first.
func (p *planner) remember(s Stage, r reviewState) {
	if p.Spec.Form(s) != findings.SchemaVerify {
		return
	}
	r.source, r.verdicts = s.Source, s.ResultKey()
	p.reviews = slices.DeleteFunc(p.reviews, func(old reviewState) bool { return old.source == r.source })
	p.reviews = append(p.reviews, r)
}

// reportValues fills the slots of a report from the findings of all reviews and
// the verdicts about them. What has not run yet is pending, never an empty list.
func (p *planner) reportValues(values map[string]string) {
	for _, name := range SlotsOf(findings.SchemaReport) {
		if _, ok := values[name]; !ok {
			values[name] = pendingText
		}
	}
	sum, known, verified := p.sum()
	if !known {
		return
	}
	values["coveredCount"] = fmt.Sprintf("%d of %d", sum.Plan.Workers-len(sum.Plan.DeadWorkers), sum.Plan.Workers)
	values["rawFindings"] = list(sum.Merged.Raw)
	if !verified {
		return
	}
	values["confirmedFindings"] = list(sum.Merged.Confirmed)
	values["refutedFindings"] = list(sum.Merged.Refuted)
	values["unverifiedFindings"] = list(sum.Merged.Unverified)
	values["coverageNote"] = cmp.Or(sum.Merged.CoverageNote, "everything was covered")
}

// Review is what all reviews of a workflow reported and what became of it.
type Review struct {
	Plan   findings.Plan
	Merged findings.Merged
}

// ReviewOf returns the findings that the context of q holds, with the verdicts
// about them, for findings.Finalize. ok is false if the workflow reviews
// nothing, or if a stage that reports or verifies has not run. The error is
// that of NewPlan.
func ReviewOf(q Request) (r Review, ok bool, err error) {
	p, err := newPlanner(q)
	if err != nil {
		return Review{}, false, err
	}
	r, known, verified := p.sum()
	return r, known && verified, nil
}

// sum joins all reviews. known is false if there is none or if reviewers have
// not run, verified if verifiers have not.
func (p *planner) sum() (sum Review, known, verified bool) {
	sum.Merged = findings.Merged{Version: 1, Confirmed: []findings.Noted{}, Refuted: []findings.Noted{}, Unverified: []findings.Finding{}, Raw: []findings.Finding{}}
	reviews := append(slices.Clone(p.reviews), p.unverified()...)
	if len(reviews) == 0 || slices.ContainsFunc(reviews, func(r reviewState) bool { return !r.known }) {
		return sum, false, false
	}
	var notes []string
	all, m := &sum.Plan, &sum.Merged
	verified = true
	for _, r := range reviews {
		one, ran := p.merged(r)
		verified = verified && ran
		all.Items = append(all.Items, r.plan.Items...)
		all.Overflow = append(all.Overflow, r.plan.Overflow...)
		all.Raw = append(all.Raw, r.plan.Raw...)
		all.DeadWorkers = append(all.DeadWorkers, r.plan.DeadWorkers...)
		all.Workers += r.plan.Workers
		m.Raw = append(m.Raw, one.Raw...)
		m.Confirmed = append(m.Confirmed, one.Confirmed...)
		m.Refuted = append(m.Refuted, one.Refuted...)
		m.Unverified = append(m.Unverified, one.Unverified...)
		m.Problems = append(m.Problems, one.Problems...)
		if one.CoverageNote != "" {
			notes = append(notes, one.CoverageNote)
		}
	}
	m.CoverageNote = strings.Join(notes, "; ")
	return sum, true, verified
}

// merged joins the findings of a review with their verdicts; ok is false if the
// verifiers have not run.
func (p *planner) merged(r reviewState) (m findings.Merged, ok bool) {
	verdicts, ran := findings.VerdictsAt(p.Context, r.verdicts, r.plan)
	p.plan.Problems = append(p.plan.Problems, verdicts.Problems...)
	return findings.Merge(r.plan, verdicts), ran || len(r.plan.Items) == 0 || r.verdicts == ""
}

// unverified returns the reviews that no stage verifies. Findings that another
// stage works on are in what that one returns.
func (p *planner) unverified() []reviewState {
	var reviews []reviewState
	for _, done := range p.plan.Stages {
		key := done.Stage + "_result"
		verified := slices.ContainsFunc(p.reviews, func(r reviewState) bool { return begins(r.source, key) })
		handedOn := slices.ContainsFunc(p.Spec.Stages, func(s Stage) bool {
			return begins(s.Source, key) && p.Spec.Form(s) != findings.SchemaVerify
		})
		if p.formOf(done.Stage) != findings.SchemaFindings || verified || handedOn {
			continue
		}
		r := reviewState{source: key}
		var reports findings.Reports
		if reports, r.known = findings.ReportsAt(p.Context, key); r.known {
			var err error
			if r.plan, err = findings.NewPlan(reports, findings.Options{}); err != nil {
				panic(err) // the default reducer exists
			}
			p.plan.Problems = append(p.plan.Problems, reports.Problems...)
		}
		reviews = append(reviews, r)
	}
	return reviews
}

// begins reports whether a dotted path begins with the name key.
func begins(path, key string) bool {
	first, _, _ := strings.Cut(path, ".")
	return first == key
}

func (p *planner) formOf(stage string) string {
	for _, s := range p.Spec.Stages {
		if s.Name == stage {
			return p.Spec.Form(s)
		}
	}
	return ""
}

// list writes findings as JSON, one on a line.
func list[T any](all []T) string {
	out, err := findings.Marshal(all, 1)
	if err != nil {
		panic(err) // findings are texts
	}
	return strings.TrimSuffix(string(out), "\n")
}
