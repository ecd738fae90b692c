package contract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// The rows of the forms Line and JSON.
const (
	RowSound   Row = "one sound verdict"
	RowUnsound Row = "malformed verdict"
	RowSeen    Row = "only a quotation or something like it"
	RowNothing Row = "no verdict"
)

// lines reads a text for the form Line.
type lines struct {
	c   *Contract
	f   *source.File
	doc source.Doc
	// low is the text in small letters, firsts the first words of the labels in
	// small letters: most lines of a long answer hold none of them.
	low    []byte
	firsts [][]byte
	// words are the listed words, the longest first.
	words []string
	// found are the verdict lines in document order; seen are the lines that
	// only look like one.
	found []said
	seen  []sighting
	// heads are headings that are the label alone.
	heads []source.Heading
}

// said is one labelled line.
type said struct {
	at    source.Span // the line with the word, without blanks at its ends
	start source.Span // the first line of it: a heading, if the label stands there
	value reading
}

// sighting is a line that is no verdict but looks like one.
type sighting struct {
	at source.Span
	// cause completes "line 3 is no verdict: ".
	cause string
	// word is the listed word that it names, "" for none.
	word string
	kind seenKind
}

// seenKind tells what a sighting weighs beside a verdict.
type seenKind int

const (
	quoted seenKind = iota // nothing
	aside                  // it is prose: with another decision, a warning
	hidden                 // its author plainly meant a verdict: two verdicts
)

// judgeLine judges the form Line.
func (c *Contract) judgeLine(f *source.File, j *Judgement) {
	j.Outcome, j.Row = None, RowNothing
	l := lines{c: c, f: f, words: c.byLength()}
	if !l.mentioned() {
		return
	}
	l.doc = md.Parse(f, false)
	l.read()
	l.headed()
	l.decide(j)
}

// byLength are the words of the contract, the longest first.
func (c *Contract) byLength() []string {
	words := c.Words()
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words
}

// mentioned is a quick look whether a label stands anywhere in the text.
func (l *lines) mentioned() bool {
	l.low = bytes.ToLower(l.f.Src)
	for _, label := range l.c.Label {
		first, _, _ := strings.Cut(strings.ToLower(label), " ")
		l.firsts = append(l.firsts, []byte(first))
	}
	return l.holdsLabel(l.low)
}

func (l *lines) holdsLabel(low []byte) bool {
	return slices.ContainsFunc(l.firsts, func(first []byte) bool { return bytes.Contains(low, first) })
}

// mayLabel reports whether a line can hold a label. Where small letters have
// another length, the places differ and every line is looked at.
func (l *lines) mayLabel(s source.Span) bool {
	return len(l.low) != len(l.f.Src) || l.holdsLabel(l.low[s.Start:s.End])
}

// read looks at each line once.
func (l *lines) read() {
	heads := l.doc.Headings
	for n := 1; n <= l.f.Lines(); n++ {
		span := l.f.Line(n)
		if !l.mayLabel(span) {
			continue
		}
		if span = trim(l.f, span); span.Len() == 0 || span.Len() > maxLine {
			continue
		}
		for len(heads) > 0 && heads[0].Span.End <= span.Start {
			heads = heads[1:]
		}
		inHeading := len(heads) > 0 && heads[0].Span.Start <= span.Start
		l.line(span, inHeading)
		if inHeading && l.alone(span) && l.reads(span.Start) {
			l.heads = append(l.heads, heads[0])
		}
	}
}

// maxLine is the length of a line, in bytes, that can be a verdict.
const maxLine = 10_000

// line sorts one line in.
func (l *lines) line(span source.Span, heading bool) {
	text := string(l.f.Text(span))
	d, ok := undress(text)
	if !ok {
		return
	}
	rest, ok := l.c.cutLabel(d.text)
	if !ok {
		l.resembles(span, text)
		return
	}
	value, colon := cutColon(rest)
	switch {
	case !colon && heading && bare(rest) == "", colon && heading && bare(value) == "":
		return // the label alone: see headed
	case !colon:
		l.resembles(span, text)
		return
	}
	r := l.c.value(value, d, l.words)
	if cause, kind := l.silent(span.Start); cause != "" {
		l.seen = append(l.seen, sighting{span, cause, r.word, kind})
		return
	}
	l.found = append(l.found, said{at: span, start: span, value: r})
}

// alone reports whether a line is the label and nothing else.
func (l *lines) alone(span source.Span) bool {
	d, ok := undress(string(l.f.Text(span)))
	if !ok {
		return false
	}
	rest, ok := l.c.cutLabel(d.text)
	if !ok {
		return false
	}
	if value, colon := cutColon(rest); colon {
		rest = value
	}
	return bare(rest) == ""
}

// resembles notes a line that names a listed word behind something like the
// label: "Verdict - PASS", "| Verdict | PASS |", "Overall verdict: FAIL".
func (l *lines) resembles(span source.Span, text string) {
	word := l.c.near(text, l.words)
	if word == "" {
		return
	}
	cause, kind := l.silent(span.Start)
	if cause == "" {
		cause = "the label and a colon must begin the line"
	}
	if kind == hidden {
		kind = quoted // a line like it would be no verdict anywhere
	}
	l.seen = append(l.seen, sighting{span, cause, word, kind})
}

// silent looks for what keeps a place from being read, "" if nothing does.
func (l *lines) silent(off int) (cause string, kind seenKind) {
	same := func(s source.Span) source.Span { return s }
	if f, ok := l.doc.FenceAt(off); ok {
		line := l.f.LineOf(f.Open.Start)
		if !f.Closed && !f.InQuote {
			return fmt.Sprintf("it is swallowed by the fence opened in line %d, which never ends", line), hidden
		}
		return fmt.Sprintf("it is a quotation in the code fence of line %d", line), quoted
	}
	if h, ok := source.At(l.doc.HTML, off, func(h source.HTMLBlock) source.Span { return h.Span }); ok && h.Kind != source.HTMLOther {
		if !h.Closed && !h.InQuote {
			return fmt.Sprintf("it lies in the HTML of line %d, which never closes", l.f.LineOf(h.Span.Start)), hidden
		}
		return "it is a quotation in a comment or in HTML", quoted
	}
	if _, ok := source.At(l.doc.Quotes, off, same); ok {
		return "it is a quotation", quoted
	}
	if _, ok := source.At(l.doc.Code, off, same); ok {
		return "it is indented by four or more, so it is plain code", quoted
	}
	if _, ok := source.At(l.doc.Nested, off, same); ok {
		return "it stands in a list inside of a list", aside
	}
	return "", aside
}

// reads reports whether a place is read.
func (l *lines) reads(off int) bool {
	cause, _ := l.silent(off)
	return cause == ""
}

// headed reads headings that are the label alone: their word stands below.
func (l *lines) headed() {
	labelled := l.found // in document order; what is added stands behind it
	for _, h := range l.heads {
		next := l.after(h.Span.End)
		if next.Len() == 0 || next.Start >= l.sectionEnd(h) {
			if !says(labelled, h, l.sectionEnd(h)) {
				l.found = append(l.found, said{at: h.Span, start: h.Span, value: reading{empty: true}})
			}
			continue
		}
		if i := firstAt(labelled, next.Start); i < len(labelled) && labelled[i].at == next {
			continue // a labelled line of its own
		}
		d, ok := undress(string(l.f.Text(next)))
		r := l.c.value(d.text, d, l.words)
		if !ok || !l.reads(next.Start) {
			r = reading{unknown: string(l.f.Text(next))}
		}
		if r.word == "" && !r.template && says(labelled, h, l.sectionEnd(h)) {
			continue
		}
		l.found = append(l.found, said{at: next, start: h.Span, value: r})
	}
	slices.SortStableFunc(l.found, func(a, b said) int { return a.at.Start - b.at.Start })
}

// after is the first line with text behind an offset.
func (l *lines) after(off int) source.Span {
	for n := l.f.LineOf(off); n <= l.f.Lines(); n++ {
		if span := trim(l.f, l.f.Line(n)); span.Start >= off && span.Len() > 0 {
			return span
		}
	}
	return source.Span{}
}

// says reports whether the section of a heading, up to end, holds a labelled
// line.
func says(labelled []said, h source.Heading, end int) bool {
	i := firstAt(labelled, h.Span.End)
	return i < len(labelled) && labelled[i].at.Start < end
}

// firstAt is the index of the first line at an offset or behind it.
func firstAt(labelled []said, off int) int {
	i, _ := slices.BinarySearchFunc(labelled, off, func(s said, off int) int { return s.at.Start - off })
	return i
}

func (l *lines) sectionEnd(h source.Heading) int { return sectionEnd(l.f, l.doc.Headings, h) }

// sectionEnd is where the section of a heading ends: at the next heading of its
// level or a higher one.
func sectionEnd(f *source.File, all []source.Heading, h source.Heading) int {
	i, _ := slices.BinarySearchFunc(all, h.Span.Start+1, func(h source.Heading, off int) int { return h.Span.Start - off })
	for _, next := range all[i:] {
		if next.Level <= h.Level {
			return next.Span.Start
		}
	}
	return len(f.Src)
}

// decide fills the judgement.
func (l *lines) decide(j *Judgement) {
	switch {
	case l.doc.Deep >= 0:
		j.Row = RowDeep
		l.fail(j, "contract-place", source.Span{Start: l.doc.Deep, End: l.doc.Deep},
			"lists and quotes are nested too deeply to be read from here on", "give a flat answer")
	case len(l.found) == 0:
		l.none(j)
		return
	case len(l.found) > 1:
		l.several(j)
	default:
		l.one(j, l.found[0])
	}
	j.Outcome = Malformed
	if !verdict.Malformed(j.Problems) {
		j.Outcome, j.Row, j.Decision = Valid, RowSound, l.c.decisionOf(Word{Text: j.Word})
		l.contradicted(j)
	}
	if !verdict.Malformed(j.Problems) {
		return
	}
	j.Outcome, j.Decision = Malformed, Undecided
	if j.Row != RowDeep {
		j.Row = RowUnsound
	}
}

// none tells what was seen instead of a verdict.
func (l *lines) none(j *Judgement) {
	if len(l.seen) > 0 {
		s := l.seen[len(l.seen)-1]
		j.Row = RowSeen
		j.Hint = fmt.Sprintf("line %d is no verdict: %s", l.f.LineOf(s.at.Start), s.cause)
	}
}

func (l *lines) several(j *Judgement) {
	const most = 8
	var at []string
	for _, s := range l.found[:min(len(l.found), most)] {
		at = append(at, fmt.Sprint(l.f.LineOf(s.start.Start)))
	}
	second := l.found[1]
	l.fail(j, "contract-multiple", second.at, fmt.Sprintf("%d verdicts, in lines %s: %s", len(l.found), strings.Join(at, " and "), l.texts()), "keep the one line that holds")
}

// texts quotes the first two verdict lines.
func (l *lines) texts() string {
	return fmt.Sprintf("%q and %q", clip(string(l.f.Text(l.found[0].at))), clip(string(l.f.Text(l.found[1].at))))
}

// one judges the only verdict line.
func (l *lines) one(j *Judgement, s said) {
	r, text := s.value, clip(string(l.f.Text(s.at)))
	j.At, j.Word = s.at, r.word
	form := l.c.Template("")
	switch {
	case r.template:
		l.fail(j, "contract-placeholder", s.at, fmt.Sprintf("%q is still the template", text), "write one of "+list(l.c.Words()))
	case r.empty:
		l.fail(j, "contract-value", s.at, fmt.Sprintf("no word follows %q; want %s", text, list(l.c.Words())), "write "+form)
	case r.word == "":
		p := problem("contract-value", s.at, fmt.Sprintf("the verdict is %q; want %s", clip(r.unknown), list(l.c.Words())), "write one of "+list(l.c.Words()))
		if word := nearest(r.unknown, l.c.Words()); word != "" {
			p.Help = fmt.Sprintf("write %s: %s, if that is meant", l.c.Label[0], word)
		}
		j.Problems = append(j.Problems, p)
	case r.other != "":
		l.fail(j, "contract-contradiction", s.at, fmt.Sprintf("the line says %s and, behind it, %s", r.word, r.other), "write one word and keep the other out of the line")
	case l.c.RefuseNotes && r.note != "":
		l.fail(j, "contract-value", s.at, fmt.Sprintf("%q follows the word; nothing may", clip(r.note)), fmt.Sprintf("write %s: %s alone", l.c.Label[0], r.word))
	}
	l.place(j, s)
}

// place checks where the line stands.
func (l *lines) place(j *Judgement, s said) {
	switch {
	case l.c.Place == Last && trim(l.f, source.Span{Start: s.at.End, End: len(l.f.Src)}).Len() > 0:
		l.fail(j, "contract-place", s.at, "text follows the verdict, which must be the last line", "put the line at the end")
	case l.c.Place == First && trim(l.f, source.Span{Start: 0, End: s.start.Start}).Len() > 0:
		l.fail(j, "contract-place", s.at, "text stands before the verdict, which must be the first line", "put the line at the top")
	}
}

// contradicted warns of lines that look like a verdict with another decision;
// one that its author plainly meant as a verdict makes the text two answers.
func (l *lines) contradicted(j *Judgement) {
	for _, s := range l.seen {
		said := l.c.decisionOf(Word{Text: s.word})
		if s.word == "" || said == j.Decision {
			continue
		}
		text, line := clip(string(l.f.Text(s.at))), l.f.LineOf(s.at.Start)
		switch {
		case s.kind == hidden:
			l.fail(j, "contract-multiple", s.at, fmt.Sprintf("line %d says %q, but line %d says %s; %s", line, text, l.f.LineOf(j.At.Start), j.Word, s.cause), "keep the one line that holds")
		case s.kind == aside:
			p := problem("verdict-prose", s.at, fmt.Sprintf("the text says %q, but the verdict in line %d is %s", text, l.f.LineOf(j.At.Start), j.Word), "write "+j.Word+" here, or correct the verdict")
			p.Severity, p.Against = verdict.Warning, true
			j.Problems = append(j.Problems, p)
		}
	}
	slices.SortStableFunc(j.Problems, func(a, b verdict.Problem) int { return a.Span.Start - b.Span.Start })
}

func (l *lines) fail(j *Judgement, rule string, s source.Span, message, help string) {
	j.Problems = append(j.Problems, problem(rule, s, message, help))
}

func problem(rule string, s source.Span, message, help string) verdict.Problem {
	return verdict.Problem{Rule: rule, Span: s, Message: message, Help: help, Block: -1}
}

// decisionOf is the decision of a listed word, in whose list it stands.
func (c *Contract) decisionOf(w Word) Decision {
	if d := c.Holds(w); d != "" {
		return d
	}
	return Undecided
}

// nearest is the listed word that was most likely meant, or "".
func nearest(value string, words []string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	for _, text := range []string{value, first} {
		for _, w := range words {
			if strings.EqualFold(w, strings.Trim(text, ".,;:!*_` ")) {
				return w
			}
		}
	}
	return near.Word(strings.Trim(first, ".,;:!*_` "), words)
}
