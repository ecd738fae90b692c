package source

import "bytes"

// FrontState tells how the front matter of a text is delimited.
type FrontState int

// The states of front matter. Only FrontClosed is read by every client.
const (
	FrontNone     FrontState = iota // the text does not begin with front matter
	FrontClosed                     // between two lines of three dashes, the first at the top
	FrontDots                       // closed by a line of three dots, no line of dashes follows
	FrontLate                       // closed, but blank lines or comments come before it
	FrontRagged                     // closed by a line that begins with three dashes and goes on, as "----"
	FrontUnclosed                   // opened and never closed
)

// Front is where the front matter of a text is. All spans are empty in state
// FrontNone, but for Body.
type Front struct {
	State FrontState
	// Open and Close are the delimiting lines without line endings. Close is
	// empty if there is none.
	Open, Close Span
	// Text is everything between them, with its line endings. In state
	// FrontUnclosed it ends before the first blank line.
	Text Span
	// Body is everything after the closing line, or the whole text without its
	// byte order mark.
	Body Span
}

// CutFront finds the front matter of a text. Blanks after the dashes, a byte
// order mark and every kind of line ending are accepted.
func CutFront(src []byte) Front {
	start := 0
	if bytes.HasPrefix(src, []byte(BOM)) {
		start = len(BOM)
	}
	none := Front{Body: Span{start, len(src)}}
	open, next := lineAt(src, start)
	late := false
	if !isRuleOf('-', src[open.Start:open.End]) {
		if open, next = firstLine(src, start); open.Len() == 0 {
			return none
		}
		late = true
	}
	f := Front{Open: open, Text: Span{next, next}}
	if f.findClose(src, late) {
		return f
	}
	if late || !keyLine(src[next:]) {
		return none
	}
	f.State = FrontUnclosed
	f.Text.End = blankLine(src, next)
	f.Body = Span{f.Text.End, len(src)}
	return f
}

// findClose looks for the closing line after f.Text.Start. Dots, and lines that
// only begin with dashes, close only if no line of three dashes does.
func (f *Front) findClose(src []byte, late bool) bool {
	other := Front{}
	for off := f.Text.Start; off < len(src); {
		line, next := lineAt(src, off)
		text := src[line.Start:line.End]
		if isRuleOf('-', text) {
			f.State = FrontClosed
			if late {
				f.State = FrontLate
			}
			f.Text.End, f.Close, f.Body = line.Start, line, Span{next, len(src)}
			return !late || keyLine(src[f.Text.Start:f.Text.End])
		}
		if other.State == FrontNone {
			other.State = closesSomehow(text)
			other.Close, other.Text, other.Body = line, Span{f.Text.Start, line.Start}, Span{next, len(src)}
		}
		off = next
	}
	if late || other.State == FrontNone || !keyLine(src[f.Text.Start:]) {
		return false
	}
	other.Open = f.Open
	*f = other
	return true
}

// closesSomehow returns the state of front matter that such a line closes, for
// lines other than three dashes.
func closesSomehow(line []byte) FrontState {
	switch {
	case isRuleOf('.', line):
		return FrontDots
	case bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("---")):
		return FrontRagged
	}
	return FrontNone
}

// firstLine returns the line of dashes that is preceded by nothing but blank
// lines and HTML comments; an empty span if there is none.
func firstLine(src []byte, off int) (Span, int) {
	for off < len(src) {
		line, next := lineAt(src, off)
		text := bytes.TrimSpace(src[line.Start:line.End])
		switch {
		case isRuleOf('-', src[line.Start:line.End]):
			return line, next
		case len(text) == 0:
			off = next
		case bytes.HasPrefix(text, []byte("<!--")):
			end := bytes.Index(src[line.Start:], []byte("-->"))
			if end < 0 {
				return Span{}, 0
			}
			_, off = lineAt(src, line.Start+end)
		default:
			return Span{}, 0
		}
	}
	return Span{}, 0
}

// lineAt returns the line at off without its ending, and where the next one
// begins. LF, CRLF and a lone CR end a line.
func lineAt(src []byte, off int) (Span, int) {
	n := bytes.IndexAny(src[off:], "\r\n")
	if n < 0 {
		return Span{off, len(src)}, len(src)
	}
	end := off + n
	if bytes.HasPrefix(src[end:], []byte("\r\n")) {
		return Span{off, end}, end + 2
	}
	return Span{off, end}, end + 1
}

// isRuleOf reports whether a line is three times c, blanks after it allowed.
func isRuleOf(c byte, line []byte) bool {
	return len(line) >= 3 && line[0] == c && line[1] == c && line[2] == c && len(bytes.Trim(line[3:], " \t")) == 0
}

// keyLine reports whether the first line of src that is neither blank nor a
// YAML comment has the form "key:".
func keyLine(src []byte) bool {
	for off := 0; off < len(src); {
		line, next := lineAt(src, off)
		text := src[line.Start:line.End]
		if len(bytes.TrimSpace(text)) == 0 || text[0] == '#' {
			off = next
			continue
		}
		n := bytes.IndexByte(text, ':')
		return n > 0 && bytes.IndexAny(text[:n], " \t") < 0 && (n+1 == len(text) || text[n+1] == ' ' || text[n+1] == '\t')
	}
	return false
}

// blankLine returns the offset of the first blank line from off on.
func blankLine(src []byte, off int) int {
	for off < len(src) {
		line, next := lineAt(src, off)
		if len(bytes.TrimSpace(src[line.Start:line.End])) == 0 {
			return off
		}
		off = next
	}
	return off
}
