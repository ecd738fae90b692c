package hookset

import (
	"bytes"
	"slices"

	"github.com/judgelint/judgelint/source"
)

// Invert returns the edits that turn the result of source.Apply(src, edits) back
// into src.
func Invert(src []byte, edits []source.Edit) []source.Edit {
	var back []source.Edit
	shift := 0
	for _, e := range edits {
		start := e.Span.Start + shift
		back = append(back, source.Edit{Span: source.Span{Start: start, End: start + len(e.New)}, New: string(src[e.Span.Start:e.Span.End])})
		shift += len(e.New) - e.Span.Len()
	}
	return back
}

// Remove returns the edits that take the entries out which Merge adds at the
// events, with the lists and objects that hold nothing else; nil means every
// event. It is for a file that changed since; entries that run the gate in
// another way stay.
func (s *Set) Remove(events []string) []source.Edit {
	if s.hooks == nil || s.broken != nil {
		return nil
	}
	var edits []source.Edit
	var gone []int
	for i := range s.hooks.value.members {
		event := &s.hooks.value.members[i]
		if events != nil && !slices.Contains(events, event.key) {
			continue
		}
		if s.ours(&event.value) {
			gone = append(gone, i)
			continue
		}
		edits = append(edits, s.removeItems(&event.value)...)
	}
	if n := len(s.hooks.value.members); n > 0 && len(gone) == n {
		return s.cut(&s.root, []int{memberIndex(&s.root, s.hooks)})
	}
	return sortEdits(append(edits, s.cut(&s.hooks.value, gone)...))
}

// removeItems takes our groups out of an event's list, and our handlers out of
// groups to which others were added.
func (s *Set) removeItems(event *value) []source.Edit {
	var edits []source.Edit
	var gone []int
	for i := range event.items {
		if s.oursItem(&event.items[i]) {
			gone = append(gone, i)
		} else if list := event.items[i].get("hooks"); list != nil {
			edits = append(edits, s.cut(&list.value, s.oursIn(&list.value))...)
		}
	}
	return append(edits, s.cut(event, gone)...)
}

// oursItem reports whether an item of an event's list is a group as Merge
// writes it: with our command line alone.
func (s *Set) oursItem(item *value) bool {
	if s.Dialect.facts().Flat {
		return s.oursHandler(item)
	}
	list := item.get("hooks")
	return list != nil && len(list.value.items) > 0 && len(s.oursIn(&list.value)) == len(list.value.items)
}

// oursIn are the handlers of a group with our command line, by index.
func (s *Set) oursIn(list *value) (ours []int) {
	for i := range list.items {
		if s.oursHandler(&list.items[i]) {
			ours = append(ours, i)
		}
	}
	return ours
}

func (s *Set) oursHandler(handler *value) bool {
	for _, key := range s.Dialect.facts().CommandKeys {
		if c := handler.get(key); c != nil && isInstalled(c.value.text) {
			return true
		}
	}
	return false
}

// ours reports whether an event's list holds our entries alone, at least one.
func (s *Set) ours(event *value) bool {
	for i := range event.items {
		if !s.oursItem(&event.items[i]) {
			return false
		}
	}
	return len(event.items) > 0
}

// cut takes children, by index in rising order, out of v together with the
// blanks in front of each and one comma.
func (s *Set) cut(v *value, gone []int) []source.Edit {
	spans := v.children()
	var edits []source.Edit
	cut := func(start, end int) { edits = append(edits, source.Edit{Span: source.Span{Start: start, End: end}}) }
	last := len(spans) - 1 // the last child that stays
	for n := len(gone) - 1; n >= 0 && gone[n] == last; n-- {
		last--
	}
	for _, i := range gone {
		start := s.blanksBefore(spans[i].Start)
		if i > last && last >= 0 {
			// The comma in front of it goes, not the one behind.
			comma := s.commaAfter(spans[i-1].End)
			if comma+1 == start {
				start = comma
			} else {
				cut(comma, comma+1)
			}
			cut(start, spans[i].End)
			continue
		}
		end := spans[i].End
		if i < len(spans)-1 {
			end = s.commaAfter(end) + 1
		}
		cut(start, end)
	}
	if n := len(edits); last < 0 && n > 0 && edits[0].Span.Start == v.span.Start+1 {
		// Nothing stays but blanks: the brackets close up.
		rest := s.File.Text(source.Span{Start: edits[n-1].Span.End, End: v.span.End - 1})
		edits[n-1].Span.End += len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	}
	s.keepLineEnds(edits)
	return edits
}

// keepLineEnds gives the line comment in front of a cut its line ending back,
// if no other one follows: what stays would become part of the comment.
func (s *Set) keepLineEnds(edits []source.Edit) {
	end := -1 // of the cuts that follow without a gap
	for i := len(edits) - 1; i >= 0; i-- {
		cut := &edits[i].Span
		if i == len(edits)-1 || cut.End != edits[i+1].Span.Start {
			end = cut.End
		}
		if rest := bytes.TrimLeft(s.File.Src[end:], " \t"); len(rest) > 0 && rest[0] != '\n' && rest[0] != '\r' && s.inLineComment(cut.Start) {
			cut.Start += bytes.IndexAny(s.File.Src[cut.Start:], "\r\n") + 1
			if s.File.Src[cut.Start-1] == '\r' && s.File.Src[cut.Start] == '\n' {
				cut.Start++
			}
		}
	}
}

// inLineComment reports whether off is in a line comment, or right behind one.
func (s *Set) inLineComment(off int) bool {
	return slices.ContainsFunc(s.comments, func(c source.Span) bool {
		return c.Start < off && off <= c.End && bytes.HasPrefix(s.File.Text(c), []byte("//"))
	})
}

// children are the spans of the members, keys included, or of the items.
func (v *value) children() []source.Span {
	var spans []source.Span
	for _, m := range v.members {
		spans = append(spans, source.Span{Start: m.keySpan.Start, End: m.value.span.End})
	}
	for _, item := range v.items {
		spans = append(spans, item.span)
	}
	return spans
}

// blanksBefore is where the blanks in front of off begin.
func (s *Set) blanksBefore(off int) int {
	return len(bytes.TrimRight(s.File.Src[:off], " \t\r\n"))
}

// commaAfter is the offset of the first comma behind off that is in no
// comment.
func (s *Set) commaAfter(off int) int {
	for _, n := range s.comments {
		if c := bytes.IndexByte(s.File.Src[off:], ','); c >= 0 && n.Contains(off+c) {
			off = n.End
		}
	}
	return off + bytes.IndexByte(s.File.Src[off:], ',')
}

func memberIndex(v *value, m *member) int {
	for i := range v.members {
		if &v.members[i] == m {
			return i
		}
	}
	return -1
}
