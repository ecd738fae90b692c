package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/judgelint/judgelint/internal/jsonschema"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// object is a candidate for the JSON object of an answer.
type object struct {
	text   []byte
	starts []start     // where each piece of text stands in the answer
	at     source.Span // the object in the answer, or its fence
	fenced bool
	closed bool
}

// start says that the text from offset in on stands at offset out of the file.
type start struct{ in, out int }

// place turns an offset of the object's text into one of the answer.
func (o *object) place(off int) int {
	i, found := slices.BinarySearchFunc(o.starts, off, func(s start, off int) int { return s.in - off })
	if !found {
		i = max(i-1, 0)
	}
	return o.starts[i].out + off - o.starts[i].in
}

func (o *object) span(s source.Span) source.Span {
	return source.Span{Start: o.place(s.Start), End: o.place(s.End)}
}

// judgeJSON judges the form JSON.
func (c *Contract) judgeJSON(f *source.File, j *Judgement) {
	j.Outcome, j.Row = None, RowNothing
	found := objects(f)
	switch {
	case len(found) == 0:
		if at := bytes.IndexByte(f.Src, '{'); at >= 0 {
			j.Row = RowSeen
			j.Hint = fmt.Sprintf("line %d is no verdict: a JSON object must be the whole message or stand in a fence json of its own", f.LineOf(at))
		}
		return
	case len(found) > 1:
		j.Problems = append(j.Problems, problem("contract-multiple", found[1].at,
			fmt.Sprintf("%d JSON objects, in lines %d and %d", len(found), f.LineOf(found[0].at.Start), f.LineOf(found[1].at.Start)), "keep the one that holds"))
	default:
		j.At = found[0].at
		c.judgeObject(&found[0], j)
	}
	j.Outcome, j.Row = Malformed, RowUnsound
	if j.Trouble == nil && !verdict.Malformed(j.Problems) {
		j.Outcome, j.Row = Valid, RowSound
		return
	}
	j.Decision = Undecided
}

// objects are the candidates: the whole message if it begins with a brace, else
// the top-level fences with the word json or without a word that begin with
// one, whether they parse or not.
func objects(f *source.File) []object {
	begin := 0
	if bytes.HasPrefix(f.Src, []byte(source.BOM)) {
		begin = len(source.BOM)
	}
	if text := bytes.TrimSpace(f.Src[begin:]); len(text) > 0 && text[0] == '{' {
		at := begin + bytes.IndexByte(f.Src[begin:], '{')
		return []object{{text: text, starts: []start{{0, at}}, at: source.Span{Start: at, End: at + len(text)}, closed: true}}
	}
	if !bytes.Contains(f.Src, []byte("{")) {
		return nil
	}
	var found []object
	d := md.Parse(f, false)
	for _, fence := range d.Fences {
		word, _, _ := strings.Cut(fence.Info, " ")
		if fence.InQuote || word != "" && !strings.EqualFold(word, "json") {
			continue
		}
		if o := fencedObject(f, fence); bytes.HasPrefix(bytes.TrimSpace(o.text), []byte("{")) {
			found = append(found, o)
		}
	}
	return found
}

// fencedObject is the text of a fence without what its containers put in front
// of the lines.
func fencedObject(f *source.File, fence source.Fence) object {
	o := object{at: fence.Open, fenced: true, closed: fence.Closed}
	for _, line := range fence.Lines {
		o.starts = append(o.starts, start{len(o.text), line.Start})
		o.text = append(append(o.text, f.Text(line)...), '\n')
	}
	if len(o.starts) == 0 {
		o.starts = []start{{0, fence.Open.End}}
	}
	return o
}

// judgeObject judges the one object.
func (c *Contract) judgeObject(o *object, j *Judgement) {
	fail := func(rule string, s source.Span, message, help string) {
		j.Problems = append(j.Problems, problem(rule, s, message, help))
	}
	switch {
	case o.fenced && c.Fenced == Never:
		fail("contract-json", o.at, "the JSON object stands in a fence; want it as the whole message", "write the object alone, without a fence and without other text")
	case !o.fenced && c.Fenced == Required:
		fail("contract-json", source.Span{Start: o.at.Start, End: o.at.Start + 1}, "the JSON object is the whole message; want it in a fence json", "put it between ```json and ```")
	}
	if !o.closed {
		fail("contract-json", o.at, "the fence of the JSON object never ends; the output was cut off or the fence forgotten", "end it with a line of the same fence")
	}
	tree, bad := jsontree.Parse(o.text)
	if bad != nil {
		at := o.place(bad.Offset)
		fail("contract-json", source.Span{Start: at, End: at}, "no JSON: "+bad.Message, "write strict JSON: one object, keys and strings in double quotes, no comment, no comma before a closing bracket")
		return
	}
	for _, d := range tree.Doubles {
		fail("contract-json", o.span(d.Key.Span), fmt.Sprintf("the member %q stands twice; readers differ in which one they take", clip(d.Key.Name)), "keep one of them")
	}
	c.judgeMember(o, &tree.Root, j)
	c.judgeSchema(o, &tree.Root, j)
	slices.SortStableFunc(j.Problems, func(a, b verdict.Problem) int { return a.Span.Start - b.Span.Start })
}

// judgeMember reads the deciding member.
func (c *Contract) judgeMember(o *object, root *jsontree.Value, j *Judgement) {
	v := pointed(root, c.Verdict)
	if v == nil {
		j.Problems = append(j.Problems, problem("contract-value", source.Span{Start: o.place(root.Span.Start), End: o.place(root.Span.Start) + 1},
			fmt.Sprintf("there is no %s; want it to be %s", c.Verdict, list(c.jsonWords())), "add the member with one of these values"))
		return
	}
	j.Word = clip(strings.Join(strings.Fields(v.Text), " "))
	if v.Kind != jsontree.String {
		j.Word = scalarText(v)
	}
	for _, l := range c.lists() {
		if slices.ContainsFunc(l.words, func(w Word) bool { return w.is(v) }) {
			j.Decision = l.decision
			return
		}
	}
	p := problem("contract-value", o.span(v.Span), fmt.Sprintf("%s is %s; want %s", c.Verdict, shownJSON(v), list(c.jsonWords())), "write one of these values")
	if v.Kind == jsontree.String {
		if c.isTemplate(v.Text, c.byLength()) {
			p.Rule, p.Message = "contract-placeholder", fmt.Sprintf("%s is still the template %s", c.Verdict, shownJSON(v))
		} else if word := nearest(v.Text, c.Words()); word != "" {
			p.Help = "write " + c.Verdict + ": " + strconv.Quote(word) + ", if that is meant"
		}
	}
	j.Problems = append(j.Problems, p)
}

// is reports whether a value is exactly the word. A number equals another
// spelling of itself; the word null is the string and the JSON null.
func (w Word) is(v *jsontree.Value) bool {
	switch v.Kind {
	case jsontree.String:
		return !w.Scalar && v.Text == w.Text
	case jsontree.Bool:
		return w.Scalar && v.Text == w.Text
	case jsontree.Null:
		return w.Text == "null"
	case jsontree.Number:
		a, errA := strconv.ParseFloat(v.Text, 64)
		b, errB := strconv.ParseFloat(w.Text, 64)
		return w.Scalar && (v.Text == w.Text || errA == nil && errB == nil && a == b && -1<<53 < a && a < 1<<53)
	}
	return false
}

func scalarText(v *jsontree.Value) string {
	switch v.Kind {
	case jsontree.Null:
		return "null"
	case jsontree.Bool, jsontree.Number:
		return clip(v.Text)
	}
	return ""
}

func shownJSON(v *jsontree.Value) string {
	if v.Kind == jsontree.String {
		return strconv.Quote(clip(v.Text))
	}
	if text := scalarText(v); text != "" {
		return text
	}
	return v.Kind.String()
}

// jsonWords are the words of the contract as JSON values.
func (c *Contract) jsonWords() []string {
	var words []string
	for _, l := range c.lists() {
		for _, w := range l.words {
			if !w.Scalar && w.Text != "null" {
				words = append(words, strconv.Quote(w.Text))
				continue
			}
			words = append(words, w.Text)
		}
	}
	return words
}

// IsPointer reports whether a text is a JSON Pointer (RFC 6901).
func IsPointer(text string) bool {
	if text != "" && text[0] != '/' {
		return false
	}
	for i, r := range text {
		if r == '~' && (i+1 == len(text) || text[i+1] != '0' && text[i+1] != '1') {
			return false
		}
	}
	return true
}

// pointed returns the value at a JSON Pointer, or nil.
func pointed(v *jsontree.Value, pointer string) *jsontree.Value {
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if v.Is(jsontree.List) {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != step {
				return nil
			}
			v = &v.Items[i]
			continue
		}
		if v = v.Get(step); v == nil {
			return nil
		}
	}
	return v
}

// maxViolations is the number of violations of a schema that are told.
const maxViolations = 5

// judgeSchema holds the object against the schema.
func (c *Contract) judgeSchema(o *object, root *jsontree.Value, j *Judgement) {
	if c.Schema == "" {
		return
	}
	s, err := c.schema()
	if err != nil {
		j.Trouble = err
		return
	}
	for _, v := range s.Check(root, maxViolations) {
		at := v.Pointer
		if at == "" {
			at = "the object"
		}
		j.Problems = append(j.Problems, problem("contract-schema", o.span(v.Span), at+": "+v.Message, "write what "+c.Schema+" asks for"))
	}
}

// schemaFile is a schema that is read when it is first needed.
type schemaFile struct {
	once sync.Once
	s    *jsonschema.Schema
	src  []byte
	err  error
}

// schema returns the contract's schema. The error names the file.
func (c *Contract) schema() (*jsonschema.Schema, error) {
	f := c.file
	if f == nil {
		f = &schemaFile{} // a contract that no Set holds reads it each time
	}
	f.once.Do(func() { f.s, f.src, f.err = loadSchema(c.Root, c.Schema) })
	return f.s, f.err
}

// Ready reports why the contract cannot be used: its schema is missing or
// broken. A contract without a schema is always ready.
func (c *Contract) Ready() error {
	if c.Schema == "" {
		return nil
	}
	_, err := c.schema()
	return err
}

const maxSchema = 1 << 20

// loadSchema reads a schema and what it refers to, only below root.
func loadSchema(root, name string) (*jsonschema.Schema, []byte, error) {
	project, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, fileError(name, err)
	}
	defer project.Close()
	read := func(name string) ([]byte, error) {
		f, err := project.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return nil, errors.New("is no file")
		}
		src, err := io.ReadAll(io.LimitReader(f, maxSchema+1))
		if err == nil && len(src) > maxSchema {
			err = fmt.Errorf("larger than %d bytes", maxSchema)
		}
		return src, err
	}
	src, err := read(name)
	if err != nil {
		return nil, nil, fileError(name, err)
	}
	f := source.NewFile(name, src)
	if _, bad := jsontree.Parse(src); bad != nil {
		p := f.Position(bad.Offset)
		return nil, nil, fmt.Errorf("%s:%d:%d: %s", name, p.Line, p.Column, bad.Message)
	}
	s, err := jsonschema.Parse(src, func(ref string) ([]byte, error) {
		if path.IsAbs(ref) || strings.Contains(ref, `\`) {
			return nil, errors.New("it lies outside the project")
		}
		return read(path.Join(path.Dir(name), ref))
	})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, src, nil
}

// fileError names the file once.
func fileError(name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
