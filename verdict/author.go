package verdict

import (
	"slices"
	"strings"
	"unicode"
)

// Of is the text as the answer of one agent, whose plugin prefix does not
// count: blocks and hidden markers that plainly name somebody else are
// quotations, so they are no longer among its blocks, and their markers are
// quoted. What does not plainly name somebody else is the agent's own. kept are
// the indexes in t.Blocks of the blocks that stay. Without a name it is t.
func (t *Text) Of(agent string) (own Text, kept []int) {
	own, own.author = *t, BareName(agent)
	if own.author == "" {
		for i := range t.Blocks {
			kept = append(kept, i)
		}
		return own, kept
	}
	own.Blocks, own.Markers = nil, nil
	own.beside = slices.DeleteFunc(slices.Clone(t.beside), func(b Block) bool { return b.another(own.author) })
	for i := range t.Blocks {
		if b := &t.Blocks[i]; b.another(own.author) {
			own.relayed = append(own.relayed, *b)
			continue
		}
		own.Blocks, kept = append(own.Blocks, t.Blocks[i]), append(kept, i)
	}
	for i, m := range t.Markers {
		if !m.Quoted {
			b := t.hiddenBlock(i)
			m.Quoted = b.begins() && b.another(own.author)
		}
		own.Markers = append(own.Markers, m)
	}
	return own, kept
}

// another reports whether a block plainly names an agent other than name: it
// has a readable name, and no line of it could be meant as name.
func (b *Block) another(name string) bool {
	if b.Agent.Key == "" || IsPlaceholder(b.Agent.Value) {
		return false
	}
	for _, f := range b.Fields {
		if f.Key == "agent" && (f.Value == "" || alike(f.Value, name)) {
			return false
		}
	}
	for _, o := range b.other {
		if o.key == "agent" && (o.value == "" || alike(o.value, name)) {
			return false
		}
	}
	return true
}

// begins reports whether nothing but keys and findings stands before the agent's
// line, so that it is not a line of the words behind a marker without a body.
func (b *Block) begins() bool {
	return len(b.other) == 0 || b.Agent.Span.Start < b.other[0].span.Start
}

// alike reports whether an agent's name can be a spelling of another: equal but
// for letter case, marks, invisible characters, the sort of dash, and a remark.
func alike(a, b string) bool {
	if before, _, ok := strings.Cut(a, ": "); ok && plainName(before) == plainName(b) {
		return true // no plugin, but a name and a remark
	}
	return plainName(a) == plainName(b)
}

func plainName(name string) string {
	name = strings.TrimFunc(name, isMark)
	if end := strings.IndexAny(name, " \t(,;#[<"); end > 0 {
		name = name[:end]
	}
	return strings.Map(func(r rune) rune {
		switch {
		case isDash(r):
			return '-'
		case invisible(r), isQuote(r):
			return -1
		}
		return unicode.ToLower(r)
	}, strings.TrimFunc(BareName(name), isMark))
}

// hiddenBlock reads the lines of a hidden marker as a block: up to the next
// closing fence, the next marker or block, or the end of the text, a thousand
// at most. So each line is read for one marker only.
func (t *Text) hiddenBlock(marker int) Block {
	m := t.Markers[marker]
	next := len(t.File.Src)
	if marker+1 < len(t.Markers) {
		next = t.Markers[marker+1].Span.Start
	}
	i, _ := slices.BinarySearchFunc(t.Blocks, m.Span.End, func(b Block, off int) int { return b.Open.Start - off })
	if i < len(t.Blocks) {
		next = min(next, t.Blocks[i].Open.Start)
	}
	return newBlock(t.File, t.Lang, t.linesAfter(m, next))
}
