package verdict

import (
	"fmt"
	"slices"
	"strings"
)

func (c *checker) findings(b *Block) {
	actions := map[string]Finding{}
	for _, f := range b.Findings {
		if !b.Kind.template(f) {
			c.finding(b, f)
		}
		e, twice := actions[f.ID]
		switch {
		case !twice:
			actions[f.ID] = f
		case e.Action == f.Action:
			c.add(Problem{Rule: "finding-duplicate", Severity: Warning, Span: f.Span, Finding: f.ID,
				Message: fmt.Sprintf("finding %s stands twice with the same action, first in line %d", clip(f.ID), c.text.File.LineOf(e.Span.Start)),
				Help:    "keep one line"})
		default:
			c.add(Problem{Rule: "finding-conflict", Span: f.Span, Finding: f.ID,
				Message: fmt.Sprintf("finding %s is %s in line %d and %s here", clip(f.ID), clip(e.Action), c.text.File.LineOf(e.Span.Start), clip(f.Action)),
				Help:    "keep the one line that holds"})
		}
	}
	if len(b.Findings) == 0 && !c.has(b, "finding") {
		c.fail("finding-missing", b.Open, "the block has no finding line", "add one line for each finding: finding: ID action: "+strings.Join(b.Kind.Actions, "|"))
	}
}

func (c *checker) finding(b *Block, f Finding) {
	id, line := strings.TrimRight(f.ID, ",;:"), b.Kind.mended(f)
	add := func(rule, message string) {
		p := Problem{Rule: rule, Span: f.Span, Finding: id, Message: message, Write: line,
			Help: fmt.Sprintf("write finding: %s action: and one of %s", clip(id), list(b.Kind.Actions))}
		if line != "" {
			p.Help = "write " + clip(line)
		}
		c.add(p)
	}
	if id != f.ID {
		add("finding-malformed", fmt.Sprintf("the finding id %q ends in punctuation", clip(f.ID)))
	}
	if !slices.Contains(b.Kind.Actions, f.Action) {
		add("finding-action", fmt.Sprintf("finding %s: action is %q; want %s", clip(f.ID), clip(f.Action), list(b.Kind.Actions)))
	}
	if b.Kind.alternative(f.Note) {
		add("finding-malformed", fmt.Sprintf("finding %s has two actions: %q", clip(f.ID), clip(f.Action+" "+f.Note)))
	}
}

// mended is the line that a finding plainly means, "" if it is not plain.
func (k Kind) mended(f Finding) string {
	id, action := strings.TrimRight(f.ID, ",;:"), f.Action
	if !slices.Contains(k.Actions, action) {
		action = loosely(action, k.Actions)
	}
	if id == "" || action == "" || k.template(f) || k.alternative(f.Note) {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("finding: %s action: %s %s", id, action, f.Note))
}

// unknown tells keys that the kind does not have.
func (c *checker) unknown(b *Block) {
	known := c.text.Lang.keys(b.Kind)
	if !b.Kind.Findings() {
		known = slices.DeleteFunc(known, func(key string) bool { return key == "finding" })
	}
	seen := map[string]bool{}
	for _, f := range b.Fields {
		if slices.Contains(known, f.Key) || seen[f.Key] {
			continue // known, or told as a key that stands twice
		}
		seen[f.Key] = true
		if b.Kind.Findings() && c.text.Lang.countKey(f.Key) {
			c.fail("finding-misplaced", f.Span, fmt.Sprintf("a block of %q holds finding lines, not %s", clip(b.Agent.Value), f.Key), "take the line out")
			continue
		}
		if near := nearKeys(f.Key, known); len(near) > 0 {
			c.misspelledKey(f, near)
			continue
		}
		c.warn("verdict-key-unknown", f.Span, fmt.Sprintf("key %q is not known and is not read", clip(f.Key)), "known keys are "+list(known))
	}
}

func (c *checker) misspelledKey(f Field, near []string) {
	p := Problem{Rule: "verdict-key-near-miss", Span: f.Span, Help: "write " + list(near),
		Message: fmt.Sprintf("key %q is no key of the block; it looks like %s", f.Key, list(near))}
	if len(near) == 1 {
		p.Write = near[0] + ": " + f.Value
		p.Help = "write " + clip(p.Write)
	}
	c.add(p)
}

// countKey reports whether a counts kind of the language has the key.
func (l Language) countKey(key string) bool {
	return key == "verdict" || slices.ContainsFunc(l.kinds(), func(k Kind) bool {
		return key == k.Deciding() || slices.Contains(k.Counts, key)
	})
}

// others tells the lines that are neither field nor finding.
func (c *checker) others(b *Block) {
	for _, o := range b.other {
		if o.key != "" {
			c.resembling(b, o)
			continue
		}
		if c.told["verdict-prose"] > maxTold {
			continue
		}
		if c.mode == Spec && IsPlaceholder(o.text) {
			continue
		}
		c.warn("verdict-prose", o.span, fmt.Sprintf("the line %q is no part of a verdict and is not read", clip(o.text)), "write remarks outside the block")
	}
}

func (c *checker) resembling(b *Block, o other) {
	p := Problem{Rule: "verdict-line-decorated", Span: o.span, Message: fmt.Sprintf("the line %q is not read as %s", clip(o.text), o.key)}
	if o.key == "finding" {
		p.Rule, p.Finding = "finding-malformed", idIn(o.value)
		p.Message = fmt.Sprintf("the line %q is no finding line", clip(o.text))
	}
	if strings.Contains(o.text, "：") {
		p.Message += ": its colon is the full-width U+FF1A"
	}
	if p.Write, p.Help = c.mended(b, o); p.Write != "" {
		p.Help = "write " + clip(p.Write)
	}
	c.add(p)
}

// mended is the line that a resembling line plainly means, or what to do if
// that is not plain.
func (c *checker) mended(b *Block, o other) (write, help string) {
	another := func(key string) bool { return holdsKey(o.value, key) }
	switch {
	case struck(o.text):
		return "", "take the line out if it is struck out, or write it without marks"
	case o.key == "finding":
		if f, ok := looseFinding(o.value); ok {
			write = b.Kind.mended(f)
		}
		return write, "write finding: ID action: " + strings.Join(b.Kind.Actions, "|")
	case slices.ContainsFunc(c.text.Lang.keys(b.Kind), another):
		return "", "write each key in a line of its own: " + o.key + ": …"
	}
	return o.key + ": " + o.value, ""
}

// looseFinding reads the rest of a finding line, with marks around the word
// action and without its colon. An id with marks around it is not plain.
func looseFinding(rest string) (f Finding, ok bool) {
	f.ID, rest = cutRun(rest)
	const word = "action"
	rest = strings.TrimLeftFunc(rest, isMark)
	if f.ID == "" || strings.TrimFunc(f.ID, isQuote) != f.ID || len(rest) < len(word) || !strings.EqualFold(rest[:len(word)], word) {
		return Finding{}, false
	}
	rest = strings.TrimLeftFunc(rest[len(word):], func(r rune) bool { return isQuote(r) || strings.ContainsRune(":：=", r) })
	f.Action, f.Note = cutRun(rest)
	f.Note = strings.TrimSpace(f.Note)
	return f, f.Action != ""
}

// idIn is the finding id in the rest of a malformed finding line.
func idIn(rest string) string {
	for _, word := range strings.Fields(rest) {
		return strings.TrimRight(strings.TrimFunc(word, isMark), ",;:")
	}
	return ""
}
