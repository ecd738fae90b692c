package mirror

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

// mdForm is Markdown with front matter.
type mdForm struct{}

func (mdForm) fresh(keys []key, body []byte) []byte {
	return slices.Concat(head(keys), body)
}

func (mdForm) isFresh(src []byte, keys []key, body []byte) bool {
	return bytes.HasSuffix(src, body) && bytes.Equal(src[:len(src)-len(body)], head(keys))
}

// head is the front matter of a new file with the blank line behind it.
func head(keys []key) []byte {
	var b bytes.Buffer
	b.WriteString("---\n")
	writeKeys(&b, keys, "\n")
	b.WriteString("---\n\n")
	return b.Bytes()
}

func writeKeys(b *bytes.Buffer, keys []key, eol string) {
	for _, k := range keys {
		if k.lines != nil {
			b.Write(k.lines)
			continue
		}
		b.WriteString(yamlText(k.name, false) + ": " + yamlValue(k.value) + eol)
	}
}

func (mdForm) read(f *source.File) (*document, *fault) {
	s := agentspec.Parse(f)
	switch s.Front.State {
	case source.FrontLate, source.FrontDots, source.FrontUnclosed:
		return nil, &fault{span: s.Front.Open, message: "the front matter is not closed, or not at the top",
			help: "mend it, or delete the file"}
	}
	d := &document{file: f, body: fold(bodyOf(f.Text(s.Body())))}
	for _, e := range s.Entries {
		d.keys = slices.DeleteFunc(d.keys, func(k docKey) bool { return k.name == e.Key }) // the last one counts
		d.keys = append(d.keys, docKey{name: e.Key, value: yamlDecoded(e), span: e.KeySpan, written: string(f.Text(e.Span))})
	}
	if len(s.Problems) > 0 {
		d.yamlFault = &fault{key: s.Problems[0].Key, span: s.Problems[0].Span, message: s.Problems[0].Message}
	}
	d.edit = func(set []key, body []byte) ([]byte, *fault) { return editMarkdown(s, set, body), nil }
	return d, nil
}

// yamlDecoded is the value of an entry; nil for a mapping, whose text is
// compared instead.
func yamlDecoded(e agentspec.Entry) any {
	switch e.Kind {
	case agentspec.String:
		return e.Value
	case agentspec.Bool:
		return e.Value == "true" || e.Value == "True" || e.Value == "TRUE"
	case agentspec.Number:
		if n, err := strconv.ParseInt(e.Value, 0, 64); err == nil {
			return n
		}
		if n, err := strconv.ParseFloat(e.Value, 64); err == nil {
			return n
		}
	case agentspec.List:
		list := []any{}
		for _, item := range e.Items {
			list = append(list, item.Text)
		}
		return list
	}
	return nil
}

// editMarkdown replaces single values of the front matter, adds new keys at its
// end, and replaces the body from its first line that is not blank on.
func editMarkdown(s *agentspec.Spec, set []key, body []byte) []byte {
	src, eol := s.File.Src, s.File.LineEnd()
	var edits []source.Edit
	var added bytes.Buffer
	for _, k := range set {
		e := s.Entry(k.name)
		if e == nil {
			writeKeys(&added, []key{k}, eol)
			continue
		}
		text := yamlText(k.name, false) + ": " + yamlValue(k.value) + eol
		edits = append(edits, source.Edit{Span: e.Lines, New: text})
		if e.Span.Len() > 0 && !bytes.ContainsAny(s.File.Text(e.Span), "\r\n") {
			edits[len(edits)-1] = source.Edit{Span: e.Span, New: yamlValue(k.value)}
		}
	}
	if added.Len() > 0 {
		at := source.Span{Start: s.Front.Text.End, End: s.Front.Text.End}
		text := added.Bytes()
		if s.Front.State == source.FrontNone {
			at = source.Span{Start: s.Front.Body.Start, End: s.Front.Body.Start}
			text = slices.Concat([]byte("---"+eol), text, []byte("---"+eol+eol))
		}
		edits = append(edits, source.Edit{Span: at, New: string(text)})
	}
	if body != nil {
		start := s.Front.Body.Start + blankLead(src[s.Front.Body.Start:])
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: len(src)}, New: string(gap(src[:start], body))})
	}
	slices.SortStableFunc(edits, func(x, y source.Edit) int { return x.Span.Start - y.Span.Start })
	return source.Apply(src, edits)
}

// gap puts the line end before the body that the file may lack behind its
// closing dashes.
func gap(before, body []byte) []byte {
	if len(before) == 0 || bytes.HasSuffix(before, []byte("\n")) || string(before) == source.BOM {
		return body
	}
	return slices.Concat([]byte("\n\n"), body)
}
