package workflow

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/findings"
)

// reviewState is what is known of the findings of a review, for the stage that
// writes the report.
type reviewState struct {
	// known is false as long as the reviewers have not run.
	known bool
	plan  findings.Plan
	// stage is where the verdicts are stored in the context.
	stage Stage
}

func (p *planner) remember(s Stage, state *reviewState) {
	if s.Schema == findings.SchemaVerify {
		state.stage = s
		p.last = state
	}
}

// reportValues fills the slots of a report from the findings and the verdicts
// about them. What has not run yet is pending, never an empty list.
func (p *planner) reportValues(values map[string]string) {
	for _, name := range SlotsOf(findings.SchemaReport) {
		if _, ok := values[name]; !ok {
			values[name] = pendingText
		}
	}
	state := p.review()
	if state == nil || !state.known {
		return
	}
	values["coveredCount"] = covered(state.plan)
	values["rawFindings"] = list(state.plan.Raw)
	verdicts, ran := findings.VerdictsAt(p.Context, state.stage.ResultKey(), state.plan)
	if !ran && len(state.plan.Items) > 0 && state.stage.Name != "" {
		return
	}
	merged := findings.Merge(state.plan, verdicts)
	p.plan.Problems = append(p.plan.Problems, verdicts.Problems...)
	values["confirmedFindings"] = list(merged.Confirmed)
	values["refutedFindings"] = list(merged.Refuted)
	values["unverifiedFindings"] = list(merged.Unverified)
	values["coverageNote"] = merged.CoverageNote
	if merged.CoverageNote == "" {
		values["coverageNote"] = "everything was covered"
	}
}

// review returns the findings that the last verifying stage works on. In a
// workflow without one they are those of the last stage that reports findings,
// and nobody verifies them.
func (p *planner) review() *reviewState {
	if p.last != nil {
		return p.last
	}
	for i := len(p.plan.Stages) - 1; i >= 0; i-- {
		name := p.plan.Stages[i].Stage
		if reports, ok := findings.ReportsAt(p.Context, name+"_result"); ok && p.schemaOf(name) == findings.SchemaFindings {
			plan, err := findings.NewPlan(reports, findings.Options{})
			if err != nil {
				panic(err) // the default reducer exists
			}
			p.plan.Problems = append(p.plan.Problems, reports.Problems...)
			return &reviewState{known: true, plan: plan}
		}
	}
	return nil
}

func (p *planner) schemaOf(stage string) string {
	for _, s := range p.Spec.Stages {
		if s.Name == stage {
			return s.Schema
		}
	}
	return ""
}

func covered(plan findings.Plan) string {
	return fmt.Sprintf("%d of %d", plan.Workers-len(plan.DeadWorkers), plan.Workers)
}

// list writes findings as JSON, one on a line.
func list[T any](all []T) string {
	out, err := findings.Marshal(all, 1)
	if err != nil {
		panic(err) // findings are texts
	}
	return strings.TrimSuffix(string(out), "\n")
}
