// Package evidence computes the figures of a judge from the ledger: how often it
// passes and fails, how well-formed it answers, whether it agrees with itself
// and with others, and how often it was right where somebody said what right
// is. It owns the figures, their intervals, and the forms in which they are
// shown; it reads no files.
//
//	report := evidence.New(rows, evidence.Options{})
//	text := report.Text()
//
// A figure that cannot be known is not zero: it says why it is missing.
package evidence

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/ledger"
)

// Options say what a report is about. The zero value is about everything.
type Options struct {
	// Agents are the judges; none means all.
	Agents []string
	// Since leaves out what was judged before.
	Since time.Time
}

// MinLabels is how many labels a rate against the truth needs.
const MinLabels = 10

// Report holds the figures of the judges in a ledger.
type Report struct {
	Version int `json:"version"`
	// First and Last are the times of the first and the last judgement, RFC 3339.
	First string `json:"first"`
	Last  string `json:"last"`
	// Rows are the rows of the ledger that were read, Skipped its lines that
	// are no rows.
	Rows    int `json:"rows"`
	Skipped int `json:"skipped"`
	// Judges are sorted by agent, then by the time of their first answer.
	Judges []Card `json:"judges"`
	// Agreement is that of all votes on one subject, whoever gave them.
	Agreement Agreement `json:"agreement"`
	// Pairs are the pairs of judges with at least one subject in common.
	Pairs  []Pair  `json:"pairs"`
	Drifts []Drift `json:"drifts"`
	// The lists hold the newest cases first, at most MaxListed of each.
	Flips       Cases `json:"flips"`
	Escalations Cases `json:"escalations"`
	FalsePasses Cases `json:"false_passes"`
	FalseBlocks Cases `json:"false_blocks"`

	periods []Period
	unit    string
}

// Card are the figures of one judge: of one agent with one spec.
type Card struct {
	Agent string `json:"agent"`
	// Spec is the SHA-256 of the spec file, empty if it was not known.
	Spec      string   `json:"spec"`
	Contracts []string `json:"contracts"`
	Models    []string `json:"models"`
	First     string   `json:"first"`
	Last      string   `json:"last"`
	// Answers counts questions that were answered; an answer and its retries
	// are one.
	Answers int   `json:"answers"`
	Pass    Share `json:"pass"`
	Fail    Share `json:"fail"`
	Abstain Share `json:"abstain"`
	// Malformed and Missing are shares of the first tries, Repaired of those
	// that were not sound at the first try, LetGo of all answers.
	Malformed Share `json:"malformed"`
	Missing   Share `json:"missing"`
	Repaired  Share `json:"repaired"`
	LetGo     Share `json:"let_go"`
	// Flips is the share of the subjects judged more than once that got
	// different decisions.
	Flips     Share     `json:"flips"`
	Agreement Agreement `json:"agreement"`
	Findings  Findings  `json:"findings"`
	// Labels counts the answers of which the truth is known.
	Labels     int   `json:"labels"`
	FalsePass  Share `json:"false_pass"`
	FalseBlock Share `json:"false_block"`
	Cost       Cost  `json:"cost"`

	trend []int // decided answers that passed and all, for each period
}

// Findings is what became of the must-fix findings of a judge.
type Findings struct {
	Confirmed  int `json:"confirmed"`
	Refuted    int `json:"refuted"`
	Unverified int `json:"unverified"`
	// Rate is the share of the refuted among the verified.
	Rate Share `json:"refuted_rate"`
}

// Cost is what the answers of a judge cost. Each mean is over the answers of
// which it is known.
type Cost struct {
	Tokens Mean `json:"tokens"`
	USD    Mean `json:"usd"`
	WallMS Mean `json:"wall_ms"`
}

// Agreement is Krippendorff's alpha over the votes of subjects with at least
// two votes.
type Agreement struct {
	Subjects int       `json:"subjects"`
	Alpha    *float64  `json:"alpha"`
	Interval *Interval `json:"interval"`
	// Unknown says why there is no alpha.
	Unknown string `json:"unknown,omitempty"`
}

// Pair is Cohen's kappa of two judges over the subjects that both judged.
type Pair struct {
	A        Judge     `json:"a"`
	B        Judge     `json:"b"`
	Subjects int       `json:"subjects"`
	Same     int       `json:"same"`
	Kappa    *float64  `json:"kappa"`
	Interval *Interval `json:"interval"`
	Unknown  string    `json:"unknown,omitempty"`
}

// Judge names one judge.
type Judge struct {
	Agent string `json:"agent"`
	Spec  string `json:"spec"`
}

// New computes the report of a ledger.
func New(rows []ledger.Row, opt Options) *Report {
	r := &Report{Version: 1, Rows: len(rows), Judges: []Card{}, Pairs: []Pair{}, Drifts: []Drift{}}
	answers, truths := read(rows, opt)
	for i := range answers {
		if t := answers[i].last.Time; r.Last < t {
			r.Last = t
		}
		if t := answers[i].first.Time; r.First == "" || t < r.First {
			r.First = t
		}
	}
	r.periods, r.unit = periodsOf(answers)
	judges := judgesOf(answers)
	for _, j := range judges {
		r.Judges = append(r.Judges, j.card(truths, r.periods))
	}
	r.Agreement = agreementOf(answers)
	r.Pairs = pairsOf(judges)
	r.Drifts = driftsOf(judges, truths)
	r.list(judges, truths)
	return r
}

// answer is one question with its first and its last try.
type answer struct {
	first, last *ledger.Row
	state       string // what was judged, "" if unknown
	letGo       bool
	// tokens, usd and wall are the sums of all tries; -1 if they are not known.
	tokens, usd, wall float64
}

// spend adds what a try cost.
func (a *answer) spend(r *ledger.Row) {
	if r.Tokens != nil {
		a.tokens = max(a.tokens, 0) + float64(r.Tokens.In+r.Tokens.Out)
	}
	if r.CostUSD != nil {
		a.usd = max(a.usd, 0) + *r.CostUSD
	}
	if r.WallMS > 0 {
		a.wall = max(a.wall, 0) + float64(r.WallMS)
	}
}

// decided reports whether the answer ended in a decision.
func (a *answer) decided() bool {
	return a.last.Outcome == ledger.Valid && a.last.Decision != ledger.None
}

// judge is all that is known of one judge.
type judge struct {
	Judge
	answers  []*answer
	findings ledger.Findings
	votes    map[string][]int // decisions by state of the subject
	last     map[string]int   // the last of them
}

// read puts tries together to answers and collects what is known to be true.
func read(rows []ledger.Row, opt Options) ([]answer, truths) {
	order := make([]*ledger.Row, len(rows))
	for i := range rows {
		order[i] = &rows[i]
	}
	slices.SortStableFunc(order, func(a, b *ledger.Row) int { return strings.Compare(a.Time, b.Time) })
	b := builder{open: map[string]int{}, seen: map[string]bool{}}
	t := truths{}
	for _, row := range order {
		switch {
		case len(opt.Agents) > 0 && !slices.Contains(opt.Agents, row.Agent):
		case row.Source == ledger.SourceLabel:
			t.add(row)
		case row.At().Before(opt.Since):
		default:
			b.add(row)
		}
	}
	return b.answers, t
}

type builder struct {
	answers []answer
	open    map[string]int // the newest answer that a retry may belong to
	seen    map[string]bool
}

func (b *builder) add(row *ledger.Row) {
	if b.double(row) {
		return
	}
	of := row.Answer
	if row.Try > 1 {
		of = row.Of
	}
	key := strings.Join([]string{row.Agent, row.Session, row.AgentID, row.Run, of}, "\x00")
	if i, ok := b.open[key]; ok && row.Try > b.answers[i].last.Try {
		b.answers[i].last, b.answers[i].state = row, row.Subject.State()
		b.answers[i].letGo = letGo(row)
		b.answers[i].spend(row)
		return
	}
	if row.Try == 1 {
		b.open[key] = len(b.answers)
	}
	a := answer{first: row, last: row, state: row.Subject.State(), letGo: letGo(row), tokens: -1, usd: -1, wall: -1}
	a.spend(row)
	b.answers = append(b.answers, a)
}

func letGo(row *ledger.Row) bool { return row.Outcome != ledger.Valid && row.Action == "tell" }

// double reports an answer that another command recorded before: a file that
// was given to verdict or quorum after the gate had judged it, or twice.
func (b *builder) double(row *ledger.Row) bool {
	if row.Answer == "" {
		return false
	}
	key := strings.Join([]string{row.Agent, row.Answer, row.Subject.State()}, "\x00")
	again := b.seen[key]
	b.seen[key] = true
	return again && (row.Source == "verdict" || row.Source == "quorum" || row.Source == "replay")
}

// judgesOf groups answers by agent and spec, sorted by agent and then by time.
func judgesOf(answers []answer) []*judge {
	by := map[Judge]*judge{}
	for i := range answers {
		a := &answers[i]
		name := Judge{a.last.Agent, a.last.Spec}
		j := by[name]
		if j == nil {
			j = &judge{Judge: name, votes: map[string][]int{}}
			by[name] = j
		}
		if f := a.last.Findings; f != nil {
			j.findings.Confirmed += f.Confirmed
			j.findings.Refuted += f.Refuted
			j.findings.Unverified += f.Unverified
			if a.last.Answer == "" {
				continue // a row that only says what became of findings
			}
		}
		j.answers = append(j.answers, a)
		if v := valueOf(a); v >= 0 && a.state != "" {
			if j.votes[a.state] == nil {
				j.votes[a.state] = make([]int, 3)
			}
			j.votes[a.state][v]++
		}
	}
	return slices.SortedFunc(maps.Values(by), func(a, b *judge) int {
		return cmp.Or(strings.Compare(a.Agent, b.Agent), strings.Compare(a.start(), b.start()), strings.Compare(a.Spec, b.Spec))
	})
}

func (j *judge) start() string {
	if len(j.answers) == 0 {
		return ""
	}
	return j.answers[0].first.Time
}

// decisions are the values of which votes are counted.
func decisions() [3]string { return [3]string{ledger.Pass, ledger.Fail, ledger.Abstain} }

// valueOf is the index of the answer's decision, -1 if it has none.
func valueOf(a *answer) int {
	if !a.decided() {
		return -1
	}
	all := decisions()
	return slices.Index(all[:], a.last.Decision)
}

func (j *judge) card(t truths, periods []Period) Card {
	c := Card{Agent: j.Agent, Spec: j.Spec, Answers: len(j.answers), Contracts: []string{}, Models: []string{}, trend: make([]int, 2*len(periods))}
	f := j.figures(t)
	for _, a := range j.answers {
		c.Contracts, c.Models = with(c.Contracts, a.last.Contract), with(c.Models, a.last.Model)
		if c.First == "" || a.first.Time < c.First {
			c.First = a.first.Time
		}
		c.Last = max(c.Last, a.last.Time)
		if p := periodOf(periods, a.last.Time); p >= 0 && a.decided() {
			c.trend[2*p+1]++
			if a.last.Decision == ledger.Pass {
				c.trend[2*p]++
			}
		}
	}
	c.Pass, c.Fail, c.Abstain = f.pass, f.fail, f.abstain
	c.Malformed, c.Missing, c.Repaired, c.LetGo = f.malformed, f.missing, f.repaired, f.letGo
	c.Labels, c.FalsePass, c.FalseBlock = f.labels, f.falsePass, f.falseBlock
	c.Flips = j.flips()
	c.Agreement = alpha(slices.Collect(maps.Values(j.votes)), "no subject with two votes of this judge")
	c.Findings = Findings{j.findings.Confirmed, j.findings.Refuted, j.findings.Unverified,
		share(j.findings.Refuted, j.findings.Confirmed+j.findings.Refuted, "no finding was verified")}
	c.Cost = Cost{
		Tokens: f.tokens.mean2(c.Findings.Confirmed), USD: f.usd.mean2(c.Findings.Confirmed), WallMS: f.wall.mean2(c.Findings.Confirmed),
	}
	return c
}

func with(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func (j *judge) flips() Share {
	flipped, repeated := 0, 0
	for _, v := range j.votes {
		if votes(v) > 1 {
			repeated++
		}
		if values(v) > 1 {
			flipped++
		}
	}
	return share(flipped, repeated, "no subject is known to have been judged twice")
}

// values is the number of different votes.
func values(v []int) int {
	n := 0
	for _, c := range v {
		if c > 0 {
			n++
		}
	}
	return n
}

func agreementOf(answers []answer) Agreement {
	units := map[string][]int{}
	for i := range answers {
		a := &answers[i]
		if v := valueOf(a); v >= 0 && a.state != "" {
			if units[a.state] == nil {
				units[a.state] = make([]int, 3)
			}
			units[a.state][v]++
		}
	}
	return alpha(slices.Collect(maps.Values(units)), "no subject with two votes")
}

// alpha is the agreement over units; none says why there is none if no unit has
// two votes. The order of the units is made the same for the same units, since
// the bootstrap draws by it.
func alpha(units [][]int, none string) Agreement {
	g := Agreement{}
	units = slices.DeleteFunc(units, func(u []int) bool { return votes(u) < 2 })
	slices.SortFunc(units, slices.Compare)
	g.Subjects = len(units)
	if len(units) == 0 {
		g.Unknown = none
		return g
	}
	a, i, ok, hasInterval := Alpha(units)
	if !ok {
		g.Unknown = "all votes are one and the same, so agreement by chance cannot be told from agreement"
		return g
	}
	g.Alpha = &a
	if hasInterval {
		g.Interval = &i
	}
	return g
}

// maxPairs bounds how many judges are compared with each other: those with the
// most subjects.
const maxPairs = 30

func pairsOf(judges []*judge) []Pair {
	known := slices.DeleteFunc(slices.Clone(judges), func(j *judge) bool { return len(j.votes) == 0 })
	slices.SortStableFunc(known, func(a, b *judge) int { return len(b.votes) - len(a.votes) })
	if len(known) > maxPairs {
		known = known[:maxPairs]
	}
	pairs := []Pair{}
	for i, a := range known {
		for _, b := range known[i+1:] {
			if p, ok := pairOf(a, b); ok {
				pairs = append(pairs, p)
			}
		}
	}
	slices.SortFunc(pairs, func(x, y Pair) int {
		return cmp.Or(strings.Compare(x.A.Agent, y.A.Agent), strings.Compare(x.B.Agent, y.B.Agent),
			strings.Compare(x.A.Spec, y.A.Spec), strings.Compare(x.B.Spec, y.B.Spec))
	})
	return pairs
}

func pairOf(a, b *judge) (Pair, bool) {
	if a.Agent > b.Agent || a.Agent == b.Agent && a.Spec > b.Spec {
		a, b = b, a
	}
	p := Pair{A: a.Judge, B: b.Judge}
	table := [][]int{make([]int, 3), make([]int, 3), make([]int, 3)}
	mine, theirs := a.lastVotes(), b.lastVotes()
	for state, v := range mine {
		w, ok := theirs[state]
		if !ok {
			continue
		}
		table[v][w]++
		p.Subjects++
		if v == w {
			p.Same++
		}
	}
	if p.Subjects == 0 { // nothing in common
		return p, false
	}
	kappa, i, ok := Kappa(table)
	if !ok {
		p.Unknown = "both gave one and the same answer to all"
	} else {
		p.Kappa, p.Interval = &kappa, &i
	}
	return p, true
}

// lastVotes is the judge's last decision on each subject.
func (j *judge) lastVotes() map[string]int {
	if j.last != nil {
		return j.last
	}
	last := make(map[string]int, len(j.votes))
	for _, a := range j.answers {
		if v := valueOf(a); v >= 0 && a.state != "" {
			last[a.state] = v
		}
	}
	j.last = last
	return last
}

// short is a digest as it is shown.
func short(digest string) string {
	if len(digest) > 8 {
		return digest[:8]
	}
	return digest
}

// String is the agent with the beginning of its spec's digest.
func (j Judge) String() string {
	if j.Spec == "" {
		return j.Agent
	}
	return fmt.Sprintf("%s (%s)", j.Agent, short(j.Spec))
}
