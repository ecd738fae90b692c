package findings

import (
	"fmt"
	"strings"
	"unicode"
)

// Markdown returns the report for people: the verdict, the lists, and as an
// appendix what was refuted and why.
//
// All texts in it come from models. They are put on one line each and escaped,
// so that none of them can end a list, open a fence or bring in HTML.
func Markdown(f Final) []byte {
	w := &mdWriter{}
	w.line("# Review: %s", f.Verdict)
	if f.Summary != "" {
		w.line("\n%s", PlainText(f.Summary))
	}
	w.line("\n%s, %s, %s.", count(len(f.MustFix), "finding to fix", "findings to fix"),
		count(f.Metrics.Refuted, "refuted", "refuted"), count(f.Metrics.Unverified, "unverified", "unverified"))
	if f.CoverageNote != "" {
		w.line("\n**Coverage:** %s.", PlainText(f.CoverageNote))
	}
	if len(f.Problems) > 0 {
		w.line("\n## Problems\n")
		for _, p := range f.Problems {
			w.line("- %s", PlainText(p.String()))
		}
	}
	w.findings("Must fix", f.MustFix)
	w.findings("Should fix", f.ShouldFix)
	w.findings("Nits", f.Nits)
	w.findings("Unverified", f.Unverified)
	if len(f.Dismissed) > 0 {
		w.line("\n## Dismissed\n")
		for _, d := range f.Dismissed {
			w.line("- %s — %s", PlainText(d.Problem), PlainText(d.Why))
		}
	}
	if len(f.Refuted) > 0 {
		w.line("\n## Refuted\n\nReported as must-fix, not reproduced against the current tree.\n")
		for _, r := range f.Refuted {
			w.finding(r.Finding)
			w.line("  - refuted: %s", PlainText(r.Note))
		}
	}
	return []byte(w.String())
}

type mdWriter struct{ strings.Builder }

func (w *mdWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *mdWriter) findings(title string, list []Finding) {
	if len(list) == 0 {
		return
	}
	w.line("\n## %s\n", title)
	for _, f := range list {
		w.finding(f)
	}
}

func (w *mdWriter) finding(f Finding) {
	w.line("- **%s:%s** — %s", PlainText(f.File), PlainText(f.Line), PlainText(f.Problem))
	if f.Fix != "" {
		w.line("  - fix: %s", PlainText(f.Fix))
	}
}

// PlainText returns text on one line, with everything that Markdown could read
// as more than words escaped.
func PlainText(text string) string {
	var b strings.Builder
	for i, word := range strings.FieldsFunc(text, blank) {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, r := range word {
			switch {
			case r == '<':
				b.WriteString("&lt;")
				continue
			case strings.ContainsRune("\\`*_~[]|#&!", r):
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "(no text)"
	}
	return b.String()
}

// blank are blanks and everything invisible: a marker with a zero-width letter
// in it would look like a harmless word.
func blank(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}
