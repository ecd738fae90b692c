package evidence

import (
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/ledger"
)

// MaxListed is how many cases a list holds.
const MaxListed = 200

// Cases are things to look at, the newest first.
type Cases struct {
	// Total counts all, Listed holds the first MaxListed.
	Total  int    `json:"total"`
	Listed []Case `json:"listed"`
}

// Case is one judgement to look at, with what leads to it.
type Case struct {
	Time     string `json:"time"`
	Agent    string `json:"agent"`
	Spec     string `json:"spec"`
	Decision string `json:"decision"`
	// Was is what it was before (a flip) or should have been (a label).
	Was     string   `json:"was,omitempty"`
	Rules   []string `json:"rules,omitempty"`
	Session string   `json:"session,omitempty"`
	AgentID string   `json:"agent_id,omitempty"`
	Run     string   `json:"run,omitempty"`
	Commit  string   `json:"commit,omitempty"`
}

func caseOf(a *answer, was string) Case {
	r := a.last
	c := Case{Time: r.Time, Agent: r.Agent, Spec: r.Spec, Decision: r.Decision, Was: was, Rules: r.Rules, Session: r.Session, AgentID: r.AgentID, Run: r.Run}
	if r.Subject != nil {
		c.Commit = r.Subject.Commit
	}
	return c
}

// list fills the lists of a report.
func (r *Report) list(judges []*judge, t truths) {
	for _, j := range judges {
		last := map[string]string{}
		for _, a := range j.answers {
			if a.letGo {
				r.Escalations.add(caseOf(a, ""))
			}
			v := valueOf(a)
			if v < 0 {
				continue
			}
			if was := last[a.state]; a.state != "" {
				if was != "" && was != a.last.Decision {
					r.Flips.add(caseOf(a, was))
				}
				last[a.state] = a.last.Decision
			}
			switch truth := t.of(a); {
			case truth == 1 && v == 0:
				r.FalsePasses.add(caseOf(a, ledger.Fail))
			case truth == 0 && v == 1:
				r.FalseBlocks.add(caseOf(a, ledger.Pass))
			}
		}
	}
	for _, c := range []*Cases{&r.Flips, &r.Escalations, &r.FalsePasses, &r.FalseBlocks} {
		c.cut()
	}
}

func (c *Cases) add(one Case) { c.Listed = append(c.Listed, one) }

func (c *Cases) cut() {
	c.Total = len(c.Listed)
	slices.SortStableFunc(c.Listed, func(a, b Case) int { return strings.Compare(b.Time, a.Time) })
	c.Listed = slices.Clone(c.Listed[:min(MaxListed, len(c.Listed))])
	if c.Listed == nil {
		c.Listed = []Case{}
	}
}

// Period is a day, a week or a month with what was decided in it.
type Period struct {
	Start time.Time
	// Given counts pass, fail, abstain, and answers without a decision.
	Given [4]int
}

// periodsOf cuts the time of the answers into at most about 60 periods. unit is
// day, week or month.
func periodsOf(answers []answer) (periods []Period, unit string) {
	var first, last time.Time
	for i := range answers {
		t := answers[i].last.At()
		if first.IsZero() || t.Before(first) {
			first = t
		}
		if t.After(last) {
			last = t
		}
	}
	if first.IsZero() {
		return nil, "day"
	}
	unit = "day"
	switch days := last.Sub(first).Hours() / 24; {
	case days > 7*60:
		unit = "month"
	case days > 60:
		unit = "week"
	}
	start := startOf(first, unit)
	for t := start; !t.After(last) && len(periods) < 1200; t = next(t, unit) {
		periods = append(periods, Period{Start: t})
	}
	if len(periods) > 60 {
		periods = periods[len(periods)-60:]
	}
	for i := range answers {
		p := periodOf(periods, answers[i].last.Time)
		if p < 0 {
			continue
		}
		v := valueOf(&answers[i])
		if v < 0 {
			v = 3
		}
		periods[p].Given[v]++
	}
	return periods, unit
}

func startOf(t time.Time, unit string) time.Time {
	t = t.UTC()
	day := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	switch unit {
	case "week": // begins on Monday
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	case "month":
		return day.AddDate(0, 0, 1-day.Day())
	}
	return day
}

func next(t time.Time, unit string) time.Time {
	switch unit {
	case "week":
		return t.AddDate(0, 0, 7)
	case "month":
		return t.AddDate(0, 1, 0)
	}
	return t.AddDate(0, 0, 1)
}

// periodOf is the index of the period of a time, -1 if there is none.
func periodOf(periods []Period, at string) int {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return -1
	}
	i, found := slices.BinarySearchFunc(periods, t, func(p Period, t time.Time) int { return p.Start.Compare(t) })
	if found {
		return i
	}
	return i - 1
}
