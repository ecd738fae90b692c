// Package agentspec reads agent definition files: front matter entries with
// positions, body, name and description, and finds such files by name.
//
//	s := agentspec.Parse(source.NewFile(path, src))
//	s.Name(); s.Description(); s.List("tools")
//
// Front matter is read strictly first. Three of a hundred real files fail
// that, nearly all by an unquoted ": " in the description, and most clients
// load them nevertheless; so a second, lenient reading follows and the
// problems are kept as data. Every entry keeps its lines verbatim for edits.
// The package knows neither rules nor the targets of mirrors.
package agentspec

import (
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Spec is one agent definition file.
type Spec struct {
	File *source.File
	// Front tells where the front matter is and how it is delimited.
	Front source.Front
	// Entries are the keys at the top level in document order, repeated ones
	// included.
	Entries []Entry
	// Reading tells which reading gave the entries.
	Reading Reading
	// Problems are what a strict reader objects to, in document order: at most
	// one of syntax, and one for each repeated key.
	Problems []Problem
	// Quoted are the plain values that only a lenient reader takes: quoting
	// them mends the front matter. Empty unless Reading is Repaired.
	Quoted []source.Span
	// Stray are the lines at the left edge that are no entry: the rest of a
	// value whose author forgot to indent it. If Reading is not Lenient, they
	// stand in quotes or brackets, where YAML wants them indented all the same
	// and only some parsers insist.
	Stray []source.Span
}

// Reading is how the front matter was read.
type Reading int

const (
	// Strict: it is YAML.
	Strict Reading = iota
	// Repaired: it is YAML after what Claude Code does when its parser refuses
	// the front matter: the values in Quoted in quotes, blanks for tabs of
	// indentation, and any character for a control character.
	Repaired
	// Lenient: no client loads it; it was read line by line.
	Lenient
)

// Problem is one objection of a strict reader.
type Problem struct {
	// Key is the repeated key, or empty for an error of syntax.
	Key     string
	Span    source.Span
	Message string // one line, without position
}

// Kind is the type of a value.
type Kind int

// The kinds of values.
const (
	Null Kind = iota
	String
	Number
	Bool
	List
	Map
)

// String names the kind for messages.
func (k Kind) String() string {
	return [...]string{"empty", "text", "a number", "true or false", "a list", "a mapping"}[k]
}

// Entry is one key of the front matter with its value.
type Entry struct {
	Key     string
	KeySpan source.Span
	Kind    Kind
	// Value is the decoded scalar, without blanks at its ends; empty for lists
	// and mappings.
	Value string
	// Plain is true for a scalar without quotes on one line.
	Plain bool
	// Span is the value in the source, quotes and brackets included, without a
	// comment behind it. An empty value is an empty span after the colon.
	Span source.Span
	// Comment is a comment behind a plain value, from its #; empty if none.
	Comment source.Span
	// Items are the elements of a list.
	Items []Item
	// Lines are the whole lines of the entry, the last line ending included.
	Lines source.Span

	// verbatim: Value stands byte for byte in the source, from inner on.
	verbatim bool
	inner    int
}

// Item is one element of a list.
type Item struct {
	Text string
	Span source.Span
}

// Parse reads an agent definition. It is total: any bytes, never an error.
func Parse(f *source.File) *Spec {
	s := &Spec{File: f, Front: source.CutFront(f.Src)}
	if s.Front.State != source.FrontNone {
		s.read()
	}
	return s
}

// Body is everything after the front matter.
func (s *Spec) Body() source.Span { return s.Front.Body }

// Entry returns the entry of a key, the last one if it is repeated (as the
// clients do), or nil.
func (s *Spec) Entry(key string) *Entry {
	for i := len(s.Entries) - 1; i >= 0; i-- {
		if s.Entries[i].Key == key {
			return &s.Entries[i]
		}
	}
	return nil
}

// Text returns a value that is text, or "".
func (s *Spec) Text(key string) string {
	if e := s.Entry(key); e != nil && e.Kind == String {
		return e.Value
	}
	return ""
}

// Name is the agent's name; empty if there is none or if it is not text.
func (s *Spec) Name() string { return s.Text("name") }

// Description is the agent's description; empty if there is none or if it is
// not text.
func (s *Spec) Description() string { return s.Text("description") }

// List returns the elements of a list, or of a text that stands for one: see
// Split. It is nil for a missing or empty value.
func (s *Spec) List(key string) []Item {
	e := s.Entry(key)
	switch {
	case e == nil:
		return nil
	case e.Kind == List:
		return e.Items
	}
	return e.Split()
}

// Split cuts a text into the elements that clients see in it: separated by
// commas, blanks or "|", but not inside parentheses. "Agent(a, b), Read" is
// two elements. Brackets of a list that is not closed are left out. A list or mapping gives nil.
func (e *Entry) Split() []Item {
	var items []Item
	for _, w := range words(e.Value) {
		item := Item{Text: e.Value[w.Start:w.End], Span: e.Span}
		if e.verbatim {
			item.Span = source.Span{Start: e.inner + w.Start, End: e.inner + w.End}
		}
		items = append(items, item)
	}
	return items
}

// words returns the spans of the elements of a list written as text.
func words(text string) []source.Span {
	var out []source.Span
	depth, start := 0, -1
	end := func(i int) {
		if start >= 0 {
			out = append(out, source.Span{Start: start, End: i})
		}
		start = -1
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0 && strings.IndexByte(", |\t\n[]", c) >= 0:
			end(i)
			continue
		}
		if start < 0 {
			start = i
		}
	}
	end(len(text))
	return out
}
