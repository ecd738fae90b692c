package agentspec

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// layout is the front matter cut into lines, as a YAML parser counts them:
// LF, CRLF, CR, NEL, LS and PS end a line.
type layout struct {
	text  string // one byte order mark or invalid byte is one U+FFFD here
	base  int    // offset of the front matter in the file
	src   []byte // the same text as it stands in the file
	lines []int  // offset of each line in src
}

func newLayout(f *source.File, front source.Span) *layout {
	l := &layout{base: front.Start, src: f.Text(front)}
	l.text = readable(l.src)
	l.lines = make([]int, 1, 16)
	for i := 0; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\n', c == '\r' && !(i+1 < len(l.src) && l.src[i+1] == '\n'):
			l.lines = append(l.lines, i+1)
		case c == 0xc2 && i+1 < len(l.src) && l.src[i+1] == 0x85:
			l.lines = append(l.lines, i+2)
		case c == 0xe2 && i+2 < len(l.src) && l.src[i+1] == 0x80 && l.src[i+2]&0xfe == 0xa8:
			l.lines = append(l.lines, i+3)
		}
	}
	return l
}

// readable replaces what a YAML reader refuses in any place, one code point for
// one, so that columns stay: invalid bytes and control characters.
func readable(src []byte) string {
	clean := utf8.Valid(src)
	for i := 0; clean && i < len(src); i++ {
		clean = !control(rune(src[i]))
	}
	if clean {
		return string(src)
	}
	return strings.Map(func(r rune) rune {
		if control(r) {
			return utf8.RuneError
		}
		return r
	}, string(src))
}

func control(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
}

// line returns line n (from 0) without its ending, in src.
func (l *layout) line(n int) source.Span {
	end := len(l.src)
	if n+1 < len(l.lines) {
		end = l.lines[n+1]
	}
	start := l.lines[n]
	return source.Span{Start: start, End: start + len(strings.TrimRight(string(l.src[start:end]), "\r\n\u0085\u2028\u2029"))}
}

// offset turns line and column of the parser (from 1, in code points) into an
// offset in src. A place outside is moved to the nearest one inside.
func (l *layout) offset(line, column int) int {
	n := min(max(line-1, 0), len(l.lines)-1)
	span := l.line(n)
	off := span.Start
	for ; column > 1 && off < span.End; column-- {
		_, size := utf8.DecodeRune(l.src[off:])
		off += size
	}
	return off
}

// lineOf returns the line (from 0) that holds the offset off of src.
func (l *layout) lineOf(off int) int {
	return max(sort.SearchInts(l.lines, off+1)-1, 0)
}

// file turns a span of src into a span of the file.
func (l *layout) file(start, end int) source.Span {
	return source.Span{Start: l.base + start, End: l.base + end}
}

// entryEnd returns the end of an entry that begins in line first and before
// line next: blank lines and comments at the left edge behind it are not its
// own.
func (l *layout) entryEnd(first, next int) int {
	for ; next > first+1; next-- {
		if s := l.line(next - 1); !blank(l.src[s.Start:s.End]) && l.src[s.Start] != '#' {
			break
		}
	}
	if next < len(l.lines) {
		return l.lines[next]
	}
	return len(l.src)
}

func blank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// keyOf returns the length of the key at the start of a line that reads
// "key:" with a blank or nothing behind it; 0 if it does not.
func keyOf(line []byte) int {
	for i, c := range line {
		switch {
		case c == ':' && i > 0:
			if i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t' {
				return i
			}
			return 0
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c >= 0x80:
		case i > 0 && (c == '-' || c == '.'):
		default:
			return 0
		}
	}
	return 0
}
