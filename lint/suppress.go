package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
)

// disable is the word of a suppression comment:
//
//	<!-- judgelint-disable-next-line RULE -- reason -->   in Markdown
//	# judgelint-disable-next-line RULE -- reason          in front matter and TOML
const disable = "judgelint-disable-next-line"

// suppression is one rule named in a comment.
type suppression struct {
	rule string
	name source.Span // the name of the rule in the comment
	// extent is what the comment covers: the next line that is no such comment,
	// and the whole block, entry or value that begins there.
	extent source.Span
	used   bool
}

type suppressions struct {
	valid   []suppression
	unknown []Diagnostic
	// extent is what the comments above line target cover: those that follow
	// each other cover the same.
	extent source.Span
	target int
}

// readSuppressions finds the suppression comments of a file. Those shown in
// code are none.
func readSuppressions(p *Pass) *suppressions {
	s := &suppressions{}
	src := p.File.Src
	if p.Kind&(HookSettings|manifests|WorkflowSpec|Prompts) != 0 || !bytes.Contains(src, []byte(disable)) {
		return s
	}
	shown := shownSpans(p)
	for off := 0; ; {
		n := bytes.Index(src[off:], []byte(disable))
		if n < 0 {
			return s
		}
		at := off + n
		off = at + len(disable)
		if text, ok := commentAt(p, at); ok && !inAny(shown, at) {
			s.read(p, off, text)
		}
	}
}

// shownSpans are the parts of a file where a comment is only an example.
func shownSpans(p *Pass) []source.Span {
	var spans []source.Span
	if p.Codex != nil {
		for _, e := range p.Codex.Entries {
			spans = append(spans, e.Value)
		}
		return spans
	}
	doc := md.Parse(p.File, p.Kind&fronted != 0)
	for _, f := range doc.Fences {
		spans = append(spans, f.Span)
	}
	return append(spans, doc.Code...)
}

func inAny(spans []source.Span, off int) bool {
	return slices.ContainsFunc(spans, func(s source.Span) bool { return s.Contains(off) })
}

// commentAt returns the text behind the word at offset at, up to the end of its
// comment. ok is false if the word does not begin a comment.
func commentAt(p *Pass, at int) (text string, ok bool) {
	line := p.File.Line(p.File.LineOf(at))
	before := strings.TrimSpace(string(p.File.Src[line.Start:at]))
	rest := string(p.File.Src[at+len(disable) : max(line.End, at+len(disable))])
	hash := p.Codex != nil || p.Spec != nil && p.Spec.Front.Text.Contains(at)
	if hash {
		return rest, before == "#"
	}
	rest, _, closed := strings.Cut(rest, "-->")
	inCode := strings.Count(before, "`")%2 == 1
	return rest, closed && !inCode && strings.HasSuffix(before, "<!--")
}

// read adds the rules of one comment, whose text begins at offset at.
func (s *suppressions) read(p *Pass, at int, text string) {
	names, reason, _ := strings.Cut(text, "--")
	if p.File.LineOf(at) >= s.target {
		s.extent, s.target = extentAfter(p, at)
	}
	extent := s.extent
	found := false
	for _, w := range wordSpans(names) {
		found = true
		name := names[w.Start:w.End]
		span := source.Span{Start: at + w.Start, End: at + w.End}
		switch {
		case Lookup(name) == nil:
			s.tell(p, span, fmt.Sprintf("the suppression names %q, which is no rule%s", name, suggestion(name)), "run judgelint rules for the list")
		case strings.TrimSpace(reason) == "":
			s.tell(p, span, fmt.Sprintf("the suppression of %s gives no reason and is not in force", name), fmt.Sprintf("write %s %s -- REASON", disable, name))
		default:
			s.valid = append(s.valid, suppression{rule: name, name: span, extent: extent})
		}
	}
	if !found {
		s.tell(p, source.Span{Start: at - len(disable), End: at}, "the suppression names no rule", fmt.Sprintf("write %s RULE -- REASON", disable))
	}
}

func (s *suppressions) tell(p *Pass, span source.Span, message, help string) {
	s.unknown = append(s.unknown, Diagnostic{Rule: ruleSuppressionUnknown.Name, Severity: ruleSuppressionUnknown.Severity,
		Path: p.File.Path, Span: span, Message: message, Help: help})
}

// wordSpans returns the words of a list separated by blanks or commas.
func wordSpans(text string) []source.Span {
	var out []source.Span
	start := -1
	for i := 0; i <= len(text); i++ {
		blank := i == len(text) || strings.IndexByte(" \t,", text[i]) >= 0
		switch {
		case blank && start >= 0:
			out = append(out, source.Span{Start: start, End: i})
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	return out
}

// extentAfter is what a comment covers whose line holds offset at, and the line
// where that begins.
func extentAfter(p *Pass, at int) (extent source.Span, n int) {
	n = p.File.LineOf(at) + 1
	for bytes.Contains(p.File.Text(p.File.Line(n)), []byte(disable)) {
		n++
	}
	line := p.File.Line(n)
	grow := func(s source.Span) {
		if line.Contains(s.Start) && s.End > line.End {
			line.End = s.End
		}
	}
	if p.Text != nil {
		for _, b := range p.Text.Blocks {
			grow(b.Span)
		}
	}
	if p.Spec != nil {
		for _, e := range p.Spec.Entries {
			grow(e.Lines)
		}
	}
	if p.Codex != nil {
		for _, e := range p.Codex.Entries {
			grow(source.Span{Start: e.Key.Start, End: max(e.Key.End, e.Value.End)})
		}
	}
	line.End++ // an empty span at the end of the line counts, too
	return line, n
}

// covers marks and reports whether one of the suppressions covers a diagnostic.
func covers(list []suppression, d Diagnostic) bool {
	hit := false
	for i := range list {
		if list[i].rule == d.Rule && list[i].extent.Contains(d.Span.Start) {
			list[i].used, hit = true, true
		}
	}
	return hit
}

// filter takes out what is suppressed and adds what is to be told about the
// suppressions themselves. Those of rules across files are judged later.
func (s *suppressions) filter(l *Linter, p *Pass) []Diagnostic {
	kept := p.out
	if len(s.valid) > 0 {
		kept = slices.DeleteFunc(p.out, func(d Diagnostic) bool { return covers(s.valid, d) })
	}
	if l.enabled(&ruleSuppressionUnknown) {
		kept = append(kept, s.unknown...)
	}
	for _, v := range s.valid {
		if r := Lookup(v.rule); r.Across == nil {
			kept = append(kept, l.unused(p.File.Path, v)...)
		}
	}
	return kept
}

// unused tells a suppression that suppressed nothing although its rule ran.
func (l *Linter) unused(path string, s suppression) []Diagnostic {
	if s.used || !l.enabled(Lookup(s.rule)) || !l.enabled(&ruleSuppressionUnused) {
		return nil
	}
	return []Diagnostic{{Rule: ruleSuppressionUnused.Name, Severity: ruleSuppressionUnused.Severity, Path: path, Span: s.name,
		Message: fmt.Sprintf("the suppression of %s is unused: the rule finds nothing in the next line", s.rule), Help: "take the comment out, or move it to the line above what it is for"}}
}

// filterAcross is filter for the rules across files.
func filterAcross(l *Linter, p *ProjectPass) []Diagnostic {
	lists := map[string][]suppression{}
	for _, r := range p.Results {
		if len(r.facts.suppressions) > 0 {
			lists[r.Path] = slices.Clone(r.facts.suppressions)
		}
	}
	kept := slices.DeleteFunc(p.out, func(d Diagnostic) bool { return covers(lists[d.Path], d) })
	for _, r := range p.Results {
		for _, s := range lists[r.Path] {
			kept = append(kept, l.unused(r.Path, s)...)
		}
	}
	return kept
}
