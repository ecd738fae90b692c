package verdict

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Check returns what is wrong with the text, in document order. In an Output
// every rule holds. In a Spec examples may hold placeholders and one agent may
// have several blocks. In a Document only misspelled words and unclosed blocks
// are told, as warnings.
func (t *Text) Check(mode Mode) []Problem {
	c := checker{text: t, mode: mode}
	c.about(-1)
	for _, m := range t.Markers {
		c.marker(m)
	}
	for i := range t.Blocks {
		c.about(i)
		c.whole(&t.Blocks[i])
	}
	c.about(-1)
	if mode != Document {
		for _, s := range t.Unlabelled {
			message, help := fmt.Sprintf("the fence holds the lines of a verdict, but its language is not %q", t.Lang.Word()), "begin it with ```"+t.Lang.Word()
			if t.Lang.Bare {
				message, help = "the fence holds the lines of a verdict, but a word stands behind its opening", "begin it with ``` alone"
			}
			c.warn("verdict-unlabelled", s, message, help)
		}
		for _, s := range t.Near[:min(len(t.Near), maxTold+1)] {
			c.warn("verdict-unlabelled", s, fmt.Sprintf("%q stands here without a fence that a reader can see", t.Lang.Word()),
				fmt.Sprintf("write the block as plain text between ```%s and ```", t.Lang.Word()))
		}
	}
	if mode == Output {
		c.multiple()
		c.deep()
	}
	slices.SortStableFunc(c.found, func(a, b Problem) int { return a.Span.Start - b.Span.Start })
	return c.found
}

// CheckHidden returns what would be wrong with the block that a hidden marker,
// given as an index in Markers, stands for.
func (t *Text) CheckHidden(marker int) []Problem {
	b, m := t.hiddenBlock(marker), t.Markers[marker]
	b.Closed, b.Open, b.Span = true, m.Span, m.Span
	c := checker{text: t, mode: Output}
	c.about(-1)
	c.whole(&b)
	return c.found
}

// linesAfter are the lines behind a marker that begin before offset end.
func (t *Text) linesAfter(m Marker, end int) (lines []source.Span) {
	open := t.File.Text(m.Span)
	fence := open[:len(open)-len(bytes.TrimLeft(open, string(open[:1])))]
	for n := t.File.LineOf(m.Span.Start) + 1; n <= t.File.Lines() && len(lines) < 1000; n++ {
		line := t.File.Line(n)
		if line.Start >= end || line.End > end {
			break
		}
		bare := bytes.Trim(t.File.Text(line), " \t>")
		if len(bare) >= len(fence) && len(bytes.Trim(bare, string(fence[:1]))) == 0 {
			break
		}
		lines = append(lines, line)
	}
	return lines
}

type checker struct {
	text  *Text
	mode  Mode
	block int
	found []Problem
	told  map[string]int // how often each rule was told about the block
}

// maxTold is how often one rule is told about one block.
const maxTold = 100

// add tells a problem. When a rule was told too often, one last problem about
// the block as a whole stands for all that follow.
func (c *checker) add(p Problem) {
	c.told[p.Rule]++
	switch n := c.told[p.Rule]; {
	case n > maxTold+1:
		return
	case n == maxTold+1:
		p = Problem{Rule: p.Rule, Severity: p.Severity, Span: p.Span, Help: "mend the ones before, then look again",
			Message: fmt.Sprintf("more than %d places have this fault; the rest is not told", maxTold)}
	}
	p.Block = c.block
	if c.mode == Document {
		p.Severity = Warning
	}
	c.found = append(c.found, p)
}

// about turns to another block; -1 means the text as a whole.
func (c *checker) about(block int) {
	c.block, c.told = block, map[string]int{}
}

func (c *checker) fail(rule string, s source.Span, message, help string) {
	c.add(Problem{Rule: rule, Span: s, Message: message, Help: help})
}

func (c *checker) warn(rule string, s source.Span, message, help string) {
	c.add(Problem{Rule: rule, Severity: Warning, Span: s, Message: message, Help: help})
}

func (c *checker) marker(m Marker) {
	switch {
	case m.Quoted:
	case m.Label:
		c.fail("verdict-label", m.Span, "the verdict is not read: "+m.Cause, "write ```"+c.text.Lang.Word())
	case c.mode != Document:
		c.fail("verdict-hidden", m.Span, "the verdict is not read: "+m.Cause,
			"put the block at the top level, after every other fence is closed, on a line of its own")
	}
}

// whole checks one block.
func (c *checker) whole(b *Block) {
	if !b.Closed {
		c.unclosed(b)
		return
	}
	if c.mode == Document {
		return
	}
	if b.rest.Len() > 0 {
		c.fail("verdict-hidden", b.rest, fmt.Sprintf("the block has more than %d lines; from here on it is not read", maxLines), "give a shorter block")
	}
	c.placed(b)
	c.placeholders(b)
	if !c.agent(b) {
		return
	}
	c.repeated(b)
	if b.Kind.Findings() {
		c.findings(b)
	} else {
		c.counts(b)
	}
	c.unknown(b)
	c.others(b)
}

// unclosed tells why a block does not end, as far as one can see.
func (c *checker) unclosed(b *Block) {
	open := string(c.text.File.Text(b.Open))
	fence := open[:len(open)-len(strings.TrimLeft(open, open[:1]))]
	message, help := "the block has no closing fence; the output was cut off or the fence forgotten", "end the block with a line "+fence
	after := c.text.File.Text(source.Span{Start: b.Span.End, End: len(c.text.File.Src)})
	i := slices.IndexFunc(b.other, func(o other) bool { return strings.HasPrefix(o.text, "```") || strings.HasPrefix(o.text, "~~~") })
	switch {
	case i >= 0:
		line := c.text.File.LineOf(b.other[i].span.Start)
		message = fmt.Sprintf("the block has no closing fence; line %d does not end it", line)
		help = fmt.Sprintf("write %s alone in line %d, indented like the opening", fence, line)
	case b.Placement == List && len(bytes.TrimSpace(after)) > 0:
		message = fmt.Sprintf("the list item ends behind line %d, before the closing fence of the block", c.text.File.LineOf(b.Span.End))
		help = "indent every line of the block alike, or put it after the list"
	}
	c.fail("verdict-unclosed", b.Open, message, help)
}

func (c *checker) placed(b *Block) {
	switch b.Placement {
	case Wrapped:
		c.warn("verdict-wrapped", b.Open, "the block is inside another fence, which a Markdown reader shows as plain code",
			"put the block outside, after the other fence is closed")
	case Misaligned:
		c.warn("verdict-misaligned", b.Open, "the list item ends before the closing fence",
			"indent the whole block alike, or put it after the list")
	}
}

func (c *checker) placeholders(b *Block) {
	if c.mode == Spec {
		return
	}
	for _, f := range b.Fields {
		if b.Kind.placeholder(f.Value) {
			c.fail("verdict-placeholder", f.ValueSpan, fmt.Sprintf("%s is still the placeholder %q", f.Key, clip(f.Value)), "write the value itself")
		}
	}
	for _, f := range b.Findings {
		if b.Kind.template(f) {
			c.add(Problem{Rule: "verdict-placeholder", Span: f.Span, Finding: f.ID,
				Message: fmt.Sprintf("the line is still a template: %q", clip(string(c.text.File.Text(f.Span)))),
				Help:    "write one finding id and one of " + list(b.Kind.Actions)})
		}
	}
}

// agent reports whether the block names its agent. Without it the kind is
// unknown, so nothing else can be judged.
func (c *checker) agent(b *Block) bool {
	if b.Agent.Key != "" {
		c.signed(b)
		return true
	}
	if b.Kind.Anonymous {
		return true
	}
	if f, ok := b.Field("agent"); ok {
		c.fail("verdict-agent-missing", f.Span, "agent is empty; the kind of the block follows from it", "write agent: NAME with your own name")
		return false
	}
	c.fail("verdict-agent-missing", b.Open, "the block has no agent line; its kind follows from it", "add a line agent: NAME with your own name")
	for _, o := range b.other {
		if o.key == "agent" {
			c.resembling(b, o)
		}
	}
	return false
}

// signed checks a block that counts as an agent's own although the agent's name
// is not exactly what stands in it.
func (c *checker) signed(b *Block) {
	name := c.text.author
	if name == "" || BareName(b.Agent.Value) == name || IsPlaceholder(b.Agent.Value) {
		return
	}
	c.add(Problem{Rule: "verdict-agent-mismatch", Span: b.Agent.ValueSpan, Write: "agent: " + name, Help: "write agent: " + name,
		Message: fmt.Sprintf("agent is %q; the answer is that of %q", clip(b.Agent.Value), clip(name))})
}

func (c *checker) repeated(b *Block) {
	first := map[string]Field{}
	for _, f := range b.Fields {
		if e, ok := first[f.Key]; ok {
			c.fail("verdict-key-duplicate", f.Span, fmt.Sprintf("%s stands twice: %q in line %d, %q here",
				clip(f.Key), clip(e.Value), c.text.File.LineOf(e.Span.Start), clip(f.Value)), "keep one line "+clip(f.Key)+": …")
			continue
		}
		first[f.Key] = f
	}
}

func (c *checker) counts(b *Block) {
	if key := b.Kind.Deciding(); !c.has(b, key) {
		c.missing(b, key, key+": "+strings.Join(b.Kind.Verdicts, "|"))
	} else if f, ok := b.Verdict(); ok {
		c.word(b, f)
	}
	for _, key := range b.Kind.Required {
		if !c.has(b, key) {
			c.missing(b, key, key+": …")
		} else if f, ok := b.Field(key); ok && f.Value == "" {
			c.fail("verdict-key-missing", f.Span, key+" is empty", "write a value behind "+key+":")
		}
	}
	for _, key := range b.Kind.Counts {
		if !c.has(b, key) {
			c.missing(b, key, key+": N")
		} else if f, ok := b.Field(key); ok {
			c.count(b, f)
		}
	}
	c.rules(b)
	for _, f := range b.Findings {
		c.add(Problem{Rule: "finding-misplaced", Span: f.Span, Finding: f.ID,
			Message: fmt.Sprintf("a block of %q holds counts, no finding lines", clip(b.Agent.Value)),
			Help:    c.reviewer(b.Agent.Value)})
	}
}

// reviewer is the help for a finding line of an agent whose kind has none.
func (c *checker) reviewer(agent string) string {
	for _, k := range c.text.Lang.kinds() {
		for _, name := range k.Agents {
			if k.Findings() && strings.EqualFold(name, strings.TrimFunc(BareName(agent), isMark)) {
				return "write agent: " + name + ", which is the reviewer whose blocks hold finding lines"
			}
		}
	}
	return "take the line out, or write the block of a reviewer whose kind has findings"
}

// has reports whether the block has the key, or a line that resembles it and
// is told on its own.
func (c *checker) has(b *Block, key string) bool {
	if _, ok := b.Field(key); ok {
		return true
	}
	return slices.ContainsFunc(b.other, func(o other) bool { return o.key == key })
}

func (c *checker) missing(b *Block, key, form string) {
	for _, f := range b.Fields {
		if holdsKey(f.Value, key) {
			c.fail("verdict-key-missing", f.Span, fmt.Sprintf("%s stands in the line of %s, where it is not read", key, clip(f.Key)), "write it in a line of its own: "+form)
			return
		}
	}
	c.fail("verdict-key-missing", b.Open, key+" is missing", "add a line "+form)
}

// holdsKey reports whether a value goes on with another key, as "a verdict:
// ready" does.
func holdsKey(value, key string) bool {
	i := strings.Index(value, key)
	if i < 0 {
		return false
	}
	rest := strings.TrimLeftFunc(value[i+len(key):], isQuote)
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")
}

// word checks the verdict itself.
func (c *checker) word(b *Block, f Field) {
	if b.Kind.knows(f.Value) || b.Kind.placeholder(f.Value) {
		return
	}
	p := Problem{Rule: "verdict-value", Span: f.ValueSpan, Help: "write one of " + list(b.Kind.Verdicts),
		Message: fmt.Sprintf("%s is %q; want %s", f.Key, clip(f.Value), list(b.Kind.Verdicts))}
	if near := loosely(f.Value, b.Kind.Verdicts); near != "" {
		p.Write = f.Key + ": " + near
		p.Help = "write " + p.Write
	}
	c.add(p)
}

func (c *checker) count(b *Block, f Field) {
	if _, ok := Number(f.Value); ok || b.Kind.placeholder(f.Value) {
		return
	}
	p := Problem{Rule: "verdict-count", Span: f.ValueSpan, Help: fmt.Sprintf("write %s: and the number alone", f.Key),
		Message: fmt.Sprintf("%s must be a whole number from 0 in plain digits, found %q", f.Key, clip(f.Value))}
	if f.Value == "" {
		p.Span = f.Span
	}
	if n := leadingNumber(f.Value); n != "" {
		p.Write = f.Key + ": " + n
		p.Help = "write " + p.Write
	}
	c.add(p)
}

// rules checks what binds the verdict to the counts.
func (c *checker) rules(b *Block) {
	v, _ := b.Verdict()
	for _, r := range b.Kind.Rules {
		f, _ := b.Field(r.Count)
		n, ok := Number(f.Value)
		if !ok || !b.Kind.same(v.Value, r.When) {
			continue
		}
		switch {
		case r.Max >= 0 && n > r.Max:
			c.fail("verdict-contradiction", f.Span, fmt.Sprintf("%s is %s but %s is %d", v.Key, v.Value, f.Key, n),
				fmt.Sprintf("%s needs %s at most %d: change the one that is wrong", v.Value, f.Key, r.Max))
		case n < r.Min:
			c.fail("verdict-contradiction", f.Span, fmt.Sprintf("%s is %s but %s is %d", v.Key, v.Value, f.Key, n),
				fmt.Sprintf("%s needs %s at least %d: count what speaks against it, or change the verdict", v.Value, f.Key, r.Min))
		}
	}
}

// deep tells that a text with a block is not read to its end.
func (c *checker) deep() {
	if at := c.text.Deep; at >= 0 && len(c.text.Blocks) > 0 {
		c.about(-1)
		c.fail("verdict-hidden", c.text.File.Line(c.text.File.LineOf(at)), fmt.Sprintf("the text is nested too deeply, or has too many Markdown blocks, to be read from line %d on", c.text.File.LineOf(at)),
			"write the answer with a flat structure")
	}
}

// multiple tells a second block of one agent.
func (c *checker) multiple() {
	first := map[string]int{}
	for i, b := range c.text.Blocks {
		name := BareName(b.Agent.Value)
		if name == "" && !b.Kind.Anonymous || IsPlaceholder(name) {
			continue
		}
		c.about(i)
		if e, ok := first[name]; ok {
			c.fail("verdict-multiple", b.Open, fmt.Sprintf("%s two verdicts, in lines %d and %d", giver(name),
				c.text.File.LineOf(c.text.Blocks[e].Open.Start), c.text.File.LineOf(b.Open.Start)), "keep the one block that holds")
			continue
		}
		first[name] = i
	}
}

// giver says who gives two verdicts.
func giver(name string) string {
	if name == "" {
		return "the text gives"
	}
	return fmt.Sprintf("%q gives", clip(name))
}
