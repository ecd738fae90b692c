package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
)

// Prose returns what the words around the block of an output say against it:
// a "Verdict:" line, a score, the rows of a Falsification Summary. All are
// warnings of the rule "verdict-prose", in document order: a machine reads the
// block, a person may read the words. Text inside of code, quotations and
// comments says nothing, and neither does a text with no or several blocks.
func (t *Text) Prose() []Problem {
	if len(t.Blocks) != 1 || !t.Blocks[0].Closed || t.Blocks[0].Agent.Key == "" {
		return nil
	}
	p := prose{text: t, block: &t.Blocks[0], doc: t.doc}
	p.quiet = quiet(p.doc, p.block.Span)
	if p.block.Kind.Findings() {
		p.summary()
	} else {
		p.verdicts()
		p.scores()
	}
	slices.SortStableFunc(p.found, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return p.found
}

type prose struct {
	text  *Text
	block *Block
	doc   source.Doc
	quiet []source.Span
	found []Problem
}

func (p *prose) warn(s source.Span, finding, help, format string, args ...any) {
	p.found = append(p.found, Problem{Rule: "verdict-prose", Severity: Warning, Span: s,
		Message: fmt.Sprintf(format, args...), Help: help, Finding: finding})
}

// lines calls f for each line of prose from offset from to offset to.
func (p *prose) lines(from, to int, f func(span source.Span, text string)) {
	file := p.text.File
	for n := file.LineOf(from); n <= file.Lines(); n++ {
		span := trimSpan(file, file.Line(n))
		if span.Start >= to {
			return
		}
		if span.Start < from || span.Len() == 0 || p.silent(span.Start) {
			continue
		}
		f(span, string(file.Text(span)))
	}
}

// quiet are the places that are no prose of the author, sorted and apart.
func quiet(d source.Doc, block source.Span) []source.Span {
	all := slices.Concat([]source.Span{block}, d.Quotes, d.Code)
	for _, f := range d.Fences {
		all = append(all, f.Span)
	}
	for _, h := range d.HTML {
		if h.Kind != source.HTMLOther {
			all = append(all, h.Span)
		}
	}
	slices.SortFunc(all, func(a, b source.Span) int { return a.Start - b.Start })
	apart := all[:0]
	for _, s := range all {
		if n := len(apart); n > 0 && s.Start <= apart[n-1].End {
			apart[n-1].End = max(apart[n-1].End, s.End)
			continue
		}
		apart = append(apart, s)
	}
	return apart
}

// silent reports whether off lies in something that is no prose.
func (p *prose) silent(off int) bool {
	i, found := slices.BinarySearchFunc(p.quiet, off, func(s source.Span, off int) int { return s.Start - off })
	return found || i > 0 && p.quiet[i-1].Contains(off)
}

// verdicts compares lines such as "Verdict: NOT READY" with the block.
func (p *prose) verdicts() {
	own, ok := p.block.Field("verdict")
	if !ok || !slices.Contains(p.block.Kind.Verdicts, own.Value) {
		return
	}
	p.lines(0, len(p.text.File.Src), func(span source.Span, text string) {
		value, ok := labelled(text, "verdict", "final verdict", "overall verdict", "판정", "최종 판정")
		if !ok {
			return
		}
		if said := p.block.Kind.spoken(value); said != "" && said != own.Value {
			p.warn(span, "", "write "+own.Value+" here, or correct the block",
				"the text says %q, but the block says verdict: %s", clip(value), own.Value)
		}
	})
}

// spoken returns the verdict that a person means by a value: one of the kind's
// words, "pass" or "fail", alone or before a mark, "to", "for" or "yet". A value
// that goes on in another way ("blocked items are done"), or that names a second
// verdict, says nothing for certain: "".
func (k Kind) spoken(value string) string {
	words := append(slices.Clone(k.Verdicts), "pass", "passed", "fail", "failed")
	head, rest := value, ""
	if end := strings.IndexAny(value, "(,.;:!?—–/→>="); end > 0 {
		head, rest = value[:end], value[end:]
	}
	said := ""
	for _, w := range words {
		after, ok := strings.CutPrefix(hyphened(head)+"-", hyphened(w)+"-")
		if next, _, _ := strings.Cut(after, "-"); ok && slices.Contains([]string{"", "to", "for", "yet"}, next) {
			said = w
		}
	}
	for _, w := range words {
		if said == "" || w != said && strings.Contains("-"+hyphened(rest)+"-", "-"+hyphened(w)+"-") {
			return ""
		}
	}
	if slices.Contains(k.Verdicts, said) {
		return said
	}
	return map[string]string{"pass": k.word("ready"), "passed": k.word("ready"),
		"fail": k.word("not-ready"), "failed": k.word("not-ready")}[said]
}

// hyphened joins the words of a text with hyphens, in small letters and without
// marks and symbols.
func hyphened(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), "-")
}

// word returns w if the kind knows it, else "".
func (k Kind) word(w string) string {
	if slices.Contains(k.Verdicts, w) {
		return w
	}
	return ""
}

// labelled returns what follows one of the labels and a colon at the start of
// a line, marks around the label left out.
func labelled(text string, labels ...string) (value string, ok bool) {
	text = strings.TrimLeft(stripMarks(strings.TrimLeft(text, "# \t")), "# \t")
	for _, label := range labels {
		if len(text) < len(label) || !strings.EqualFold(text[:len(label)], label) {
			continue
		}
		rest := strings.TrimLeftFunc(text[len(label):], func(r rune) bool { return r == ' ' || isQuote(r) })
		for _, colon := range []string{":", "："} {
			if value, ok := strings.CutPrefix(rest, colon); ok {
				return strings.TrimLeftFunc(value, func(r rune) bool { return r == ' ' || r == '\t' || isMark(r) }), true
			}
		}
	}
	return "", false
}

// passScore is the score from which an agent's verdict is ready, 0 if it gives
// none.
func passScore(agent string) float64 {
	if BareName(agent) == "wiki-diagram-reviewer" {
		return 95
	}
	return 0
}

// scores compares the lowest line such as "Score: 92/100" with the block.
func (p *prose) scores() {
	bar := passScore(p.block.Agent.Value)
	own, _ := p.block.Field("verdict")
	if bar == 0 || own.Value != "ready" && own.Value != "not-ready" {
		return
	}
	lowest, at := 0.0, source.Span{}
	p.lines(0, len(p.text.File.Src), func(span source.Span, text string) {
		value, ok := labelled(text, "score", "total score", "overall score", "점수", "총점")
		if !ok {
			return
		}
		if score, ok := leadingScore(value); ok && (at.Len() == 0 || score < lowest) {
			lowest, at = score, span
		}
	})
	if at.Len() > 0 && (lowest >= bar) != (own.Value == "ready") {
		p.warn(at, "", fmt.Sprintf("ready needs a score of %g or more", bar),
			"the score is %g, but the block says verdict: %s", lowest, own.Value)
	}
}

// leadingScore reads a score from 0 to 100 at the start of a value; "9/10" is
// 90. A value that goes on counting ("100 - 3 = 97", "80 -> 96") and a fraction
// say nothing for certain.
func leadingScore(value string) (float64, bool) {
	score, rest, ok := leadingNumberOf(value)
	if !ok || score > 0 && score < 1 {
		return 0, false
	}
	rest = strings.TrimLeft(rest, " ")
	if after, found := strings.CutPrefix(rest, "/"); found {
		if scale, behind, isScale := leadingNumberOf(strings.TrimLeft(after, " ")); isScale && scale > 0 {
			score *= 100 / scale
			rest = strings.TrimLeft(behind, " ")
		}
	}
	return score, score <= 100 && !goesOnCounting(rest)
}

// goesOnCounting reports whether a number before rest is part of a calculation
// or of a change: a sign and another number follow.
func goesOnCounting(rest string) bool {
	next := strings.TrimLeft(rest, "+-−–—=→>*×~ ")
	return next != rest && next != "" && '0' <= next[0] && next[0] <= '9'
}

// leadingNumberOf reads a decimal number without a sign.
func leadingNumberOf(value string) (n float64, rest string, ok bool) {
	end := strings.IndexFunc(value, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(value)
	}
	n, err := strconv.ParseFloat(strings.TrimSuffix(value[:end], "."), 64)
	return n, value[end:], err == nil
}

// row is one line of the table of a Falsification Summary.
type row struct {
	id, action string
	span       source.Span
}

// summary compares the rows of the Falsification Summary with the finding
// lines, one to one.
func (p *prose) summary() {
	rows, ok := p.rows()
	if !ok {
		return
	}
	seen := map[string]bool{}
	for _, r := range rows {
		i := slices.IndexFunc(p.block.Findings, func(f Finding) bool { return f.ID == r.id })
		switch {
		case seen[r.id]:
			p.warn(r.span, r.id, "keep one row for each finding", "the Falsification Summary has finding %q twice", r.id)
		case i < 0:
			p.warn(r.span, r.id, fmt.Sprintf("add the line finding: %s action: %s", r.id, cmp.Or(r.action, "ACTION")),
				"finding %q of the Falsification Summary has no line in the block", r.id)
		case r.action != "" && r.action != p.block.Findings[i].Action:
			p.warn(r.span, r.id, "make the row and the line equal",
				"the row says %s for finding %q, but the block says %s", r.action, r.id, p.block.Findings[i].Action)
		}
		seen[r.id] = true
	}
	for _, f := range p.block.Findings {
		if !seen[f.ID] {
			p.warn(f.Span, f.ID, "add its row", "finding %q has no row in the Falsification Summary", f.ID)
			seen[f.ID] = true
		}
	}
}

// rows reads the tables below the heading "Falsification Summary"; ok is false
// if there is none. After the first one only tables that name an action count.
func (p *prose) rows() (rows []row, ok bool) {
	from, to := p.section("falsification summary")
	const none = -1 // the table is of something else
	column, last, inside := none, 0, false
	p.lines(from, to, func(span source.Span, text string) {
		line := p.text.File.LineOf(span.Start)
		begins := line != last+1 || !inside
		inside = strings.Contains(text, "|")
		if last = line; !inside {
			return
		}
		cells := tableCells(text)
		switch {
		case begins:
			column = actionColumn(cells, !ok)
		case column == none:
		case strings.Trim(strings.Join(cells, ""), "-: ") == "":
			ok = true
		case cells[0] != "" && !IsPlaceholder(cells[0]):
			if r, names := p.row(cells, column, span); names {
				rows = append(rows, r)
			}
		}
	})
	return rows, ok
}

// row reads the cells of a row. names is false if it names neither a finding of
// the block nor an action, such as a row of sums.
func (p *prose) row(cells []string, column int, span source.Span) (r row, names bool) {
	r = row{id: idOf(cells[0]), span: span}
	if column < len(cells) {
		r.action = p.block.Kind.action(cells[column])
	}
	// A column of numbers may stand in front of the one with the ids.
	for _, cell := range cells[:min(2, len(cells))] {
		for _, id := range []string{cell, idOf(cell)} {
			if slices.ContainsFunc(p.block.Findings, func(f Finding) bool { return f.ID == id }) {
				r.id = id
				return r, true
			}
		}
	}
	return r, r.action != ""
}

// idOf is the first word of a cell, which a title may follow, without marks and
// without the target of a link.
func idOf(cell string) string {
	words := strings.Fields(cell)
	if len(words) == 0 {
		return cell
	}
	text, _, _ := strings.Cut(words[0], "](")
	return cmp.Or(strings.Trim(text, "*_`:,[]"), cell)
}

// section is what follows the heading that holds the words, up to the next
// heading of its level; empty if there is none.
func (p *prose) section(words string) (from, to int) {
	for i, h := range p.doc.Headings {
		if !strings.Contains(strings.ToLower(h.Text), words) {
			continue
		}
		to = len(p.text.File.Src)
		for _, next := range p.doc.Headings[i+1:] {
			if next.Level <= h.Level {
				to = next.Span.Start
				break
			}
		}
		return h.Span.End, to
	}
	return 0, 0
}

// tableCells splits a row of a pipe table. Marks around a cell are left out.
func tableCells(text string) []string {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "|"), "|")
	cells := strings.Split(strings.ReplaceAll(text, `\|`, "\x00"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimFunc(strings.ReplaceAll(c, "\x00", "|"), func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune("*_`", r)
		})
	}
	return cells
}

// actionColumn is the column whose head names the action; without one it is the
// last, if any table will do, and else -1. A table that begins with the actions
// is about these, not about findings: -1.
func actionColumn(head []string, anyTable bool) int {
	for i, c := range head {
		if slices.Contains([]string{"action", "verdict", "decision", "판정", "조치"}, strings.ToLower(c)) {
			if i == 0 {
				return -1
			}
			return i
		}
	}
	if anyTable {
		return len(head) - 1
	}
	return -1
}

// action returns the one action that a cell names, "" if it names none or
// several.
func (k Kind) action(cell string) string {
	said := ""
	for _, word := range strings.FieldsFunc(strings.ToUpper(cell), func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		if !slices.Contains(k.Actions, word) || word == said {
			continue
		}
		if said != "" {
			return ""
		}
		said = word
	}
	return said
}
