package gate

import "strings"

// prose returns the text without what is no statement of its author: code
// blocks, code spans, block quotes and HTML comments. Emphasis marks go as
// well. It reads line by line, which is enough to find words; where a verdict
// stands is decided by the parser of package verdict.
func prose(message string) string {
	var out strings.Builder
	var p proseReader
	for line := range strings.Lines(withoutComments(message)) {
		if p.speaks(line) {
			out.WriteString(strings.ReplaceAll(withoutCode(line), "*", ""))
		} else {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// proseReader is the state between two lines.
type proseReader struct {
	fence   string // the opening fence that is not closed yet
	inList  bool
	blank   bool // the line before was blank
	started bool
}

// speaks reports whether a line is prose.
func (p *proseReader) speaks(line string) bool {
	indent, rest := cutIndent(line)
	afterBlank := p.blank || !p.started
	p.started = true
	p.blank = strings.TrimSpace(line) == ""
	if p.fence != "" {
		if mark := fenceMark(rest); len(mark) >= len(p.fence) && mark[0] == p.fence[0] && strings.TrimSpace(rest[len(mark):]) == "" {
			p.fence = ""
		}
		return false
	}
	if p.blank {
		return false
	}
	if item, ok := cutItem(rest); ok {
		p.inList, rest, indent = true, item, 0
	} else if indent == 0 && afterBlank {
		p.inList = false
	}
	if mark := fenceMark(rest); mark != "" && (mark[0] == '~' || !strings.Contains(rest[len(mark):], "`")) {
		p.fence = mark
		return false
	}
	if strings.HasPrefix(rest, ">") {
		return false
	}
	if indent >= 4 && afterBlank && !p.inList {
		p.blank = true // the next indented line is code as well
		return false
	}
	return true
}

func cutIndent(line string) (columns int, rest string) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns, line[i:]
		}
	}
	return columns, ""
}

// cutItem cuts the markers of list items off the front of a line.
func cutItem(line string) (rest string, ok bool) {
	for range 8 { // an item in an item in an item
		n := itemMark(line)
		if n == 0 {
			break
		}
		_, line = cutIndent(line[n:])
		ok = true
	}
	return line, ok
}

// itemMark is the length of the list marker at the front of a line, or 0.
func itemMark(line string) int {
	n := 0
	for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	switch {
	case n >= len(line):
		return 0
	case n > 0 && (line[n] == '.' || line[n] == ')'), n == 0 && strings.IndexByte("-+*", line[0]) >= 0:
		n++
	default:
		return 0
	}
	if n < len(line) && line[n] != ' ' && line[n] != '\t' {
		return 0
	}
	return n
}

// fenceMark is the run of three or more backticks or tildes at the front of a
// line, or "".
func fenceMark(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 {
		return ""
	}
	return line[:n]
}

// maxTicks is the longest run of backticks that begins a code span, so that a
// line of runs without partners is searched only so often.
const maxTicks = 16

// withoutCode drops the code spans of a line. A run of backticks without a
// partner of the same length is text.
func withoutCode(line string) string {
	if !strings.Contains(line, "`") {
		return line
	}
	var out strings.Builder
	var alone [maxTicks + 1]bool // runs of this length have no partner any more
	for {
		start := strings.IndexByte(line, '`')
		if start < 0 {
			break
		}
		n := len(line[start:]) - len(strings.TrimLeft(line[start:], "`"))
		end := -1
		if n <= maxTicks && !alone[n] {
			end = closing(line[start+n:], n)
			alone[n] = end < 0
		}
		out.WriteString(line[:start])
		if end < 0 {
			line = line[start+n:]
			continue
		}
		out.WriteByte(' ')
		line = line[start+n+end+n:]
	}
	out.WriteString(line)
	return out.String()
}

// closing is the place of the next run of exactly n backticks, or -1.
func closing(s string, n int) int {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '`')
		if i < 0 {
			return -1
		}
		start := from + i
		run := len(s[start:]) - len(strings.TrimLeft(s[start:], "`"))
		if run == n {
			return start
		}
		from = start + run
	}
}

func withoutComments(s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<!--")
		if !ok {
			break
		}
		comment, after, ok := strings.Cut(rest, "-->")
		if !ok { // never closed: the rest is shown as it is
			break
		}
		out.WriteString(before)
		out.WriteString(strings.Repeat("\n", strings.Count(comment, "\n")))
		s = after
	}
	out.WriteString(s)
	return out.String()
}
