package findings

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// The schemas that a workflow stage can ask for, by the constant that names
// them.
const (
	SchemaFinding        = "FINDING"
	SchemaFindings       = "FINDINGS"
	SchemaVerify         = "VERIFY"
	SchemaRefutedFinding = "REFUTED_FINDING"
	SchemaReport         = "REPORT"
	schemaPlan           = "PLAN" // our own, not for stages
)

// Schemas lists the schemas of stages.
func Schemas() []string {
	return []string{SchemaFinding, SchemaFindings, SchemaVerify, SchemaRefutedFinding, SchemaReport}
}

//go:embed schemas/*.json
var schemaFiles embed.FS

// SchemaFiles returns the JSON Schema files (draft 2020-12) as they are
// shipped: finding.schema.json and its siblings, which refer to each other by
// file name.
func SchemaFiles() fs.FS {
	sub, err := fs.Sub(schemaFiles, "schemas")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// Schema returns the JSON Schema that name stands for, with every reference
// resolved and without $schema and $id, as compact JSON; nil for an unknown
// name. It can be given to a model client as it is.
func Schema(name string) json.RawMessage {
	s := schemas()[name]
	if s == nil {
		return nil
	}
	return s.source
}

// StrictSchema is Schema with every property required, for clients whose API
// takes no other: optional lists are then empty. What it accepts, the schema
// accepts as well.
func StrictSchema(name string) json.RawMessage {
	if schemas()[name] == nil {
		return nil
	}
	v := schemaTree(fileOf(name))
	requireAll(v)
	return appendValue(nil, v)
}

func requireAll(v *jsontree.Value) {
	if props, required := v.Get("properties"), v.Get("required"); props != nil && required != nil {
		required.Items = nil
		for _, key := range props.Keys {
			required.Items = append(required.Items, jsontree.Value{Kind: jsontree.String, Text: key.Name})
		}
	}
	for i := range v.Items {
		requireAll(&v.Items[i])
	}
}

// schema is the part of JSON Schema that our files use; a test holds it
// against a complete implementation. One thing it takes that the files do not:
// a line may be a whole number.
type schema struct {
	name     string
	types    []string
	enum     []string
	required []string
	keys     []string // of properties, in order
	props    map[string]*schema
	closed   bool
	items    *schema
	source   json.RawMessage
}

// schemas reads the embedded files, once and only when one is needed.
var schemas = sync.OnceValue(func() map[string]*schema {
	set := map[string]*schema{}
	for _, name := range append(Schemas(), schemaPlan) {
		set[name] = loadSchema(name)
	}
	return set
})

func loadSchema(name string) *schema {
	v := schemaTree(fileOf(name))
	s := newSchema(v)
	s.name, s.source = name, appendValue(nil, v)
	return s
}

func fileOf(name string) string { return strings.ToLower(name) + ".schema.json" }

// schemaTree reads one file and puts the files it refers to in place.
func schemaTree(file string) *jsontree.Value {
	src, err := schemaFiles.ReadFile("schemas/" + file)
	if err != nil {
		panic(err) // the set of names and the embedded files differ
	}
	tree, bad := jsontree.Parse(src)
	if bad != nil {
		panic(fmt.Sprintf("%s: %v", file, bad))
	}
	resolve(&tree.Root)
	dropKeys(&tree.Root, "$id", "$schema")
	return &tree.Root
}

// dropKeys takes keys out of an object: what belongs to the file and not to the
// schema. Clients know other drafts and refuse a name that they do not know.
func dropKeys(v *jsontree.Value, names ...string) {
	for _, name := range names {
		if i := slices.IndexFunc(v.Keys, func(k jsontree.Key) bool { return k.Name == name }); i >= 0 {
			v.Keys, v.Items = slices.Delete(v.Keys, i, i+1), slices.Delete(v.Items, i, i+1)
		}
	}
}

func resolve(v *jsontree.Value) {
	if ref := v.Get("$ref"); ref != nil {
		*v = *schemaTree(ref.Text)
	}
	for i := range v.Items {
		resolve(&v.Items[i])
	}
}

func newSchema(v *jsontree.Value) *schema {
	s := &schema{types: words(v.Get("type")), enum: words(v.Get("enum")), required: words(v.Get("required"))}
	s.closed = v.Get("additionalProperties").Is(jsontree.Bool)
	if props := v.Get("properties"); props != nil {
		s.props = map[string]*schema{}
		for i, key := range props.Keys {
			s.keys = append(s.keys, key.Name)
			s.props[key.Name] = newSchema(&props.Items[i])
			if key.Name == "line" { // workers write 12 for "12"; both are read as text
				s.props[key.Name].types = []string{"string", "integer"}
			}
		}
	}
	if items := v.Get("items"); items != nil {
		s.items = newSchema(items)
	}
	return s
}

// words returns a list of strings, or one string as a list.
func words(v *jsontree.Value) []string {
	if v.Is(jsontree.String) {
		return []string{v.Text}
	}
	var list []string
	if v.Is(jsontree.List) {
		for i := range v.Items {
			list = append(list, v.Items[i].Text)
		}
	}
	return list
}

// with returns a copy of s that has more properties. Messages name those of s
// alone, which are the ones to write.
func (s *schema) with(more map[string]*schema) *schema {
	c := *s
	c.props = maps.Clone(s.props)
	maps.Copy(c.props, more)
	return &c
}

// CheckAnswer returns what in the answer of a stage breaks the schema that name
// stands for, read as ReadReports, ReadVerdicts and ReadReview read it: keys
// that the program itself handed out (id, note) and lists that a report leaves
// out are no problem. An unknown name has no problems.
func CheckAnswer(name string, t *Text) []Problem {
	s := schemas()[name]
	switch {
	case s == nil:
		return nil
	case name == SchemaReport:
		s = reviewSchema()
	case name == SchemaVerify:
		s = verifyWithID()
	}
	return limited(append(t.Doubles(), t.check(t.Root(), s, nil)...))
}

// check returns what in v breaks the schema, in the order of the text. Values
// in skip are not looked at.
func (t *Text) check(v *jsontree.Value, s *schema, skip map[*jsontree.Value]bool) []Problem {
	c := &checker{text: t, skip: skip}
	c.value(v, s)
	return c.problems
}

type checker struct {
	text     *Text
	skip     map[*jsontree.Value]bool
	problems []Problem
}

func (c *checker) tell(off int, format string, args ...any) {
	c.problems = append(c.problems, c.text.at(KindSchema, off, format, args...))
}

func (c *checker) value(v *jsontree.Value, s *schema) {
	if c.skip[v] {
		return
	}
	if s.enum != nil {
		c.enum(v, s.enum)
		return
	}
	if s.types != nil && !slices.ContainsFunc(s.types, func(t string) bool { return hasType(v, t) }) {
		c.tell(v.Span.Start, "is %s; want %s", shown(v), typeNames(s.types))
		return
	}
	switch v.Kind {
	case jsontree.Object:
		c.object(v, s)
	case jsontree.List:
		for i := range v.Items {
			if s.items != nil {
				c.value(&v.Items[i], s.items)
			}
		}
	}
}

func (c *checker) enum(v *jsontree.Value, enum []string) {
	if v.Is(jsontree.String) && slices.Contains(enum, v.Text) {
		return
	}
	quoted := make([]string, len(enum))
	for i, word := range enum {
		quoted[i] = strconv.Quote(word)
	}
	c.tell(v.Span.Start, "is %s; want %s", shown(v), either(quoted))
	if near := severityOf(v.Str()); slices.Contains(enum, near) {
		c.problems[len(c.problems)-1].Help = "write " + strconv.Quote(near)
	}
}

func (c *checker) object(v *jsontree.Value, s *schema) {
	for _, name := range s.required {
		if v.Get(name) == nil {
			c.tell(v.Span.Start, "the key %q is missing", name)
		}
	}
	for i, key := range v.Keys {
		switch prop := s.props[key.Name]; {
		case prop != nil:
			c.value(&v.Items[i], prop)
		case s.closed:
			c.tell(key.Span.Start, "the key %q is not allowed here; want %s", key.Name, either(s.keys))
		}
	}
}

func hasType(v *jsontree.Value, name string) bool {
	switch name {
	case "string":
		return v.Kind == jsontree.String
	case "integer":
		_, ok := wholeNumber(v.Text)
		return v.Kind == jsontree.Number && ok
	case "boolean":
		return v.Kind == jsontree.Bool
	case "array":
		return v.Kind == jsontree.List
	case "object":
		return v.Kind == jsontree.Object
	}
	panic("schema type " + name) // our files use no other
}

func typeNames(types []string) string {
	names := map[string]string{"string": "a string", "integer": "a whole number",
		"boolean": "true or false", "array": "a list", "object": "an object"}
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = names[t]
	}
	return either(list)
}

// Whole returns the value of a JSON number that is a whole number from 0; 0 for
// every other text and for numbers that are too large.
func Whole(text string) int {
	digits, _ := wholeNumber(text)
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// wholeNumber returns the digits of a JSON number without a fraction: 45 for
// 45, 45.0 and 4.5e1.
func wholeNumber(text string) (string, bool) {
	if text == "-0" {
		return "0", true
	}
	if !strings.ContainsAny(text, ".eE") {
		return text, true
	}
	const exact = 1 << 53
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != float64(int64(f)) || f > exact || f < -exact {
		return "", false
	}
	return strconv.FormatInt(int64(f), 10), true
}

// shown quotes a value for a message; lists and objects by their kind.
func shown(v *jsontree.Value) string {
	switch v.Kind {
	case jsontree.String:
		return strconv.Quote(cut(v.Text, 60))
	case jsontree.Number, jsontree.Bool:
		return cut(v.Text, 60)
	}
	return v.Kind.String()
}

func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}

// either joins words as "a, b or c".
func either(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
