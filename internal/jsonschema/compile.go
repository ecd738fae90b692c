package jsonschema

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// node is one schema, ready to be used. What a schema does not say is the zero
// value.
type node struct {
	// never is true for the schema false.
	never bool
	types []string
	// enum are the allowed values as they are shown, and their canonical forms.
	enum      []string
	enumCanon map[string]bool
	enumDeep  bool // one of them is a list or an object that is not empty

	required          []string
	props             map[string]*node
	propNames         []string
	patterns          []pattern
	additional        *node
	unevaluatedProps  *node
	propertyNames     *node
	minProps          *int
	maxProps          *int
	dependentRequired map[string][]string
	dependentSchemas  map[string]*node

	prefix           []*node
	items            *node
	unevaluatedItems *node
	contains         *node
	minContains      *int
	maxContains      *int
	minItems         *int
	maxItems         *int
	unique           bool

	minLength, maxLength *int
	pattern              *regexp.Regexp

	minimum, maximum, above, below, multiple *decimal

	ref                 *node
	allOf, anyOf, oneOf []*node
	not                 *node
	when, then, other   *node
}

type pattern struct {
	re *regexp.Regexp
	n  *node
}

// compiler turns values into nodes; each value becomes one node, so that a
// schema may refer to itself.
type compiler struct {
	load  func(string) ([]byte, error)
	files map[string]*document
	nodes map[*jsontree.Value]*node
	track bool
	depth int   // of references that lead on to others
	err   error // the first mistake
}

// maxChain bounds the schemas that lead from one to the next.
const maxChain = 10_000

// fail keeps the first mistake, with its place in the schema.
func (c *compiler) fail(d *document, at, format string, args ...any) {
	if c.err != nil {
		return
	}
	if at != "" {
		at += ": "
	}
	c.err = fmt.Errorf("%s%s%s", prefix(d.name), at, fmt.Sprintf(format, args...))
}

func (c *compiler) compile(d *document, v *jsontree.Value, at string) *node {
	if n := c.nodes[v]; n != nil {
		return n
	}
	n := &node{}
	c.nodes[v] = n
	if c.depth++; c.depth > maxChain {
		c.fail(d, at, "its references lead through more than %d schemas", maxChain)
	}
	defer func() { c.depth-- }()
	if c.err != nil {
		return n // the rest is not needed
	}
	if part := d.parts[v]; part != nil {
		d = part
	}
	switch {
	case v.Is(jsontree.Bool):
		n.never = v.Text == "false"
		return n
	case !v.Is(jsontree.Object):
		c.fail(d, at, "is %s; want a schema, which is an object, true or false", v.Kind)
		return n
	}
	r := &reader{compiler: c, d: d, v: v, at: at, n: n}
	if ref := v.Get("$ref"); ref != nil {
		r.reference(ref)
		if d.old {
			return n
		}
	}
	for _, word := range []string{"$dynamicRef", "$recursiveRef"} {
		if v.Get(word) != nil {
			r.wrong(word, "is not supported; use $ref")
		}
	}
	r.values()
	r.numbers()
	r.object()
	r.list()
	r.combined()
	return n
}

// reader reads the words of one schema.
type reader struct {
	*compiler
	d  *document
	v  *jsontree.Value
	at string
	n  *node
}

func (r *reader) wrong(word, format string, args ...any) {
	r.fail(r.d, r.at+"/"+word, format, args...)
}

func (r *reader) reference(ref *jsontree.Value) {
	if !ref.Is(jsontree.String) {
		r.wrong("$ref", "is %s; want a string", ref.Kind)
		return
	}
	d, v, err := r.find(r.d, ref.Text)
	if err != nil {
		r.fail(r.d, r.at, "%v", err)
		return
	}
	r.n.ref = r.compile(d, v, ref.Text)
}

// sub reads a word that holds a schema; nil if it is absent.
func (r *reader) sub(word string) *node {
	if v := r.v.Get(word); v != nil {
		return r.compile(r.d, v, r.at+"/"+word)
	}
	return nil
}

// subs reads a word that holds a list of schemas.
func (r *reader) subs(word string) []*node {
	v := r.v.Get(word)
	if v == nil {
		return nil
	}
	if !v.Is(jsontree.List) || len(v.Items) == 0 {
		r.wrong(word, "is %s; want a list with at least one schema", shown(v))
		return nil
	}
	nodes := make([]*node, len(v.Items))
	for i := range v.Items {
		nodes[i] = r.compile(r.d, &v.Items[i], r.at+"/"+word+"/"+strconv.Itoa(i))
	}
	return nodes
}

// entries reads a word that holds an object; what each entry is, one says.
func (r *reader) entries(word string, one func(name string, v *jsontree.Value, at string)) {
	v := r.v.Get(word)
	if v == nil {
		return
	}
	if !v.Is(jsontree.Object) {
		r.wrong(word, "is %s; want an object", v.Kind)
		return
	}
	for i, key := range v.Keys {
		one(key.Name, &v.Items[i], r.at+"/"+word+"/"+escape(key.Name))
	}
}

// words reads a list of strings.
func (r *reader) words(v *jsontree.Value, at string) []string {
	if !v.Is(jsontree.List) || slices.ContainsFunc(v.Items, func(v jsontree.Value) bool { return v.Kind != jsontree.String }) {
		r.fail(r.d, at, "is %s; want a list of strings", shown(v))
		return nil
	}
	var list []string
	for i := range v.Items {
		list = append(list, v.Items[i].Text)
	}
	return list
}

func (r *reader) count(word string) *int {
	v := r.v.Get(word)
	if v == nil {
		return nil
	}
	d, ok := number(v)
	n, err := strconv.Atoi(d.whole())
	if !ok || err != nil || n < 0 {
		r.wrong(word, "is %s; want a whole number from 0", shown(v))
		return nil
	}
	return &n
}

func (r *reader) regexp(text, at string) *regexp.Regexp {
	re, err := regexp.Compile(text)
	if err != nil {
		r.fail(r.d, at, "the pattern %q cannot be used: %s", text, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		return nil
	}
	return re
}

var typeNames = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

// values reads what is said about values of every type, and about strings.
func (r *reader) values() {
	if v := r.v.Get("type"); v != nil {
		if v.Is(jsontree.String) {
			r.n.types = []string{v.Text}
		} else {
			r.n.types = r.words(v, r.at+"/type")
		}
		for _, t := range r.n.types {
			if !slices.Contains(typeNames, t) {
				r.wrong("type", "is %q; want %s", t, either(typeNames))
			}
		}
	}
	if v := r.v.Get("enum"); v.Is(jsontree.List) {
		r.allowed(v.Items)
	} else if v != nil {
		r.wrong("enum", "is %s; want a list", v.Kind)
	}
	if v := r.v.Get("const"); v != nil {
		if r.n.enumCanon != nil { // both must hold
			r.n.allOf = append(r.n.allOf, constant(v))
		} else {
			r.allowed([]jsontree.Value{*v})
		}
	}
	r.n.minLength, r.n.maxLength = r.count("minLength"), r.count("maxLength")
	if v := r.v.Get("pattern"); v.Is(jsontree.String) {
		r.n.pattern = r.regexp(v.Text, r.at+"/pattern")
	} else if v != nil {
		r.wrong("pattern", "is %s; want a string", v.Kind)
	}
}

func constant(v *jsontree.Value) *node {
	return &node{enum: []string{shown(v)}, enumCanon: map[string]bool{canonical(v): true}, enumDeep: v.Items != nil}
}

func (r *reader) allowed(values []jsontree.Value) {
	r.n.enumCanon = map[string]bool{}
	for i := range values {
		r.n.enum = append(r.n.enum, shown(&values[i]))
		r.n.enumCanon[canonical(&values[i])] = true
		r.n.enumDeep = r.n.enumDeep || values[i].Items != nil
	}
}

func (r *reader) numbers() {
	read := func(word string) *decimal {
		v := r.v.Get(word)
		if v == nil {
			return nil
		}
		d, ok := number(v)
		if !ok {
			r.wrong(word, "is %s; want a number", shown(v))
		}
		return &d
	}
	r.n.minimum, r.n.maximum = read("minimum"), read("maximum")
	r.n.above, r.n.below = read("exclusiveMinimum"), read("exclusiveMaximum")
	if r.n.multiple = read("multipleOf"); r.n.multiple != nil && r.n.multiple.sign() <= 0 {
		r.wrong("multipleOf", "is %s; want a number above 0", shown(r.v.Get("multipleOf")))
	}
}

func (r *reader) object() {
	n := r.n
	if v := r.v.Get("required"); v != nil {
		n.required = r.words(v, r.at+"/required")
	}
	r.entries("properties", func(name string, v *jsontree.Value, at string) {
		if n.props == nil {
			n.props = map[string]*node{}
		}
		n.props[name] = r.compile(r.d, v, at)
		n.propNames = append(n.propNames, name)
	})
	r.entries("patternProperties", func(name string, v *jsontree.Value, at string) {
		n.patterns = append(n.patterns, pattern{r.regexp(name, at), r.compile(r.d, v, at)})
	})
	n.additional, n.unevaluatedProps = r.sub("additionalProperties"), r.sub("unevaluatedProperties")
	n.propertyNames = r.sub("propertyNames")
	n.minProps, n.maxProps = r.count("minProperties"), r.count("maxProperties")
	n.dependentRequired, n.dependentSchemas = map[string][]string{}, map[string]*node{}
	r.entries("dependentRequired", func(name string, v *jsontree.Value, at string) { n.dependentRequired[name] = r.words(v, at) })
	r.entries("dependentSchemas", func(name string, v *jsontree.Value, at string) {
		n.dependentSchemas[name] = r.compile(r.d, v, at)
	})
	r.entries("dependencies", func(name string, v *jsontree.Value, at string) {
		if v.Is(jsontree.List) {
			n.dependentRequired[name] = r.words(v, at)
		} else {
			n.dependentSchemas[name] = r.compile(r.d, v, at)
		}
	})
}

func (r *reader) list() {
	n := r.n
	if r.v.Get("items").Is(jsontree.List) { // before 2020-12
		if len(r.v.Get("items").Items) > 0 {
			n.prefix = r.subs("items")
		}
		n.items = r.sub("additionalItems")
	} else {
		n.prefix, n.items = r.subs("prefixItems"), r.sub("items")
	}
	n.unevaluatedItems, n.contains = r.sub("unevaluatedItems"), r.sub("contains")
	n.minContains, n.maxContains = r.count("minContains"), r.count("maxContains")
	n.minItems, n.maxItems = r.count("minItems"), r.count("maxItems")
	if v := r.v.Get("uniqueItems"); v != nil && !v.Is(jsontree.Bool) {
		r.wrong("uniqueItems", "is %s; want true or false", shown(v))
	} else if v != nil {
		n.unique = v.Text == "true"
	}
	r.track = r.track || n.unevaluatedItems != nil || n.unevaluatedProps != nil
}

func (r *reader) combined() {
	n := r.n
	n.allOf = append(n.allOf, r.subs("allOf")...)
	n.anyOf, n.oneOf, n.not = r.subs("anyOf"), r.subs("oneOf"), r.sub("not")
	if n.when = r.sub("if"); n.when != nil {
		n.then, n.other = r.sub("then"), r.sub("else")
	}
}

// escape writes a key as a step of a JSON Pointer.
func escape(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
