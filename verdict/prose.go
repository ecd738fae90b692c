package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
)

// Prose returns what the words around the block of an output say against it:
// a "Verdict:" line, heading or table row, a score, the rows of a
// Falsification Summary. All are warnings of the rule "verdict-prose", in
// document order, a hundred at most: a machine reads the block, a person may
// read the words. Text inside of code, quotations and comments says nothing,
// and neither does a text with no or several blocks.
func (t *Text) Prose() []Problem {
	if len(t.Blocks) != 1 || !t.Blocks[0].Closed || t.Blocks[0].Agent.Key == "" && !t.Blocks[0].Kind.Anonymous {
		return nil
	}
	p := prose{text: t, block: &t.Blocks[0], doc: t.doc}
	p.quiet = quiet(p.doc, p.block.Span)
	if p.block.Kind.Findings() {
		p.summary()
	} else {
		p.verdicts()
		p.besides()
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
	if len(p.found) < maxTold {
		p.found = append(p.found, Problem{Rule: "verdict-prose", Severity: Warning, Span: s,
			Message: fmt.Sprintf(format, args...), Help: help, Finding: finding})
	}
}

// against is warn for words that speak against the block as a whole.
func (p *prose) against(s source.Span, finding, help, format string, args ...any) {
	n := len(p.found)
	if p.warn(s, finding, help, format, args...); len(p.found) > n {
		p.found[n].Block, p.found[n].Against = 0, true
	}
}

// lines calls f for each line of prose from offset from to offset to, without
// the blanks at its ends.
func (p *prose) lines(from, to int, f func(span source.Span, line []byte)) {
	file := p.text.File
	for n := file.LineOf(from); n <= file.Lines(); n++ {
		span := trimSpan(file, file.Line(n))
		if span.Start >= to {
			return
		}
		if span.Start < from || span.Len() == 0 || p.silent(span.Start) {
			continue
		}
		f(span, file.Text(span))
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
	own, ok := p.block.Verdict()
	if !ok || !p.block.Kind.knows(own.Value) {
		return
	}
	var said statements
	p.lines(0, len(p.text.File.Src), func(span source.Span, line []byte) {
		if len(p.found) == maxTold {
			return
		}
		value, ok := said.next(p, span, line)
		if !ok {
			return
		}
		if word := p.block.Kind.spoken(value); word != "" && !p.block.Kind.same(word, own.Value) && !p.ofAnother(span, word) {
			p.against(span, "", "write "+own.Value+" here, or correct the block",
				"the text says %q, but the block says %s: %s", clip(value), own.Key, own.Value)
		}
	})
}

// besides compares what reads like a verdict of the agent, and counts as none,
// with the block: a fence without the word, a draft in a wrapper.
func (p *prose) besides() {
	own, _ := p.block.Verdict()
	for _, b := range p.text.beside {
		v, _ := b.Verdict()
		if p.block.Kind.knows(v.Value) && !p.block.Kind.same(v.Value, own.Value) {
			p.against(v.Span, "", "take it out, or write what holds",
				"another fence says %s: %s, but the block says %s: %s", v.Key, v.Value, own.Key, own.Value)
		}
	}
}

// ofAnother reports whether a line introduces the block of another agent, which
// says the same.
func (p *prose) ofAnother(span source.Span, word string) bool {
	i, _ := slices.BinarySearchFunc(p.text.relayed, span.End, func(b Block, off int) int { return b.Open.Start - off })
	if i == len(p.text.relayed) {
		return false
	}
	b := &p.text.relayed[i]
	v, _ := b.Verdict()
	return v.Value == word && (p.block.Open.Start < span.End || b.Open.Start < p.block.Open.Start)
}

// spoken returns the verdict that a person means by a value: one of the kind's
// words, "pass" or "fail", alone or before a mark or a word such as "to" or
// "because". A value that goes on in another way ("blocked items are done"),
// that names a second verdict, asks, or speaks of the past, says nothing for
// certain: "".
func (k Kind) spoken(value string) string {
	words := append(slices.Clone(k.Verdicts), "pass", "passed", "fail", "failed")
	head, rest := value, ""
	if end := strings.IndexAny(value, "(,.;:!?—–/→>="); end > 0 {
		head, rest = value[:end], value[end:]
	}
	said, head := "", hyphened(head)+"-"
	for _, w := range words {
		after, ok := strings.CutPrefix(head, hyphened(w)+"-")
		if next, _, _ := strings.Cut(after, "-"); ok && slices.Contains([]string{"", "to", "for", "yet", "because", "due", "since", "until"}, next) {
			said = w
		}
	}
	if said == "" || strings.HasPrefix(rest, "?") || past(value) {
		return ""
	}
	rest = "-" + hyphened(rest) + "-"
	for _, w := range words {
		if w != said && rest != "--" && strings.Contains(rest, "-"+hyphened(w)+"-") {
			return ""
		}
	}
	if slices.Contains(k.Verdicts, said) {
		return said
	}
	return map[string]string{"pass": k.word("ready"), "passed": k.word("ready"),
		"fail": k.word("not-ready"), "failed": k.word("not-ready")}[said]
}

// past reports whether a value speaks of an earlier verdict.
func past(value string) bool {
	for _, word := range strings.Split(hyphened(value), "-") {
		switch word {
		case "was", "were", "previous", "previously", "earlier", "formerly", "initially", "이전", "지난":
			return true
		}
	}
	return false
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
	p.lines(0, len(p.text.File.Src), func(span source.Span, line []byte) {
		value, ok := labelled(string(line), "score", "total score", "overall score", "점수", "총점")
		if !ok {
			return
		}
		if score, ok := leadingScore(value); ok && (at.Len() == 0 || score < lowest) {
			lowest, at = score, span
		}
	})
	if at.Len() > 0 && (lowest >= bar) != (own.Value == "ready") {
		p.against(at, "", fmt.Sprintf("ready needs a score of %g or more", bar),
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
