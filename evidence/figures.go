package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/ledger"
)

// Share is Count of Of, with the Wilson interval. Value and Interval are nil
// if the share cannot be known; Unknown says why.
type Share struct {
	Count    int       `json:"count"`
	Of       int       `json:"of"`
	Value    *float64  `json:"share"`
	Interval *Interval `json:"interval"`
	Unknown  string    `json:"unknown,omitempty"`
}

// share makes a Share; none says what is missing if n is 0.
func share(k, n int, none string) Share {
	s := Share{Count: k, Of: n}
	i, ok := Wilson(k, n)
	if !ok {
		s.Unknown = none
		return s
	}
	v := float64(k) / float64(n)
	s.Value, s.Interval = &v, &i
	return s
}

// labelled is a share against the truth, which needs MinLabels labels.
func labelled(k, n int, what string) Share {
	if n == 0 {
		return Share{Unknown: "no label says " + what}
	}
	if n < MinLabels {
		return Share{Count: k, Of: n, Unknown: fmt.Sprintf("too few to say: %s %s, it takes %d", plural(n, "label"), what, MinLabels)}
	}
	return share(k, n, "")
}

// Mean is a mean over N answers. Value is nil if N is 0.
type Mean struct {
	N     int      `json:"n"`
	Value *float64 `json:"mean"`
	// PerConfirmed is the sum for each confirmed finding, nil if there is none.
	PerConfirmed *float64 `json:"per_confirmed"`
}

func (s *sample) mean2(confirmed int) Mean {
	m := Mean{N: s.n}
	if s.n == 0 {
		return m
	}
	v := s.mean()
	m.Value = &v
	if confirmed > 0 {
		per := s.sum / float64(confirmed)
		m.PerConfirmed = &per
	}
	return m
}

// figures are what is computed from some answers of a judge.
type figures struct {
	pass, fail, abstain                 Share
	malformed, missing, repaired, letGo Share
	falsePass, falseBlock               Share
	labels                              int
	tokens, usd, wall                   sample
}

func (j *judge) figures(t truths) figures { return figuresOf(j.answers, t) }

func figuresOf(answers []*answer, t truths) figures {
	var f figures
	var given [3]int
	decided, malformed, missing, repaired, letGo := 0, 0, 0, 0, 0
	var wrong, known [3]int // by truth
	for _, a := range answers {
		f.spend(a)
		switch a.first.Outcome {
		case ledger.Malformed:
			malformed++
		case ledger.Missing:
			missing++
		}
		if a.first.Outcome != ledger.Valid && a.last.Outcome == ledger.Valid {
			repaired++
		}
		if a.letGo {
			letGo++
		}
		v := valueOf(a)
		if v < 0 {
			continue
		}
		decided++
		given[v]++
		if truth := t.of(a); truth == 0 || truth == 1 {
			known[truth]++
			if v == 1-truth {
				wrong[truth]++
			}
		}
	}
	const none = "no answer with a decision"
	f.pass, f.fail, f.abstain = share(given[0], decided, none), share(given[1], decided, none), share(given[2], decided, none)
	f.malformed, f.missing = share(malformed, len(answers), "no answers"), share(missing, len(answers), "no answers")
	f.repaired = share(repaired, malformed+missing, "every first try was sound")
	f.letGo = share(letGo, len(answers), "no answers")
	f.labels = known[0] + known[1]
	f.falsePass, f.falseBlock = labelled(wrong[1], known[1], "fail"), labelled(wrong[0], known[0], "pass")
	return f
}

// spend adds what an answer cost, as far as it is known.
func (f *figures) spend(a *answer) {
	for _, x := range []struct {
		into  *sample
		value float64
	}{{&f.tokens, a.tokens}, {&f.usd, a.usd}, {&f.wall, a.wall}} {
		if x.value >= 0 {
			x.into.add(x.value)
		}
	}
}

// truths is what labels say: the index of the decision by agent and by what was
// judged. A later label replaces an earlier one.
type truths map[string]int

func (t truths) add(row *ledger.Row) {
	all := decisions()
	truth := slices.Index(all[:], row.Decision)
	if row.Subject == nil || truth < 0 {
		return
	}
	if state := row.Subject.State(); state != "" {
		t[row.Agent+"\x00"+state] = truth
	}
}

// of is the truth about an answer, -1 if it is not known.
func (t truths) of(a *answer) int {
	all := decisions()
	if truth := slices.Index(all[:], a.last.Truth); truth >= 0 {
		return truth
	}
	if truth, ok := t[a.last.Agent+"\x00"+a.state]; ok && a.state != "" {
		return truth
	}
	return -1
}

// Version is one version of a judge: a spec with a model.
type Version struct {
	Spec  string `json:"spec"`
	Model string `json:"model"`
	First string `json:"first"`
	Last  string `json:"last"`
	// Answers counts those of this version.
	Answers int `json:"answers"`
}

// Drift compares a version of an agent with the one before it.
type Drift struct {
	Agent  string  `json:"agent"`
	Before Version `json:"before"`
	After  Version `json:"after"`
	// Overlap is true if the old version went on to answer beside the new one.
	Overlap bool     `json:"overlap"`
	Changes []Change `json:"changes"`
}

// Change is the difference of one figure. Difference and Interval are nil if
// it cannot be known; Unknown says why.
type Change struct {
	Figure     string    `json:"figure"`
	Before     *float64  `json:"before"`
	After      *float64  `json:"after"`
	Difference *float64  `json:"difference"`
	Interval   *Interval `json:"interval"`
	// Clear is true if the interval excludes 0.
	Clear   bool   `json:"clear"`
	Unknown string `json:"unknown,omitempty"`
}

// driftsOf compares the versions of each agent in the order in which they
// began.
func driftsOf(judges []*judge, t truths) []Drift {
	type version struct {
		Version
		answers []*answer
	}
	agents := map[string]map[[2]string]*version{}
	for _, j := range judges {
		for _, a := range j.answers {
			key := [2]string{a.last.Spec, a.last.Model}
			if agents[j.Agent] == nil {
				agents[j.Agent] = map[[2]string]*version{}
			}
			v := agents[j.Agent][key]
			if v == nil {
				v = &version{Version: Version{Spec: key[0], Model: key[1], First: a.first.Time}}
				agents[j.Agent][key] = v
			}
			v.First, v.Last = min(v.First, a.first.Time), max(v.Last, a.last.Time)
			v.answers = append(v.answers, a)
		}
	}
	drifts := []Drift{}
	for agent, versions := range agents {
		var order []*version
		for _, v := range versions {
			v.Answers = len(v.answers)
			order = append(order, v)
		}
		slices.SortFunc(order, func(a, b *version) int {
			return cmp.Or(strings.Compare(a.First, b.First), strings.Compare(a.Spec+a.Model, b.Spec+b.Model))
		})
		for i := range order[1:] {
			a, b := order[i], order[i+1]
			drifts = append(drifts, Drift{agent, a.Version, b.Version, a.Last > b.First, changes(figuresOf(a.answers, t), figuresOf(b.answers, t))})
		}
	}
	slices.SortFunc(drifts, func(a, b Drift) int {
		return cmp.Or(strings.Compare(a.Agent, b.Agent), strings.Compare(a.After.First, b.After.First))
	})
	return drifts
}

func changes(a, b figures) []Change {
	all := []Change{
		changeOf("pass", a.pass, b.pass),
		changeOf("malformed at the first try", a.malformed, b.malformed),
		changeOf("missing at the first try", a.missing, b.missing),
		changeOf("let go", a.letGo, b.letGo),
		changeOf("false pass", a.falsePass, b.falsePass),
		changeOf("false block", a.falseBlock, b.falseBlock),
		changeOfMeans("tokens per answer", &a.tokens, &b.tokens),
		changeOfMeans("USD per answer", &a.usd, &b.usd),
		changeOfMeans("ms per answer", &a.wall, &b.wall),
	}
	return all
}

func changeOf(figure string, a, b Share) Change {
	c := Change{Figure: figure, Before: a.Value, After: b.Value}
	if a.Value == nil || b.Value == nil {
		c.Unknown = cmp.Or(a.Unknown, b.Unknown)
		return c
	}
	d, i, _ := Difference(a.Count, a.Of, b.Count, b.Of)
	return c.with(d, i)
}

// minMeans is how many answers on each side the large-sample interval of a
// difference of means takes.
const minMeans = 10

func changeOfMeans(figure string, a, b *sample) Change {
	c := Change{Figure: figure}
	if a.n > 0 {
		m := a.mean()
		c.Before = &m
	}
	if b.n > 0 {
		m := b.mean()
		c.After = &m
	}
	switch {
	case a.n == 0 || b.n == 0:
		c.Unknown = "it is not known on both sides"
		return c
	case a.n < minMeans || b.n < minMeans:
		c.Unknown = fmt.Sprintf("too few to say: it takes %d answers on each side", minMeans)
		return c
	}
	return c.with(differenceOfMeans(a, b))
}

func (c Change) with(d float64, i Interval) Change {
	c.Difference, c.Interval, c.Clear = &d, &i, i.Low > 0 || i.High < 0
	return c
}
