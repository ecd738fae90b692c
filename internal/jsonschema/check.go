package jsonschema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/judgelint/judgelint/internal/jsontree"
)

// The limits of one check: a schema that refers to itself can ask for more work
// than there is time.
const (
	maxSteps   = 5_000_000
	maxDepth   = 2000
	defaultOut = 100
)

// Check returns what in v breaks the schema, in the order of the text, at most
// most of them; 0 means 100. A check that its limits end is a violation.
func (s *Schema) Check(v *jsontree.Value, most int) []Violation {
	if most <= 0 {
		most = defaultOut
	}
	c := &checker{most: most, track: s.track}
	c.check(s.root, v, nil, c.evaluated())
	slices.SortStableFunc(c.found, func(a, b Violation) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	if c.spent != "" {
		c.found = append(c.found, Violation{Span: v.Span, Message: c.spent})
	}
	return c.found
}

// place is where a value stands, from the inside out.
type place struct {
	outer *place
	step  string
}

func (p *place) pointer() string {
	if p == nil {
		return ""
	}
	return p.outer.pointer() + "/" + escape(p.step)
}

// seen is what the parts of a schema have looked at, for unevaluatedItems and
// unevaluatedProperties; nil if nothing asks.
type seen struct {
	keys  map[string]bool
	items map[int]bool
}

func (s *seen) key(name string) {
	if s != nil {
		s.keys[name] = true
	}
}

func (s *seen) item(i int) {
	if s != nil {
		s.items[i] = true
	}
}

func (s *seen) add(t *seen) {
	if s == nil || t == nil {
		return
	}
	for name := range t.keys {
		s.keys[name] = true
	}
	for i := range t.items {
		s.items[i] = true
	}
}

type checker struct {
	most         int
	track        bool
	found        []Violation
	quiet        int // above 0 nothing is told
	steps, depth int
	spent        string // why the check was ended
}

func (c *checker) evaluated() *seen {
	if !c.track {
		return nil
	}
	return &seen{map[string]bool{}, map[int]bool{}}
}

func (c *checker) tell(v *jsontree.Value, at *place, message string) bool {
	if c.quiet == 0 && len(c.found) < c.most {
		c.found = append(c.found, Violation{Pointer: at.pointer(), Span: v.Span, Message: message})
	}
	return false
}

// done reports whether one more violation changes nothing.
func (c *checker) done(ok bool) bool { return !ok && c.quiet > 0 || c.spent != "" }

// check tells what in v breaks n, adds what n looked at to s, and reports
// whether nothing does.
func (c *checker) check(n *node, v *jsontree.Value, at *place, s *seen) bool {
	c.depth++
	defer func() { c.depth-- }()
	c.steps++
	switch {
	case c.spent != "":
		return false
	case c.steps > maxSteps:
		c.spent = "the schema asks for too much work to be checked"
		return false
	case c.depth > maxDepth:
		c.spent = "the schema refers to itself without end"
		return false
	case n.never:
		return c.tell(v, at, "is not allowed here")
	}
	own := c.evaluated()
	if !c.words(n, v, at, own) {
		return false
	}
	s.add(own)
	return true
}

// words checks all that n says, in the order in which it is told.
func (c *checker) words(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := c.value(n, v, at)
	if c.done(ok) {
		return false
	}
	switch v.Kind {
	case jsontree.String:
		ok = c.text(n, v, at) && ok
	case jsontree.Number:
		ok = c.number(n, v, at) && ok
	case jsontree.Object:
		ok = c.object(n, v, at, s) && ok
	case jsontree.List:
		ok = c.list(n, v, at, s) && ok
	}
	if c.done(ok) {
		return false
	}
	ok = c.combined(n, v, at, s) && ok
	if c.done(ok) {
		return false
	}
	return c.rest(n, v, at, s) && ok
}

func (c *checker) value(n *node, v *jsontree.Value, at *place) bool {
	if n.types != nil && !slices.ContainsFunc(n.types, func(t string) bool { return hasType(v, t) }) {
		return c.tell(v, at, "is "+shown(v)+"; want "+namesOf(n.types))
	}
	if n.enumCanon != nil && (v.Items != nil && !n.enumDeep || !n.enumCanon[canonical(v)]) {
		return c.tell(v, at, "is "+shown(v)+"; want "+either(n.enum))
	}
	return true
}

func (c *checker) text(n *node, v *jsontree.Value, at *place) bool {
	ok := true
	if n.minLength != nil || n.maxLength != nil {
		ok = c.bounds(v, at, utf8.RuneCountInString(v.Text), n.minLength, n.maxLength, "character", "characters")
	}
	if n.pattern != nil && !n.pattern.MatchString(v.Text) {
		ok = c.tell(v, at, "is "+shown(v)+"; want a text that matches "+strconv.Quote(n.pattern.String()))
	}
	return ok
}

// bounds tells a number of things that is not between two limits.
func (c *checker) bounds(v *jsontree.Value, at *place, have int, least, most *int, one, many string) bool {
	switch {
	case least != nil && have < *least:
		return c.tell(v, at, "has "+count(have, one, many)+"; want at least "+strconv.Itoa(*least))
	case most != nil && have > *most:
		return c.tell(v, at, "has "+count(have, one, many)+"; want at most "+strconv.Itoa(*most))
	}
	return true
}

func (c *checker) number(n *node, v *jsontree.Value, at *place) bool {
	d, _ := number(v)
	switch {
	case n.minimum != nil && d.compare(*n.minimum) < 0:
		return c.tell(v, at, "is "+shown(v)+"; want at least "+n.minimum.String())
	case n.maximum != nil && d.compare(*n.maximum) > 0:
		return c.tell(v, at, "is "+shown(v)+"; want at most "+n.maximum.String())
	case n.above != nil && d.compare(*n.above) <= 0:
		return c.tell(v, at, "is "+shown(v)+"; want more than "+n.above.String())
	case n.below != nil && d.compare(*n.below) >= 0:
		return c.tell(v, at, "is "+shown(v)+"; want less than "+n.below.String())
	case n.multiple != nil && !d.multipleOf(*n.multiple):
		return c.tell(v, at, "is "+shown(v)+"; want a multiple of "+n.multiple.String())
	}
	return true
}

func (c *checker) object(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := c.bounds(v, at, len(v.Keys), n.minProps, n.maxProps, "key", "keys")
	for _, name := range n.required {
		if v.Get(name) == nil {
			ok = c.tell(v, at, "the key "+strconv.Quote(name)+" is missing")
		}
	}
	if len(n.dependentRequired)+len(n.dependentSchemas) > 0 {
		ok = c.dependent(n, v, at, s) && ok
	}
	if n.props == nil && n.patterns == nil && n.additional == nil && n.propertyNames == nil {
		return ok
	}
	for i, key := range v.Keys {
		if ok = c.member(n, v, i, &place{at, key.Name}, s) && ok; c.done(ok) {
			return false
		}
	}
	return ok
}

// member checks one member of an object.
func (c *checker) member(n *node, object *jsontree.Value, i int, at *place, s *seen) bool {
	v, name := &object.Items[i], object.Keys[i].Name
	ok, known := true, false
	if p := n.props[name]; p != nil {
		known = true
		ok = c.check(p, v, at, c.evaluated())
	}
	for _, p := range n.patterns {
		if p.re.MatchString(name) {
			known = true
			ok = c.check(p.n, v, at, c.evaluated()) && ok
		}
	}
	if !known && n.additional != nil {
		known = true
		if n.additional.never {
			ok = c.tell(&jsontree.Value{Span: object.Keys[i].Span}, at, "the key "+strconv.Quote(name)+" is not allowed here"+wanted(n.propNames))
		} else {
			ok = c.check(n.additional, v, at, c.evaluated())
		}
	}
	if known {
		s.key(name)
	}
	if n.propertyNames != nil {
		key := &jsontree.Value{Kind: jsontree.String, Text: name, Span: object.Keys[i].Span}
		if !c.holds(n.propertyNames, key, nil) {
			ok = c.tell(key, at, "the name of the key "+strconv.Quote(name)+" is not allowed: "+c.why(n.propertyNames, key))
		}
	}
	return ok
}

func (c *checker) dependent(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := true
	for _, key := range v.Keys {
		for _, name := range n.dependentRequired[key.Name] {
			if v.Get(name) == nil {
				ok = c.tell(v, at, "the key "+strconv.Quote(name)+" is missing, which "+strconv.Quote(key.Name)+" asks for")
			}
		}
		if d := n.dependentSchemas[key.Name]; d != nil {
			ok = c.check(d, v, at, s) && ok
		}
	}
	return ok
}

func (c *checker) list(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := c.bounds(v, at, len(v.Items), n.minItems, n.maxItems, "element", "elements")
	if n.unique {
		ok = c.unique(v, at) && ok
	}
	if n.contains != nil {
		ok = c.contains(n, v, at, s) && ok
	}
	for i := range v.Items {
		item := n.items
		if i < len(n.prefix) {
			item = n.prefix[i]
		}
		if item == nil {
			continue
		}
		s.item(i)
		if ok = c.check(item, &v.Items[i], &place{at, strconv.Itoa(i)}, c.evaluated()) && ok; c.done(ok) {
			return false
		}
	}
	return ok
}

func (c *checker) unique(v *jsontree.Value, at *place) bool {
	have := make(map[string]int, len(v.Items))
	for i := range v.Items {
		key := canonical(&v.Items[i])
		if first, double := have[key]; double {
			return c.tell(&v.Items[i], &place{at, strconv.Itoa(i)}, "is the same as the element "+strconv.Itoa(first))
		}
		have[key] = i
	}
	return true
}

func (c *checker) contains(n *node, v *jsontree.Value, at *place, s *seen) bool {
	fit := 0
	for i := range v.Items {
		if c.holds(n.contains, &v.Items[i], nil) {
			fit++
			s.item(i)
		}
	}
	least := n.minContains
	if least == nil {
		one := 1
		least = &one
	}
	if fit >= *least && (n.maxContains == nil || fit <= *n.maxContains) {
		return true
	}
	limit := "want at least " + strconv.Itoa(*least)
	if fit >= *least {
		limit = "want at most " + strconv.Itoa(*n.maxContains)
	}
	return c.tell(v, at, "has "+count(fit, "element that fits", "elements that fit")+" contains; "+limit)
}

func (c *checker) combined(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := true
	if n.ref != nil {
		ok = c.check(n.ref, v, at, s)
	}
	for _, part := range n.allOf {
		if c.done(ok) {
			return false
		}
		ok = c.check(part, v, at, s) && ok
	}
	if n.anyOf != nil && c.fitting(n.anyOf, v, s) == 0 {
		ok = c.none(n.anyOf, v, at)
	}
	if n.oneOf != nil {
		switch fit := c.fitting(n.oneOf, v, s); {
		case fit == 0:
			ok = c.none(n.oneOf, v, at)
		case fit > 1:
			ok = c.tell(v, at, "fits "+strconv.Itoa(fit)+" of the forms that oneOf lists; want exactly one")
		}
	}
	if n.not != nil && c.holds(n.not, v, nil) {
		ok = c.tell(v, at, "is "+shown(v)+", which the schema forbids here (not)")
	}
	if n.when != nil {
		branch := n.other
		if c.holds(n.when, v, s) {
			branch = n.then
		}
		if branch != nil {
			ok = c.check(branch, v, at, s) && ok
		}
	}
	return ok
}

// holds checks without telling; what was looked at counts if v fits.
func (c *checker) holds(n *node, v *jsontree.Value, s *seen) bool {
	c.quiet++
	defer func() { c.quiet-- }()
	return c.check(n, v, nil, s)
}

func (c *checker) fitting(forms []*node, v *jsontree.Value, s *seen) int {
	fit := 0
	for _, form := range forms {
		if c.holds(form, v, s) {
			fit++
		}
	}
	return fit
}

// none tells that v fits no form, and what is wrong in the form that it comes
// nearest to: the one whose first mistake lies deepest.
func (c *checker) none(forms []*node, v *jsontree.Value, at *place) bool {
	if c.quiet > 0 || c.spent != "" {
		return false
	}
	nearest, depth := "", -1
	for _, form := range forms {
		inner := &checker{most: 1, track: c.track, steps: c.steps, depth: c.depth}
		inner.check(form, v, at, inner.evaluated())
		c.steps = inner.steps
		if len(inner.found) == 0 {
			continue
		}
		if d := strings.Count(inner.found[0].Pointer, "/"); d > depth {
			nearest, depth = inner.found[0].String(), d
		}
	}
	message := "fits none of the " + strconv.Itoa(len(forms)) + " forms that are allowed"
	if nearest != "" {
		message += "; nearest: " + nearest
	}
	return c.tell(v, at, message)
}

// why is the first reason why v does not fit.
func (c *checker) why(n *node, v *jsontree.Value) string {
	inner := &checker{most: 1, track: c.track, steps: c.steps, depth: c.depth}
	inner.check(n, v, nil, inner.evaluated())
	if len(inner.found) == 0 {
		return "it does not fit"
	}
	return inner.found[0].Message
}

// rest checks what no part has looked at.
func (c *checker) rest(n *node, v *jsontree.Value, at *place, s *seen) bool {
	ok := true
	if n.unevaluatedProps != nil {
		for i, key := range v.Keys {
			if !s.keys[key.Name] {
				ok = c.check(n.unevaluatedProps, &v.Items[i], &place{at, key.Name}, c.evaluated()) && ok
				s.key(key.Name)
			}
		}
	}
	if n.unevaluatedItems != nil && v.Is(jsontree.List) {
		for i := range v.Items {
			if !s.items[i] {
				ok = c.check(n.unevaluatedItems, &v.Items[i], &place{at, strconv.Itoa(i)}, c.evaluated()) && ok
				s.item(i)
			}
		}
	}
	return ok
}
