// Package agenttoml reads and edits Codex agent files: TOML with a name, a
// description and the instructions as one string.
//
//	a := agenttoml.Parse(source.NewFile(".codex/agents/judge.toml", src))
//	for _, p := range a.Check(known) { ... }
//	out, problem := a.Edit(agenttoml.Change{Key: agenttoml.Instructions, Value: agenttoml.Multiline(body)})
//
// Parse is total: what is wrong with a file is data with a position. Edit
// replaces single values and keeps every other byte. The package does not know
// targets or rules, and not which keys Codex takes: the caller says so.
package agenttoml

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/judgelint/judgelint/source"
)

// The keys that every agent file needs.
const (
	Name         = "name"
	Description  = "description"
	Instructions = "developer_instructions"
)

// Agent is one Codex agent file.
type Agent struct {
	File *source.File
	// Entries are the key/value pairs and table headers in document order, up
	// to the first syntax error. What an inline table or an array holds is part
	// of its entry.
	Entries []Entry
	// Problem is the first reason why the file is no sound TOML, or nil.
	Problem *Problem
}

// Entry is a "key = value" pair or a table header.
type Entry struct {
	// Path is the key with the keys of its table in front, without quotes: one
	// element for a key at top level.
	Path []string
	// Header is true for [table] and [[table]].
	Header bool
	// Key is the key, or the name in a header, as it is written.
	Key source.Span
	// Value is the value as it is written, with its quotes; empty for a header.
	Value source.Span
	Kind  Kind
	// Text is the decoded value of a string.
	Text string
	// Items are the decoded elements of an array that holds only strings.
	Items []string
}

// Kind is the type of a value; its text reads well after "is".
type Kind string

// The kinds of values. A header is a Table.
const (
	String Kind = "a string"
	Number Kind = "a number"
	Bool   Kind = "a boolean"
	Time   Kind = "a date or time"
	Array  Kind = "an array"
	Table  Kind = "a table"
)

// Parse reads an agent file. A byte order mark is skipped, as Codex does.
func Parse(f *source.File) *Agent {
	a := &Agent{File: f}
	if at := f.InvalidUTF8(); at >= 0 {
		a.Problem = &Problem{Code: Encoding, Span: source.Span{Start: at, End: at + 1},
			Message: "the file is not UTF-8"}
		return a
	}
	base := 0
	if bytes.HasPrefix(f.Src, []byte(source.BOM)) {
		base = len(source.BOM)
	}
	simple := a.read(f.Src[base:], base)
	if a.Problem == nil && !simple {
		a.Problem = semantic(f.Src[base:], base)
	}
	return a
}

// read fills Entries. simple reports that nothing but different strings at top
// level was found, so that no further check is needed.
func (a *Agent) read(src []byte, base int) (simple bool) {
	var p unstable.Parser
	p.Reset(src)
	simple = true
	var table []string
	for p.NextExpression() {
		node := p.Expression()
		e := entry(&p, node, base)
		if e.Header {
			table, simple = e.Path, false
		} else {
			simple = simple && len(e.Path) == 1 && e.Kind == String && a.Find(e.Path[0]) == nil
			e.Path = append(table[:len(table):len(table)], e.Path...)
		}
		a.Entries = append(a.Entries, e)
	}
	var perr *unstable.ParserError
	if err := p.Error(); errors.As(err, &perr) {
		r := p.Range(perr.Highlight)
		a.Problem = &Problem{Code: Syntax, Message: perr.Message,
			Span: source.Span{Start: base + int(r.Offset), End: base + int(r.Offset+r.Length)}}
	}
	return simple
}

func entry(p *unstable.Parser, node *unstable.Node, base int) Entry {
	e := Entry{Header: node.Kind != unstable.KeyValue, Kind: Table}
	var first, last unstable.Range
	for it := node.Key(); it.Next(); {
		last = it.Node().Raw
		if len(e.Path) == 0 {
			first = last
		}
		e.Path = append(e.Path, string(it.Node().Data))
	}
	end := int(last.Offset + last.Length)
	e.Key = source.Span{Start: base + int(first.Offset), End: base + end}
	if e.Header {
		return e
	}
	raw := node.Raw
	start := end + bytes.IndexByte(p.Data()[end:], '=') + 1
	start += len(p.Data()[start:]) - len(bytes.TrimLeft(p.Data()[start:], " \t"))
	e.Value = source.Span{Start: base + start, End: base + int(raw.Offset+raw.Length)}
	value := node.Value()
	e.Kind = kind(value.Kind)
	switch e.Kind {
	case String:
		e.Text = string(value.Data)
	case Array:
		e.Items = items(value)
	}
	return e
}

func kind(k unstable.Kind) Kind {
	switch k {
	case unstable.String:
		return String
	case unstable.Integer, unstable.Float:
		return Number
	case unstable.Bool:
		return Bool
	case unstable.Array:
		return Array
	case unstable.InlineTable:
		return Table
	}
	return Time
}

// items returns the strings of an array, or nil if it holds something else.
func items(array *unstable.Node) []string {
	list := []string{}
	for it := array.Children(); it.Next(); {
		if it.Node().Kind != unstable.String {
			return nil
		}
		list = append(list, string(it.Node().Data))
	}
	return list
}

// semantic finds what a parser of single expressions cannot see: a key or
// table given twice, dates and numbers that do not exist.
func semantic(src []byte, base int) *Problem {
	var all map[string]any
	err := toml.Unmarshal(src, &all)
	if err == nil {
		return nil
	}
	at := 0
	var derr *toml.DecodeError
	if errors.As(err, &derr) {
		line, column := derr.Position()
		for range line - 1 {
			at += bytes.IndexByte(src[at:], '\n') + 1
		}
		at = min(at+column-1, len(src))
	}
	message := strings.TrimPrefix(err.Error(), "toml: ")
	code := Syntax
	if strings.Contains(message, "already") || strings.Contains(message, "should be") {
		code = Duplicate
	}
	return &Problem{Code: code, Message: message,
		Span: source.Span{Start: base + at, End: base + min(at+1, len(src))}}
}

// Decode returns all keys and values of the file, nested as they are, or nil
// if it has a Problem.
func (a *Agent) Decode() map[string]any {
	var all map[string]any
	src := bytes.TrimPrefix(a.File.Src, []byte(source.BOM))
	if a.Problem != nil || toml.Unmarshal(src, &all) != nil {
		return nil
	}
	return all
}

// Find returns the first entry whose key at top level is key, which may be the
// header of its table or a key inside it; nil if there is none.
func (a *Agent) Find(key string) *Entry {
	for i := range a.Entries {
		if a.Entries[i].Path[0] == key {
			return &a.Entries[i]
		}
	}
	return nil
}

// Text is the string at top level with this key, or "" if there is none.
func (a *Agent) Text(key string) string {
	if e := a.Find(key); e != nil && len(e.Path) == 1 {
		return e.Text
	}
	return ""
}

// Top returns the first entry of each key at top level, in document order.
func (a *Agent) Top() []Entry {
	var top []Entry
	seen := map[string]bool{}
	for _, e := range a.Entries {
		if !seen[e.Path[0]] {
			seen[e.Path[0]] = true
			top = append(top, e)
		}
	}
	return top
}
