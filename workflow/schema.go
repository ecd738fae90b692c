package workflow

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/jsonschema"
	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/source"
)

// Schema is what the answer of a stage is held to.
type Schema struct {
	name string
	// value and schema are of a workflow's own; nil for those of package
	// findings.
	value  *jsontree.Value
	schema *jsonschema.Schema
}

// schemaName returns a name of a schema without its ending: MAP and MAP_SCHEMA
// are the same.
func schemaName(name string) string { return strings.TrimSuffix(name, "_SCHEMA") }

// Schema returns what the answers of a stage are held to, by the name of a
// schema with or without _SCHEMA: one of the specification's own, else one of
// the review, else the file NAME.schema.json that Load found. It is nil for a
// name that only the host of the workflow knows.
func (s *Spec) Schema(name string) *Schema {
	name = schemaName(name)
	if own := s.schemas[name]; own != nil {
		return own
	}
	if slices.Contains(findings.Schemas(), name) {
		return &Schema{name: name}
	}
	return nil
}

// Form is the schema of package findings that a stage answers with; "" for any
// other.
func (s *Spec) Form(stage Stage) string {
	if own := s.schemas[stage.Schema]; own != nil || !slices.Contains(findings.Schemas(), stage.Schema) {
		return ""
	}
	return stage.Schema
}

// Name returns the name, without _SCHEMA.
func (s *Schema) Name() string { return s.name }

// JSON returns the schema as a client takes it: complete, compact, without
// $schema and $id.
func (s *Schema) JSON() json.RawMessage {
	if s.value == nil {
		return findings.Schema(s.name)
	}
	return appendJSON(nil, s.value)
}

// Strict is JSON for clients that take no optional keys: every property of an
// object is required, and no others are allowed. What it accepts, the schema
// accepts as well, apart from words such as minProperties.
func (s *Schema) Strict() json.RawMessage {
	if s.value == nil {
		return findings.StrictSchema(s.name)
	}
	v := clone(s.value)
	strict(&v)
	return appendJSON(nil, &v)
}

// Check returns what in an answer breaks the schema, in the order of the text.
func (s *Schema) Check(t *findings.Text) []findings.Problem {
	if s.value == nil {
		return findings.CheckAnswer(s.name, t)
	}
	problems := t.Doubles()
	for _, v := range s.schema.Check(t.Root(), 0) {
		problems = append(problems, t.Problem(findings.KindSchema, v.Span.Start, v.Message))
	}
	return problems
}

func clone(v *jsontree.Value) jsontree.Value {
	c := *v
	c.Keys = slices.Clone(v.Keys)
	c.Items = make([]jsontree.Value, len(v.Items))
	for i := range v.Items {
		c.Items[i] = clone(&v.Items[i])
	}
	return c
}

// strict closes v and what is below it. An object under the key properties is
// no schema, but its members are.
func strict(v *jsontree.Value) {
	if props := v.Get("properties"); props.Is(jsontree.Object) {
		required := &jsontree.Value{Kind: jsontree.List}
		for _, key := range props.Keys {
			required.Items = append(required.Items, *textValue(key.Name))
		}
		set(v, "required", required)
		set(v, "additionalProperties", &jsontree.Value{Kind: jsontree.Bool, Text: "false"})
	}
	for i := range v.Items {
		if v.Kind == jsontree.Object && slices.Contains([]string{"properties", "$defs", "definitions"}, v.Keys[i].Name) {
			for j := range v.Items[i].Items {
				strict(&v.Items[i].Items[j])
			}
		} else if v.Kind != jsontree.Object || !slices.Contains([]string{"const", "enum", "required", "default", "examples"}, v.Keys[i].Name) {
			strict(&v.Items[i])
		}
	}
}

// set gives an object a key, in its place if it has the key.
func set(v *jsontree.Value, name string, value *jsontree.Value) {
	for i, key := range v.Keys {
		if key.Name == name {
			v.Items[i] = *value
			return
		}
	}
	v.Keys, v.Items = append(v.Keys, jsontree.Key{Name: name}), append(v.Items, *value)
}

// newSchema reads a schema of a workflow's own.
func newSchema(name string, v *jsontree.Value) (*Schema, error) {
	compiled, err := jsonschema.FromValue(v, nil)
	if err != nil {
		return nil, err
	}
	own := clone(v)
	for _, key := range []string{"$id", "$schema"} {
		if i := slices.IndexFunc(own.Keys, func(k jsontree.Key) bool { return k.Name == key }); i >= 0 {
			own.Keys, own.Items = slices.Delete(own.Keys, i, i+1), slices.Delete(own.Items, i, i+1)
		}
	}
	return &Schema{name: schemaName(name), value: &own, schema: compiled}, nil
}

// readSchemas reads the schemas that stand in the specification.
func (r *specReader) readSchemas(v *jsontree.Value) {
	if v == nil {
		return
	}
	if !v.Is(jsontree.Object) {
		r.add(RuleStageKeys, v.Span, "schemas is %s; want an object that holds a JSON Schema for each name", v.Kind)
		return
	}
	for i, key := range v.Keys {
		name := schemaName(key.Name)
		switch {
		case isComment(key.Name):
			continue
		case !isName(name):
			r.add(RuleStageKeys, key.Span, "the schema name %q has more than letters, digits, - and _", key.Name)
			continue
		case r.spec.schemas[name] != nil:
			r.add(RuleStageKeys, key.Span, "the schema %q stands twice: a name counts without its _SCHEMA", name)
			continue
		}
		schema, err := newSchema(name, &v.Items[i])
		if err != nil {
			r.add(RuleStageKeys, v.Items[i].Span, "the schema %q cannot be used: %v", key.Name, err)
			schema = &Schema{name: name, value: &v.Items[i]} // so that its users are not told as well
		}
		r.spec.schemas[name] = schema
	}
}

// names returns the names of the schemas that stages can ask for.
func (s *Spec) schemaNames() []string {
	names := findings.Schemas()
	for _, stage := range s.Stages {
		if s.schemas[stage.Schema] != nil && !slices.Contains(names, stage.Schema) {
			names = append(names, stage.Schema)
		}
	}
	if s.root != nil {
		for _, key := range keysOf(s.root.Get("schemas")) {
			if name := schemaName(key.Name); s.schemas[name] != nil && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func keysOf(v *jsontree.Value) []jsontree.Key {
	if v == nil {
		return nil
	}
	return v.Keys
}

// findSchemas looks for the files of schemas that nothing defines, and tells
// names that are wrong: near a known one, without _SCHEMA, or unknown to a
// specification that defines schemas itself. A name that only the host can know
// is told as such. Without a way to look for files, only slips of the pen and
// bare names are told.
func findSchemas(spec *Spec, beside Beside) []Problem {
	r := &report{file: spec.File}
	told := map[string]bool{}
	for _, stage := range spec.Stages {
		if stage.Schema == "" || told[stage.Schema] || spec.Schema(stage.Schema) != nil {
			continue
		}
		told[stage.Schema] = true
		if f, v := schemaFile(spec, stage, beside); f != nil {
			r.addFile(spec, stage, f, v)
			continue
		}
		known := spec.schemaNames()
		help := nearHelp(stage.Schema, known)
		if host := stage.schemaAsWritten != stage.Schema && help == "" && !spec.ownSchemas; host {
			p := r.add(RuleHost, stage.schemaSpan, "the schema of %q is %s, which is the host's: no answer can be checked here", stage.Name, stage.schemaAsWritten)
			p.Help = "write it under schemas in the specification, or into schemas/" + stage.Schema + ".schema.json beside it"
			continue
		}
		p := r.add(RuleStageKeys, stage.schemaSpan, "the schema of %q is %q; want %s", stage.Name, stage.schemaAsWritten, either(known))
		p.Help = help
	}
	return r.problems
}

// schemaFile returns the file that holds a schema, and its value; the value is
// nil if the file is no JSON.
func schemaFile(spec *Spec, stage Stage, beside Beside) (*source.File, *jsontree.Value) {
	dir := path.Dir(spec.File.Path)
	for _, folder := range []string{path.Join(dir, "schemas"), path.Join(dir, "..", "schemas")} {
		for _, name := range []string{stage.Schema, strings.ToLower(stage.Schema), stage.schemaAsWritten} {
			f := beside(path.Join(folder, name+".schema.json"))
			if f == nil {
				continue
			}
			if tree, err := jsontree.Parse(f.Src); err == nil && len(tree.Doubles) == 0 {
				return f, &tree.Root
			}
			return f, nil
		}
	}
	return nil, nil
}

// addFile takes a schema from its file.
func (r *report) addFile(spec *Spec, stage Stage, f *source.File, v *jsontree.Value) {
	at := &report{file: f}
	if v == nil {
		at.parse()
		spec.schemas[stage.Schema] = &Schema{name: stage.Schema, value: &jsontree.Value{}}
	} else if schema, err := newSchema(stage.Schema, v); err != nil {
		at.add(RuleStageKeys, source.Span{}, "the schema cannot be used: %v", err)
		spec.schemas[stage.Schema] = &Schema{name: stage.Schema, value: v}
	} else {
		spec.schemas[stage.Schema] = schema
	}
	r.problems = append(r.problems, at.problems...)
}
