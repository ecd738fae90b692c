// Package jsonschema holds JSON values against JSON Schemas (draft 2020-12,
// and the words of draft-07) and says of each violation where it stands in the
// value and what was wanted.
//
// A schema is never half used: what cannot be used as it is meant (a pattern
// that Go does not know, a reference that leads nowhere, $dynamicRef) is an
// error of Parse. Words that no standard has, and format, which is a note to
// people by the standard, are ignored. Checking is bounded, whatever schema and
// value are.
//
// The package must not know files, agents or messages of commands.
package jsonschema

import (
	"fmt"
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// Schema is a schema that can be used. It may be shared.
type Schema struct {
	root *node
	// track is true if some part asks what other parts have looked at.
	track bool
}

// Violation is one place of a value that breaks a schema.
type Violation struct {
	// Pointer is the JSON Pointer of the place, such as /issues/0/severity; ""
	// is the whole value.
	Pointer string
	// Span is the place in the text that the value was read from.
	Span source.Span
	// Message is one line: what was found and what is allowed.
	Message string
}

// String returns the violation on one line, the place in front.
func (v Violation) String() string {
	if v.Pointer == "" {
		return v.Message
	}
	return v.Pointer + ": " + v.Message
}

// Parse reads a schema. load returns the text of another file that a $ref names
// relative to this one ("finding.schema.json"); nil means that there are none.
// The error is one line that says why the schema cannot be used, with the JSON
// Pointer of the place in it.
func Parse(src []byte, load func(ref string) ([]byte, error)) (*Schema, error) {
	tree, bad := jsontree.Parse(src)
	if bad != nil {
		return nil, fmt.Errorf("is no JSON: %s", bad.Message)
	}
	if len(tree.Doubles) > 0 {
		return nil, fmt.Errorf("the key %q stands twice in one object", tree.Doubles[0].Key.Name)
	}
	return FromValue(&tree.Root, load)
}

// FromValue is Parse for a schema that is a part of a larger text; references
// such as #/$defs/x begin at root.
func FromValue(root *jsontree.Value, load func(ref string) ([]byte, error)) (*Schema, error) {
	c := &compiler{load: load, files: map[string]*document{}, nodes: map[*jsontree.Value]*node{}}
	d, err := c.document(root, "")
	if err != nil {
		return nil, err
	}
	n := c.compile(d, root, "")
	if c.err != nil {
		return nil, c.err
	}
	return &Schema{root: n, track: c.track}, nil
}

// Required returns the names that the schema requires of an object, in the
// order of the schema; those of its parts (allOf, $ref) are not among them.
func (s *Schema) Required() []string { return append([]string(nil), s.root.required...) }

// document is a schema that has a name of its own: a file, or a part with $id.
// References such as #/$defs/x begin at its root.
type document struct {
	root *jsontree.Value
	// name is that of the file; "" for the first one.
	name string
	// old is true for drafts in which nothing counts beside a $ref.
	old bool
	// anchors are the values by $anchor, parts the documents inside by their
	// root, ids those of the whole file by their $id.
	anchors map[string]*jsontree.Value
	parts   map[*jsontree.Value]*document
	ids     map[string]*document
}

// maxFiles bounds the files that the references of one schema reach.
const maxFiles = 100

func (c *compiler) document(root *jsontree.Value, name string) (*document, error) {
	d := &document{root: root, name: name, anchors: map[string]*jsontree.Value{},
		parts: map[*jsontree.Value]*document{}, ids: map[string]*document{}}
	if v := root.Get("$schema"); v != nil {
		known := false
		for _, draft := range []string{"draft/2020-12/", "draft/2019-09/", "draft-07/", "draft-06/"} {
			known = known || strings.Contains(v.Str(), draft)
		}
		if !known {
			return nil, fmt.Errorf("%s$schema is %s; want draft 2020-12 or draft-07", prefix(name), shown(v))
		}
		d.old = strings.Contains(v.Text, "draft-0")
	}
	d.names(root)
	return d, nil
}

// names collects what can be referred to below v. A key of that name inside
// enum or const names nothing, but nobody refers to it either.
func (d *document) names(v *jsontree.Value) {
	id := v.Get("$id").Str()
	if d.old && v.Get("$ref") != nil {
		id = ""
	}
	switch {
	case strings.HasPrefix(id, "#"): // the anchor of older drafts
		d.anchor(id, v)
	case id != "" && v != d.root:
		part := *d
		part.root, part.anchors = v, map[string]*jsontree.Value{}
		d.parts[v], d.ids[id] = &part, &part
		d = &part
	case id != "":
		d.ids[id] = d
	}
	if anchor := v.Get("$anchor").Str(); anchor != "" {
		d.anchor("#"+anchor, v)
	}
	for i := range v.Items {
		d.names(&v.Items[i])
	}
}

// anchor keeps the first value of a name.
func (d *document) anchor(name string, v *jsontree.Value) {
	if d.anchors[name] == nil {
		d.anchors[name] = v
	}
}

// find returns the value that a $ref leads to, and its document.
func (c *compiler) find(d *document, ref string) (*document, *jsontree.Value, error) {
	file, fragment, _ := strings.Cut(ref, "#")
	if file != "" {
		other := d.ids[file]
		if other == nil {
			var err error
			if other, err = c.file(d, file); err != nil {
				return nil, nil, err
			}
		}
		d = other
	}
	if v := d.anchors["#"+fragment]; v != nil {
		return d, v, nil
	}
	d, v := d.pointer(fragment)
	if v == nil {
		return nil, nil, fmt.Errorf("$ref is %q, which leads nowhere", ref)
	}
	return d, v, nil
}

// file loads a file that stands beside the schema.
func (c *compiler) file(d *document, ref string) (*document, error) {
	name := path.Join(path.Dir(d.name), ref)
	if c.load == nil || strings.Contains(ref, ":") {
		return nil, fmt.Errorf("$ref is %q, which is not in the schema", ref)
	}
	if other := c.files[name]; other != nil {
		return other, nil
	}
	if len(c.files) == maxFiles {
		return nil, fmt.Errorf("its references reach more than %d files", maxFiles)
	}
	src, err := c.load(name)
	if err != nil {
		return nil, fmt.Errorf("$ref is %q: %w", ref, err)
	}
	tree, bad := jsontree.Parse(src)
	if bad != nil {
		return nil, fmt.Errorf("$ref is %q, which is no JSON: %s", ref, bad.Message)
	}
	other, err := c.document(&tree.Root, name)
	if err != nil {
		return nil, err
	}
	c.files[name] = other
	return other, nil
}

// pointer follows a JSON Pointer; the value is nil if it leads nowhere.
func (d *document) pointer(text string) (*document, *jsontree.Value) {
	v := d.root
	if text == "" {
		return d, v
	}
	if text[0] != '/' {
		return d, nil
	}
	for _, step := range strings.Split(text[1:], "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~", "%25", "%", "%22", `"`, "%5E", "^").Replace(step)
		if v.Is(jsontree.List) {
			v = element(v, step)
		} else {
			v = v.Get(step)
		}
		if part := d.parts[v]; part != nil {
			d = part
		}
		if v == nil {
			return d, nil
		}
	}
	return d, v
}

func element(list *jsontree.Value, step string) *jsontree.Value {
	for i := range list.Items {
		if fmt.Sprint(i) == step {
			return &list.Items[i]
		}
	}
	return nil
}

func prefix(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}
