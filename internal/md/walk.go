package md

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/judgelint/judgelint/source"
)

// inside tells which containers are around a node.
type inside struct{ list, nested, quote bool }

// walker copies a goldmark tree into a source.Doc.
type walker struct {
	doc    *source.Doc
	src    []byte // the body, line feeds only
	shift  int    // offset of the body in the file
	fences map[ast.Node]fenceFacts
}

func (w *walker) children(n ast.Node, in inside) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, in)
	}
}

func (w *walker) node(n ast.Node, in inside) {
	switch n := n.(type) {
	case *ast.List:
		if in.list && !in.nested {
			w.doc.Nested = append(w.doc.Nested, w.shifted(w.extent(n)))
			in.nested = true
		}
		in.list = true
		w.children(n, in)
	case *ast.ListItem:
		w.children(n, in)
	case *ast.Blockquote:
		if !in.quote {
			w.doc.Quotes = append(w.doc.Quotes, w.shifted(w.extent(n)))
		}
		in.quote = true
		w.children(n, in)
	case *ast.FencedCodeBlock:
		w.fence(n, in)
	case *ast.HTMLBlock:
		w.html(n, in)
	case *ast.CodeBlock:
		w.doc.Code = append(w.doc.Code, w.shifted(w.extent(n)))
	case *ast.Heading:
		w.heading(n)
	}
}

func (w *walker) fence(n *ast.FencedCodeBlock, in inside) {
	facts := w.fences[n]
	f := source.Fence{Open: w.shifted(facts.open), InList: in.list, InQuote: in.quote}
	open := w.src[facts.open.Start:facts.open.End]
	f.Char = open[0]
	f.Len = len(open) - len(bytes.TrimLeft(open, string(f.Char)))
	f.Info = string(bytes.TrimLeft(open[f.Len:], " \t"))
	f.Span = f.Open
	lines := n.Lines()
	f.Lines = make([]source.Span, 0, lines.Len())
	for i := range lines.Len() {
		line := w.line(lines.At(i))
		f.Lines = append(f.Lines, line)
		f.Span.End = max(f.Span.End, line.End)
	}
	if facts.close.End > 0 {
		f.Closed = true
		f.Close = w.shifted(facts.close)
		f.Span.End = f.Close.End
	}
	w.doc.Fences = append(w.doc.Fences, f)
}

func (w *walker) html(n *ast.HTMLBlock, in inside) {
	h := source.HTMLBlock{Span: w.shifted(w.extent(n)), InQuote: in.quote, Closed: true}
	if n.HTMLBlockType <= ast.HTMLBlockType5 {
		h.Closed = n.HasClosure() || w.closedAtOnce(n)
		if n.HasClosure() {
			h.Span.End = w.line(n.ClosureLine).End
		}
	}
	switch n.HTMLBlockType {
	case ast.HTMLBlockType1:
		h.Kind = source.HTMLRaw
		first := n.Lines().At(0)
		if tag := bytes.TrimLeft(first.Value(w.src), " <"); len(tag) > 3 && bytes.EqualFold(tag[:3], []byte("pre")) {
			h.Kind = source.HTMLPre
		}
	case ast.HTMLBlockType2:
		h.Kind = source.HTMLComment
	case ast.HTMLBlockType3, ast.HTMLBlockType4, ast.HTMLBlockType5:
		h.Kind = source.HTMLDeclaration
	}
	w.doc.HTML = append(w.doc.HTML, h)
}

// closedAtOnce reports whether the first line of an HTML block holds its own
// closing mark.
func (w *walker) closedAtOnce(n *ast.HTMLBlock) bool {
	if n.Lines().Len() != 1 {
		return false
	}
	first := n.Lines().At(0)
	line := bytes.ToLower(first.Value(w.src))
	ends := map[ast.HTMLBlockType][]string{
		ast.HTMLBlockType1: {"</script>", "</pre>", "</style>", "</textarea>"},
		ast.HTMLBlockType2: {"-->"},
		ast.HTMLBlockType3: {"?>"},
		ast.HTMLBlockType4: {">"},
		ast.HTMLBlockType5: {"]]>"},
	}
	for _, end := range ends[n.HTMLBlockType] {
		if bytes.Contains(line, []byte(end)) {
			return true
		}
	}
	return false
}

func (w *walker) heading(n *ast.Heading) {
	var title []byte
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		title = append(append(title, bytes.TrimSpace(line.Value(w.src))...), ' ')
	}
	w.doc.Headings = append(w.doc.Headings, source.Heading{
		Level: n.Level, Text: string(bytes.TrimSpace(title)), Span: w.shifted(w.extent(n)),
	})
}

// extent is the span of a block with everything in it, from its own position
// (or its first line) to the end of its last line.
func (w *walker) extent(n ast.Node) source.Span {
	s := source.Span{Start: n.Pos(), End: n.Pos()}
	if facts, ok := w.fences[n]; ok {
		s = source.Span{Start: facts.open.Start, End: max(facts.open.End, facts.close.End)}
	}
	if n.Type() == ast.TypeBlock {
		if lines := n.Lines(); lines.Len() > 0 {
			s.End = max(s.End, w.line(lines.At(lines.Len()-1)).End-w.shift)
			if s.Start < 0 {
				s.Start = lines.At(0).Start
			}
		}
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		child := w.extent(c)
		s.End = max(s.End, child.End)
		if s.Start < 0 {
			s.Start = child.Start
		}
	}
	// Beside a half-eaten tab goldmark's own positions can lie a few bytes off.
	s.Start = min(max(s.Start, 0), len(w.src))
	return source.Span{Start: s.Start, End: min(max(s.Start, s.End), len(w.src))}
}

// line is a segment as a span of the file, without its line ending.
func (w *walker) line(seg text.Segment) source.Span {
	end := seg.Stop
	for end > seg.Start && (w.src[end-1] == '\n' || w.src[end-1] == '\r') {
		end--
	}
	return w.shifted(source.Span{Start: seg.Start, End: end})
}

func (w *walker) shifted(s source.Span) source.Span {
	return source.Span{Start: s.Start + w.shift, End: s.End + w.shift}
}
