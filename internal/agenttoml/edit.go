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
	type edit struct {
		at   source.Span
		text string
	}
	var edits []edit
	var added strings.Builder
	eol := a.eol()
	for _, c := range changes {
		e := a.Find(c.Key)
		switch {
		case e == nil:
			added.WriteString(bare(c.Key) + " = " + c.Value + eol)
		case len(e.Path) > 1 || e.Header:
			return nil, &Problem{Code: Type, Span: e.Key, Key: c.Key,
				Message: fmt.Sprintf("%s is a table with lines of its own and cannot be set", c.Key)}
		default:
			edits = append(edits, edit{e.Value, c.Value})
		}
	}
	if text := added.String(); text != "" {
		at := a.insertion()
		if at > 0 && a.File.Src[at-1] != '\n' && string(a.File.Src[:at]) != source.BOM {
			text = eol + strings.TrimSuffix(text, eol)
		}
		edits = append(edits, edit{source.Span{Start: at, End: at}, text})
	}
	slices.SortStableFunc(edits, func(x, y edit) int { return x.at.Start - y.at.Start })
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		out.Write(a.File.Src[done:e.at.Start])
		out.WriteString(e.text)
		done = e.at.End
	}
	out.Write(a.File.Src[done:])
	return out.Bytes(), nil
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

// eol is the line ending of the file's first line.
func (a *Agent) eol() string {
	if i := bytes.IndexByte(a.File.Src, '\n'); i > 0 && a.File.Src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
