package config

import (
	"bytes"
	"fmt"
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
	var t file
	if err := toml.NewDecoder(bytes.NewReader(f.Src)).DisallowUnknownFields().Decode(&t); err != nil {
		return nil, decoded(f, err)
	}
	r := reader{file: f, c: &Config{Path: path}}
	r.preset(t.Extends)
	r.verdict(t.Verdict)
	r.quorum(t.Quorum)
	r.lint(t.Lint, t.Gate, t.Extends)
	r.mirror(t.Extends, t.Mirror, t.Gate)
	r.gate(t.Gate, t.Extends)
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b *Error) int { return a.Line - b.Line })
		return nil, r.faults
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
	if r.places == nil {
		r.places = places(r.file.Src)
	}
	e := &Error{Path: r.file.Path, Message: path + ": " + fmt.Sprintf(format, args...), Help: help}
	for at := path; at != ""; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		if off, ok := r.places[at]; ok {
			pos := r.file.Position(off)
			e.Line, e.Column = pos.Line, pos.Column
			break
		}
	}
	r.faults = append(r.faults, e)
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
func places(src []byte) map[string]int {
	found, counts := map[string]int{}, map[string]int{}
	var p unstable.Parser
	p.Reset(src)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		path, off := keyPath(&p, e.Key())
		switch e.Kind {
		case unstable.Table:
			table = path + "."
			for at := path; at != ""; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
				if _, ok := found[at]; !ok || at == path {
					found[at] = off // a header names the tables around it, too
				}
			}
		case unstable.ArrayTable:
			path = path + "." + strconv.Itoa(counts[path])
			counts[path[:strings.LastIndexByte(path, '.')]]++
			table = path + "."
			found[path] = off
		case unstable.KeyValue:
			found[table+path] = off
			inner(&p, e.Value(), table+path, found)
		}
	}
	return found
}

// inner finds the keys of inline tables and arrays.
func inner(p *unstable.Parser, n *unstable.Node, path string, found map[string]int) {
	it := n.Children()
	switch n.Kind {
	case unstable.InlineTable:
		for it.Next() {
			key, off := keyPath(p, it.Node().Key())
			found[path+"."+key] = off
			inner(p, it.Node().Value(), path+"."+key, found)
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

func keyPath(p *unstable.Parser, it unstable.Iterator) (path string, off int) {
	var parts []string
	for it.Next() {
		if len(parts) == 0 {
			off = int(it.Node().Raw.Offset)
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), off
}
