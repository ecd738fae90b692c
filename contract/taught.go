package contract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Unknown is a word that a spec teaches and its contract lacks.
type Unknown struct {
	Word string
	At   source.Span
}

// Taught reports whether a spec, with its front matter, shows the line, the
// fence or the member of its contract, and which words it shows there that the
// contract lacks, each once.
func (c *Contract) Taught(f *source.File) (ok bool, unknown []Unknown) {
	switch c.Form {
	case Line:
		ok, unknown = c.lineTaught(f)
	case JSON:
		ok, unknown = c.memberTaught(f)
	case Fields:
		ok, unknown = c.fieldsTaught(f)
	default:
		return true, nil
	}
	seen := map[string]bool{}
	return ok, slices.DeleteFunc(unknown, func(u Unknown) bool {
		again := seen[u.Word]
		seen[u.Word] = true
		return again
	})
}

// lineTaught looks at every line, also in fences and code marks.
func (c *Contract) lineTaught(f *source.File) (ok bool, unknown []Unknown) {
	words := c.byLength()
	begin := source.CutFront(f.Src).Body.Start
	for n := f.LineOf(begin); n <= f.Lines(); n++ {
		span := trim(f, f.Line(n))
		if span.Start < begin || span.Len() == 0 || span.Len() > maxLine {
			continue
		}
		text := string(f.Text(span))
		for _, part := range append([]string{text}, strings.Split(text, "`")...) {
			d, fine := undress(strings.TrimLeft(part, "> "))
			if !fine {
				continue
			}
			rest, labelled := c.cutLabel(d.text)
			value, colon := cutColon(rest)
			switch {
			case !labelled, !colon && bare(rest) != "":
			case !colon || bare(value) == "":
				ok = true // a heading that is the label, or "VERDICT:" before a list
			default:
				ok = true
				unknown = append(unknown, c.unlisted(value, d, words, span)...)
			}
		}
		ok = ok || c.inSentence(text)
	}
	return ok, unknown
}

// inSentence reports whether a line names the label with a colon anywhere.
func (c *Contract) inSentence(text string) bool {
	for _, label := range c.Label {
		if i := strings.Index(strings.ToLower(text), strings.ToLower(label)); i >= 0 && i+len(label) <= len(text) {
			if _, colon := cutColon(text[i+len(label):]); colon {
				return true
			}
		}
	}
	return false
}

// unlisted are the words of a value that the contract lacks.
func (c *Contract) unlisted(value string, d dressed, words []string, at source.Span) (unknown []Unknown) {
	r := c.value(value, d, words)
	if r.word != "" && r.other == "" && !strings.ContainsAny(value, "|/") {
		return nil
	}
	choice := alternatives(value)
	if len(choice) == 1 && Guess(choice[0]) == Undecided && strings.ToUpper(choice[0]) != choice[0] {
		return nil // prose behind the label
	}
	for _, w := range choice {
		if !c.listed(w, words) {
			unknown = append(unknown, Unknown{w, at})
		}
	}
	return unknown
}

// memberTaught looks for the deciding member.
func (c *Contract) memberTaught(f *source.File) (ok bool, unknown []Unknown) {
	steps := strings.Split(c.Verdict, "/")
	last := strings.ReplaceAll(strings.ReplaceAll(steps[len(steps)-1], "~1", "/"), "~0", "~")
	body := f.Src[source.CutFront(f.Src).Body.Start:]
	ok = bytes.Contains(body, []byte(`"`+last+`"`)) || bytes.Contains(body, []byte("`"+last+"`")) || c.Schema != "" && bytes.Contains(body, []byte(c.Schema))
	for _, p := range newSpec(f).candidates() {
		if p.Form != JSON || p.Pointer != c.Verdict {
			continue
		}
		for _, w := range p.Words {
			if !slices.ContainsFunc(c.Words(), func(listed string) bool { return listed == w }) {
				unknown = append(unknown, Unknown{w, p.At})
			}
		}
	}
	return ok, unknown
}

// fieldsTaught looks for a block, shown or quoted.
func (c *Contract) fieldsTaught(f *source.File) (ok bool, unknown []Unknown) {
	t := verdict.FromDoc(f, newSpec(f).doc, c.Language)
	for i := range t.Blocks {
		v, has := t.Blocks[i].Verdict()
		if !has {
			continue
		}
		for _, w := range alternatives(v.Value) {
			if !c.listed(w, c.Words()) && !verdict.IsPlaceholder(v.Value) {
				unknown = append(unknown, Unknown{w, v.ValueSpan})
			}
		}
	}
	return len(t.Blocks)+len(t.Markers) > 0, unknown
}
