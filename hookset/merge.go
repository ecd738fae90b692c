package hookset

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// Merge returns the edits that add the entries whose event has no gate yet.
// They only insert, so that every byte of the file stays; the text takes over
// the indentation, line endings and separators of the file. No edits means
// that nothing is missing. A file that its client cannot read is refused with
// the reason, because what is added to it would not run.
func (s *Set) Merge(entries []Entry) ([]source.Edit, error) {
	if s.Blank() {
		fresh := Fresh(s.Dialect, entries)
		return []source.Edit{{Span: source.Span{Start: len(s.File.Src), End: len(s.File.Src)}, New: string(fresh)}}, nil
	}
	if p, bad := s.Unusable(); bad {
		at := s.File.Position(p.Span.Start)
		return nil, fmt.Errorf("%s:%d:%d: %s", s.File.Path, at.Line, at.Column, p.Message)
	}
	missing := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return len(s.Gates(e.Event)) > 0 })
	if len(missing) == 0 {
		return nil, nil
	}
	if s.hooks == nil {
		return s.insert(&s.root, s.tree(missing).pairs, nil), nil
	}
	var edits []source.Edit
	var events []pair
	for _, e := range missing {
		if list := s.hooks.value.get(e.Event); list != nil && list.value.kind == jsontree.List {
			edits = append(edits, s.insert(&list.value, nil, []node{s.Dialect.item(e)})...)
			continue
		}
		events = append(events, pair{e.Event, node{list: []node{s.Dialect.item(e)}}})
	}
	if len(events) > 0 {
		edits = append(edits, s.insert(&s.hooks.value, events, nil)...)
	}
	return sortEdits(edits), nil
}

func sortEdits(edits []source.Edit) []source.Edit {
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	return edits
}

// Fresh returns a new settings file that holds the entries alone.
func Fresh(d Dialect, entries []Entry) []byte {
	s := &Set{Dialect: d}
	root := s.tree(entries)
	if d.facts().Flat {
		root.pairs = slices.Insert(root.pairs, 0, pair{"version", node{leaf: "1"}})
	}
	var b strings.Builder
	style{eol: "\n", unit: "  ", colon: ": "}.write(&b, root, "")
	b.WriteString("\n")
	return []byte(b.String())
}

// tree is {"hooks": {event: [entry]}}.
func (s *Set) tree(entries []Entry) node {
	var events node
	for _, e := range entries {
		events.add(e.Event, node{list: []node{s.Dialect.item(e)}})
	}
	return node{pairs: []pair{{"hooks", events}}}
}

// insert adds children at the end of the object or list v.
func (s *Set) insert(v *value, pairs []pair, list []node) []source.Edit {
	st := s.style(v)
	indent := s.childIndent(v, st)
	var b strings.Builder
	write := func(i int, key string, n node) {
		if i > 0 {
			b.WriteString(st.between())
		}
		b.WriteString(st.newline(indent) + key)
		st.write(&b, n, indent)
	}
	for i, p := range pairs {
		write(i, quoted(p.key).leaf+st.colon, p.value)
	}
	for i, n := range list {
		write(i, "", n)
	}
	return s.place(v, st, b.String())
}

// place puts the rendered children behind the last thing inside of v.
func (s *Set) place(v *value, st style, children string) []source.Edit {
	last, empty := v.lastChild()
	// The children follow after comments that stand behind the last child, so
	// that these stay with it.
	end := s.lastInside(v)
	at := source.Span{Start: end, End: end}
	switch {
	case empty && !bytes.ContainsAny(s.File.Text(source.Span{Start: end, End: v.span.End}), "\n\r"):
		return []source.Edit{{Span: at, New: children + st.newline(s.lineIndent(v.span.Start))}}
	case empty:
		return []source.Edit{{Span: at, New: children}}
	case end == last:
		return []source.Edit{{Span: at, New: st.between() + children}}
	}
	return []source.Edit{{Span: source.Span{Start: last, End: last}, New: ","}, {Span: at, New: children}}
}

// lastChild is the end of the last child of v; empty is true if there is none.
func (v *value) lastChild() (end int, empty bool) {
	if n := len(v.members); n > 0 {
		return v.members[n-1].value.span.End, false
	}
	if n := len(v.items); n > 0 {
		return v.items[n-1].span.End, false
	}
	return v.span.Start + 1, true
}

// lastInside is the end of the last child or comment inside of v.
func (s *Set) lastInside(v *value) int {
	end, _ := v.lastChild()
	for _, n := range s.comments {
		if n.Start >= end && n.End < v.span.End {
			end = n.End
		}
	}
	return end
}

// style is the layout that children of v take over.
func (s *Set) style(v *value) style {
	src := s.File.Src
	st := style{eol: "\n", unit: s.unit(), colon: ": ", comma: ", "}
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		st.eol = "\r\n"
	} else if i < 0 && bytes.IndexByte(bytes.TrimRight(src, "\r"), '\r') >= 0 {
		st.eol = "\r"
	}
	inside := bytes.TrimSpace(src[s.root.span.Start:s.root.span.End])
	st.compact = !bytes.ContainsAny(inside, "\n\r") && len(s.root.members) > 0
	if bytes.Contains(inside, []byte(`":`)) && !bytes.Contains(inside, []byte(`": `)) && st.compact {
		st.colon, st.comma = ":", ","
	}
	return st
}

// unit is one step of indentation: that of the first member of the root that
// begins a line, or else two blanks.
func (s *Set) unit() string {
	for _, m := range s.root.members {
		if indent, first := s.beginsLine(m.keySpan.Start); first && indent != "" {
			return indent
		}
	}
	return "  "
}

// childIndent is the indentation of a new child of v.
func (s *Set) childIndent(v *value, st style) string {
	for i := len(v.members) - 1; i >= 0; i-- {
		if indent, first := s.beginsLine(v.members[i].keySpan.Start); first {
			return indent
		}
	}
	for i := len(v.items) - 1; i >= 0; i-- {
		if indent, first := s.beginsLine(v.items[i].span.Start); first {
			return indent
		}
	}
	return s.lineIndent(v.span.Start) + st.unit
}

// beginsLine returns the blanks in front of off if nothing else precedes it on
// its line.
func (s *Set) beginsLine(off int) (indent string, first bool) {
	indent = s.lineIndent(off)
	return indent, s.lineStart(off)+len(indent) == off
}

// lineIndent is the blanks at the start of the line that holds off.
func (s *Set) lineIndent(off int) string {
	line := s.File.Src[s.lineStart(off):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

func (s *Set) lineStart(off int) int {
	return bytes.LastIndexAny(s.File.Src[:off], "\r\n") + 1
}

func itoa(n int) string { return strconv.Itoa(n) }
