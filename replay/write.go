package replay

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
)

// phrase is how a class reads behind a number.
func phrase(c Class) string {
	switch c {
	case Contradicts:
		return "contradictory"
	case Missing:
		return "without a verdict"
	case Follow:
		return "follow-up answers"
	case ProseAgainst:
		return "sound, but with prose that says the opposite"
	}
	return string(c)
}

// Summary is the report in one line: "312 answers of 4 judges in 30 days: 271
// sound, 22 malformed, 5 contradictory, 14 without a verdict".
func (r *Report) Summary() string {
	if r.Judged() == 0 {
		return "no answer of a judge"
	}
	var parts []string
	for _, c := range Classes() {
		if n := r.Total(c); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, phrase(c)))
		}
	}
	return fmt.Sprintf("%s of %s%s: %s", count(r.Judged(), "answer"), count(len(r.Agents), "judge"), r.period(), strings.Join(parts, ", "))
}

// period is the time between the first and the last answer, in whole days.
func (r *Report) period() string {
	var first, last time.Time
	for _, a := range r.Agents {
		if !a.First.IsZero() && (first.IsZero() || a.First.Before(first)) {
			first = a.First
		}
		if a.Last.After(last) {
			last = a.Last
		}
	}
	if first.IsZero() {
		return ""
	}
	return " in " + count(int(last.Sub(first).Hours()/24)+1, "day")
}

// Write prints the report for people, with at most most of the faults (all, if
// most is below 0).
func (r *Report) Write(w io.Writer, most int) {
	var out strings.Builder
	fmt.Fprintln(&out, r.Summary())
	if len(r.Agents) > 0 {
		r.table(&out)
	}
	r.faults(&out, most)
	r.rest(&out)
	io.WriteString(w, out.String())
}

func (r *Report) table(out *strings.Builder) {
	fmt.Fprint(out, "\n| judge | contract | answers |")
	for _, c := range Classes() {
		fmt.Fprintf(out, " %s |", strings.ReplaceAll(string(c), "_", " "))
	}
	fmt.Fprint(out, "\n|---|---|---|", strings.Repeat("---|", len(Classes())), "\n")
	for _, a := range r.Agents {
		fmt.Fprintf(out, "| %s | %s | %d |", cell(a.Name), cell(a.Contract), a.Answers)
		for _, c := range Classes() {
			fmt.Fprintf(out, " %d |", a.Classes[c])
		}
		fmt.Fprintln(out)
	}
}

func (r *Report) faults(out *strings.Builder, most int) {
	if len(r.Faults) == 0 {
		return
	}
	fmt.Fprintln(out, "\nThe gate would have sent these back, or told you:")
	shown := r.Faults
	if most >= 0 && len(shown) > most {
		shown = shown[len(shown)-most:] // the newest say most about the specs of today
		fmt.Fprintf(out, "  (the newest %d of %d; --format json has all)\n", most, len(r.Faults))
	}
	for _, f := range shown {
		at := "no time"
		if !f.Time.IsZero() {
			at = f.Time.UTC().Format("2006-01-02 15:04")
		}
		rules := ""
		if len(f.Rules) > 0 {
			rules = " [" + strings.Join(f.Rules, " ") + "]"
		}
		fmt.Fprintf(out, "  %s:%d: %s, %s: %s%s\n", plain(f.Path), f.Line, at, plain(f.Agent), plain(f.Message), rules)
	}
}

// rest says what was read beside the answers of judges.
func (r *Report) rest(out *strings.Builder) {
	fmt.Fprintf(out, "\nRead: %s in %s (%s).", count(r.Answers, "answer"), count(r.Files, "file"), size(r.Bytes))
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Others, "of agents that are no judges here"},
		{r.Elsewhere, "of other projects (--all judges them too)"},
		{r.Early, "before --since"},
	} {
		if part.n > 0 {
			fmt.Fprintf(out, " %d %s.", part.n, part.what)
		}
	}
	if r.Unread > 0 {
		fmt.Fprintf(out, " %s could not be read: cut off, too long, or of an unknown form.", count(r.Unread, "line"))
	}
	fmt.Fprintln(out)
	for _, u := range r.Unreadable {
		fmt.Fprintf(out, "not read: %s\n", plain(u))
	}
}

// cell is a text for a table, plain for a line: both come from files that
// anybody may have written.
func cell(s string) string { return strings.ReplaceAll(plain(s), "|", `\|`) }

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Cf, r) {
			return '\ufffd'
		}
		return r
	}, s)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f kB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}
