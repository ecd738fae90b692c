package jsonschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	theirs "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/judgelint/judgelint/internal/jsontree"
)

func value(t testing.TB, text string) *jsontree.Value {
	t.Helper()
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &tree.Root
}

func check(t testing.TB, schema, text string) string {
	t.Helper()
	s, err := Parse([]byte(schema), nil)
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	var lines []string
	for _, v := range s.Check(value(t, text), 0) {
		lines = append(lines, v.String())
	}
	return strings.Join(lines, "\n")
}

func TestMessages(t *testing.T) {
	for _, tt := range []struct{ schema, text, want string }{
		{`{"type": "object"}`, `{}`, ""},
		{`{"type": ["string", "null"]}`, `3`, "is 3; want a string or null"},
		{`{"type": "integer"}`, `1.5`, "is 1.5; want a whole number"},
		{`{"type": "integer"}`, `1.50e1`, ""},
		{`{"enum": ["a", "b", 3]}`, `"c"`, `is "c"; want "a", "b" or 3`},
		{`{"const": true}`, `false`, "is false; want true"},
		{`{"const": 1}`, `1.0`, ""},
		{`{"required": ["a", "b"]}`, `{"a": 1}`, `the key "b" is missing`},
		{`{"properties": {"a": {"type": "string"}}, "additionalProperties": false}`, `{"x": 1, "a": 2}`,
			"/x: the key \"x\" is not allowed here; want a\n/a: is 2; want a string"},
		{`{"properties": {"a/b": {"items": {"minLength": 2}}}}`, `{"a/b": ["xx", "y"]}`, "/a~1b/1: has 1 character; want at least 2"},
		{`{"minimum": 1, "multipleOf": 0.1}`, `0.3`, "is 0.3; want at least 1"},
		{`{"multipleOf": 0.01}`, `4.35`, ""},
		{`{"multipleOf": 0.1}`, `0.25`, "is 0.25; want a multiple of 0.1"},
		{`{"exclusiveMaximum": 10}`, `1e1`, "is 1e1; want less than 10"},
		{`{"maximum": 1}`, `1e999999999999`, "is 1e999999999999; want at most 1"},
		{`{"pattern": "^a+$"}`, `"b"`, `is "b"; want a text that matches "^a+$"`},
		{`{"uniqueItems": true}`, `[1, {"a": 1, "b": 2}, 1.0]`, "/2: is the same as the element 0"},
		{`{"contains": {"const": 1}, "maxContains": 1}`, `[1, 1]`, "has 2 elements that fit contains; want at most 1"},
		{`{"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "null"}}, "type": "object"}]}`, `{"a": 1}`,
			"fits none of the 2 forms that are allowed; nearest: /a: is 1; want null"},
		{`{"oneOf": [{"type": "number"}, {"type": "integer"}]}`, `1`, "fits 2 of the forms that oneOf lists; want exactly one"},
		{`{"not": {"type": "object"}}`, `{}`, "is an object, which the schema forbids here (not)"},
		{`{"if": {"required": ["a"]}, "then": {"required": ["b"]}}`, `{"a": 1}`, `the key "b" is missing`},
		{`{"dependentRequired": {"a": ["b"]}}`, `{"a": 1}`, `the key "b" is missing, which "a" asks for`},
		{`{"propertyNames": {"maxLength": 2}}`, `{"abc": 1}`, `/abc: the name of the key "abc" is not allowed: has 3 characters; want at most 2`},
		{`{"properties": {"a": false}}`, `{"a": 1}`, "/a: is not allowed here"},
		{`{"$defs": {"n": {"type": "object", "properties": {"next": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"}`, `{"next": {"next": 1}}`,
			"/next/next: is 1; want an object"},
	} {
		if got := check(t, tt.schema, tt.text); got != tt.want {
			t.Errorf("%s about %s:\n%s\nwant\n%s", tt.schema, tt.text, got, tt.want)
		}
	}
}

func TestUnusable(t *testing.T) {
	for schema, want := range map[string]string{
		`{`:                           "is no JSON: ",
		`[]`:                          "is a list; want a schema, which is an object, true or false",
		`{"type": "strin"}`:           `/type: is "strin"; want string, number,`,
		`{"properties": {"a/b": 3}}`:  "/properties/a~1b: is a number; want a schema",
		`{"properties": []}`:          "/properties: is a list; want an object",
		`{"required": "a"}`:           `/required: is "a"; want a list of strings`,
		`{"minLength": -1}`:           "/minLength: is -1; want a whole number from 0",
		`{"pattern": "(?!a)"}`:        "/pattern: the pattern \"(?!a)\" cannot be used: ",
		`{"allOf": []}`:               "/allOf: is a list; want a list with at least one schema",
		`{"$ref": "#/$defs/x"}`:       `$ref is "#/$defs/x", which leads nowhere`,
		`{"$ref": "https://x.org/y"}`: `$ref is "https://x.org/y", which is not in the schema`,
		`{"$dynamicRef": "#a"}`:       "/$dynamicRef: is not supported; use $ref",
		`{"$schema": "http://json-schema.org/draft-04/schema#"}`: `$schema is "http://json-schema.org/draft-04/schema#"; want draft 2020-12 or draft-07`,
		`{"type": "null", "type": "object"}`:                     `the key "type" stands twice in one object`,
		`{"multipleOf": 0}`:                                      "/multipleOf: is 0; want a number above 0",
	} {
		if _, err := Parse([]byte(schema), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", schema, err, want)
		}
	}
}

func TestFiles(t *testing.T) {
	files := map[string]string{
		"b.json":     `{"properties": {"c": {"$ref": "sub/c.json#/$defs/x"}, "a": {"$ref": "#/$defs/y"}}, "$defs": {"y": {"type": "null"}}}`,
		"sub/c.json": `{"$defs": {"x": {"$ref": "d.json"}}}`,
		"sub/d.json": `{"type": "string"}`,
		"bad.json":   `{"type": 3}`,
	}
	load := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}
	s, err := Parse([]byte(`{"$ref": "b.json"}`), load)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Check(value(t, `{"c": 1, "a": 1}`), 0)); got != "[/c: is 1; want a string /a: is 1; want null]" {
		t.Error(got)
	}
	for ref, want := range map[string]string{
		"gone.json": `$ref is "gone.json": no such file`,
		"bad.json":  "bad.json: bad.json/type: is 3; want a list of strings",
	} {
		if _, err := Parse([]byte(`{"$ref": "`+ref+`"}`), load); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", ref, err, want)
		}
	}
}

// Whatever schema and value are, a check ends, and one that was cut short is no
// pass.
func TestLimits(t *testing.T) {
	wide := `{"$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}, "minItems": 1}, {"items": {"$ref": "#/$defs/a"}, "minItems": 1}]}}, "$ref": "#/$defs/a"}`
	for name, tt := range map[string]struct{ schema, text, want string }{
		"loop":      {`{"$ref": "#"}`, `1`, "the schema refers to itself without end"},
		"not":       {`{"not": {"$ref": "#"}}`, `1`, "the schema refers to itself without end"},
		"branching": {wide, strings.Repeat("[", 150) + strings.Repeat("]", 150), "the schema asks for too much work to be checked"},
		"many":      {`{"items": {"type": "string"}}`, "[" + strings.Repeat("1,", 500) + "1]", "/99: is 1; want a string"},
	} {
		start := time.Now()
		if got := check(t, tt.schema, tt.text); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: ends with %q, want %q", name, got[max(0, len(got)-80):], tt.want)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: took %s", name, took)
		}
	}
}

func TestLongChain(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/d0", "$defs": {`)
	for i := range 100_000 {
		fmt.Fprintf(&b, `"d%d": {"$ref": "#/$defs/d%d"},`, i, i+1)
	}
	b.WriteString(`"d100000": {}}}`)
	if _, err := Parse([]byte(b.String()), nil); err == nil || !strings.HasSuffix(err.Error(), "its references lead through more than 10000 schemas") {
		t.Errorf("%v", err)
	}
}

func TestRequired(t *testing.T) {
	s, err := Parse([]byte(`{"required": ["b", "a"]}`), nil)
	if err != nil || strings.Join(s.Required(), " ") != "b a" {
		t.Errorf("%v %v", s.Required(), err)
	}
}

// Random schemas and values: we and a complete implementation agree.
func TestAgreesWithAnother(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range rounds {
		schema := marshal(randomSchema(r, 3))
		ours, err := Parse(schema, nil)
		if err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		c := theirs.NewCompiler()
		doc, err := theirs.UnmarshalJSON(strings.NewReader(string(schema)))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource("file:///x", doc); err != nil {
			t.Fatal(err)
		}
		other, err := c.Compile("file:///x")
		if err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		for range 5 {
			text := string(marshal(randomValue(r, 3)))
			v, _ := theirs.UnmarshalJSON(strings.NewReader(text))
			got := ours.Check(value(t, text), 0)
			if want := other.Validate(v); (len(got) == 0) != (want == nil) {
				t.Fatalf("%s about %s: we say %v, another %v", schema, text, got, want)
			} else if want == nil {
				valid++
			}
		}
	}
	if valid < rounds || valid > 4*rounds {
		t.Errorf("%d of %d values are valid: the test shows little", valid, 5*rounds)
	}
}

func marshal(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}

func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(9); {
	case n < 2 && depth > 0:
		m := map[string]any{}
		for range r.IntN(4) {
			m[string(rune('a'+r.IntN(3)))] = randomValue(r, depth-1)
		}
		return m
	case n < 4 && depth > 0:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	case n < 6:
		return float64(r.IntN(9)-3) / float64(1+r.IntN(2))
	case n < 7:
		return []any{true, false, nil}[r.IntN(3)]
	}
	return []string{"", "a", "ab", "abc", "b"}[r.IntN(5)]
}

func randomSchema(r *rand.Rand, depth int) any {
	if depth == 0 || r.IntN(12) == 0 {
		return r.IntN(5) > 0
	}
	sub := func() any { return randomSchema(r, depth-1) }
	subs := func() []any {
		list := []any{sub()}
		for range r.IntN(2) {
			list = append(list, sub())
		}
		return list
	}
	object := func() map[string]any {
		m := map[string]any{}
		for range 1 + r.IntN(2) {
			m[string(rune('a'+r.IntN(3)))] = sub()
		}
		return m
	}
	words := map[string]func() any{
		"type":                  func() any { return typeNames[r.IntN(len(typeNames))] },
		"enum":                  func() any { return []any{randomValue(r, 1), []any{}, "a", 1} },
		"const":                 func() any { return randomValue(r, 1) },
		"minimum":               func() any { return r.IntN(3) },
		"exclusiveMaximum":      func() any { return r.IntN(4) },
		"multipleOf":            func() any { return 0.5 + float64(r.IntN(2)) },
		"minLength":             func() any { return r.IntN(3) },
		"maxLength":             func() any { return r.IntN(3) },
		"pattern":               func() any { return "^a" },
		"required":              func() any { return []string{string(rune('a' + r.IntN(3)))} },
		"properties":            func() any { return object() },
		"patternProperties":     func() any { return map[string]any{"^[ab]": sub()} },
		"additionalProperties":  sub,
		"propertyNames":         sub,
		"maxProperties":         func() any { return r.IntN(3) },
		"dependentSchemas":      func() any { return object() },
		"prefixItems":           func() any { return subs() },
		"items":                 sub,
		"contains":              sub,
		"minContains":           func() any { return r.IntN(3) },
		"maxItems":              func() any { return r.IntN(4) },
		"uniqueItems":           func() any { return true },
		"unevaluatedProperties": sub,
		"unevaluatedItems":      sub,
		"allOf":                 func() any { return subs() },
		"anyOf":                 func() any { return subs() },
		"oneOf":                 func() any { return subs() },
		"not":                   sub,
		"if":                    sub,
		"then":                  sub,
		"else":                  sub,
		"$ref":                  func() any { return "#/$defs/x" },
	}
	s := map[string]any{}
	names := make([]string, 0, len(words))
	for name := range words {
		names = append(names, name)
	}
	// The order of a map is random on its own; the seed shall decide.
	slices.Sort(names)
	for range 1 + r.IntN(4) {
		name := names[r.IntN(len(names))]
		if name == "$ref" && depth < 3 {
			continue // only the whole schema has definitions
		}
		s[name] = words[name]()
	}
	if depth == 3 {
		s["$defs"] = map[string]any{"x": sub()}
	}
	return s
}
