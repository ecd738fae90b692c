package verdict

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// Parse finds all blocks and markers of a whole text. Front matter is not cut
// off: an output that begins with a rule is a text like any other. The time is
// linear in the length of the text; a text without a fence of ours costs a
// search only.
func Parse(f *source.File, l Language) Text {
	if l.Bare {
		return parseBare(f, l)
	}
	if len(marks(f.Src, 0, l.Word(), 1)) == 0 && !l.mayBeUnlabelled(f.Src) {
		return Text{File: f, Lang: l, Near: lookalikes(f.Src, 0, l.Word()), Deep: -1}
	}
	return FromDoc(f, md.Parse(f, false), l)
}

// FromDoc is Parse for a caller that has the Markdown structure already. The
// part of the source before d.Body is not looked at.
func FromDoc(f *source.File, d source.Doc, l Language) Text {
	if l.Bare {
		return bareFromDoc(f, d, l)
	}
	r := reader{
		text:   Text{File: f, Lang: l, Deep: d.Deep},
		front:  d.FrontClosed,
		doc:    d,
		src:    f.Src,
		budget: rereads(f.Src),
	}
	found := marks(f.Src, d.Body.Start, l.Word(), maxMarks+1)
	if len(found) > maxMarks {
		// What stands behind is not read, as below containers that are too deep.
		at := found[maxMarks].span.Start
		if found = found[:maxMarks]; r.text.Deep < 0 || at < r.text.Deep {
			r.text.Deep = at
		}
	}
	for _, m := range found {
		r.place(m)
	}
	r.preferProper()
	r.unlabelled(d, found)
	r.text.Near = lookalikes(f.Src, d.Body.Start, l.Word())
	r.text.doc = d
	if len(r.text.Blocks) > 0 && r.text.Blocks[0].Placement == Wrapped {
		r.text.doc = r.doc // what stands in the wrapper are the author's words
	}
	return r.text
}

// reader places the marks of one text. doc is the current reading of src:
// where a fence was left open or wraps the report, the reader blanks that
// fence out in a copy of the source, which keeps all offsets, and reads again.
type reader struct {
	text   Text
	front  bool
	doc    source.Doc
	src    []byte
	copied bool
	budget int // bytes that may still be read again; keeps hostile input linear
	whole  bool
}

// maxMarks is how many places that begin a verdict are looked at in one text.
const maxMarks = 10_000

// rereads is how many bytes of a text may be read again in all.
func rereads(src []byte) int { return max(2*len(src), 4<<20) }

// place accounts for one mark.
func (r *reader) place(m mark) {
	if f, ok := r.doc.FenceAt(m.span.Start); ok {
		r.inFence(m, f)
		return
	}
	switch cause, quoted := r.container(m); {
	case quoted:
		r.quote(m)
	case cause != "":
		r.hide(m, cause)
	case !m.exact:
		r.misspelled(m)
	case !m.lineStart:
		r.hide(m, "it begins in the middle of a line")
	case r.text.Deep >= 0 && m.span.Start >= r.text.Deep:
		r.hide(m, "it lies below deeper nesting, or behind more Markdown blocks, than is read")
	case m.char == '`' && bytes.IndexByte(r.src[m.span.End:m.line.End], '`') >= 0:
		r.hide(m, "another back tick stands in its line, so it opens no block")
	default:
		r.hide(m, "it is not the beginning of a code block there")
	}
}

// inFence accounts for a mark that opens fence f or lies in it.
func (r *reader) inFence(m mark, f source.Fence) {
	opens := f.Open.Start == m.span.Start
	switch {
	case f.InQuote, !opens && !m.lineStart:
		r.quote(m)
	case opens && !m.exact, !opens && !m.exact && m.len >= f.Len:
		r.misspelled(m)
	case opens:
		r.block(m, f, Top)
	case m.len >= f.Len:
		r.swallowed(m, f)
	case r.isWhole(f):
		r.unwrap(m, f)
	case !f.Closed:
		r.hide(m, fmt.Sprintf("it is swallowed by the fence opened in line %d, which never ends", r.line(f.Open.Start)))
	default:
		r.quote(m)
	}
}

// container looks for the block around a mark that is no fence: a quotation,
// or something that keeps the fence from being read.
func (r *reader) container(m mark) (cause string, quoted bool) {
	off, same := m.span.Start, func(s source.Span) source.Span { return s }
	if h, ok := source.At(r.doc.HTML, off, func(h source.HTMLBlock) source.Span { return h.Span }); ok {
		return r.inHTML(m, h)
	}
	if _, ok := source.At(r.doc.Quotes, off, same); ok {
		return "", true
	}
	if _, ok := source.At(r.doc.Code, off, same); ok {
		return "it is indented by four or more, so it is plain code", false
	}
	return "", false
}

// inHTML is container for a mark in an HTML block.
func (r *reader) inHTML(m mark, h source.HTMLBlock) (cause string, quoted bool) {
	line := r.line(h.Span.Start)
	before := r.text.File.Text(source.Span{Start: max(h.Span.Start, m.line.Start), End: m.span.Start})
	end := map[source.HTMLKind]string{source.HTMLComment: "-->", source.HTMLPre: "</"}[h.Kind]
	switch quoting := end != ""; {
	case h.InQuote:
		return "", true
	case quoting && bytes.Contains(before, []byte(end)):
		return "it begins in the middle of a line, behind the end of the HTML", false
	case quoting && h.Closed:
		return "", true
	case h.Kind == source.HTMLOther:
		return fmt.Sprintf("it lies in the HTML block of line %d; blank lines around the fence make it a block", line), false
	case h.Closed:
		return fmt.Sprintf("it lies in the HTML opened in line %d", line), false
	}
	return fmt.Sprintf("it lies in the HTML opened in line %d, which never closes", line), false
}

// block adds the block that fence f is.
func (r *reader) block(m mark, f source.Fence, p Placement) {
	if p == Top && f.InList {
		p = List
	}
	if p == Top && r.whole {
		p = Wrapped
	}
	if !f.Closed && f.InList && r.budget >= len(r.src) {
		if g, ok := r.nextLineCloses(f); ok {
			f.Closed, f.Span.End, p = true, g.Open.End, Misaligned
			r.blankOut(g.Open, "")
			r.readAgain()
		}
	}
	b := newBlock(r.text.File, r.text.Lang, f.Lines)
	if r.text.Lang.common() && !b.decides() {
		return
	}
	b.Placement, b.Span, b.Open, b.Closed = p, f.Span, f.Open, f.Closed
	r.text.Blocks = append(r.text.Blocks, b)
}

// nextLineCloses returns the fence that begins on the line after f and would
// have closed it, had the list item not ended.
func (r *reader) nextLineCloses(f source.Fence) (source.Fence, bool) {
	next := r.text.File.Line(r.line(f.Span.End) + 1)
	for off := next.Start; off < next.End; off++ {
		if g, ok := r.doc.FenceAt(off); ok {
			return g, g.Open.Start == off && closes(g, f)
		}
	}
	return source.Fence{}, false
}

// closes reports whether the opening line of g would close f.
func closes(g, f source.Fence) bool {
	return g.Info == "" && g.Char == f.Char && g.Len >= f.Len
}

// swallowed reads again from the mark as if the fence f around it had ended
// there.
func (r *reader) swallowed(m mark, f source.Fence) {
	cause := fmt.Sprintf("it is swallowed by the fence opened in line %d", r.line(f.Open.Start))
	r.cutOpenBlock(m, f)
	if r.budget < len(r.src) {
		r.hide(m, cause)
		return
	}
	r.blankOut(f.Open, "x")
	for _, l := range f.Lines {
		if l.Start < m.line.Start {
			r.blankOut(l, "")
		}
	}
	r.readAgain()
	b, ok := r.doc.FenceAt(m.span.Start)
	if !ok || b.Open.Start != m.span.Start {
		r.hide(m, cause)
		return
	}
	if end, ok := r.wrapperEnd(f, b); ok {
		r.blankOut(end.Open, "")
		r.readAgain()
		r.block(m, b, Wrapped)
		return
	}
	r.hide(m, cause)
}

// cutOpenBlock ends a block that swallowed the next one at that one's mark.
func (r *reader) cutOpenBlock(m mark, f source.Fence) {
	last := len(r.text.Blocks) - 1
	if last < 0 || r.text.Blocks[last].Open != f.Open || r.text.Blocks[last].Span.End <= m.line.Start {
		return // it is another fence, or was cut before
	}
	n, _ := slices.BinarySearchFunc(f.Lines, m.line.Start, func(l source.Span, off int) int { return l.Start - off })
	b := newBlock(r.text.File, r.text.Lang, f.Lines[:n])
	b.Placement, b.Open = r.text.Blocks[last].Placement, f.Open
	b.Span = source.Span{Start: f.Open.Start, End: m.line.Start}
	r.text.Blocks[last] = b
}

// wrapperEnd returns the bare fence after block b that closes f, if f is of
// the sort that a model wraps its report in.
func (r *reader) wrapperEnd(f, b source.Fence) (source.Fence, bool) {
	info, _, _ := strings.Cut(f.Info, " ")
	switch strings.ToLower(info) {
	case "", "markdown", "md", "text", "txt":
	default:
		return source.Fence{}, false
	}
	for _, g := range r.doc.Fences {
		if b.Closed && g.Open.Start >= b.Span.End && closes(g, f) {
			return g, true
		}
	}
	return source.Fence{}, false
}

// isWhole reports whether only blank lines stand outside of fence f.
func (r *reader) isWhole(f source.Fence) bool {
	return len(bytes.TrimSpace(r.src[r.doc.Body.Start:f.Open.Start])) == 0 &&
		len(bytes.TrimSpace(r.src[f.Span.End:])) == 0
}

// unwrap reads again what stands in a fence around the whole text.
func (r *reader) unwrap(m mark, f source.Fence) {
	if r.budget < len(r.src) {
		r.hide(m, "it is wrapped in more fences than a reader follows")
		return
	}
	r.whole = true
	r.blankOut(f.Open, "")
	r.blankOut(f.Close, "")
	r.readAgain()
	r.place(m)
}

// blankOut overwrites a span of the working copy with blanks, after head. A
// head keeps a list item alive whose first line is the span.
func (r *reader) blankOut(s source.Span, head string) {
	if !r.copied {
		r.src, r.copied = bytes.Clone(r.src), true
	}
	for i := s.Start; i < s.End; i++ {
		r.src[i] = ' '
	}
	copy(r.src[s.Start:s.End], head)
}

func (r *reader) readAgain() {
	r.budget -= len(r.src)
	r.doc = md.Parse(source.NewFile(r.text.File.Path, r.src), r.front)
}

func (r *reader) quote(m mark) {
	r.text.Markers = append(r.text.Markers, Marker{Span: m.span, Quoted: true})
}

func (r *reader) misspelled(m mark) {
	word := r.text.File.Text(m.span)[m.len:]
	cause := fmt.Sprintf("the word is %q; write %q with nothing before or after it", strings.TrimSpace(string(word)), r.text.Lang.Word())
	if string(bytes.TrimSpace(word)) == r.text.Lang.Word() {
		cause = fmt.Sprintf("an invisible character stands beside the word; write %q alone", r.text.Lang.Word())
	}
	r.hide(m, cause)
	r.text.Markers[len(r.text.Markers)-1].Label = true
}

func (r *reader) hide(m mark, cause string) {
	r.text.Markers = append(r.text.Markers, Marker{Span: m.span, Cause: cause})
}

// preferProper drops a wrapped block if a proper block of the same agent
// follows: then the wrapped one was the template or a draft. A wrapped block
// that nobody filled in gives way to any proper block.
func (r *reader) preferProper() {
	proper, any := map[string]int{}, -1 // the last proper block of each agent, and of all
	for i, b := range r.text.Blocks {
		if b.Placement != Wrapped {
			proper[BareName(b.Agent.Value)], any = i, i
		}
	}
	kept := r.text.Blocks[:0]
	for i, b := range r.text.Blocks {
		if b.Placement == Wrapped && (proper[BareName(b.Agent.Value)] > i || any > i && b.PlaceholderOnly()) {
			r.text.beside = append(r.text.beside, b)
			r.text.Markers = append(r.text.Markers, Marker{Span: b.Open, Quoted: true})
			continue
		}
		kept = append(kept, b)
	}
	r.text.Blocks = kept
	slices.SortStableFunc(r.text.Markers, func(a, b Marker) int { return a.Span.Start - b.Span.Start })
}

func (r *reader) line(off int) int { return r.text.File.LineOf(off) }
