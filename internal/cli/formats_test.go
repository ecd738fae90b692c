package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// awkward is a report with everything that a printer could stumble over.
func awkward(t *testing.T) *Report {
	t.Helper()
	src := "---\ndescription: 판정 <a> & \"b\": x\r\n---\nbody\n"
	f := source.NewFile("dir with blank/ä%,:b.md", []byte(src))
	span := source.Span{Start: 4, End: 15}
	fixed := At(f, span)
	fixed.Rule, fixed.Severity = "yaml-colon", Warning
	fixed.Message, fixed.Help = "100 % of <it>: \"quoted\"\nsecond line\r", "quote, the value"
	fixed.Fix = &Fix{Message: "quote the value", Safe: true, Edits: []Edit{EditAt(f, span, "'x'\n"), EditAt(f, source.Span{Start: 20, End: 20}, "")}}
	fixed.Related = []Related{RelatedAt(f, source.Span{Start: 0, End: 3}, "begins here")}
	several := At(f, source.Span{Start: 4, End: len(src)})
	several.Rule, several.Severity, several.Message = "verdict-unclosed", Error, "over several lines \x1b\x00\ufffe"
	whole := Record{Severity: Info, Path: "<stdin>", Message: "a whole file"}
	return &Report{
		Records: Sort([]Record{fixed, several, whole}),
		Files:   2,
		Rules:   []RuleInfo{{Name: "yaml-colon", Summary: "a colon", Help: "# yaml-colon\n\nWhy.", Severity: Warning}},
		Prefix:  "sub",
	}
}

func output(t *testing.T, format string, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Print(&b, format, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func validate(t *testing.T, schema, text string) any {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if err := s.Validate(doc); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	return doc
}

func TestFormatsKeepTheirSchemas(t *testing.T) {
	for format, schema := range map[string]string{
		"json": "testdata/diagnostics.schema.json", "sarif": "testdata/sarif.schema.json", "gitlab": "testdata/gitlab.schema.json",
	} {
		t.Run(format, func(t *testing.T) {
			validate(t, schema, output(t, format, awkward(t)))
			validate(t, schema, output(t, format, &Report{}))
		})
	}
}

// The full schema of SARIF is not ours to ship: name a copy of it to check
// against it.
func TestSARIFKeepsTheFullSchema(t *testing.T) {
	schema := os.Getenv("JUDGELINT_SARIF_SCHEMA")
	if schema == "" {
		t.Skip("JUDGELINT_SARIF_SCHEMA is not set")
	}
	validate(t, schema, output(t, "sarif", awkward(t)))
}

func TestSARIF(t *testing.T) {
	r := awkward(t)
	var log sarifLog
	if err := json.Unmarshal([]byte(output(t, "sarif", r)), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != len(r.Records) {
		t.Fatalf("%d results for %d records", len(run.Results), len(r.Records))
	}
	for i, res := range run.Results {
		if run.Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID {
			t.Errorf("result %d: ruleIndex %d is not %s", i, res.RuleIndex, res.RuleID)
		}
		if res.PartialFingerprints["primaryLocationLineHash"] != r.Records[i].Fingerprint {
			t.Errorf("result %d has another fingerprint", i)
		}
	}
	at := slices.IndexFunc(run.Results, func(r sarifResult) bool { return r.RuleID == "yaml-colon" })
	loc := run.Results[at].Locations[0].Physical
	if want := "sub/dir%20with%20blank/%C3%A4%25%2C%3Ab.md"; loc.Artifact.URI != want {
		t.Errorf("uri = %q, want %q", loc.Artifact.URI, want)
	}
	if want := (sarifRegion{2, 1, 2, 12}); loc.Region != want {
		t.Errorf("region = %v, want %v", loc.Region, want)
	}
	if got := uri("/abs/x y.md"); got != "file:///abs/x%20y.md" {
		t.Errorf("uri of an absolute path = %q", got)
	}
}

// The runner's own reading of a workflow command, as its documentation
// describes it: properties up to the second "::", escapes undone.
func TestGitHub(t *testing.T) {
	r := awkward(t)
	got := strings.Split(strings.TrimSuffix(output(t, "github", r), "\n"), "\n")
	if len(got) != len(r.Records) {
		t.Fatalf("%d lines for %d records:\n%s", len(got), len(r.Records), strings.Join(got, "\n"))
	}
	command := regexp.MustCompile(`^::(error|warning|notice) ([^:]*)::(.*)$`)
	for i, rec := range r.Records {
		m := command.FindStringSubmatch(got[i])
		if m == nil {
			t.Fatalf("no workflow command: %q", got[i])
		}
		props := map[string]string{}
		for _, p := range strings.Split(m[2], ",") {
			key, value, _ := strings.Cut(p, "=")
			props[key] = unescape(value)
		}
		if props["file"] != r.forgePath(rec.Path) || props["title"] != rec.rule() {
			t.Errorf("properties %q for %s %s", props, rec.Path, rec.Rule)
		}
		if want := lines(rec.Message, rec.Help); unescape(m[3]) != want {
			t.Errorf("message %q, want %q", unescape(m[3]), want)
		}
		if _, ok := props["col"]; ok != (rec.Line == rec.EndLine) {
			t.Errorf("columns given: %v, but lines are %d to %d", ok, rec.Line, rec.EndLine)
		}
		if n, err := strconv.Atoi(props["line"]); err != nil || n < 1 {
			t.Errorf("line %q", props["line"])
		}
	}
}

func unescape(s string) string {
	return strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace(s)
}

func TestGitLabFingerprintsAreUnique(t *testing.T) {
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(output(t, "gitlab", awkward(t))), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if seen[i.Fingerprint] {
			t.Errorf("fingerprint %s twice", i.Fingerprint)
		}
		seen[i.Fingerprint] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d issues, want 3", len(seen))
	}
}

// junitGrammar is what readers of JUnit reports agree on: the attributes and
// the parent of each element.
var junitGrammar = map[string]struct {
	parent string
	attrs  []string
}{
	"testsuites": {"", []string{"name", "tests", "failures", "errors"}},
	"testsuite":  {"testsuites", []string{"name", "tests", "failures", "errors"}},
	"testcase":   {"testsuite", []string{"name", "classname", "file", "line"}},
	"failure":    {"testcase", []string{"type", "message"}},
}

func TestJUnit(t *testing.T) {
	for name, want := range map[string]struct {
		report                  *Report
		suites, cases, failures int
	}{
		"records": {awkward(t), 2, 3, 3},
		"clean":   {&Report{Files: 4}, 1, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			count := readJUnit(t, output(t, "junit", want.report))
			got := [3]int{count["testsuite"], count["testcase"], count["failure"]}
			if got != [3]int{want.suites, want.cases, want.failures} {
				t.Errorf("suites, cases, failures = %v, want %v", got, want)
			}
		})
	}
}

func readJUnit(t *testing.T, text string) map[string]int {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	count, stack := map[string]int{}, []string{""}
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			rule, ok := junitGrammar[e.Name.Local]
			if !ok || rule.parent != stack[len(stack)-1] {
				t.Errorf("element %s in %s", e.Name.Local, stack[len(stack)-1])
			}
			for _, a := range e.Attr {
				if !slices.Contains(rule.attrs, a.Name.Local) {
					t.Errorf("attribute %s of %s", a.Name.Local, e.Name.Local)
				}
			}
			count[e.Name.Local]++
			stack = append(stack, e.Name.Local)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
}

func TestCheckFormat(t *testing.T) {
	for _, name := range Formats() {
		if err := CheckFormat(name, Formats()...); err != nil {
			t.Error(err)
		}
		output(t, name, awkward(t)) // each name has a printer
	}
	err := CheckFormat("yaml", Formats()...)
	if err == nil || err.Error() != `--format is "yaml"; want text, json, sarif, github, gitlab or junit` {
		t.Errorf("CheckFormat(yaml) = %v", err)
	}
}
