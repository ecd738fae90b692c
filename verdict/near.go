package verdict

import (
	"bytes"
	"slices"

	"github.com/judgelint/judgelint/source"
)

// mayBeUnlabelled is a quick look whether a text, or a fence, can hold the lines
// of a verdict without the word.
func (l Language) mayBeUnlabelled(src []byte) bool {
	if l.Only {
		return slices.ContainsFunc(l.Kinds, func(k Kind) bool { return bytes.Contains(src, []byte(k.Deciding()+":")) })
	}
	return bytes.Contains(src, []byte("agent:")) &&
		(bytes.Contains(src, []byte("verdict:")) || bytes.Contains(src, []byte("finding:")))
}

// unlabelled collects the fences that hold a verdict's lines but not the word.
func (r *reader) unlabelled(d source.Doc, found []mark) {
	l := r.text.Lang
	if !l.mayBeUnlabelled(r.text.File.Src) {
		return
	}
	for _, f := range d.Fences {
		if f.InQuote || holdsMark(f, found) || !l.mayBeUnlabelled(r.text.File.Text(f.Span)) {
			continue
		}
		b := newBlock(r.text.File, l, f.Lines)
		v, hasVerdict := b.Verdict()
		signed := b.Agent.Key != "" || b.Kind.Anonymous && (b.Kind.knows(v.Value) || b.Kind.placeholder(v.Value))
		if signed && (hasVerdict || len(b.Findings) > 0) {
			b.Open, b.Span = f.Open, f.Span
			r.text.Unlabelled, r.text.beside = append(r.text.Unlabelled, f.Open), append(r.text.beside, b)
		}
	}
}

// holdsMark reports whether one of the marks, which are in order, lies in f.
func holdsMark(f source.Fence, found []mark) bool {
	i := firstMark(found, f.Span.Start)
	return i < len(found) && f.Span.Contains(found[i].span.Start)
}

// lookalikes finds other shapes in which a verdict fence gets lost on its way: HTML
// escapes, escaped or typographic fence characters, a tag of the word's name.
// Only a shape right before the word and at the start of a line counts, and a
// line is told once.
func lookalikes(src []byte, from int, word string) []source.Span {
	var found []source.Span
	for off := from; ; {
		n := bytes.Index(src[off:], []byte(word))
		if n < 0 {
			return found
		}
		at := off + n
		off = at + len(word)
		before := src[max(from, at-100):at]
		before = bytes.TrimRight(before[bytes.LastIndexAny(before, "\r\n")+1:], " \t")
		for _, shape := range []string{"&#96;", "&#x60;", "&#X60;", "&grave;", "\\`", "'''", "´´´", "‘‘‘", "｀", "\\~", "<", "language-"} {
			if bytes.HasSuffix(before, []byte(shape)) && (shape == "language-" || startsLine(before, shape)) {
				found = append(found, source.Span{Start: at, End: off})
				off = lineAround(src, from, at, off).End
				break
			}
		}
	}
}

// startsLine reports whether before is nothing but container prefixes and
// repetitions of shape.
func startsLine(before []byte, shape string) bool {
	for bytes.HasSuffix(before, []byte(shape)) {
		before = before[:len(before)-len(shape)]
	}
	return isPrefix(before)
}
