package jsontree

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/judgelint/judgelint/source"
)

// Parse reads a whole JSON text. A byte order mark in front is skipped.
func Parse(src []byte) (*Tree, *SyntaxError) {
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return nil, &SyntaxError{0, "the text is UTF-16, as an older PowerShell writes it; want UTF-8"}
	}
	if !utf8.Valid(src) {
		return nil, &SyntaxError{invalidAt(src), "the text is not UTF-8"}
	}
	// One copy of the text; every string without an escape is a part of it.
	p := &parser{text: string(src)}
	if strings.HasPrefix(p.text, source.BOM) {
		p.pos = len(source.BOM)
	}
	p.blanks()
	root, ok := p.value(0)
	if !ok {
		return nil, p.err
	}
	p.blanks()
	if p.pos < len(p.text) {
		p.fail("the value has ended, but more text follows: %s", p.here())
		return nil, p.err
	}
	return &Tree{Root: root, Doubles: p.doubles}, nil
}

func invalidAt(src []byte) int {
	for off := 0; off < len(src); {
		r, size := utf8.DecodeRune(src[off:])
		if r == utf8.RuneError && size == 1 {
			return off
		}
		off += size
	}
	return len(src)
}

type parser struct {
	text    string
	pos     int
	err     *SyntaxError
	doubles []Double
	values  int // read so far
	// items and keys are stacks of the elements of what is open; a list or
	// object takes its part when it ends, so that nothing grows twice.
	items []Value
	keys  []Key
}

// fail notes the first mistake; the position is where the reader stands.
func (p *parser) fail(format string, args ...any) bool {
	if p.err == nil {
		p.err = &SyntaxError{p.pos, fmt.Sprintf(format, args...)}
	}
	return false
}

// here quotes what stands at the position, for messages.
func (p *parser) here() string {
	if p.pos >= len(p.text) {
		return "the end of the text"
	}
	rest := p.text[p.pos:min(len(p.text), p.pos+80)]
	word := strings.TrimRightFunc(rest, func(r rune) bool { return r == utf8.RuneError })
	if i := strings.IndexAny(word, " \t\r\n\",:]}"); i > 0 {
		word = word[:i]
	}
	if r, size := utf8.DecodeRuneInString(word); len(word) > 20 || !isLetter(r) {
		word = word[:size]
	}
	return strconv.Quote(word)
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func (p *parser) blanks() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return
		}
	}
}

// peek returns the byte at the position, 0 at the end (a real NUL is no JSON
// either).
func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) value(depth int) (Value, bool) {
	if depth > MaxDepth {
		return Value{}, p.fail("more than %d lists and objects lie in each other", MaxDepth)
	}
	if p.values++; p.values > MaxValues {
		return Value{}, p.fail("more than %d values", MaxValues)
	}
	start := p.pos
	v := Value{Kind: Null}
	ok := false
	switch c := p.peek(); {
	case c == '{':
		v.Kind = Object
		ok = p.object(&v, depth)
	case c == '[':
		v.Kind = List
		ok = p.list(&v, depth)
	case c == '"':
		v.Kind = String
		v.Text, ok = p.str()
	case c == '-' || '0' <= c && c <= '9':
		v.Kind = Number
		v.Text, ok = p.number()
	default:
		ok = p.word(&v)
	}
	v.Span = source.Span{Start: start, End: p.pos}
	return v, ok
}

func (p *parser) word(v *Value) bool {
	for _, w := range [...]struct {
		word string
		kind Kind
	}{{"null", Null}, {"true", Bool}, {"false", Bool}} {
		if strings.HasPrefix(p.text[p.pos:], w.word) {
			p.pos += len(w.word)
			v.Kind = w.kind
			if w.kind == Bool {
				v.Text = w.word
			}
			return true
		}
	}
	return p.fail("want a value, found %s", p.here())
}

// push appends to a stack, which doubles when it is full: append makes a large
// one grow by a quarter, and what a long list leaves behind is several times
// its size.
func push[T any](stack []T, v T) []T {
	if len(stack) == cap(stack) {
		stack = slices.Grow(stack, len(stack)+16)
	}
	return append(stack, v)
}

func (p *parser) list(v *Value, depth int) bool {
	p.pos++ // [
	p.blanks()
	if p.peek() == ']' {
		p.pos++
		return true
	}
	base := len(p.items)
	for {
		item, ok := p.value(depth + 1)
		if !ok {
			return false
		}
		p.items = push(p.items, item)
		if more, ok := p.next(']'); !more {
			v.Items = slices.Clone(p.items[base:])
			p.items = p.items[:base]
			return ok
		}
	}
}

func (p *parser) object(v *Value, depth int) bool {
	p.pos++ // {
	p.blanks()
	if p.peek() == '}' {
		p.pos++
		return true
	}
	base, keyBase := len(p.items), len(p.keys)
	var seen map[string]int
	for {
		key, ok := p.key()
		if !ok {
			return false
		}
		seen = p.double(p.keys[keyBase:], seen, key)
		p.keys = push(p.keys, key)
		item, ok := p.value(depth + 1)
		if !ok {
			return false
		}
		p.items = push(p.items, item)
		if more, ok := p.next('}'); !more {
			v.Items, v.Keys = slices.Clone(p.items[base:]), slices.Clone(p.keys[keyBase:])
			p.items, p.keys = p.items[:base], p.keys[:keyBase]
			return ok
		}
	}
}

// key reads a key and the colon after it.
func (p *parser) key() (Key, bool) {
	if p.peek() != '"' {
		return Key{}, p.fail("want a key in double quotes, found %s", p.here())
	}
	start := p.pos
	name, ok := p.str()
	if !ok {
		return Key{}, false
	}
	key := Key{name, source.Span{Start: start, End: p.pos}}
	p.blanks()
	if p.peek() != ':' {
		return Key{}, p.fail("want ':' after the key %s, found %s", strconv.Quote(name), p.here())
	}
	p.pos++
	p.blanks()
	return key, true
}

// double notes a key that its object has already. The keys of a small object
// are searched; seen is the index of a large one, made when it becomes large.
func (p *parser) double(keys []Key, seen map[string]int, key Key) map[string]int {
	const large = 16
	if len(keys) == large {
		seen = make(map[string]int, 2*large)
		for i := large - 1; i >= 0; i-- {
			seen[keys[i].Name] = i
		}
	}
	var first int
	var found bool
	if seen == nil {
		first = slices.IndexFunc(keys, func(k Key) bool { return k.Name == key.Name })
		found = first >= 0
	} else if first, found = seen[key.Name]; !found {
		seen[key.Name] = len(keys)
	}
	if found {
		p.doubles = append(p.doubles, Double{Key: key, First: keys[first].Span})
	}
	return seen
}

// next goes on after an element: past a comma (more), or past the closing
// bracket.
func (p *parser) next(closing byte) (more, ok bool) {
	p.blanks()
	switch p.peek() {
	case ',':
		p.pos++
		p.blanks()
		if p.peek() == closing {
			return false, p.fail("a comma stands before the closing '%c'", closing)
		}
		return true, true
	case closing:
		p.pos++
		return false, true
	}
	return false, p.fail("want ',' or '%c', found %s", closing, p.here())
}

func (p *parser) number() (string, bool) {
	start := p.pos
	digits := func() bool {
		from := p.pos
		for '0' <= p.peek() && p.peek() <= '9' {
			p.pos++
		}
		return p.pos > from
	}
	if p.peek() == '-' {
		p.pos++
	}
	if p.peek() == '0' {
		p.pos++
	} else if !digits() {
		return "", p.fail("want a digit, found %s", p.here())
	}
	if p.peek() == '.' {
		p.pos++
		if !digits() {
			return "", p.fail("want a digit after the point, found %s", p.here())
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !digits() {
			return "", p.fail("want a digit in the exponent, found %s", p.here())
		}
	}
	return p.text[start:p.pos], true
}

// str reads a string at its opening quote.
func (p *parser) str() (string, bool) {
	p.pos++
	start := p.pos
	var decoded []byte // nil as long as no escape was seen
	for {
		for p.pos < len(p.text) && p.text[p.pos] >= ' ' && p.text[p.pos] != '"' && p.text[p.pos] != '\\' {
			p.pos++
		}
		switch c := p.peek(); {
		case c == '"':
			text := p.text[start:p.pos]
			if decoded != nil {
				text = string(append(decoded, text...))
			}
			p.pos++
			return text, true
		case c == '\\':
			decoded = append(decoded, p.text[start:p.pos]...)
			var ok bool
			if decoded, ok = p.escape(decoded); !ok {
				return "", false
			}
			start = p.pos
		case p.pos >= len(p.text):
			return "", p.fail("the text ends inside a string")
		default:
			return "", p.fail("a control character (%q) stands in a string", c)
		}
	}
}

func (p *parser) escape(out []byte) ([]byte, bool) {
	p.pos++ // the back slash
	c := p.peek()
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 && c != 0 {
		p.pos++
		return append(out, "\"\\/\b\f\n\r\t"[i]), true
	}
	if c != 'u' {
		return nil, p.fail("a back slash before %s is no escape", p.here())
	}
	r, ok := p.hex()
	if !ok {
		return nil, false
	}
	if utf16.IsSurrogate(r) {
		r = p.pair(r)
	}
	return utf8.AppendRune(out, r), true
}

// pair joins a surrogate with the one that follows; alone it is U+FFFD.
func (p *parser) pair(r rune) rune {
	if !strings.HasPrefix(p.text[p.pos:], `\u`) {
		return utf8.RuneError
	}
	back := p.pos
	p.pos++
	low, ok := p.hex()
	if ok {
		if joined := utf16.DecodeRune(r, low); joined != utf8.RuneError {
			return joined
		}
	}
	p.pos, p.err = back, nil // read again as an escape of its own
	return utf8.RuneError
}

// hex reads "uXXXX".
func (p *parser) hex() (rune, bool) {
	digits := p.text[p.pos+1 : min(len(p.text), p.pos+5)]
	n, err := strconv.ParseUint(digits, 16, 16)
	if len(digits) < 4 || err != nil {
		return 0, p.fail("want four hexadecimal digits after \\u")
	}
	p.pos += 5
	return rune(n), true
}
