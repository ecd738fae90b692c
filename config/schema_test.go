package config

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/mirror"
)

const schemaFile = "../schema/judgelint.schema.json"

type schema map[string]any

func readSchema(t *testing.T) schema {
	t.Helper()
	src, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(src, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// at follows references and keys.
func (s schema) at(root schema, keys ...string) schema {
	here := s
	for _, key := range keys {
		next, _ := here[key].(map[string]any)
		here = next
	}
	if ref, ok := here["$ref"].(string); ok {
		return root.at(root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return here
}

// The list of rules in the schema is written by this test:
// UPDATE_SCHEMA=1 go test ./config
func TestSchemaNamesTheRulesAndTargets(t *testing.T) {
	var rules []string
	for _, r := range lint.Rules() {
		rules = append(rules, r.Name)
	}
	slices.Sort(rules)
	s := readSchema(t)
	if got := words(s.at(s, "definitions", "target")["enum"]); !slices.Equal(got, mirror.TargetNames()) {
		t.Errorf("targets %q, want %q", got, mirror.TargetNames())
	}
	if slices.Equal(words(s.at(s, "definitions", "rule")["enum"]), rules) {
		return
	}
	if os.Getenv("UPDATE_SCHEMA") == "" {
		t.Fatal("the rules of the schema are not those of lint: UPDATE_SCHEMA=1 go test ./config")
	}
	src, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	list := "\"rule\": {\n      \"enum\": [\n        \"" + strings.Join(rules, "\",\n        \"") + "\"\n      ]\n    }"
	src = regexp.MustCompile(`"rule": \{\s*"enum": \[[^\]]*\]\s*\}`).ReplaceAllLiteral(src, []byte(list))
	if err := os.WriteFile(schemaFile, src, 0o644); err != nil {
		t.Fatal(err)
	}
}

func words(list any) []string {
	var out []string
	items, _ := list.([]any)
	for _, item := range items {
		out = append(out, item.(string))
	}
	return out
}

// Every key of the file has its place in the schema, and the other way round.
func TestSchemaHasTheKeysOfTheFile(t *testing.T) {
	root := readSchema(t)
	var walk func(path string, typ reflect.Type, s schema)
	walk = func(path string, typ reflect.Type, s schema) {
		switch typ.Kind() {
		case reflect.Pointer:
			walk(path, typ.Elem(), s)
		case reflect.Slice:
			if s["type"] != "array" {
				t.Errorf("%s: type %v, want array", path, s["type"])
			}
			if typ.Elem().Kind() != reflect.Interface {
				walk(path+"[]", typ.Elem(), s.at(root, "items"))
			}
		case reflect.Map:
			if s["type"] != "object" {
				t.Errorf("%s: type %v, want object", path, s["type"])
			}
			if typ.Elem().Kind() != reflect.Interface {
				walk(path+".*", typ.Elem(), s.at(root, "additionalProperties"))
			}
		case reflect.Struct:
			if s["additionalProperties"] != false {
				t.Errorf("%s: the schema allows other keys", path)
			}
			properties, _ := s["properties"].(map[string]any)
			want := tags(typ)
			for key := range properties {
				if !slices.Contains(want, key) {
					t.Errorf("%s.%s: is only in the schema", path, key)
				}
			}
			for i, key := range want {
				if properties[key] == nil {
					t.Errorf("%s.%s: is not in the schema", path, key)
					continue
				}
				walk(path+"."+key, typ.Field(i).Type, s.at(root, "properties", key))
			}
		case reflect.String:
			if s["type"] != "string" && s["enum"] == nil {
				t.Errorf("%s: type %v, want string or enum", path, s["type"])
			}
		case reflect.Int:
			if s["type"] != "integer" {
				t.Errorf("%s: type %v, want integer", path, s["type"])
			}
		case reflect.Bool:
			if s["type"] != "boolean" {
				t.Errorf("%s: type %v, want boolean", path, s["type"])
			}
		case reflect.Interface:
			if s["oneOf"] == nil {
				t.Errorf("%s: the schema does not say what it can be", path)
			}
		default:
			t.Errorf("%s: no case for %v", path, typ)
		}
	}
	walk("", reflect.TypeFor[file](), root)
}

// What one refuses the other refuses, as far as a schema can tell.
func TestSchemaAndParseAgree(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, src string
		ok        bool
	}{
		{"empty", "", true},
		{"preset", `extends = "wiki"`, true},
		{"unknown preset", `extends = "wikki"`, false},
		{"unknown table", "[gats]", false},
		{"everything", everything, true},
		{"fence", "[verdict]\nfence = \"a b\"", false},
		{"kind without agents", "[[verdict.kind]]\nverdict = [\"x\"]", false},
		{"kind without words", "[[verdict.kind]]\nagents = [\"x\"]", false},
		{"kind with a prefix", "[[verdict.kind]]\nagents = [\"p:x\"]\nverdict = [\"x\"]", false},
		{"kind of both sorts", "[[verdict.kind]]\nagents = [\"x\"]\nverdict = [\"x\"]\nactions = [\"KEEP\"]", false},
		{"count with a digit", "[[verdict.kind]]\nagents = [\"x\"]\nverdict = [\"x\"]\ncounts = [\"a1\"]", false},
		{"count called verdict", "[[verdict.kind]]\nagents = [\"x\"]\nverdict = [\"x\"]\ncounts = [\"verdict\"]", false},
		{"word with a bar", "[[verdict.kind]]\nagents = [\"x\"]\nverdict = [\"a|b\"]", false},
		{"action", "[[verdict.kind]]\nagents = [\"x\"]\nactions = [\"DROP\"]", false},
		{"threshold", "[quorum]\nthreshold = 1", false},
		{"threshold as text", "[quorum]\nthreshold = \"2\"", false},
		{"mode", "[gate]\nmode = \"off\"", false},
		{"blank judge", "[gate]\njudges = [\" \"]", false},
		{"retries", "[gate.ui]\nretries = 8", false},
		{"no retries", "[gate.verdict]\nretries = 0", false},
		{"blank pattern", "[gate.claims]\npatterns = [\"\"]", false},
		{"empty glob", "[gate.ui]\nglobs = [\"\"]", false},
		{"absolute output", "[lint]\noutputs = [\"/x\"]", false},
		{"unknown rule", "[lint]\nignore = [\"no-such-rule\"]", false},
		{"severity of an unknown rule", "[lint.severity]\nno-such-rule = \"error\"", false},
		{"severity", "[lint.severity]\nyaml-colon = \"fatal\"", false},
		{"target", "[mirror]\ntargets = [\"cursr\"]", false},
		{"targets that are no names", "[mirror]\ntargets = [1]", false},
		{"targets with folders", "[mirror]\ntargets = { cursor = \".cursor/agents\" }", true},
		{"unknown target with a folder", "[mirror]\ntargets = { cursr = \"x\" }", false},
		{"target with no folder", "[mirror]\ntargets = { cursor = 1 }", false},
		{"targets as text", "[mirror]\ntargets = \"cursor\"", false},
		{"source outside", "[mirror]\nsource = \"/etc\"", false},
		{"set without a source", "[[mirror.set]]\ntargets = [\"cursor\"]", false},
		{"set with two sources", "[[mirror.set]]\nsource = \"a\"\nskills = \"b\"", false},
		{"set", "[[mirror.set]]\nsource = \"plugins/*/agents\"\ntargets = [\"copilot\"]", true},
		{"sync without body", "[mirror]\nsync = [\"description\"]", false},
		{"keys of an unknown target", "[mirror.target.cursr.agent.x]\nmodel = \"y\"", false},
		{"contract without fail", line("fail = []"), false},
		{"contract without a label", contractOf("line", ""), false},
		{"contract of no form", contractOf("xml", "label = [\"V\"]"), false},
		{"contract without a name", "[[contract]]\nform = \"line\"\nlabel = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]", false},
		{"contract with the built-in name", "[[contract]]\nname = \"wiki-verdict\"\nform = \"line\"\nlabel = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]", false},
		{"contract with a prefix", contractOf("line", "label = [\"V\"]\nagents = [\"p:a\"]"), false},
		{"contract with a key of another form", contractOf("line", "label = [\"V\"]\nschema = \"x.json\""), false},
		{"contract with a colon in its label", contractOf("line", "label = [\"V:\"]"), false},
		{"contract with an unknown place", contractOf("line", "label = [\"V\"]\nplace = \"end\""), false},
		{"contract of fields without a fence", contractOf("fields", ""), false},
		{"contract of fields with a bad fence", contractOf("fields", "fence = \"a b\""), false},
		{"contract of fields with a bad key", contractOf("fields", "fence = \"a\"\ncounts = [\"1\"]"), false},
		{"contract of fields", contractOf("fields", "fence = \"\""), true},
		{"contract of JSON", contractOf("json", "verdict = \"/a\""), true},
		{"contract of JSON without a pointer", contractOf("json", "verdict = \"a\""), false},
		{"contract of JSON without a member", contractOf("json", ""), false},
		{"contract with an empty word", line("abstain = [\"\"]"), false},
		{"contract with an empty section", line("sections = [\"\"]"), false},
		{"contract", line("abstain = [\"C\"]\nsections = [\"Evidence\"]\ncites = true\nplace = \"last\"\nnote = \"refuse\"\ncase = \"ignore\""), true},
		{"a key that comes from the source", "[mirror.target.codex-toml.agent.x]\nname = \"y\"", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse(Name, []byte(tt.src)); (err == nil) != tt.ok {
				t.Errorf("Parse: %v, want ok %v", err, tt.ok)
			}
			var doc map[string]any
			if err := toml.Unmarshal([]byte(tt.src), &doc); err != nil {
				t.Fatal(err)
			}
			src, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(src)))
			if err != nil {
				t.Fatal(err)
			}
			if value == nil {
				value = map[string]any{}
			}
			if err := compiled.Validate(value); (err == nil) != tt.ok {
				t.Errorf("schema: %v, want ok %v", err, tt.ok)
			}
		})
	}
}

// contractOf is a contract with words and some more lines; line one of lines,
// whose fail a line can replace.
func contractOf(form, more string) string {
	return "[[contract]]\nname = \"c\"\nform = \"" + form + "\"\npass = [\"A\"]\nfail = [\"B\"]\n" + more
}

func line(more string) string {
	text := contractOf("line", "label = [\"V\"]\n"+more)
	if strings.HasPrefix(more, "fail") {
		text = strings.Replace(text, "fail = [\"B\"]\n", "", 1)
	}
	return text
}

const everything = `
extends = "wiki"

[verdict]
fence = "team-verdict"

[[verdict.kind]]
agents  = ["security-judge"]
verdict = ["approve", "changes-requested"]
counts  = ["critical", "minor"]
rules   = [{ when = "approve", count = "critical", max = 0 }]

[[verdict.kind]]
agents  = ["red-team"]
actions = ["KEEP", "DOWNGRADE", "REJECT"]

[[contract]]
name     = "plan-review"
agents   = ["plan-reviewer", "*-critic"]
form     = "line"
label    = ["VERDICT", "최종 판정"]
pass     = ["PASS"]
fail     = ["FAIL", "REQUEST CHANGES"]
abstain  = ["BLOCKED"]
case     = "ignore"
place    = "last"
note     = "refuse"
sections = ["Evidence"]
cites    = true

[[contract]]
name     = "fence"
form     = "fields"
fence    = "review-result"
verdict  = "STATUS"
required = ["summary"]
counts   = ["critical"]
rules    = [{ when = "approved", count = "critical", max = 0 }]
pass     = ["approved"]
fail     = ["rejected"]

[[contract]]
name    = "object"
form    = "json"
verdict = "/approved"
schema  = "schemas/review.json"
fenced  = "never"
pass    = [true, 1, "yes"]
fail    = [false, 0.5]

[quorum]
threshold = 3

[gate]
state_dir  = ".judgelint"
mode       = "observe"
judges     = ["a"]
not_judges = ["b"]
protect    = true

[gate.verdict]
retries = 1

[gate.claims]
patterns = ["DONE"]
require  = ["Claim ID"]
retries  = 7

[gate.ui]
globs   = ["ui/**"]
exclude = ["ui/test/**"]
retries = 3
command = "npm run test:ui"

[lint]
outputs = ["reviews/**/*.md"]
select  = ["yaml-colon", "name-duplicate"]
ignore  = ["name-duplicate"]

[lint.severity]
yaml-colon = "error"

[mirror]
source  = "agents"
skills  = "skills"
targets = ["agents-plugin", "codex-md", "codex-toml"]
plugin  = "wiki-superpowers"
exclude = ["project-readiness-auditor"]
sync    = ["body", "description"]

[[mirror.set]]
source  = "plugins/*/agents"
targets = { copilot = ".github/agents" }

[[mirror.set]]
skills = "plugins/*/skills"

[mirror.target.codex-toml.agent.branch-depth-auditor]
model_reasoning_effort = "high"
`
