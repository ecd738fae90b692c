// Package source holds one input text and the plain types that describe its
// Markdown structure: spans, positions, fences, HTML blocks, headings.
//
// A File is bytes with a path; a Doc is what Markdown structure the product
// needs, as plain data. All positions inside the program are half-open byte
// offsets (Span); lines and columns are made from them only when a record is
// printed. The package knows nothing of disks, Markdown parsers or rules.
package source

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"
)

// BOM is the UTF-8 byte order mark.
const BOM = "\xef\xbb\xbf"

// Span is a half-open range of byte offsets into File.Src.
type Span struct{ Start, End int }

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte offset off lies in the span.
func (s Span) Contains(off int) bool { return s.Start <= off && off < s.End }

// Encloses reports whether t lies wholly in s. Equal spans enclose each other.
func (s Span) Encloses(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Position is a place for people: line and column count from 1, the column in
// Unicode code points (an invalid byte counts as one).
type Position struct{ Line, Column int }

// File is one input text.
type File struct {
	// Path is slash-separated and relative to the project root; "<stdin>" for
	// standard input.
	Path string
	// Src is never changed by the product.
	Src []byte
	// FirstLine is the number of the first line of a text that was cut out of
	// a longer one; 0 means 1.
	FirstLine int

	lines []int // byte offset of each line's first byte; built on first use
}

// NewFile returns a File over src, which the caller no longer changes.
func NewFile(path string, src []byte) *File { return &File{Path: path, Src: src} }

// UTF16 reports whether the text begins with the byte order mark of UTF-16, as
// files do that a Windows shell writes. Nothing in it can be read.
func (f *File) UTF16() bool {
	return bytes.HasPrefix(f.Src, []byte("\xff\xfe")) || bytes.HasPrefix(f.Src, []byte("\xfe\xff"))
}

// InvalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func (f *File) InvalidUTF8() int {
	if utf8.Valid(f.Src) {
		return -1
	}
	for i := 0; i < len(f.Src); {
		r, size := utf8.DecodeRune(f.Src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// LineEnd is the line ending of the first line, "\n" or "\r\n".
func (f *File) LineEnd() string {
	if i := bytes.IndexByte(f.Src, '\n'); i > 0 && f.Src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Text returns the bytes of s; a span that reaches outside the file is cut.
func (f *File) Text(s Span) []byte {
	start := min(max(s.Start, 0), len(f.Src))
	return f.Src[start:max(start, min(s.End, len(f.Src)))]
}

// Position returns the line and column of byte offset off. An offset past the
// end means the end. LF, CRLF and a lone CR end a line; a byte order mark at
// the start of the file takes no column.
//
// The first call indexes the lines, so a File must not be shared between
// goroutines before that.
func (f *File) Position(off int) Position {
	off = min(max(off, 0), len(f.Src))
	line := f.LineOf(off)
	start := f.lines[line-f.first()]
	if start == 0 && bytes.HasPrefix(f.Src, []byte(BOM)) {
		start = min(len(BOM), off)
	}
	return Position{Line: line, Column: utf8.RuneCount(f.Src[start:off]) + 1}
}

// LineOf returns the number of the line that holds byte offset off.
func (f *File) LineOf(off int) int {
	f.index()
	return max(sort.SearchInts(f.lines, off+1), 1) - 1 + f.first()
}

// Lines is the number of the last line; an empty file has one line.
func (f *File) Lines() int {
	f.index()
	return len(f.lines) - 1 + f.first()
}

func (f *File) first() int { return max(f.FirstLine, 1) }

// Line returns the span of line n without its line ending. A line that does
// not exist is an empty span at the end of the file.
func (f *File) Line(n int) Span {
	f.index()
	n -= f.first() - 1
	if n < 1 || n > len(f.lines) {
		return Span{len(f.Src), len(f.Src)}
	}
	end := len(f.Src)
	if n < len(f.lines) {
		end = f.lines[n]
	}
	start := f.lines[n-1]
	return Span{start, start + len(bytes.TrimRight(f.Src[start:end], "\r\n"))}
}

func (f *File) index() {
	if f.lines != nil {
		return
	}
	f.lines = append(make([]int, 0, bytes.Count(f.Src, []byte("\n"))+1), 0)
	for i := 0; i < len(f.Src); i++ {
		switch {
		case f.Src[i] == '\n', f.Src[i] == '\r' && (i+1 == len(f.Src) || f.Src[i+1] != '\n'):
			if i+1 < len(f.Src) {
				f.lines = append(f.lines, i+1)
			}
		}
	}
}

// Doc is the Markdown structure of one text. All spans are offsets into
// File.Src and every list is in document order.
type Doc struct {
	// Front is the text of the front matter as CutFront finds it, and
	// FrontClosed tells that it was cut off. If the caller did not ask for front
	// matter, or there is none or it is never closed, Front is empty and the
	// whole text is Body.
	Front       Span
	FrontClosed bool
	// Body is everything after the front matter, or the whole text without its
	// byte order mark.
	Body     Span
	Fences   []Fence
	HTML     []HTMLBlock
	Quotes   []Span // the outermost block quotes
	Code     []Span // code blocks by indentation
	Nested   []Span // lists inside of list items, the outermost
	Headings []Heading
	// Deep is the offset of the first container that lies deeper than the
	// parser follows, or of the first line behind more blocks than it follows,
	// or -1. What lies below or behind it is not in the lists above.
	Deep int
}

// Fence is a fenced code block.
type Fence struct {
	// Info is the info string, trimmed. Its language is its first word.
	Info string
	// Char is '`' or '~'; Len is the number of them in the opening fence.
	Char byte
	Len  int
	// Open is the opening line from the first fence character to its last byte
	// before the line ending.
	Open Span
	// Span runs from the first fence character to the end of the closing fence,
	// or of the last body line if there is no closing fence.
	Span Span
	// Close is the closing fence without blanks; empty if there is none.
	Close Span
	// Lines are the body lines without line endings or container prefixes. In a
	// list or quote they are not adjacent in the source.
	Lines []Span
	// Closed is false if the text or the fence's container ended first.
	Closed bool
	// InList and InQuote tell the containers, at any depth.
	InList, InQuote bool
}

// HTMLKind tells what ends an HTML block.
type HTMLKind int

// The kinds of HTML blocks. HTMLOther is every block that a blank line ends.
const (
	HTMLOther HTMLKind = iota
	HTMLComment
	HTMLPre
	HTMLRaw         // script, style, textarea
	HTMLDeclaration // a declaration, an instruction, CDATA
)

// HTMLBlock is a raw HTML block.
type HTMLBlock struct {
	Kind HTMLKind
	Span Span
	// Closed is false if a block that needs a closing mark (comment, pre,
	// declaration) ran to the end of the text or of its container.
	Closed bool
	// InQuote tells that the block stands in a block quote.
	InQuote bool
}

// Heading is an ATX or setext heading.
type Heading struct {
	Level int // from 1
	Text  string
	Span  Span
}

// FenceAt returns the fence whose span holds off.
func (d *Doc) FenceAt(off int) (Fence, bool) {
	return At(d.Fences, off, func(f Fence) Span { return f.Span })
}

// At returns the item whose span holds off. The spans must be in order and
// must not overlap, as those of each list of a Doc are.
func At[T any](items []T, off int, span func(T) Span) (item T, found bool) {
	i, found := slices.BinarySearchFunc(items, off, func(it T, off int) int {
		switch s := span(it); {
		case s.End <= off:
			return -1
		case s.Start > off:
			return 1
		}
		return 0
	})
	if !found {
		return item, false
	}
	return items[i], true
}
