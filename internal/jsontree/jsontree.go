// Package jsontree reads JSON text into a tree in which every value and every
// key knows its place in the text, which encoding/json forgets.
//
// Reading is strict and bounded: no NaN, no trailing comma, no comment, no
// second value, no invalid UTF-8, and a limit on the depth. A key that stands
// twice in one object is kept and told, so that the last one never wins in
// silence.
package jsontree

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// MaxDepth is the number of lists and objects that may lie in each other.
const MaxDepth = 200

// MaxValues is the number of values that one text may hold.
const MaxValues = 1_000_000

// Kind is the type of a value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// String returns the kind as a message names it: "null", "a string".
func (k Kind) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// Value is one JSON value.
type Value struct {
	Kind Kind
	// Span is the value in the text, quotes and brackets included.
	Span source.Span
	// Text is the decoded string, or the number as it is written, or "true" or
	// "false"; else empty. A lone surrogate becomes U+FFFD.
	Text string
	// Items are the elements of a list or the values of an object, in the
	// order of the text.
	Items []Value
	// Keys are the keys of an object, one for each of Items; nil for a list.
	Keys []Key
}

// Key is a key of an object.
type Key struct {
	Name string
	Span source.Span
}

// Get returns the value of the first key called name, or nil if v is no object
// or has no such key. It may be called on nil.
func (v *Value) Get(name string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Keys {
		if v.Keys[i].Name == name {
			return &v.Items[i]
		}
	}
	return nil
}

// Is reports whether v is a value of kind k. It may be called on nil.
func (v *Value) Is(k Kind) bool { return v != nil && v.Kind == k }

// Str returns the text of a string, else "". It may be called on nil.
func (v *Value) Str() string {
	if !v.Is(String) {
		return ""
	}
	return v.Text
}

// Tree is one JSON text.
type Tree struct {
	Root Value
	// Doubles are the keys that their object has already, in the order of the
	// text.
	Doubles []Double
}

// Double is a key that its object has already.
type Double struct {
	Key Key
	// First is the place of the first key of that name.
	First source.Span
}

// Path returns the way from the root to the innermost value, or value of a
// key, that holds byte offset off, such as $.findings[2].line.
func (t *Tree) Path(off int) string {
	path, v := []byte("$"), &t.Root
	for len(v.Items) > 0 {
		// The child whose text, with the key before it, reaches beyond off.
		i := sort.Search(len(v.Items), func(i int) bool { return v.Items[i].Span.End > off })
		if i == len(v.Items) || start(v, i) > off {
			break
		}
		path = appendStep(path, v, i)
		v = &v.Items[i]
	}
	return string(path)
}

// start is where the i-th element begins; with its key, if it has one.
func start(v *Value, i int) int {
	if v.Kind == Object {
		return v.Keys[i].Span.Start
	}
	return v.Items[i].Span.Start
}

func appendStep(path []byte, v *Value, i int) []byte {
	if v.Kind == List {
		return fmt.Appendf(path, "[%d]", i)
	}
	name := v.Keys[i].Name
	if isWord(name) {
		return fmt.Appendf(path, ".%s", name)
	}
	return fmt.Appendf(path, "[%s]", strconv.Quote(name))
}

func isWord(name string) bool {
	plain := func(r rune) bool {
		return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return name != "" && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0
}

// SyntaxError tells why a text is no JSON, and where.
type SyntaxError struct {
	// Offset is in bytes from 0.
	Offset  int
	Message string
}

// Error returns the message, without the place.
func (e *SyntaxError) Error() string { return e.Message }
