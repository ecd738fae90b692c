package agenttoml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Change sets one key at top level. Value is TOML text, such as Multiline
// returns it.
type Change struct{ Key, Value string }

// New returns a file with these keys in this order.
func New(changes ...Change) []byte {
	var b bytes.Buffer
	for _, c := range changes {
		fmt.Fprintf(&b, "%s = %s\n", bare(c.Key), c.Value)
	}
	return b.Bytes()
}

// Edit returns the file with the changes made and every other byte as it was.
// A key that is there keeps its place; a new one comes before the instructions
// if they are there, else after the last key at top level, and always before
// the first table. A file that is no TOML, and a key that is a table with a
// header or dotted keys, cannot be edited: the problem says so.
func (a *Agent) Edit(changes ...Change) ([]byte, *Problem) {
	if a.Problem != nil {
		return nil, a.Problem
	}
	var edits []source.Edit
	var added strings.Builder
	eol := a.File.LineEnd()
	for _, c := range changes {
		e := a.Find(c.Key)
		switch {
		case e == nil:
			added.WriteString(bare(c.Key) + " = " + c.Value + eol)
		case len(e.Path) > 1 || e.Header:
			return nil, &Problem{Code: Type, Span: e.Key, Key: c.Key,
				Message: fmt.Sprintf("%s is a table with lines of its own and cannot be set", c.Key)}
		default:
			edits = append(edits, source.Edit{Span: e.Value, New: c.Value})
		}
	}
	if text := added.String(); text != "" {
		at := a.insertion()
		if at > 0 && a.File.Src[at-1] != '\n' && string(a.File.Src[:at]) != source.BOM {
			text = eol + strings.TrimSuffix(text, eol)
		}
		edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at}, New: text})
	}
	slices.SortStableFunc(edits, func(x, y source.Edit) int { return x.Span.Start - y.Span.Start })
	return source.Apply(a.File.Src, edits), nil
}

// insertion is the offset where new keys go: behind the line of the last key
// at top level, not counting the instructions if others stand before them.
func (a *Agent) insertion() int {
	last := -1
	for i, e := range a.Entries {
		if e.Header {
			break
		}
		if e.Path[0] == Instructions && last >= 0 {
			break
		}
		last = i
	}
	src := a.File.Src
	switch {
	case last >= 0:
		end := a.Entries[last].Value.End
		if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
			return end + i + 1
		}
		return len(src)
	case len(a.Entries) > 0: // the file begins with a table
		at := bytes.LastIndexByte(src[:a.Entries[0].Key.Start], '\n') + 1
		if at == 0 && bytes.HasPrefix(src, []byte(source.BOM)) {
			at = len(source.BOM)
		}
		return at
	}
	return len(src)
}
