package evidence

import (
	"fmt"
	"strconv"
	"time"
)

// HTML is the report as one page for a browser: no other file, no network, all
// of it readable without a script. now is printed as the time of the report.
func (r *Report) HTML(now time.Time) []byte {
	var p page
	p.head("Report of the judges")
	p.add("<body>\n<a class=\"skip\" href=\"#main\">Skip to the figures</a>\n<header>\n<h1>Are these judges any good?</h1>\n")
	p.add(`<p class="soft">%s of %s, %s to %s. Intervals are 95 %%. Written by judgelint on %s.</p>`+"\n",
		plural(r.answers(), "answer"), plural(len(r.Judges), "judge"), dayOf(r.First), dayOf(r.Last), now.UTC().Format("2006-01-02 15:04 UTC"))
	p.add(`<nav aria-label="Sections"><ul><li><a href="#time">Over time</a></li><li><a href="#judges">Judges</a></li><li><a href="#agreement">Agreement</a></li><li><a href="#drift">What changed</a></li><li><a href="#flips">Flips</a></li><li><a href="#escalations">Let go</a></li><li><a href="#false-passes">False passes</a></li><li><a href="#false-blocks">False blocks</a></li></ul></nav>` + "\n")
	p.add(`<div class="filter" hidden><label for="filter">Show only</label><input id="filter" type="search" placeholder="judge, session, run, commit" autocomplete="off"><output for="filter" class="soft small"></output></div>` + "\n")
	p.add("</header>\n<main id=\"main\">\n")
	r.tiles(&p)
	r.time(&p)
	r.judges(&p)
	r.agreement(&p)
	r.drift(&p)
	r.cases(&p)
	p.add("</main>\n")
	r.foot(&p)
	p.add("<script>%s</script>\n</body>\n</html>\n", markup(script))
	return p.Bytes()
}

func (r *Report) answers() int {
	n := 0
	for i := range r.Judges {
		n += r.Judges[i].Answers
	}
	return n
}

// tiles are the sums over all judges.
func (r *Report) tiles(p *page) {
	malformed, missing, first, letGo, flipped, repeated := 0, 0, 0, 0, 0, 0
	wrong, labels := 0, 0
	for i := range r.Judges {
		c := &r.Judges[i]
		malformed, missing, first = malformed+c.Malformed.Count, missing+c.Missing.Count, first+c.Malformed.Of
		letGo, flipped, repeated = letGo+c.LetGo.Count, flipped+c.Flips.Count, repeated+c.Flips.Of
		wrong, labels = wrong+c.FalsePass.Count, labels+c.FalsePass.Of
	}
	p.add(`<dl class="tiles">` + "\n")
	p.add(`<div class="tile"><dt>answers</dt><dd>%s</dd><dd class="note">of %s</dd></div>`, grouped(r.answers()), plural(len(r.Judges), "judge"))
	tile(p, "not sound at the first try", share(malformed+missing, first, "no answers"))
	tile(p, "let go with a bad answer", share(letGo, first, "no answers"))
	tile(p, "flipped on the same subject", share(flipped, repeated, "no subject judged twice"))
	tile(p, "passed what should have failed", labelled(wrong, labels, "fail"))
	value, note := "unknown", r.Agreement.Unknown
	if r.Agreement.Alpha != nil {
		value, note = fmt.Sprintf("%.2f", *r.Agreement.Alpha), "Krippendorff's alpha, "+plural(r.Agreement.Subjects, "subject")
	}
	p.add(`<div class="tile"><dt>agreement of all votes</dt><dd>%s</dd><dd class="note">%s</dd></div></dl>`+"\n", value, note)
}

func tile(p *page, name string, s Share) {
	value, note := "unknown", s.Unknown
	if s.Value != nil {
		value, note = percent(*s.Value), s.detail()
	}
	p.add(`<div class="tile"><dt>%s</dt><dd>%s</dd><dd class="note">%s</dd></div>`, name, value, note)
}

// grouped is a number with a blank between thousands, at which no line breaks.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return s
}

func (r *Report) time(p *page) {
	p.add(`<h2 id="time">Decisions over time</h2>` + "\n" + `<div class="panel"><ul class="legend">`)
	for _, b := range bands() {
		p.add(`<li><svg viewBox="0 0 10 10" aria-hidden="true" focusable="false"><rect class="%s" width="10" height="10" rx="2"/></svg>%s</li>`, b[0], b[1])
	}
	p.add(`</ul>%s`, timePlot(r.periods, r.unit))
	p.add(`<details><summary>The numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="Decisions in each %s"><table><thead><tr><th scope="col">%s</th>`, r.unit, r.unit)
	for _, b := range bands() {
		p.add(`<th scope="col" class="n">%s</th>`, b[1])
	}
	p.add(`</tr></thead><tbody>`)
	for _, period := range r.periods {
		p.add(`<tr><th scope="row">%s</th>`, period.Start.Format(time.DateOnly))
		for _, n := range period.Given {
			p.add(`<td class="n">%d</td>`, n)
		}
		p.add(`</tr>`)
	}
	p.add("</tbody></table></div></details></div>\n")
}

func (r *Report) judges(p *page) {
	p.add(`<h2 id="judges">Judges</h2>` + "\n" + `<p class="soft">One judge is an agent with one spec: another prompt is another judge.</p>` + "\n")
	if len(r.Judges) == 0 {
		p.add("<p class=\"unknown\">The ledger holds no judgement that was asked for.</p>\n")
		return
	}
	p.add(`<div class="scroll" tabindex="0" role="region" aria-label="All judges"><table class="sortable" data-filter><thead><tr><th scope="col">judge</th><th scope="col">spec</th><th scope="col" class="n">answers</th><th scope="col" class="n">pass</th><th scope="col" class="n">not sound</th><th scope="col" class="n">flips</th><th scope="col" class="n">alpha</th><th scope="col" class="n">refuted</th><th scope="col" class="n">false pass</th><th scope="col" class="n">false block</th></tr></thead><tbody>` + "\n")
	for i := range r.Judges {
		c := &r.Judges[i]
		p.add(`<tr><th scope="row"><bdi>%s</bdi></th><td>%s</td><td class="n" data-v="%d">%s</td>`, named(c.Agent), specCell(c.Spec), c.Answers, grouped(c.Answers))
		cell(p, c.Pass)
		cell(p, share(c.Malformed.Count+c.Missing.Count, c.Malformed.Of, "no answers"))
		cell(p, c.Flips)
		if a := c.Agreement.Alpha; a != nil {
			p.add(`<td class="n" data-v="%.4f">%.2f</td>`, *a, *a)
		} else {
			p.add(`<td class="n" data-v=""><span class="unknown">unknown</span></td>`)
		}
		cell(p, c.Findings.Rate)
		cell(p, c.FalsePass)
		cell(p, c.FalseBlock)
		p.add("</tr>\n")
	}
	p.add("</tbody></table></div>\n<div class=\"cards\">\n")
	for i := range r.Judges {
		r.Judges[i].show(p)
	}
	p.add("</div>\n")
}

func named(agent string) string {
	if agent == "" {
		return "(without a name)"
	}
	return agent
}

func specCell(spec string) markup {
	if spec == "" {
		return `<span class="unknown">unknown</span>`
	}
	return made(`<code class="id">%s</code>`, short(spec))
}

// cell is a share in a table; without one it says unknown, or too few.
func cell(p *page, s Share) {
	switch {
	case s.Value != nil:
		p.add(`<td class="n" data-v="%.6f">%s</td>`, *s.Value, percent(*s.Value))
	case s.Of > 0:
		p.add(`<td class="n" data-v=""><span class="unknown">too few</span></td>`)
	default:
		p.add(`<td class="n" data-v=""><span class="unknown">unknown</span></td>`)
	}
}

// show writes the card of one judge.
func (c *Card) show(p *page) {
	p.add(`<article class="card"><h3><bdi>%s</bdi></h3><p class="meta">spec %s; %s, %s to %s`, named(c.Agent), specCell(c.Spec), plural(c.Answers, "answer"), dayOf(c.First), dayOf(c.Last))
	for _, m := range append(c.Contracts[:len(c.Contracts):len(c.Contracts)], c.Models...) {
		p.add(`; <bdi>%s</bdi>`, m)
	}
	p.add(`</p>%s<dl class="figures">`, shareBar(c))
	figure(p, "pass", c.Pass, "pass")
	figure(p, "fail", c.Fail, "fail")
	if t := trendLine(c.trend); t != "" {
		p.add(`<dt>trend</dt><dd>%s<span class="soft small">pass, %s to %s</span></dd>`, t, dayOf(c.First), dayOf(c.Last))
	}
	figure(p, "malformed", c.Malformed, "")
	figure(p, "missing", c.Missing, "")
	figure(p, "repaired", c.Repaired, "")
	figure(p, "let go", c.LetGo, "")
	figure(p, "flips", c.Flips, "")
	p.add(`<dt>self-agreement</dt><dd>`)
	if c.Agreement.Alpha != nil {
		a := c.Agreement
		p.add(`<b>%.2f</b> <span class="soft small">alpha; %s</span>%s`, *a.Alpha, a.detail(), whisker(*a.Alpha, a.Interval, -1, 1, ""))
	} else {
		p.add(`<span class="unknown">%s</span>`, c.Agreement.Unknown)
	}
	p.add(`</dd>`)
	figure(p, "refuted", c.Findings.Rate, "")
	figure(p, "false pass", c.FalsePass, "fail")
	figure(p, "false block", c.FalseBlock, "")
	p.add(`<dt>cost</dt><dd>`)
	if c.Cost.Tokens.Value == nil && c.Cost.USD.Value == nil && c.Cost.WallMS.Value == nil {
		p.add(`<span class="unknown">%s</span>`, c.Cost.String())
	} else {
		p.add(`%s`, c.Cost.String())
	}
	p.add("</dd></dl></article>\n")
}

func figure(p *page, name string, s Share, class markup) {
	if s.Value == nil {
		p.add(`<dt>%s</dt><dd class="unknown">%s</dd>`, name, s.Unknown)
		return
	}
	p.add(`<dt>%s</dt><dd><b>%s</b> <span class="soft small">%s</span>%s</dd>`, name, percent(*s.Value), s.detail(), whisker(*s.Value, s.Interval, 0, 1, class))
}

// agreement is the matrix of Cohen's kappa.
func (r *Report) agreement(p *page) {
	p.add(`<h2 id="agreement">Agreement</h2>` + "\n")
	p.add(`<p class="soft">Over all judges: %s. Each cell is Cohen's kappa of two judges over the subjects that both judged: 1 is full agreement, 0 what chance would give.</p>`+"\n", r.Agreement.String())
	if len(r.Pairs) == 0 {
		p.add("<p class=\"unknown\">No two judges are known to have judged the same subject.</p>\n")
		return
	}
	var order []Judge
	known := map[Judge]bool{}
	pairs := map[[2]Judge]*Pair{}
	for i := range r.Judges {
		known[Judge{r.Judges[i].Agent, r.Judges[i].Spec}] = false
	}
	for i := range r.Pairs {
		q := &r.Pairs[i]
		pairs[[2]Judge{q.A, q.B}], pairs[[2]Judge{q.B, q.A}] = q, q
		known[q.A], known[q.B] = true, true
	}
	for i := range r.Judges {
		if j := (Judge{r.Judges[i].Agent, r.Judges[i].Spec}); known[j] {
			order = append(order, j)
		}
	}
	p.add(`<div class="scroll" tabindex="0" role="region" aria-label="Agreement of two judges"><table class="matrix"><caption>Cohen's kappa; below it the interval and the number of subjects</caption><thead><tr><td></td>`)
	for _, j := range order {
		p.add(`<th scope="col"><bdi>%s</bdi></th>`, named(j.String()))
	}
	p.add("</tr></thead><tbody>\n")
	for _, a := range order {
		p.add(`<tr><th scope="row"><bdi>%s</bdi></th>`, named(a.String()))
		for _, b := range order {
			q := pairs[[2]Judge{a, b}]
			switch {
			case a == b:
				p.add(`<td class="soft">same</td>`)
			case q == nil:
				p.add(`<td class="unknown">no subject</td>`)
			case q.Kappa == nil:
				p.add(`<td class="unknown">unknown<small>%d</small></td>`, q.Subjects)
			default:
				p.add(`<td class="%s">%.2f<small>%.2f to %.2f; %d</small></td>`, heat(*q.Kappa), *q.Kappa, q.Interval.Low, q.Interval.High, q.Subjects)
			}
		}
		p.add("</tr>\n")
	}
	p.add("</tbody></table></div>\n")
}

// heat is the class of a cell: the steps are those in which kappa is usually
// read (Landis and Koch 1977).
func heat(kappa float64) markup {
	switch {
	case kappa <= 0.2:
		return "k0"
	case kappa <= 0.4:
		return "k1"
	case kappa <= 0.6:
		return "k2"
	case kappa <= 0.8:
		return "k3"
	}
	return "k4"
}

func (r *Report) drift(p *page) {
	p.add(`<h2 id="drift">What changed</h2>` + "\n" + `<p class="soft">The figures of an agent before and after a change of its spec or model. A difference is clear if its interval excludes 0.</p>` + "\n")
	if len(r.Drifts) == 0 {
		p.add("<p class=\"unknown\">No judge has a second spec or model in this ledger.</p>\n")
		return
	}
	p.add(`<div class="scroll" tabindex="0" role="region" aria-label="Changes of spec or model"><table class="sortable" data-filter><thead><tr><th scope="col">judge</th><th scope="col">from</th><th scope="col">to</th><th scope="col">figure</th><th scope="col" class="n">difference</th><th scope="col">interval</th><th scope="col">clear</th></tr></thead><tbody>` + "\n")
	for i := range r.Drifts {
		d := &r.Drifts[i]
		for _, c := range d.Changes {
			if c.Difference == nil {
				continue
			}
			p.add(`<tr><th scope="row"><bdi>%s</bdi></th><td><bdi>%s</bdi></td><td><bdi>%s</bdi></td><td>%s</td><td class="n" data-v="%.6f">%s</td><td>%s</td><td>%s</td></tr>`+"\n",
				named(d.Agent), d.Before.name(), d.After.name(), c.Figure, *c.Difference, c.show(*c.Difference),
				c.show(c.Interval.Low)+" to "+c.show(c.Interval.High)+c.unit(), clearCell(c.Clear))
		}
	}
	p.add("</tbody></table></div>\n")
}

func clearCell(clear bool) markup {
	if clear {
		return `<span class="clear">yes</span>`
	}
	return `<span class="soft">no, it may be chance</span>`
}

func (r *Report) cases(p *page) {
	r.Flips.show(p, "flips", "Flips", "The same judge decided differently about the same subject.", "before", "No flip is known.")
	r.Escalations.show(p, "escalations", "Let go", "Answers that were not sound and had no retry left: the agent ended without a verdict that counts.", "", "Nobody was let go with a bad answer.")
	r.FalsePasses.show(p, "false-passes", "False passes", "A label or an eval says that these should have failed.", "should be", "No false pass is known.")
	r.FalseBlocks.show(p, "false-blocks", "False blocks", "A label or an eval says that these should have passed.", "should be", "No false block is known.")
}

func (c *Cases) show(p *page, id, title, text, was, none string) {
	p.add(`<h2 id="%s">%s</h2>`+"\n"+`<p class="soft">%s`, id, title, text)
	if c.Total > len(c.Listed) {
		p.add(` The newest %d of %s are listed; <code>judgelint ledger export</code> gives all.`, len(c.Listed), grouped(c.Total))
	}
	p.add("</p>\n")
	if c.Total == 0 {
		p.add("<p class=\"unknown\">%s</p>\n", none)
		return
	}
	p.add(`<div class="scroll" tabindex="0" role="region" aria-label="%s"><table class="sortable" data-filter><thead><tr><th scope="col">time</th><th scope="col">judge</th><th scope="col">decision</th>`, title)
	if was != "" {
		p.add(`<th scope="col">%s</th>`, was)
	} else {
		p.add(`<th scope="col">rules</th>`)
	}
	p.add(`<th scope="col">session</th><th scope="col">agent id</th><th scope="col">run</th><th scope="col">commit</th></tr></thead><tbody>` + "\n")
	for i := range c.Listed {
		l := &c.Listed[i]
		p.add(`<tr><td>%s</td><th scope="row"><bdi>%s</bdi></th><td>%s</td>`, timeOf(l.Time), named(l.Agent), l.Decision)
		if was != "" {
			p.add(`<td>%s</td>`, l.Was)
		} else {
			p.add(`<td>`)
			for _, rule := range l.Rules {
				p.add(`<code>%s</code> `, rule)
			}
			p.add(`</td>`)
		}
		for _, s := range []string{l.Session, l.AgentID, l.Run, l.Commit[:min(len(l.Commit), 12)]} {
			p.add(`<td><code>%s</code></td>`, s)
		}
		p.add("</tr>\n")
	}
	p.add("</tbody></table></div>\n")
}

// timeOf is a time to the minute.
func timeOf(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return at
	}
	return t.UTC().Format("2006-01-02 15:04")
}

func (r *Report) foot(p *page) {
	p.add("<footer>\n<p>Shares have Wilson's score interval; differences of shares that of Newcombe. Krippendorff's alpha has a percentile bootstrap interval with a fixed seed, so the same ledger gives the same page; Cohen's kappa has that of Fleiss, Cohen and Everitt. Rates against the truth need %d labels.</p>\n", MinLabels)
	p.add("<p>What was judged is known as the state of the git working tree, or as the input of a run. Two judgements of one tree may have answered different questions; then a flip is no fault.</p>\n")
	if r.Skipped > 0 {
		p.add("<p>%s of the ledger could not be read.</p>\n", plural(r.Skipped, "line"))
	}
	p.add("</footer>\n")
}
