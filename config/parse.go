package config

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/judgelint/judgelint/source"
)

// Parse reads a file's content; path is for messages. On faults the error is
// an Errors value with all of them.
func Parse(path string, src []byte) (*Config, error) {
	f := source.NewFile(path, bytes.TrimPrefix(src, []byte(source.BOM)))
	r := reader{file: f, c: &Config{Path: path}}
	var t file
	var keys map[string]any
	if err := toml.Unmarshal(f.Src, &keys); err != nil {
		return nil, decoded(f, err)
	}
	if r.known(keys, reflect.TypeFor[file](), ""); len(r.faults) > 0 {
		return nil, r.sorted()
	}
	if err := toml.Unmarshal(f.Src, &t); err != nil {
		return nil, decoded(f, err)
	}
	r.preset(t.Extends)
	r.verdict(t.Verdict)
	r.contracts(t.Contracts)
	r.quorum(t.Quorum)
	r.lint(t.Lint, t.Gate, t.Extends)
	r.mirror(t.Extends, t.Mirror, t.Gate)
	r.gate(t.Gate, t.Extends)
	r.c.Ledger.Off = t.Ledger != nil && t.Ledger.Enabled != nil && !*t.Ledger.Enabled
	r.run(t.Run)
	if len(r.faults) > 0 {
		return nil, r.sorted()
	}
	return r.c, nil
}

// reader checks the values of one decoded file and fills a Config.
type reader struct {
	file   *source.File
	c      *Config
	faults Errors
	places map[string]int // byte offset of each key, by path; built on the first fault
}

// fault records a wrong value of the key at a path such as "gate.ui.retries"
// or "verdict.kind.0.agents".
func (r *reader) fault(path, help, format string, args ...any) {
	r.place(path, &Error{Path: r.file.Path, Message: path + ": " + fmt.Sprintf(format, args...), Help: help})
}

// place records a fault with the line of its key, or of the table around it.
func (r *reader) place(path string, e *Error) {
	if r.places == nil {
		r.places = places(r.file.Src)
	}
	for at := path; at != ""; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		if off, ok := r.places[at]; ok {
			pos := r.file.Position(off)
			e.Line, e.Column = pos.Line, pos.Column
			break
		}
	}
	r.faults = append(r.faults, e)
}

func (r *reader) sorted() Errors {
	slices.SortStableFunc(r.faults, func(a, b *Error) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column, strings.Compare(a.Message, b.Message))
	})
	return r.faults
}

// between checks a whole number that may be absent.
func (r *reader) between(path string, n *int, low, high int) {
	if n != nil && (*n < low || *n > high) {
		r.fault(path, "", "must be a whole number from %d to %d, found %d", low, high, *n)
	}
}

// oneOf checks a word that may be absent.
func (r *reader) oneOf(path, word string, words ...string) {
	if word != "" && !slices.Contains(words, word) {
		r.fault(path, "", "must be one of %s, found %q", strings.Join(words, ", "), word)
	}
}

// places finds the byte offset of every key of a file that is known to parse.
// The items of an array of tables count from 0: "verdict.kind.0.rules".
func places(src []byte) map[string]int {
	found, counts := map[string]int{}, map[string]int{}
	var p unstable.Parser
	p.Reset(src)
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			table = header(&p, e.Key(), found, counts, false) + "."
		case unstable.ArrayTable:
			table = header(&p, e.Key(), found, counts, true) + "."
		case unstable.KeyValue:
			path := keyPath(&p, e.Key(), table, found)
			inner(&p, e.Value(), path, found)
		}
	}
	return found
}

// header is the path of a table. counts holds how many items each array of
// tables has so far; a header goes on from the last one.
func header(p *unstable.Parser, it unstable.Iterator, found, counts map[string]int, array bool) string {
	path := ""
	for n := 0; it.Next() && n < maxParts; n++ {
		path += string(it.Node().Data)
		note(found, path, it.Node())
		if array && it.IsLast() {
			counts[path]++
		}
		if n := counts[path]; n > 0 {
			path += "." + strconv.Itoa(n-1)
			note(found, path, it.Node())
		}
		if !it.IsLast() {
			path += "."
		}
	}
	return path
}

// maxParts is how many parts of a dotted key are placed; no valid one has more.
const maxParts = 10

// note records where a key stands first.
func note(found map[string]int, path string, n *unstable.Node) {
	if _, ok := found[path]; !ok {
		found[path] = int(n.Raw.Offset)
	}
}

// inner finds the keys of inline tables and arrays.
func inner(p *unstable.Parser, n *unstable.Node, path string, found map[string]int) {
	it := n.Children()
	switch n.Kind {
	case unstable.InlineTable:
		for it.Next() {
			key := keyPath(p, it.Node().Key(), path+".", found)
			inner(p, it.Node().Value(), key, found)
		}
	case unstable.Array:
		for i := 0; it.Next(); i++ {
			at := path + "." + strconv.Itoa(i)
			if raw := it.Node().Raw; raw.Length > 0 {
				found[at] = int(raw.Offset)
			}
			inner(p, it.Node(), at, found)
		}
	}
}

// keyPath is the path of a key, which may be dotted, in the table before it.
func keyPath(p *unstable.Parser, it unstable.Iterator, table string, found map[string]int) string {
	path := strings.TrimSuffix(table, ".")
	for n := 0; it.Next() && n < maxParts; n++ {
		path = strings.TrimPrefix(path+"."+string(it.Node().Data), ".")
		note(found, path, it.Node())
	}
	return path
}
