package contract

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// judgeRest checks what a contract asks for beside the verdict. An answer
// without a verdict lacks that first of all.
func (c *Contract) judgeRest(f *source.File, j *Judgement) {
	if j.Outcome == None || len(c.Sections) == 0 && !c.Cites {
		return
	}
	d := md.Parse(f, false)
	more := c.sections(f, &d, j)
	if c.Cites {
		more = append(more, Cites{Root: c.Root, Severity: verdict.Error, Known: c.Known}.Check(f)...)
	}
	if len(more) == 0 {
		return
	}
	j.Problems = append(j.Problems, more...)
	slices.SortStableFunc(j.Problems, func(a, b verdict.Problem) int { return a.Span.Start - b.Span.Start })
	if verdict.Malformed(more) {
		j.Outcome, j.Decision = Malformed, Undecided
		if j.Row == RowSound || j.Row == RowOwnValid {
			j.Row = RowUnsound
		}
	}
}

// sections checks the headings that must stand once and hold something.
func (c *Contract) sections(f *source.File, d *source.Doc, j *Judgement) []verdict.Problem {
	var found []verdict.Problem
	for _, name := range c.Sections {
		var at []source.Heading
		for _, h := range d.Headings {
			if plainHeading(h.Text) == plainHeading(name) {
				at = append(at, h)
			}
		}
		switch {
		case len(at) == 0:
			found = append(found, problem("contract-section", source.Span{}, fmt.Sprintf("there is no section %q", name), "add a heading ## "+name+" with what it asks for"))
		case len(at) > 1:
			found = append(found, problem("contract-section", at[1].Span, fmt.Sprintf("the section %q stands twice, first in line %d", name, f.LineOf(at[0].Span.Start)), "keep one of them"))
		case !holdsSomething(f, d, at[0], j.At):
			found = append(found, problem("contract-section", at[0].Span, fmt.Sprintf("the section %q holds nothing", name), "write below it what it asks for"))
		}
	}
	return found
}

// plainHeading is a heading without case, marks, numbering and a colon.
func plainHeading(text string) string {
	text = strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	for {
		rest := strings.TrimLeft(text, "0123456789")
		if rest == text || rest == "" || unicode.IsLetter([]rune(rest)[0]) {
			break
		}
		text = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("*_`", r) }), " ")
}

// holdsSomething reports whether a section has a line that is no heading, no
// comment, no placeholder and not the verdict itself.
func holdsSomething(f *source.File, d *source.Doc, h source.Heading, verdictAt source.Span) bool {
	end := sectionEnd(f, d.Headings, h)
	heads := d.Headings
	for n := f.LineOf(h.Span.End); n <= f.Lines(); n++ {
		span := trim(f, f.Line(n))
		if span.Start >= end {
			return false
		}
		for len(heads) > 0 && heads[0].Span.End <= span.Start {
			heads = heads[1:]
		}
		inHeading := len(heads) > 0 && heads[0].Span.Start <= span.Start
		html, inHTML := source.At(d.HTML, span.Start, func(h source.HTMLBlock) source.Span { return h.Span })
		switch {
		case span.Len() == 0, span.Start < h.Span.End, inHeading, inHTML && html.Kind == source.HTMLComment:
		case verdictAt.Len() > 0 && verdictAt.Start <= span.Start && span.Start < verdictAt.End:
		case isFill(string(f.Text(span))):
		default:
			return true
		}
	}
	return false
}

// isFill reports whether a line is a placeholder or only marks.
func isFill(text string) bool {
	d, _ := undress(text)
	plain := strings.TrimFunc(listMark(text), mark)
	return strings.TrimFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) == "" || verdict.IsPlaceholder(plain) ||
		strings.HasPrefix(plain, "[") && strings.HasSuffix(plain, "]") && !strings.ContainsAny(d.text, "`|:/") || strings.EqualFold(plain, "TODO") || strings.EqualFold(plain, "TBD")
}
