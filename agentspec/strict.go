package agentspec

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/judgelint/judgelint/source"
)

// read fills entries and problems from the front matter.
func (s *Spec) read() {
	defer s.checkRepeated()
	if s.quickRead() {
		return
	}
	s.readYAML()
}

// readYAML reads the front matter with the parser, and leniently after that.
func (s *Spec) readYAML() {
	l := newLayout(s.File, s.Front.Text)
	root, problem := l.parse(l.text)
	if n := bytes.IndexFunc(l.src, control); n >= 0 {
		problem = &Problem{Span: l.file(n, n+1), Message: fmt.Sprintf("control character %q", l.src[n])}
	}
	if problem == nil {
		s.fill(l, root)
		return
	}
	s.Problems = append(s.Problems, *problem)
	text, quoted := l.repair()
	if root, problem = l.parse(text); problem == nil {
		s.Reading, s.Quoted = Repaired, quoted
		s.fill(l, root)
		return
	}
	s.Reading = Lenient
	s.readLines(l)
}

// parse reads text, which has the lines of l, with the strict parser. An empty
// document gives nil without a problem.
func (l *layout) parse(text string) (root *yaml.Node, problem *Problem) {
	var doc yaml.Node
	err := yaml.Load([]byte(text), &doc)
	if err == nil {
		if len(doc.Content) == 0 {
			return nil, nil
		}
		root = doc.Content[0]
		if root.Kind == yaml.MappingNode || root.Tag == "!!null" {
			return root, nil
		}
		off := l.offset(root.Line, root.Column)
		return nil, &Problem{Span: l.file(off, l.line(l.lineOf(off)).End), Message: "not a mapping of keys to values"}
	}
	var load *yaml.LoadError
	switch {
	case strings.Contains(err.Error(), "no documents"):
		return nil, nil
	case errors.As(err, &load):
		return nil, l.problem(load)
	}
	return nil, &Problem{Span: l.file(0, 0), Message: err.Error()}
}

// problem places an error of the parser. Where something was never closed, the
// place to mend is where it was opened.
func (l *layout) problem(e *yaml.LoadError) *Problem {
	mark, message := e.Mark, strings.TrimPrefix(e.Message, "yaml: ")
	for _, unclosed := range []string{"unexpected end of stream", "expected ',' or", "could not find expected ':'"} {
		if strings.Contains(e.Message, unclosed) && e.ContextMark.Line > 0 {
			mark = e.ContextMark
		}
	}
	if e.ContextMsg != "" {
		message = e.ContextMsg + ": " + message
	}
	off := l.offset(mark.Line, mark.Column)
	if mark.Line == 0 { // several documents in one: the second begins at a line of dots or dashes
		for n := range l.lines {
			if s := l.line(n); bytes.HasPrefix(l.src[s.Start:], []byte("...")) || bytes.HasPrefix(l.src[s.Start:], []byte("--- ")) {
				off = s.Start
				break
			}
		}
	}
	return &Problem{Span: l.file(off, max(off, l.line(l.lineOf(off)).End)), Message: message}
}

// fill makes the entries from a tree, which may be nil.
func (s *Spec) fill(l *layout, root *yaml.Node) {
	if root == nil || root.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		next := len(l.lines)
		if i+2 < len(root.Content) {
			next = root.Content[i+2].Line - 1
		}
		s.Entries = append(s.Entries, l.entry(key, value, next))
		s.Stray = append(s.Stray, l.outdented(key.Line, next)...)
	}
}

// outdented returns the lines from first to next (from 0) at the left edge that
// belong to a value, but for comments, list items, closing brackets and the
// marks of explicit keys and of the end.
func (l *layout) outdented(first, next int) []source.Span {
	var stray []source.Span
	for n := first; n < min(next, len(l.lines)); n++ {
		s := l.line(n)
		if s.Len() > 0 && strings.IndexByte(" \t#]}?:.", l.src[s.Start]) < 0 && !l.listLine(n) {
			stray = append(stray, l.file(s.Start, s.End))
		}
	}
	return stray
}

// entry makes one entry. Its lines end before line next (from 0).
func (l *layout) entry(key, value *yaml.Node, next int) Entry {
	at := l.offset(key.Line, key.Column)
	e := Entry{Key: key.Value, KeySpan: l.file(at, at+l.tokenLen(at, key))}
	end := l.entryEnd(key.Line-1, max(next, key.Line))
	e.Lines = l.file(l.lines[min(key.Line, len(l.lines))-1], end)
	start := l.offset(value.Line, value.Column)
	if value.Kind == yaml.AliasNode && value.Alias != nil {
		value = value.Alias
	}
	e.Kind, e.Value = kindOf(value), strings.TrimSpace(value.Value)
	e.Span = l.file(start, max(start, start+l.tokenLen(start, value)))
	switch e.Kind {
	case Null:
		e.Value = ""
	case List:
		for _, c := range value.Content {
			e.Items = append(e.Items, l.item(c))
		}
		fallthrough
	case Map:
		if value.Style&yaml.FlowStyle != 0 {
			end = start + flowLen(l.src[start:max(start, end)])
		}
		e.Span = l.file(start, max(start, trimmedEnd(l.src, start, end)))
	default:
		l.scalar(&e, value, start, end)
	}
	return e
}

// scalar sets what depends on how a scalar is written.
func (l *layout) scalar(e *Entry, value *yaml.Node, start, end int) {
	switch style := value.Style &^ yaml.TaggedStyle; {
	case style == yaml.LiteralStyle, style == yaml.FoldedStyle:
		e.Span = l.file(start, max(start, trimmedEnd(l.src, start, end)))
	case style != 0 && quotedLen(l.src[start:]) > 0:
		inner := l.src[start+1 : start+max(e.Span.Len()-1, 1)]
		e.verbatim, e.inner = string(inner) == e.Value, l.base+start+1
	default:
		line := l.line(l.lineOf(start))
		e.Plain = e.Span.End <= l.base+line.End && bytes.HasPrefix(l.src[start:], []byte(value.Value))
		e.verbatim, e.inner = e.Plain, l.base+start
		rest := l.src[min(e.Span.End-l.base, line.End):line.End]
		if n := bytes.IndexByte(rest, '#'); e.Plain && n > 0 && blank(rest[:n]) {
			e.Comment = l.file(line.End-len(rest)+n, line.End)
		}
		if !e.Plain {
			e.Span = l.file(start, max(start, trimmedEnd(l.src, start, end)))
		}
	}
}

func (l *layout) item(n *yaml.Node) Item {
	at := l.offset(n.Line, n.Column)
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode {
		line := l.line(l.lineOf(at))
		return Item{Text: string(l.src[at:line.End]), Span: l.file(at, line.End)}
	}
	return Item{Text: n.Value, Span: l.file(at, at+l.tokenLen(at, n))}
}

// tokenLen is the length of a scalar in the source, quotes included; 0 if it
// does not stand there on one line.
func (l *layout) tokenLen(at int, n *yaml.Node) int {
	if quoted := yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle; n.Style&quoted != 0 {
		if size := quotedLen(l.src[at:]); size > 0 { // else repair put the quotes there
			return size
		}
	}
	if n.Kind == yaml.ScalarNode && bytes.HasPrefix(l.src[at:], []byte(n.Value)) {
		return len(n.Value)
	}
	return 0
}

// quotedLen is the length of the quoted scalar at the start of src; 0 if there
// is none.
func quotedLen(src []byte) int {
	if len(src) == 0 || src[0] != '"' && src[0] != '\'' {
		return 0
	}
	for i := 1; i < len(src); i++ {
		switch {
		case src[0] == '"' && src[i] == '\\':
			i++
		case src[i] != src[0]:
		case src[0] == '\'' && i+1 < len(src) && src[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return len(src)
}

// flowLen is the length of the list or mapping in brackets at the start of src,
// len(src) if it does not end there. Brackets in quotes and comments are text; a
// quote inside a word is none.
func flowLen(src []byte) int {
	depth, last := 0, byte(',')
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case (c == '"' || c == '\'') && strings.IndexByte("[{,:", last) >= 0:
			i += quotedLen(src[i:]) - 1
		case c == '#' && i > 0 && strings.IndexByte(" \t\n", src[i-1]) >= 0:
			if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				i += n
			}
		}
		if strings.IndexByte(" \t\r\n", c) < 0 {
			last = c
		}
	}
	return len(src)
}

// trimmedEnd is the end of src[start:end] without blanks and line ends.
func trimmedEnd(src []byte, start, end int) int {
	if start >= end {
		return start
	}
	return start + len(bytes.TrimRight(src[start:end], " \t\r\n"))
}

func kindOf(n *yaml.Node) Kind {
	switch n.Kind {
	case yaml.SequenceNode:
		return List
	case yaml.MappingNode:
		return Map
	}
	switch n.ShortTag() {
	case "!!null":
		return Null
	case "!!int", "!!float":
		return Number
	case "!!bool":
		return Bool
	}
	return String
}

// checkRepeated notes the keys that come more than once.
func (s *Spec) checkRepeated() {
	first := make(map[string]int, len(s.Entries))
	for i, e := range s.Entries {
		earlier, twice := first[e.Key]
		if !twice {
			first[e.Key] = i
			continue
		}
		line := s.File.LineOf(s.Entries[earlier].KeySpan.Start)
		s.Problems = append(s.Problems, Problem{Key: e.Key, Span: e.KeySpan, Message: fmt.Sprintf("key %q is given twice, first in line %d", e.Key, line)})
	}
}
