package evidence

import (
	"fmt"
	"strings"
	"time"
)

// kinds are the bands of a plot of decisions, with their class and their name.
func bands() [4][2]markup {
	return [4][2]markup{{"pass", "pass"}, {"fail", "fail"}, {"abstain", "abstain"}, {"none", "no decision"}}
}

// timePlot draws the decisions of each period as stacked bars.
func timePlot(periods []Period, unit string) markup {
	const width, height, left, bottom, top = 1000.0, 240.0, 46.0, 26.0, 8.0
	most := 1
	for _, p := range periods {
		most = max(most, total(p.Given))
	}
	most = roundUp(most)
	var p page
	p.add(`<svg class="plot" viewBox="0 0 %.0f %.0f" role="img" aria-labelledby="time-title time-desc"><title id="time-title">Decisions in each %s</title><desc id="time-desc">%s</desc>`,
		width, height, unit, timeText(periods, unit))
	y := func(n int) float64 { return height - bottom - float64(n)/float64(most)*(height-bottom-top) }
	for i := range 3 {
		n := most * i / 2
		p.add(`<line class="grid" x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f"/><text x="%.0f" y="%.1f" text-anchor="end">%d</text>`, left, width, y(n), y(n), left-8, y(n)+4, n)
	}
	step := (width - left) / float64(max(len(periods), 1))
	bar := min(step*0.78, 42)
	every := (len(periods) + 9) / 10
	for i, period := range periods {
		x, sum := left+step*(float64(i)+0.5), 0
		for k, n := range period.Given {
			if n == 0 {
				continue
			}
			from := y(sum)
			sum += n
			p.add(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, bands()[k][0], x-bar/2, y(sum), bar, from-y(sum))
		}
		if every > 0 && i%every == 0 {
			p.add(`<text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, x, height-8, periodName(period.Start, unit))
		}
	}
	p.add(`</svg>`)
	return markup(p.String())
}

func total(given [4]int) int { return given[0] + given[1] + given[2] + given[3] }

// roundUp is the next number with a half that is easy to read.
func roundUp(n int) int {
	for scale := 1; ; scale *= 10 {
		for _, m := range []int{2, 4, 6, 8, 10, 20} {
			if m*scale >= n {
				return m * scale
			}
		}
	}
}

func periodName(t time.Time, unit string) string {
	if unit == "month" {
		return t.Format("Jan 2006")
	}
	return t.Format("2 Jan")
}

// timeText says in words what the plot of time shows.
func timeText(periods []Period, unit string) string {
	if len(periods) == 0 {
		return "Nothing was judged."
	}
	var sums [4]int
	best := periods[0]
	for _, p := range periods {
		for k, n := range p.Given {
			sums[k] += n
		}
		if total(p.Given) > total(best.Given) {
			best = p
		}
	}
	return fmt.Sprintf("From %s on, %d times pass, %d fail, %d abstain, %d without a decision; the most, %d, in the %s of %s. The numbers are in the table below.",
		periods[0].Start.Format(time.DateOnly), sums[0], sums[1], sums[2], sums[3], total(best.Given), unit, best.Start.Format(time.DateOnly))
}

// shareBar draws how the decisions of a judge divide.
func shareBar(c *Card) markup {
	var p page
	p.add(`<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label="%s"><rect class="track" width="100" height="14"/>`,
		fmt.Sprintf("%d pass, %d fail, %d abstain", c.Pass.Count, c.Fail.Count, c.Abstain.Count))
	x := 0.0
	for k, s := range []Share{c.Pass, c.Fail, c.Abstain} {
		if s.Value != nil {
			p.add(`<rect class="%s" x="%.3f" width="%.3f" height="14"/>`, bands()[k][0], x, 100**s.Value)
			x += 100 * *s.Value
		}
	}
	p.add(`</svg>`)
	return markup(p.String())
}

// whisker draws a value with its interval between low and high. The text
// beside it says the same.
func whisker(value float64, i *Interval, low, high float64, class markup) markup {
	const width = 200.0
	x := func(v float64) float64 { return 6 + (min(max(v, low), high)-low)/(high-low)*(width-12) }
	var p page
	p.add(`<svg viewBox="0 0 %.0f 12" aria-hidden="true" focusable="false"><rect class="track" y="3" width="%.0f" height="6" rx="3"/>`, width, width)
	if i != nil {
		p.add(`<line class="whisker" x1="%.1f" x2="%.1f" y1="6" y2="6"/>`, x(i.Low), x(i.High))
	}
	p.add(`<circle class="dot %s" cx="%.1f" cy="6" r="5"/></svg>`, class, x(value))
	return markup(p.String())
}

// trendLine draws the share of pass of a judge over the periods.
func trendLine(trend []int) markup {
	const width, height = 400.0, 34.0
	n := len(trend) / 2
	var points []string
	known := 0
	for i := range n {
		if trend[2*i+1] == 0 {
			continue
		}
		known++
		x := 4.0
		if n > 1 {
			x += float64(i) / float64(n-1) * (width - 8)
		}
		y := 4 + (1-float64(trend[2*i])/float64(trend[2*i+1]))*(height-8)
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	if known < 2 {
		return ""
	}
	return made(`<svg class="trendline" viewBox="0 0 %.0f %.0f" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" width="%.0f" height="%.0f" rx="4"/><polyline class="trend" vector-effect="non-scaling-stroke" points="%s"/></svg>`,
		width, height, width, height, strings.Join(points, " "))
}
