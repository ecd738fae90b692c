package evidence

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Text is the report for people at a terminal. Control characters of names are
// the printer's to deal with.
func (r *Report) Text() string {
	var b strings.Builder
	r.head(&b)
	for i := range r.Judges {
		c := &r.Judges[i]
		fmt.Fprintf(&b, "\n%s\n", c.title())
		for _, f := range c.lines() {
			fmt.Fprintf(&b, "  %-11s %s\n", f[0], f[1])
		}
		for _, d := range r.driftsTo(c) {
			for _, line := range d.lines() {
				fmt.Fprintf(&b, "  %-11s %s\n", "drift", line)
			}
		}
	}
	if len(r.Judges) > 1 {
		fmt.Fprintf(&b, "\nAll judges\n  %-11s %s\n", "agreement", r.Agreement.String())
		for _, p := range r.Pairs {
			fmt.Fprintf(&b, "  %-11s %s\n", "pair", p.String())
		}
	}
	return b.String()
}

func (r *Report) head(b *strings.Builder) {
	answers := 0
	for i := range r.Judges {
		answers += r.Judges[i].Answers
	}
	if answers == 0 {
		b.WriteString("no judgements: the ledger holds none that was asked for\n")
	} else {
		fmt.Fprintf(b, "%s of %s, %s to %s; intervals are 95 %%\n",
			plural(answers, "answer"), plural(len(r.Judges), "judge"), dayOf(r.First), dayOf(r.Last))
	}
	if r.Skipped > 0 {
		fmt.Fprintf(b, "%s of the ledger could not be read\n", plural(r.Skipped, "line"))
	}
}

// Markdown is the report for a comment or a page of a forge.
func (r *Report) Markdown() string {
	var b strings.Builder
	r.head(&b)
	for i := range r.Judges {
		c := &r.Judges[i]
		fmt.Fprintf(&b, "\n### %s\n\n| figure | |\n|---|---|\n", mark(c.title()))
		for _, f := range c.lines() {
			fmt.Fprintf(&b, "| %s | %s |\n", f[0], mark(f[1]))
		}
		for _, d := range r.driftsTo(c) {
			for _, line := range d.lines() {
				fmt.Fprintf(&b, "| drift | %s |\n", mark(line))
			}
		}
	}
	if len(r.Pairs) > 0 {
		fmt.Fprintf(&b, "\n### All judges\n\n| figure | |\n|---|---|\n| agreement | %s |\n", r.Agreement.String())
		for _, p := range r.Pairs {
			fmt.Fprintf(&b, "| pair | %s |\n", mark(p.String()))
		}
	}
	return b.String()
}

// mark escapes a text for one cell of a Markdown table.
func mark(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < ' ' || c == 0x7f:
			b.WriteByte(' ')
		case strings.ContainsRune("\\`*_{}[]<>#|~&@!", c):
			fmt.Fprintf(&b, "&#%d;", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (c *Card) title() string {
	s := strings.Map(printable, named(c.Agent))
	if c.Spec != "" {
		s += "  spec " + short(c.Spec)
	} else {
		s += "  spec unknown"
	}
	if len(c.Models) > 0 {
		s += "  model " + strings.Join(c.Models, ", ")
	}
	return s
}

// lines are the figures of a card, each with its name.
func (c *Card) lines() [][2]string {
	return [][2]string{
		{"answers", fmt.Sprintf("%d, %s to %s", c.Answers, dayOf(c.First), dayOf(c.Last))},
		{"decisions", decisionsText(c)},
		{"form", fmt.Sprintf("at the first try malformed %s, missing %s; repaired %s; let go %s", c.Malformed, c.Missing, c.Repaired, c.LetGo)},
		{"flips", c.Flips.String()},
		{"agreement", "with itself " + c.Agreement.String()},
		{"refuted", c.Findings.String()},
		{"truth", fmt.Sprintf("false pass %s; false block %s", c.FalsePass, c.FalseBlock)},
		{"cost", c.Cost.String()},
	}
}

func decisionsText(c *Card) string {
	if c.Pass.Value == nil {
		return c.Pass.Unknown
	}
	return fmt.Sprintf("pass %s, fail %s, abstain %s", c.Pass, c.Fail, c.Abstain)
}

// String is the share with its interval, or why there is none.
func (s Share) String() string {
	if s.Value == nil {
		return s.Unknown
	}
	return fmt.Sprintf("%s (%s)", percent(*s.Value), s.detail())
}

// detail is the interval and the numbers behind the share.
func (s Share) detail() string {
	return fmt.Sprintf("%s to %s; %d of %d", strings.TrimSuffix(percent(s.Interval.Low), " %"), percent(s.Interval.High), s.Count, s.Of)
}

// percent never says 0 or 100 of what is not.
func percent(x float64) string {
	p := 100 * x
	switch {
	case p > 0 && p < 0.1:
		return "<0.1 %"
	case p < 100 && p > 99.9:
		return ">99.9 %"
	case p != math.Trunc(p) && (p < 10 || p > 90):
		return strings.TrimSuffix(fmt.Sprintf("%.1f", p), ".0") + " %"
	}
	return fmt.Sprintf("%.0f %%", p)
}

// String is alpha with its interval, or why there is none.
func (g Agreement) String() string {
	if g.Alpha == nil {
		return "alpha unknown: " + g.Unknown
	}
	return fmt.Sprintf("alpha %.2f (%s)", *g.Alpha, g.detail())
}

// detail is the interval and the number of subjects.
func (g Agreement) detail() string {
	s := "too few subjects for an interval"
	if g.Interval != nil {
		s = fmt.Sprintf("%.2f to %.2f", g.Interval.Low, g.Interval.High)
	}
	return s + "; " + plural(g.Subjects, "subject")
}

// String is kappa with its interval, or why there is none.
func (p Pair) String() string {
	s := strings.Map(printable, fmt.Sprintf("%s and %s: ", p.A, p.B))
	if p.Kappa == nil {
		return s + "kappa unknown: " + p.Unknown + fmt.Sprintf(" (%s)", plural(p.Subjects, "subject"))
	}
	return s + fmt.Sprintf("kappa %.2f (%.2f to %.2f), the same on %d of %s",
		*p.Kappa, p.Interval.Low, p.Interval.High, p.Same, plural(p.Subjects, "subject"))
}

// String is what became of the findings.
func (f Findings) String() string {
	if f.Confirmed+f.Refuted+f.Unverified == 0 {
		return "no must-fix finding with a verification"
	}
	if f.Rate.Value == nil {
		return fmt.Sprintf("%d unverified; %s", f.Unverified, f.Rate.Unknown)
	}
	return fmt.Sprintf("%s; %d confirmed, %d unverified", f.Rate, f.Confirmed, f.Unverified)
}

// String is the cost per answer and per confirmed finding, as far as it is known.
func (c Cost) String() string {
	var answer, finding []string
	add := func(m Mean, text func(float64) string) {
		if m.Value != nil {
			answer = append(answer, text(*m.Value))
		}
		if m.PerConfirmed != nil {
			finding = append(finding, text(*m.PerConfirmed))
		}
	}
	add(c.USD, func(x float64) string { return fmt.Sprintf("$%.*f", places(x), x) })
	add(c.Tokens, func(x float64) string { return grouped(int(math.Round(x))) + " tokens" })
	add(c.WallMS, func(x float64) string { return span(time.Duration(x) * time.Millisecond) })
	if len(answer) == 0 {
		return "not known: no row says tokens, cost or time"
	}
	s := "per answer " + strings.Join(answer, ", ")
	if len(finding) > 0 {
		s += "; per confirmed finding " + strings.Join(finding, ", ")
	}
	return s
}

func places(usd float64) int {
	if usd < 0.1 {
		return 4
	}
	return 2
}

// span is a time with the precision that matters.
func span(d time.Duration) string {
	if d >= 10*time.Second {
		return d.Round(time.Second).String()
	}
	return d.Round(10 * time.Millisecond).String()
}

// driftsTo are the changes of version that led to the spec of a card.
func (r *Report) driftsTo(c *Card) []*Drift {
	var found []*Drift
	for i := range r.Drifts {
		if d := &r.Drifts[i]; d.Agent == c.Agent && d.After.Spec == c.Spec {
			found = append(found, d)
		}
	}
	return found
}

// lines tell what changed from one version to the next: the figures that are
// known on both sides, and those that are not in one line.
func (d *Drift) lines() []string {
	head := fmt.Sprintf("since %s, against %s (%s)", d.After.name(), d.Before.name(), plural(d.Before.Answers, "answer"))
	if d.Overlap {
		head += "; both answered at the same time"
	}
	lines, unknown := []string{head}, []string{}
	for _, c := range d.Changes {
		if c.Difference == nil {
			unknown = append(unknown, c.Figure)
			continue
		}
		lines = append(lines, "  "+c.String())
	}
	if len(unknown) > 0 {
		lines = append(lines, "  not known or too few to say: "+strings.Join(unknown, ", "))
	}
	return lines
}

func (v Version) name() string {
	s := "spec " + short(v.Spec)
	if v.Spec == "" {
		s = "spec unknown"
	}
	if v.Model != "" {
		s += " with " + v.Model
	}
	return strings.Map(printable, s)
}

// String is the difference with its interval.
func (c Change) String() string {
	if c.Difference == nil {
		return c.Figure + ": " + c.Unknown
	}
	clear := "the interval holds 0: it may be chance"
	if c.Clear {
		clear = "the interval excludes 0"
	}
	return fmt.Sprintf("%s: %s (%s to %s)%s; %s", c.Figure, c.show(*c.Difference), c.show(c.Interval.Low), c.show(c.Interval.High), c.unit(), clear)
}

// show is a difference of the figure, of a share in percentage points.
func (c Change) show(x float64) string {
	switch {
	case c.isShare():
		return fmt.Sprintf("%+.1f", 100*x)
	case strings.HasPrefix(c.Figure, "USD"):
		return fmt.Sprintf("%+.*f", places(math.Abs(x)), x)
	}
	return fmt.Sprintf("%+.0f", x)
}

func (c Change) unit() string {
	if c.isShare() {
		return " percentage points"
	}
	return ""
}

func (c Change) isShare() bool { return !strings.HasSuffix(c.Figure, " per answer") }

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// dayOf is the day of an RFC 3339 time.
func dayOf(at string) string {
	day, _, _ := strings.Cut(at, "T")
	if day == "" {
		return "unknown"
	}
	return day
}
