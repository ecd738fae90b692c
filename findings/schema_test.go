package findings

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// samples are texts at the edges of every schema.
func samples() []string {
	finding := `{"file":"a","line":"1","severity":"must-fix","problem":"p","fix":"f"}`
	noted := strings.Replace(finding, `"fix":"f"`, `"fix":"f","note":"n"`, 1)
	report := `{"verdict":"approve","summary":"s","mustFix":[],"shouldFix":[],"nits":[]}`
	with := func(text, key, value string) string { // replaces or adds a key
		var m map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			panic(err)
		}
		if value == "" {
			delete(m, key)
		} else {
			m[key] = json.RawMessage(value)
		}
		out, _ := json.Marshal(m)
		return string(out)
	}
	values := []string{"", "null", "true", `"x"`, "1", "1.0", "1.5", "-3", "1e2", "[]", "{}", `["x"]`, "[null]", `"must-fix"`, `"Must Fix"`, `"approve"`,
		"[" + finding + "]", "[" + noted + "]", `[{"problem":"p","why":"w"}]`, `[{"problem":"p"}]`, `[{"problem":"p","why":"w","x":1}]`}
	all := []string{"null", "[]", `"x"`, "1", "{}", finding, noted, report, `{"findings":[` + finding + `]}`, `{"confirmed":true,"note":"n"}`}
	for base, keys := range map[string][]string{
		finding:                        {"file", "line", "severity", "problem", "fix", "note", "extra"},
		noted:                          {"file", "line", "note", "extra"},
		`{"findings":[]}`:              {"findings", "extra"},
		`{"confirmed":true,"note":""}`: {"confirmed", "note", "id"},
		report:                         {"verdict", "summary", "mustFix", "shouldFix", "nits", "dismissed", "refuted", "unverified", "modelFallback"},
	} {
		for _, key := range keys {
			for _, value := range values {
				all = append(all, with(base, key, value))
			}
		}
	}
	return all
}

// Our reading of the shipped schemas agrees with that of a complete
// implementation, both for the files and for the resolved forms.
func TestSchemasAgree(t *testing.T) {
	numberedLine := regexp.MustCompile(`"line":-?[0-9]`) // only we take those
	for _, name := range Schemas() {
		file := strings.ToLower(name) + ".schema.json"
		c := jsonschema.NewCompiler()
		entries, err := fs.ReadDir(SchemaFiles(), ".")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			src, _ := fs.ReadFile(SchemaFiles(), e.Name())
			add(t, c, "file:///schemas/"+e.Name(), src)
		}
		add(t, c, "file:///resolved/"+file, Schema(name))
		files, err := c.Compile("file:///schemas/" + file)
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := c.Compile("file:///resolved/" + file)
		if err != nil {
			t.Fatal(err)
		}
		valid := 0
		for _, sample := range samples() {
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(sample))
			if err != nil {
				t.Fatal(err)
			}
			in := text(t, sample)
			ours := len(in.check(in.Root(), schemas()[name], nil)) == 0
			for form, s := range map[string]*jsonschema.Schema{"files": files, "resolved": resolved} {
				if theirs := s.Validate(v) == nil; ours != theirs && !numberedLine.MatchString(sample) {
					t.Errorf("%s: we say %v, %s say %v about %s", name, ours, form, theirs, sample)
				}
			}
			if ours {
				valid++
			}
		}
		if valid == 0 {
			t.Errorf("%s: no sample is valid", name)
		}
	}
}

func add(t *testing.T, c *jsonschema.Compiler, url string, src []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	m := doc.(map[string]any)
	if _, ok := m["$id"]; ok { // relative to where it is shipped
		m["$id"] = url
	}
	if err := c.AddResource(url, m); err != nil {
		t.Fatal(err)
	}
}

// All objects are closed, and the words that we read are the only ones in use.
func TestSchemasUseWhatWeRead(t *testing.T) {
	known := " $schema $id title description type enum properties required additionalProperties items $ref "
	for _, name := range Schemas() {
		var walk func(v any, where string)
		walk = func(v any, where string) {
			m, ok := v.(map[string]any)
			if !ok {
				return
			}
			for word, value := range m {
				if !strings.Contains(known, " "+word+" ") {
					t.Errorf("%s: %s uses %q", name, where, word)
				}
				if word == "properties" {
					for key, prop := range value.(map[string]any) {
						walk(prop, where+"."+key)
					}
				} else if word == "items" {
					walk(value, where+"[]")
				}
			}
			if m["type"] == "object" && m["additionalProperties"] != false {
				t.Errorf("%s: %s is open", name, where)
			}
		}
		var v any
		if err := json.Unmarshal(Schema(name), &v); err != nil {
			t.Fatal(err)
		}
		walk(v, "$")
		for _, word := range []string{"$ref", "$id", "$schema"} {
			if strings.Contains(string(Schema(name)), word) {
				t.Errorf("%s holds %s, which clients may refuse", name, word)
			}
		}
	}
	if got := Schema("PLANS"); got != nil {
		t.Errorf("Schema(PLANS) = %s", got)
	}
}

// A strict schema asks for every property and takes nothing that the schema
// refuses.
func TestStrictSchemas(t *testing.T) {
	for _, name := range Schemas() {
		file := "file:///strict/" + name
		c := jsonschema.NewCompiler()
		add(t, c, file, StrictSchema(name))
		strict, err := c.Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, sample := range samples() {
			v, _ := jsonschema.UnmarshalJSON(strings.NewReader(sample))
			in := text(t, sample)
			if strict.Validate(v) == nil && len(in.check(in.Root(), schemas()[name], nil)) > 0 {
				t.Errorf("%s: the strict schema takes %s, the schema does not", name, sample)
			}
		}
	}
	if got, want := string(StrictSchema(SchemaReport)), `"required":["verdict","summary","mustFix","shouldFix","nits","dismissed","refuted","unverified"]`; !strings.Contains(got, want) {
		t.Errorf("%s does not require everything", got)
	}
	if got := StrictSchema("PLANS"); got != nil {
		t.Errorf("StrictSchema(PLANS) = %s", got)
	}
}

// What we write as a final report is a REPORT, apart from the keys that the
// program adds.
func TestFinalIsAReport(t *testing.T) {
	p := planOf(t, list(report(f("a", "1", "x"), f("b", "2", "y"), f("c", "3", "z"), finding("n", "4", Nit, "n"))), Options{})
	m := Merge(p, ReadVerdicts(text(t, `[{"confirmed":true,"note":"n"},{"confirmed":false,"note":"n"},null]`), p))
	final := Finalize(p, m, ReadReview(text(t, `{"verdict":"changes-requested","summary":"s","mustFix":[`+f("a", "1", "x")+`],"nits":[`+finding("n", "4", Nit, "n")+`],"dismissed":[{"problem":"q","why":"w"}]}`)))
	out, err := Marshal(final, 2)
	if err != nil {
		t.Fatal(err)
	}
	in := text(t, string(out))
	for _, p := range in.check(in.Root(), schemas()[SchemaReport], nil) {
		if !strings.HasPrefix(p.Message, `the key "coverage_note"`) && !strings.HasPrefix(p.Message, `the key "problems"`) && !strings.HasPrefix(p.Message, `the key "metrics"`) {
			t.Errorf("%s", p)
		}
	}
}
