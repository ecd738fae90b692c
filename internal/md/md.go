// Package md turns a text into its Markdown structure as plain data. It is the
// only importer of goldmark, and everything about goldmark that surprises is
// handled and tested here:
//
//   - an unclosed fence looks like a closed one: Closed comes from the parser
//     step that saw the closing line, not from the finished tree;
//   - a byte order mark hides the first fence, and a lone CR is no line end;
//   - front matter would be read as Markdown and can swallow the body;
//   - a list nested n deep costs n steps for each line, so nesting is bounded,
//     and so is the number of blocks: each costs as much as a hundred lines of
//     plain text.
package md

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/judgelint/judgelint/source"
)

// maxDepth is the number of nested containers (lists count twice: list and
// item) that Parse follows. Real texts stay below twenty.
const maxDepth = 100

// maxSteps bounds how often open containers are continued, which is the
// product of depth and lines. A text of n bytes in lists nested three deep
// with lines of twenty bytes stays below it.
func maxSteps(n int) int { return 1<<20 + n/3 }

// Parse is total: any bytes, never an error. With front, YAML front matter is
// cut off first. Offsets in the result are offsets into f.Src. The time is
// linear in the length of the text.
func Parse(f *source.File, front bool) source.Doc { return parse(blockParser(), f, front) }

func parse(p parser.Parser, f *source.File, front bool) source.Doc {
	d := source.Doc{Deep: -1}
	d.Body = source.Span{End: len(f.Src)}
	if bytes.HasPrefix(f.Src, []byte(source.BOM)) {
		d.Body.Start = len(source.BOM)
	}
	if front {
		c := source.CutFront(f.Src)
		d.FrontClosed = c.State != source.FrontNone && c.State != source.FrontUnclosed
		if d.FrontClosed {
			d.Front, d.Body = c.Text, c.Body
		}
	}
	shift := d.Body.Start
	w := walker{doc: &d, src: cut(lineFeeds(f.Src[shift:]), &d), shift: shift}
	pc := parser.NewContext()
	steps := maxSteps(len(w.src))
	pc.Set(stepsKey, &steps)
	root := p.Parse(text.NewReader(w.src), parser.WithContext(pc))
	w.fences, _ = pc.Get(fencesKey).(map[ast.Node]fenceFacts)
	if off, ok := pc.Get(deepKey).(int); ok {
		d.Deep = off + shift // before any place where the text was cut
	}
	w.children(root, inside{})
	return d
}

// lineFeeds returns src with every lone CR replaced by LF, so that offsets
// stay the same. Without a lone CR it is src itself.
func lineFeeds(src []byte) []byte {
	out := src
	for i := bytes.IndexByte(src, '\r'); i >= 0 && i < len(src); i++ {
		if src[i] != '\r' || i+1 < len(src) && src[i+1] == '\n' {
			continue
		}
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		out[i] = '\n'
	}
	return out
}

// blockParser is goldmark without its inline half and without link reference
// definitions: they change no fence, and they are half of the time.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(blockParsers(), parser.WithParagraphTransformers(util.Prioritized(drained{}, 100)))
})

func blockParsers() parser.Option {
	return parser.WithBlockParsers(
		util.Prioritized(setext{parser.NewSetextHeadingParser()}, 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(shallow{parser.NewListParser()}, 300),
		util.Prioritized(shallow{parser.NewListItemParser()}, 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(fences{parser.NewFencedCodeBlockParser()}, 700),
		util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	)
}

// drained empties each paragraph when it is closed: goldmark splits the text of
// paragraphs into nodes that nobody here looks at, a quarter of the time. What
// stays is the place where the paragraph ends.
type drained struct{}

func (drained) Transform(p *ast.Paragraph, r text.Reader, pc parser.Context) {
	if n := p.Lines().Len(); n > 0 && pc.Get(setextKey) != ast.Node(p) {
		if p.Pos() < 0 {
			p.SetPos(p.Lines().At(0).Start)
		}
		last := p.Lines().At(n - 1)
		end := last.TrimRightSpace(r.Source()).Stop
		p.SetLines(text.NewSegments())
		p.Lines().Append(text.NewSegment(end, end))
	}
}

// setext remembers the paragraph that becomes a heading, which still needs its
// lines when it is closed.
type setext struct{ parser.BlockParser }

func (s setext) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	last := pc.LastOpenedBlock().Node
	node, state := s.BlockParser.Open(parent, r, pc)
	if node != nil {
		pc.Set(setextKey, last)
	}
	return node, state
}

var (
	setextKey = parser.NewContextKey()
	deepKey   = parser.NewContextKey()
	stepsKey  = parser.NewContextKey()
	fencesKey = parser.NewContextKey()
)

// shallow is a container parser that opens containers only down to maxDepth,
// continues them only for maxSteps, and notes where it refused.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		depth++
	}
	if depth <= maxDepth && *pc.Get(stepsKey).(*int) > 0 {
		return s.BlockParser.Open(parent, r, pc)
	}
	refuse(r, pc)
	return nil, parser.NoChildren
}

func (s shallow) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	if steps := pc.Get(stepsKey).(*int); *steps > 0 {
		*steps--
		return s.BlockParser.Continue(node, r, pc)
	}
	refuse(r, pc)
	return parser.Close
}

func refuse(r text.Reader, pc parser.Context) {
	if pc.Get(deepKey) == nil {
		_, seg := r.PeekLine()
		pc.Set(deepKey, seg.Start)
	}
}

// fences remembers where each fence was opened and closed, which the node
// does not tell. An opening or closing line is at a place of the source, so
// the padding that goldmark puts in front of a half-eaten tab is taken off.
type fences struct{ parser.BlockParser }

type fenceFacts struct{ open, close source.Span }

func (f fences) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := r.PeekLine()
	pos := pc.BlockOffset()
	node, state := f.BlockParser.Open(parent, r, pc)
	if node != nil {
		known, _ := pc.Get(fencesKey).(map[ast.Node]fenceFacts)
		if known == nil {
			known = map[ast.Node]fenceFacts{}
			pc.Set(fencesKey, known)
		}
		known[node] = fenceFacts{open: trimmed(line, pos, seg)}
	}
	return node, state
}

func (f fences) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	line, seg := r.PeekLine()
	state := f.BlockParser.Continue(node, r, pc)
	if state == parser.Close {
		known := pc.Get(fencesKey).(map[ast.Node]fenceFacts)
		facts := known[node]
		facts.close = trimmed(line, util.FirstNonSpacePosition(line), seg)
		known[node] = facts
	}
	return state
}

// trimmed is the part of a peeked line from byte pos to its last byte that is
// no blank, as a span of the source.
func trimmed(line []byte, pos int, seg text.Segment) source.Span {
	start := max(seg.Start-seg.Padding+pos, seg.Start)
	return source.Span{Start: start, End: start + len(bytes.TrimRight(line[pos:], " \t\r\n"))}
}
