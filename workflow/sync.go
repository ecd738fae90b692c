package workflow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// The marks around a copy: each stands in a comment of its own line.
const (
	beginMark = "judgelint:begin"
	endMark   = "judgelint:end"
)

// Sources are the texts that copies are written from, by name:
//
//	NAME.spec              the specification, as JSON
//	NAME.stages            its stages, as a table
//	NAME.prompts           all prompts, as JSON
//	NAME.prompts.STAGE     one prompt
//	schema.FINDING         a schema, as JSON
//	format.stage-keys      tables of the format itself
type Sources struct {
	byName map[string]copySource
	order  []string
	// clashes are names that two files hold in different ways, with the second
	// file.
	clashes map[string]string
}

// copySource is one text, in one of the three forms.
type copySource struct {
	json  []byte // indented
	text  string
	table string
	// from is where it comes from, for messages.
	from string
}

// NewSources returns the sources that belong to the format: schemas and tables.
func NewSources() *Sources {
	s := &Sources{byName: map[string]copySource{}, clashes: map[string]string{}}
	for _, name := range findings.Schemas() {
		s.add("schema."+name, copySource{json: indent(findings.Schema(name)), from: "judgelint"})
	}
	for _, t := range tables() {
		s.add("format."+t.name, copySource{table: t.markdown(), from: "judgelint"})
	}
	return s
}

// add keeps the first source of a name.
func (s *Sources) add(name string, c copySource) {
	old, ok := s.byName[name]
	if !ok {
		s.byName[name] = c
		s.order = append(s.order, name)
	} else if old.text != c.text || old.table != c.table || !bytes.Equal(old.json, c.json) {
		s.clashes[name] = c.from
	}
}

// AddSpec adds a specification.
func (s *Sources) AddSpec(spec *Spec) {
	if spec.root == nil || spec.Name == "" {
		return
	}
	from := spec.File.Path
	s.add(spec.Name+".spec", copySource{json: indent(compact(spec.File, spec.root)), from: from})
	s.add(spec.Name+".stages", copySource{table: stageTable(spec).markdown(), from: from})
}

// AddPrompts adds the prompts of the workflow called name.
func (s *Sources) AddPrompts(name string, p *Prompts) {
	all := make([]string, len(p.List))
	for i, q := range p.List {
		all[i] = string(quoteJSON(q.Stage)) + ":" + string(quoteJSON(q.Text))
		s.add(name+".prompts."+q.Stage, copySource{text: q.Text, from: p.File.Path})
	}
	s.add(name+".prompts", copySource{json: indent([]byte("{" + strings.Join(all, ",") + "}")), from: p.File.Path})
}

// ReadSources returns the sources of the format and of all files, which are
// called NAME.spec.json and NAME.prompts.json. Files of other tools are left
// out; what is wrong with ours is told.
func ReadSources(files []*source.File) (*Sources, []Problem) {
	s := NewSources()
	var problems []Problem
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".prompts.json") {
			p, wrong := ReadPrompts(f)
			problems = append(problems, wrong...)
			s.AddPrompts(promptsName(f), p)
		} else if Portable(f) {
			spec, wrong := readSpec(f)
			problems = append(problems, wrong...)
			s.AddSpec(spec)
		}
	}
	return s, problems
}

func compact(f *source.File, v *jsontree.Value) []byte {
	var b bytes.Buffer
	if err := json.Compact(&b, f.Text(v.Span)); err != nil {
		return []byte("null") // unreachable: the text was parsed
	}
	return b.Bytes()
}

func indent(compact []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		return compact
	}
	return b.Bytes()
}

// quoteJSON writes a string for JSON and scripts, < and the like unescaped.
func quoteJSON(text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return []byte(`""`) // unreachable for a string
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Region is a copy between marks.
type Region struct {
	Name string
	// Begin is the line of the opening mark, Body all lines between the marks.
	Begin, Body source.Span
	// Want is what Body should be.
	Want []byte
	// From names the source.
	From string
}

// Synced is what Sync found in one file.
type Synced struct {
	// Regions are the copies whose source is known, in order.
	Regions []Region
	// Wrong are marks that cannot be followed.
	Wrong []Problem
	// Text is the file with every copy as it should be.
	Text []byte
}

// Stale returns the copies that differ from their source.
func (s Synced) Stale(f *source.File) []Region {
	return slices.DeleteFunc(slices.Clone(s.Regions), func(r Region) bool {
		return bytes.Equal(f.Text(r.Body), r.Want)
	})
}

// Problems returns what is wrong: bad marks, and copies that differ.
func (s Synced) Problems(f *source.File) []Problem {
	problems := slices.Clone(s.Wrong)
	for _, r := range s.Stale(f) {
		problems = append(problems, Problem{Rule: RuleCopies, File: f, Span: r.Begin,
			Message: fmt.Sprintf("the copy of %s differs from %s", r.Name, r.From),
			Help:    "run judgelint workflow sync"})
	}
	return problems
}

// HasMarks reports whether a file has a mark, wherever it stands.
func HasMarks(f *source.File) bool {
	return bytes.Contains(f.Src, []byte(beginMark)) || bytes.Contains(f.Src, []byte(endMark))
}

// Sync finds the copies of a file and what they should be. It changes nothing.
func Sync(f *source.File, s *Sources) Synced {
	y := &syncer{report: report{file: f}, sources: s, markdown: isDocument(f.Path)}
	for n := 1; n <= f.Lines(); n++ {
		y.line(n)
	}
	if y.open != nil {
		y.neverClosed()
	}
	if y.fence != "" && y.example > 0 {
		y.add(RuleCopies, y.fenceSpan, "a fence is never closed, and the mark in line %d stands in it", y.example)
	}
	out := Synced{Regions: y.regions, Wrong: y.problems}
	last := 0
	for _, r := range y.regions {
		out.Text = append(append(out.Text, f.Src[last:r.Body.Start]...), r.Want...)
		last = r.Body.End
	}
	out.Text = append(out.Text, f.Src[last:]...)
	return out
}

// isDocument reports whether a file is Markdown, by its name.
func isDocument(name string) bool {
	return slices.Contains([]string{".md", ".markdown"}, strings.ToLower(path.Ext(name)))
}

type syncer struct {
	report
	sources  *Sources
	markdown bool
	// fence is the open fence of a document, outside of copies; "" if none is.
	fence     string
	fenceSpan source.Span
	example   int // line of the first mark in the open fence; 0 for none
	open      *markLine
	regions   []Region
}

// markLine is a line that holds a mark and nothing else.
type markLine struct {
	begin  bool
	name   string
	indent string
	html   bool // an HTML comment, so the copy is for readers of Markdown
	span   source.Span
	after  int // where the next line begins
}

func (y *syncer) line(n int) {
	span := y.file.Line(n)
	text := strings.TrimPrefix(string(y.file.Text(span)), source.BOM)
	m, ok := readMark(text, y.markdown)
	switch {
	case y.inFence(text, span):
		if ok && y.example == 0 {
			y.example = n
		}
		return
	case !ok && almostMark(text, y.markdown):
		y.unfollowed(span)
		return
	case !ok:
		return
	}
	m.span = span
	if m.after = len(y.file.Src); n < y.file.Lines() {
		m.after = y.file.Line(n + 1).Start
	}
	switch {
	case m.begin && y.open != nil:
		// Its end was lost: what stands before this mark belongs to nobody.
		y.neverClosed()
		y.open = &m
	case m.begin:
		y.open = &m
	case y.open == nil:
		y.add(RuleCopies, span, "%s %s has no %s before it", endMark, m.name, beginMark)
	case m.name != y.open.name:
		y.add(RuleCopies, span, "%s %s closes the copy of %s", endMark, m.name, y.open.name)
		y.open = nil
	default:
		y.region(*y.open, source.Span{Start: y.open.after, End: span.Start})
		y.open = nil
	}
}

func (y *syncer) neverClosed() {
	y.add(RuleCopies, y.open.span, "%s %s is never closed", beginMark, y.open.name)
}

func (y *syncer) unfollowed(span source.Span) {
	want := "comment in <!-- -->, /* */, or after //, #, -- or ;"
	if y.markdown {
		want = "HTML comment"
	}
	y.add(RuleCopies, span, "this mark cannot be followed: its line must be one %s", want)
}

// inFence keeps account of the fences of a document: a mark in one is an
// example. Fences inside a copy are part of it.
func (y *syncer) inFence(line string, span source.Span) bool {
	if !y.markdown || y.open != nil {
		return false
	}
	text := strings.TrimLeft(line, " \t")
	fence := text[:len(text)-len(strings.TrimLeft(text, text[:min(1, len(text))]))]
	isFence := len(fence) >= 3 && (fence[0] == '~' || fence[0] == '`' && !strings.Contains(text[len(fence):], "`"))
	switch {
	case y.fence == "" && isFence:
		y.fence, y.fenceSpan, y.example = fence, span, 0
	case y.fence != "" && isFence && strings.HasPrefix(fence, y.fence) && strings.TrimSpace(text) == fence:
		y.fence = ""
	}
	return y.fence != "" || isFence
}

// readMark reads a line that is one comment and holds a mark and nothing else.
func readMark(line string, markdown bool) (m markLine, ok bool) {
	text := strings.TrimLeft(line, " \t")
	m.indent = line[:len(line)-len(text)]
	for _, comment := range [][2]string{{"<!--", "-->"}, {"/*", "*/"}, {"//"}, {"#"}, {"--"}, {";"}} {
		rest, found := strings.CutPrefix(text, comment[0])
		if !found {
			continue
		}
		if m.html = comment[0] == "<!--"; markdown && !m.html {
			break
		}
		rest, closed := strings.CutSuffix(strings.TrimSpace(rest), comment[1])
		word := strings.Fields(rest)
		if !closed || len(word) != 2 {
			break
		}
		m.begin, m.name = word[0] == beginMark, word[1]
		return m, m.begin || word[0] == endMark
	}
	return markLine{}, false
}

// almostMark reports whether a line that is no mark was surely meant as one:
// nothing but signs stands around a mark and its name. Sentences about marks
// have words.
func almostMark(line string, markdown bool) bool {
	start := strings.IndexFunc(line, unicode.IsLetter)
	if start < 0 || markdown && !strings.Contains(line[:start], "<!--") {
		return false
	}
	word := strings.Fields(line[start:])
	return len(word) > 1 && (word[0] == beginMark || word[0] == endMark) &&
		isName(strings.ReplaceAll(word[1], ".", "")) &&
		!strings.ContainsFunc(strings.Join(word[2:], ""), unicode.IsLetter)
}

// region notes a copy whose source is known.
func (y *syncer) region(m markLine, body source.Span) {
	src, ok := y.sources.byName[m.name]
	if !ok {
		p := y.add(RuleCopies, m.span, "%q is the name of no source", m.name)
		if p.Help = nearHelp(m.name, y.sources.order); p.Help == "" {
			p.Help = "a source is NAME.spec, NAME.stages, NAME.prompts, NAME.prompts.STAGE, schema.NAME or format.NAME"
		}
		return
	}
	if other := y.sources.clashes[m.name]; other != "" {
		p := y.add(RuleCopies, m.span, "%s is one thing in %s and another in %s", m.name, src.from, other)
		p.Help = "keep one of the two files"
		return
	}
	want, err := src.render(m.html)
	if err == "" && (strings.Contains(want, beginMark) || strings.Contains(want, endMark)) {
		err = "holds a mark itself"
	}
	if err != "" {
		y.add(RuleCopies, m.span, "the source %s %s", m.name, err)
		return
	}
	ending := "\n"
	if bytes.HasSuffix(y.file.Src[:m.after], []byte("\r\n")) {
		ending = "\r\n"
	}
	var out []byte
	for _, line := range strings.Split(want, "\n") {
		if line != "" {
			out = append(append(out, m.indent...), line...)
		}
		out = append(out, ending...)
	}
	y.regions = append(y.regions, Region{Name: m.name, Begin: m.span, Body: body, Want: out, From: src.from})
}

// render returns the copy for a document (inside a fence) or for a script (a
// literal that JavaScript, Python and JSON share). err says why there is none.
func (c copySource) render(document bool) (text, err string) {
	switch {
	case c.table != "" && document:
		return c.table, ""
	case c.table != "":
		return "", "is a table, which only a document can hold: put the mark in an HTML comment"
	case c.json != nil && document:
		return fenced("json", string(c.json)), ""
	case c.json != nil:
		return string(c.json), ""
	case document:
		return fenced("text", strings.TrimRight(c.text, "\n")), ""
	}
	return string(quoteJSON(c.text)), ""
}

// fenced puts text into a fence that is longer than every fence in it.
func fenced(word, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + word + "\n" + text + "\n" + fence
}
