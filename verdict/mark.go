package verdict

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// mark is a place in the source where a fence is followed by the word, found
// without a Markdown parser. Every mark must be accounted for: as a block, as
// a quotation, or as hidden.
type mark struct {
	span      source.Span // from the first fence character to the end of the word
	line      source.Span // its line, without the line ending
	char      byte
	len       int  // number of fence characters
	lineStart bool // only container prefixes and blanks stand before it
	exact     bool // the word is spelled and bounded as it must be
}

// marks scans the source from byte offset from on. The result is in order.
// The time is linear: each run of fence characters is looked at once. After most
// marks the rest is not looked at; most below 0 means that all are.
func marks(src []byte, from int, word string, most int) []mark {
	var found []mark
	line := source.Span{Start: from, End: from}
	next := runs{src: src, tick: -1, tilde: -1}
	for i := next.from(from); i < len(src); {
		run := len(src[i:]) - len(bytes.TrimLeft(src[i:], string(src[i])))
		if end := wordEnd(src, i+run, word); end > 0 {
			if end > line.End {
				line = lineAround(src, line.Start, i, end)
			}
			if m := (mark{span: source.Span{Start: i, End: end}, line: line, char: src[i], len: run}); m.judge(src, word) {
				if found = append(found, m); len(found) == most {
					return found
				}
			}
		}
		i = next.from(i + run)
	}
	return found
}

// runs finds the runs of fence characters in a source. It remembers the next
// run of each sort, so that a text full of the one sort is not searched to its
// end for the other again and again.
type runs struct {
	src         []byte
	tick, tilde int // len(src) if there is none any more
}

// from returns the first byte offset from off on where three fence characters
// of one sort begin, or len(src). off must not decrease.
func (r *runs) from(off int) int {
	r.tick = r.seek(r.tick, off, "```")
	r.tilde = r.seek(r.tilde, off, "~~~")
	return min(r.tick, r.tilde)
}

func (r *runs) seek(known, off int, fence string) int {
	if known >= off {
		return known
	}
	if n := bytes.Index(r.src[off:], []byte(fence)); n >= 0 {
		return off + n
	}
	return len(r.src)
}

// wordEnd is the offset after the word that begins behind the blanks at off,
// or 0.
func wordEnd(src []byte, off int, word string) int {
	off += blanks(src[off:])
	if n := matchWord(src[off:], word); n > 0 {
		return off + n
	}
	return 0
}

// judge fills in how the mark stands in its line, and reports whether it was
// meant as a fence at all.
func (m *mark) judge(src []byte, word string) bool {
	bounded, clean := boundary(src[m.span.End:])
	gap := bytes.TrimLeft(src[m.span.Start+m.len:m.span.End], " \t")
	m.exact = clean && string(gap) == word
	m.lineStart = m.span.Start-m.line.Start < longestPrefix && isPrefix(src[m.line.Start:m.span.Start])
	// In the middle of a line only a word that ends it was meant as a fence.
	return bounded && (m.lineStart || len(bytes.TrimLeftFunc(src[m.span.End:m.line.End], invisible)) == 0)
}

// firstMark is the index of the first mark at byte offset off or behind it.
func firstMark(found []mark, off int) int {
	i, _ := slices.BinarySearchFunc(found, off, func(m mark, off int) int { return m.span.Start - off })
	return i
}

// longestPrefix bounds the bytes that containers put before a fence.
const longestPrefix = 2000

// matchWord matches the word at the start of b in any letter case, with "-",
// "_", a blank, a typographic dash or nothing for each "-" or "_" of the word,
// and with invisible characters in it. It returns the number of bytes, 0 for another word.
func matchWord(b []byte, word string) int {
	i := 0
	for j := 0; j < len(word); j++ {
		for i < len(b) {
			r, size := utf8.DecodeRune(b[i:])
			if r == ' ' || r == '\t' || !invisible(r) {
				break
			}
			i += size
		}
		switch {
		case i < len(b) && lower(b[i]) == lower(word[j]):
			i++
		case word[j] != '-' && word[j] != '_':
			return 0
		default:
			i += dash(b[i:])
		}
	}
	return i
}

// dash is the number of bytes of a character that people write for "-", or 0.
func dash(b []byte) int {
	if r, size := utf8.DecodeRune(b); isDash(r) {
		return size
	}
	return 0
}

func isDash(r rune) bool {
	return strings.ContainsRune("-_ \u2010\u2011\u2012\u2013\u2014\u2212\ufe58\ufe63\uff0d", r)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// boundary reports whether the word ends where b begins, and whether it does
// so without an invisible character.
func boundary(b []byte) (bounded, clean bool) {
	if len(b) == 0 {
		return true, true
	}
	switch b[0] {
	case ' ', '\t', '\n', '\r', '{', ',':
		return true, true
	}
	r, _ := utf8.DecodeRune(b)
	return invisible(r), false
}

// invisible reports whether a reader does not see the character: blanks, no
// break and zero-width characters.
func invisible(r rune) bool {
	switch r {
	case 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xad, 0x180e:
		return true
	}
	return r != '\n' && r != '\r' && unicode.IsSpace(r)
}

// blanks is the number of bytes of invisible characters at the start of b.
func blanks(b []byte) int {
	return len(b) - len(bytes.TrimLeftFunc(b, invisible))
}

// isPrefix reports whether a line's beginning holds only what containers put
// there: blanks, quote marks, list marks.
func isPrefix(b []byte) bool {
	for _, word := range bytes.FieldsFunc(b, invisible) {
		word = bytes.TrimLeft(word, ">")
		switch digits := bytes.TrimLeft(word, "0123456789"); {
		case len(word) == 0, string(word) == "-", string(word) == "*", string(word) == "+":
		case len(digits) == 1 && len(word) > 1 && len(word) <= 10 && strings.ContainsAny(string(digits), ".)"):
		default:
			return false
		}
	}
	return true
}

// lineAround returns the line that holds [start, end), not reaching before
// byte offset from.
func lineAround(src []byte, from, start, end int) source.Span {
	begin := bytes.LastIndexAny(src[from:start], "\r\n") + 1 + from
	if n := bytes.IndexAny(src[end:], "\r\n"); n >= 0 {
		return source.Span{Start: begin, End: end + n}
	}
	return source.Span{Start: begin, End: len(src)}
}
