package verdict

import (
	"bytes"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// parseBare is Parse for a language whose fence has no word of its own. What
// tells a block is its deciding key.
func parseBare(f *source.File, l Language) Text {
	if !slices.ContainsFunc(l.Kinds, func(k Kind) bool { return containsFold(f.Src, k.Deciding()) }) {
		return Text{File: f, Lang: l, Deep: -1}
	}
	return bareFromDoc(f, md.Parse(f, false), l)
}

func bareFromDoc(f *source.File, d source.Doc, l Language) Text {
	t := Text{File: f, Lang: l, Deep: d.Deep, doc: d}
	for _, fence := range d.Fences {
		b := newBlock(f, l, fence.Lines)
		switch {
		case !b.decides():
		case fence.InQuote, fence.Info == "" && b.nests():
			t.Markers = append(t.Markers, Marker{Span: fence.Open, Quoted: true})
		case fence.Info != "":
			b.Open, b.Span = fence.Open, fence.Span
			t.Unlabelled, t.beside = append(t.Unlabelled, fence.Open), append(t.beside, b)
		default:
			b.Placement, b.Span, b.Open, b.Closed = Top, fence.Span, fence.Open, fence.Closed
			if fence.InList {
				b.Placement = List
			}
			t.Blocks = append(t.Blocks, b)
		}
	}
	return t
}

// decides reports whether a block has its deciding key, or a line that
// resembles it.
func (b *Block) decides() bool {
	if slices.ContainsFunc(b.Fields, func(f Field) bool { return strings.EqualFold(f.Key, b.Kind.Deciding()) }) {
		return true
	}
	return slices.ContainsFunc(b.other, func(o other) bool { return o.key == b.Kind.Deciding() })
}

// nests reports whether another fence begins in the block: then it is an example.
func (b *Block) nests() bool {
	return slices.ContainsFunc(b.other, func(o other) bool { return strings.HasPrefix(o.text, "```") || strings.HasPrefix(o.text, "~~~") })
}

// common reports whether the word of a declared fence is one that stands before
// any code, so that only the deciding key tells a block.
func (l Language) common() bool {
	return l.Only && slices.Contains([]string{"text", "txt", "plaintext", "yaml", "yml", "markdown", "md", "json", "toml", "ini", "console", "sh", "bash", "output"},
		strings.ToLower(l.Fence))
}

func containsFold(src []byte, word string) bool {
	return bytes.Contains(bytes.ToLower(src), []byte(strings.ToLower(word)))
}
