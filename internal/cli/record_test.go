package cli

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// record returns a record of rule at the first occurrence of mark in src.
func record(t *testing.T, path, src, mark, rule string) Record {
	t.Helper()
	start := strings.Index(src, mark)
	if start < 0 {
		t.Fatalf("%q does not hold %q", src, mark)
	}
	r := At(source.NewFile(path, []byte(src)), source.Span{Start: start, End: start + len(mark)})
	r.Rule, r.Severity, r.Message = rule, Error, "something is wrong"
	return r
}

func TestAt(t *testing.T) {
	r := record(t, "a.md", "first\n판정: ready 네\n", "ready", "x")
	got := [6]int{r.Line, r.Column, r.EndLine, r.EndColumn, r.Offset, r.EndOffset}
	if want := [6]int{2, 5, 2, 10, 14, 19}; got != want {
		t.Errorf("place = %v, want %v", got, want)
	}
	for name, s := range map[string]source.Span{
		"reversed": {Start: 3, End: 1}, "outside": {Start: 90, End: 99}, "negative": {Start: -5, End: -1},
	} {
		r := At(source.NewFile("a.md", []byte("abc")), s)
		if r.Offset < 0 || r.EndOffset < r.Offset || r.EndOffset > 3 || r.Line != 1 {
			t.Errorf("%s: At(%v) = %+v", name, s, r)
		}
	}
}

func TestSortOrderAndDoubles(t *testing.T) {
	a := record(t, "a.md", "one two", "two", "x")
	b := record(t, "a.md", "one two", "one", "y")
	c := record(t, "a.md", "one two", "one", "x")
	d := record(t, "B.md", "one two", "one", "x")
	got := Sort([]Record{a, b, c, d, a})
	var order []string
	for _, r := range got {
		order = append(order, r.position()+" "+r.Rule)
	}
	want := []string{"B.md:1:1 x", "a.md:1:1 x", "a.md:1:1 y", "a.md:1:5 x"}
	if !slices.Equal(order, want) {
		t.Errorf("Sort = %q, want %q", order, want)
	}
}

func TestFingerprint(t *testing.T) {
	one := func(path, src, rule string) string {
		return Sort([]Record{record(t, path, src, "bad", rule)})[0].Fingerprint
	}
	base := one("a.md", "x\nbad line\n", "r")
	for name, other := range map[string]string{
		"moved down":      one("a.md", "x\ny\nz\nbad line\n", "r"),
		"indented":        one("a.md", "x\n  bad   line\n", "r"),
		"other line ends": one("a.md", "x\r\nbad line\r\n", "r"),
	} {
		if other != base {
			t.Errorf("%s: the fingerprint changed", name)
		}
	}
	for name, other := range map[string]string{
		"another rule": one("a.md", "x\nbad line\n", "s"),
		"another path": one("b.md", "x\nbad line\n", "r"),
		"another text": one("a.md", "x\nbad lines\n", "r"),
	} {
		if other == base {
			t.Errorf("%s: the fingerprint is the same", name)
		}
	}
	src := "bad line\n bad line\n"
	f := source.NewFile("a.md", []byte(src))
	var records []Record
	for _, off := range []int{0, 10} {
		r := At(f, source.Span{Start: off, End: off + 3})
		r.Rule = "r"
		records = append(records, r)
	}
	if got := Sort(records); got[0].Fingerprint == got[1].Fingerprint || got[0].Fingerprint != base {
		t.Errorf("two equal lines: fingerprints %q and %q, want two, the first %q", got[0].Fingerprint, got[1].Fingerprint, base)
	}
}

func TestJSONShape(t *testing.T) {
	r := record(t, "a.md", "x <bad>\n", "<bad>", "r")
	r.Fix = &Fix{Message: "quote it", Safe: true, Edits: []Edit{EditAt(source.NewFile("a.md", []byte("x <bad>\n")), source.Span{Start: 2, End: 7}, "'<bad>'")}}
	var b bytes.Buffer
	if err := Print(&b, "json", &Report{Records: Sort([]Record{r}), Files: 3}); err != nil {
		t.Fatal(err)
	}
	fingerprint := Sort([]Record{r})[0].Fingerprint
	want := `{
  "version": 1,
  "diagnostics": [
    {
      "rule": "r",
      "severity": "error",
      "path": "a.md",
      "line": 1,
      "column": 3,
      "end_line": 1,
      "end_column": 8,
      "offset": 2,
      "end_offset": 7,
      "message": "something is wrong",
      "help": "",
      "fix": {
        "message": "quote it",
        "safe": true,
        "edits": [
          {
            "offset": 2,
            "end_offset": 7,
            "text": "'<bad>'"
          }
        ]
      },
      "fingerprint": "` + fingerprint + `"
    }
  ],
  "summary": {
    "files": 3,
    "errors": 1,
    "warnings": 0,
    "infos": 0
  }
}
`
	if b.String() != want {
		t.Errorf("JSON:\n%s\nwant:\n%s", b.String(), want)
	}
	b.Reset()
	if err := Print(&b, "json", &Report{Files: 1}); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b.Bytes()) || !strings.Contains(b.String(), `"diagnostics": []`) {
		t.Errorf("JSON of no records: %s", b.String())
	}
}
