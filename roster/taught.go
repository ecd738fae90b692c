package roster

import (
	"bytes"

	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// Lesson is a part of a spec that teaches blocks: the whole text, or what it
// shows inside a longer fence, as in a template of an answer.
type Lesson struct {
	// Text is what the part says; its places are those of the part.
	Text *verdict.Text
	// fence holds the part; nil for the whole text.
	fence *source.Fence
}

// Place returns where a place of the part stands in the spec.
func (l Lesson) Place(s source.Span) source.Span {
	if l.fence == nil {
		return s
	}
	return source.Span{Start: l.offset(s.Start), End: l.offset(s.End)}
}

func (l Lesson) offset(off int) int {
	inner := l.Text.File
	n := min(inner.LineOf(off), len(l.fence.Lines))
	line := l.fence.Lines[n-1]
	return min(line.Start+off-inner.Line(n).Start, line.End)
}

// Lessons returns the whole text of a spec first, then each longer fence with a
// block in it. What a spec only quotes otherwise (in a block quote, a comment)
// teaches nothing.
//
// t is what the spec says, doc its structure; doc may be nil for a text without
// front matter, and is then read if it is needed.
func Lessons(t *verdict.Text, doc *source.Doc) []Lesson {
	lessons := []Lesson{{Text: t}}
	last := -1 // where the last fence that was looked into ends
	for _, m := range t.Markers {
		if !m.Quoted || m.Span.Start < last {
			continue
		}
		if doc == nil {
			read := md.Parse(t.File, false)
			doc = &read
		}
		f, ok := doc.FenceAt(m.Span.Start)
		if !ok || f.InQuote || !f.Closed || f.Open.Start == m.Span.Start {
			continue
		}
		last = f.Span.End
		if inner := read(t, f); len(inner.Blocks) > 0 {
			lessons = append(lessons, Lesson{Text: inner, fence: &f})
		}
	}
	return lessons
}

// read reads what a fence holds as a text of its own.
func read(t *verdict.Text, f source.Fence) *verdict.Text {
	var body []byte
	for _, line := range f.Lines {
		body = append(append(body, t.File.Text(line)...), '\n')
	}
	inner := verdict.Parse(source.NewFile(t.File.Path, body), t.Lang)
	return &inner
}

// Taught is one block that a spec teaches; its places are those of its lesson.
type Taught struct {
	verdict.Block
	Lesson Lesson
}

// Blocks returns the blocks that a spec teaches, those of its own text first.
func Blocks(t *verdict.Text, doc *source.Doc) []Taught {
	var blocks []Taught
	for _, l := range Lessons(t, doc) {
		for _, b := range l.Text.Blocks {
			blocks = append(blocks, Taught{b, l})
		}
	}
	return blocks
}

// Teaches returns the block by which a spec makes its agent a judge: one that
// names the agent, holds a placeholder instead, or names an agent that no spec
// bears (a typing error, or a renamed file). known tells which names specs bear;
// nil counts every other name as one.
func Teaches(t *verdict.Text, doc *source.Doc, name string, known func(agent string) bool) (block Taught, ok bool) {
	return Teaching(Blocks(t, doc), name, known)
}

// Teaching is Teaches for a caller that has the blocks of the spec.
func Teaching(blocks []Taught, name string, known func(agent string) bool) (block Taught, ok bool) {
	for _, b := range blocks {
		agent := verdict.BareName(b.Agent.Value)
		if agent == name || verdict.IsPlaceholder(b.Agent.Value) || agent != "" && known != nil && !known(agent) {
			return b, true
		}
	}
	return Taught{}, false
}

// Quotes returns the lines of a block that a spec only quotes or hides and that
// names the agent itself, without the agent's line.
func Quotes(t *verdict.Text, name string) (lines []string, ok bool) {
	for _, m := range t.Markers {
		if lines, agent := markerLines(t.File, m); agent == name {
			return lines, true
		}
	}
	return nil, false
}

// markerLines are the lines after a marker up to the next fence, quote marks
// cut off, and the agent that they name.
func markerLines(f *source.File, m verdict.Marker) (lines []string, agent string) {
	rest := f.Src[m.Span.End:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[i+1:]
	}
	for line := range bytes.Lines(rest) {
		line = bytes.TrimSpace(bytes.TrimLeft(line, "> \t"))
		if bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")) {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("agent:")); ok {
			agent = verdict.BareName(string(bytes.TrimSpace(value)))
		} else if len(line) > 0 {
			lines = append(lines, string(line))
		}
	}
	return lines, agent
}
