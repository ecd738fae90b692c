package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// snippet is the source line of a record, copied, with the marked part.
type snippet struct {
	text string
	mark source.Span // byte offsets into text
}

// A long line is shown from at most lead bytes before the marked part, and
// with at most window bytes in all.
const (
	lead   = 60
	window = 160
)

// cut returns the snippet of the span s, whose first byte lies in line.
func cut(f *source.File, line, s source.Span) snippet {
	text := f.Text(line)
	mark := source.Span{
		Start: min(max(s.Start-line.Start, 0), len(text)),
		End:   min(max(s.End-line.Start, 0), len(text)),
	}
	if len(text) <= window {
		return snippet{string(text), mark}
	}
	from := runeStart(text, max(0, min(mark.Start-lead, len(text)-window)))
	to := runeStart(text, min(len(text), from+window))
	out := snippet{string(text[from:to]), source.Span{Start: mark.Start - from, End: min(mark.End, to) - from}}
	if from > 0 {
		out.text = ellipsis + out.text
		out.mark.Start += len(ellipsis)
		out.mark.End += len(ellipsis)
	}
	if to < len(text) {
		out.text += ellipsis
	}
	return out
}

const ellipsis = "…"

// runeStart returns the nearest offset from i downwards that begins a code
// point.
func runeStart(text []byte, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// render returns the line as a terminal may show it and the marker line below
// it: a caret at the first marked column, tildes to the last.
func (s snippet) render() (line, marker string) {
	before, col := visible(s.text[:s.mark.Start], 0)
	marked, end := visible(s.text[s.mark.Start:s.mark.End], col)
	after, _ := visible(s.text[s.mark.End:], end)
	return before + marked + after,
		strings.Repeat(" ", col) + "^" + strings.Repeat("~", max(end-col-1, 0))
}

// visible returns text as it may be written to a terminal, and the column
// after it. Tabs become spaces, so that the marker line below has the same
// width; control and format characters are spelled out, because an
// input text must not steer the terminal or hide what it says.
func visible(text string, col int) (string, int) {
	var b strings.Builder
	for _, r := range text {
		shown, width := string(r), runeWidth(r)
		switch {
		case r == '\t':
			width = 4 - col%4
			shown = strings.Repeat(" ", width)
		case hidden(r):
			shown = fmt.Sprintf("<U+%04X>", r)
			width = len(shown)
		case r == utf8.RuneError:
			width = 1
		}
		b.WriteString(shown)
		col += width
	}
	return b.String(), col
}

func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// OneLine returns a text of others as it may be written to a terminal in a line
// of its own: control and format characters and line ends are spelled out.
func OneLine(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return hidden(r) || r == utf8.RuneError }) < 0 {
		return text
	}
	shown, _ := visible(text, 0)
	return shown
}
