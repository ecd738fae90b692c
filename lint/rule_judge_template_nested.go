package lint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

var ruleJudgeTemplateNested = Rule{
	Name:     "judge-template-nested",
	Summary:  "a block shown inside a fence that is no longer than its own, so that the inner fence ends the outer one",
	Severity: Warning,
	Kinds:    AgentSpec,
	Since:    "0.1.0",
	Run:      judgeTemplateNested,
}

func judgeTemplateNested(p *Pass) {
	if p.Text == nil {
		return
	}
	for _, b := range p.Text.Blocks {
		outer, ok := p.Doc.FenceAt(b.Open.Start)
		if b.Placement != verdict.Wrapped || ok && outer.Len > longestRun(p.File.Text(b.Open), outer.Char) {
			continue // a longer fence shields the block, also where it is the whole body
		}
		p.Report(Diagnostic{Span: b.Open, Message: "the block stands inside another fence that is no longer than its own; its end closes the outer fence, and the text after it reads as code",
			Help: "give the outer fence one character more, or show the block outside of it", Fix: lengthenFix(p, b)})
	}
}

// lengthenFix makes the fence around a block longer than the block's own, at
// its opening and at its closing line. It is nil if either is not plain to see.
func lengthenFix(p *Pass, b verdict.Block) *Fix {
	outer, ok := p.Doc.FenceAt(b.Open.Start)
	if !ok || outer.Open.Start == b.Open.Start {
		return nil
	}
	last, ok := outerClose(p, outer, b.Span.End)
	if !ok {
		return nil
	}
	inner := longestRun(p.File.Text(source.Span{Start: outer.Open.End, End: last.Start}), outer.Char)
	fence := strings.Repeat(string(outer.Char), max(inner+1, outer.Len))
	open := source.Span{Start: outer.Open.Start, End: outer.Open.Start + outer.Len}
	return &Fix{Message: fmt.Sprintf("lengthen the outer fence to %d characters", len(fence)), Safe: true,
		Edits: []source.Edit{{Span: open, New: fence}, {Span: last, New: fence}}}
}

// outerClose finds the bare fence that the author meant to close outer with:
// the first after off that closes no fence opened in between. It is not plain
// to see if a fence without a language follows, or one of the other character:
// the bare one may as well be the first of a pair.
func outerClose(p *Pass, outer source.Fence, off int) (found source.Span, ok bool) {
	inside, other := false, []byte("~~~")
	if outer.Char == '~' {
		other = []byte("```")
	}
	for n := p.File.LineOf(off) + 1; n <= p.File.Lines(); n++ {
		line := p.File.Line(n)
		text := bytes.TrimLeft(p.File.Text(line), " \t>")
		if bytes.HasPrefix(text, other) {
			return source.Span{}, false
		}
		run := len(text) - len(bytes.TrimLeft(text, string(outer.Char)))
		switch bare := len(bytes.TrimSpace(text[run:])) == 0; {
		case run < outer.Len:
		case !bare || inside:
			inside = !bare
		case ok:
			return source.Span{}, false
		default:
			start := line.End - len(text)
			found, ok = source.Span{Start: start, End: start + run}, true
		}
	}
	return found, ok
}

// longestRun is the length of the longest run of c at the start of a line.
func longestRun(text []byte, c byte) int {
	longest := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " \t>")
		longest = max(longest, len(line)-len(bytes.TrimLeft(line, string(c))))
	}
	return longest
}
