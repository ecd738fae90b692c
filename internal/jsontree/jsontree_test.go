package jsontree

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// plain returns v as encoding/json would decode it, the first of two keys
// winning.
func plain(v *Value) any {
	switch v.Kind {
	case Bool:
		return v.Text == "true"
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case List:
		list := []any{}
		for i := range v.Items {
			list = append(list, plain(&v.Items[i]))
		}
		return list
	case Object:
		m := map[string]any{}
		for i := range v.Items {
			if _, ok := m[v.Keys[i].Name]; !ok {
				m[v.Keys[i].Name] = plain(&v.Items[i])
			}
		}
		return m
	}
	return nil
}

func TestParse(t *testing.T) {
	for _, text := range []string{
		`null`, ` true `, `false`, `0`, `-0.5e+10`, `1E2`, `""`, `"a\"\\\/\b\f\n\r\t\u00e9"`,
		`"\ud83d\ude00 \ud83d x \ude00 \ud83d\u0041"`, `[]`, `{}`, `[1,[2,{"a":[]}],"x"]`,
		"\xef\xbb\xbf{\"a\" : 1 ,\n\t\"b\":{\"c\":null}}\r\n", `{"가":"나"}`,
	} {
		tree, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("Parse(%q): %v at %d", text, err, err.Offset)
			continue
		}
		var want any
		dec := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\xef\xbb\xbf")))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := plain(&tree.Root); !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%q) = %#v, want %#v", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		text, message string
		offset        int
	}{
		{"", "want a value, found the end of the text", 0},
		{"[NaN]", `want a value, found "NaN"`, 1},
		{"[-Infinity]", `want a digit, found "Infinity"`, 2},
		{"[1,]", "a comma stands before the closing ']'", 3},
		{`{"a":1,}`, "a comma stands before the closing '}'", 7},
		{`{a:1}`, `want a key in double quotes, found "a"`, 1},
		{`{"a" 1}`, `want ':' after the key "a", found "1"`, 5},
		{`[1 2]`, `want ',' or ']', found "2"`, 3},
		{`[1`, `want ',' or ']', found the end of the text`, 2},
		{`[01]`, `want ',' or ']', found "1"`, 2},
		{`[1.]`, `want a digit after the point, found "]"`, 3},
		{`[1e]`, `want a digit in the exponent, found "]"`, 3},
		{`"a`, "the text ends inside a string", 2},
		{"\"a\nb\"", `a control character ('\n') stands in a string`, 2},
		{`"\x"`, `a back slash before "x" is no escape`, 2},
		{`"\u12g4"`, `want four hexadecimal digits after \u`, 2},
		{`"\ud83d\u12"`, `want four hexadecimal digits after \u`, 8},
		{`{} {}`, `the value has ended, but more text follows: "{"`, 3},
		{"[\"\xff\"]", "the text is not UTF-8", 2},
		{"\xff\xfe[\x00]\x00", "the text is UTF-16, as an older PowerShell writes it; want UTF-8", 0},
		{"// note\n{}", `want a value, found "/"`, 0},
		{strings.Repeat("[", 1_000_000), "more than 200 lists and objects lie in each other", 201},
	} {
		_, err := Parse([]byte(tt.text))
		if err == nil || err.Message != tt.message || err.Offset != tt.offset {
			t.Errorf("Parse(%.20q) = %v, want %q at %d", tt.text, err, tt.message, tt.offset)
		}
	}
	many := "[" + strings.Repeat("1,", MaxValues) + "1]"
	if _, err := Parse([]byte(many)); err == nil || err.Message != "more than 1000000 values" {
		t.Errorf("too many values: %v", err)
	}
}

func TestPathAndDoubles(t *testing.T) {
	text := `{"findings": [{"a": 1}, {"a b": "x", "line": 2, "line": 3}], "findings": null}`
	tree, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		`{"findings"`: "$", `[{`: "$.findings", `1}`: "$.findings[0].a", `"x"`: `$.findings[1]["a b"]`,
		`3`: "$.findings[1].line", `null`: "$.findings",
	} {
		if got := tree.Path(strings.Index(text, word)); got != want {
			t.Errorf("Path at %s = %s, want %s", word, got, want)
		}
	}
	var got []string
	for _, d := range tree.Doubles {
		got = append(got, fmt.Sprintf("%s %d %d", d.Key.Name, d.First.Start, d.Key.Span.Start))
	}
	if want := []string{"line 37 48", "findings 1 61"}; !reflect.DeepEqual(got, want) {
		t.Errorf("doubles %q, want %q", got, want)
	}
}

func TestDoublesInLargeObject(t *testing.T) {
	var keys []string
	for i := range 100 {
		keys = append(keys, fmt.Sprintf(`"k%d":0`, i))
	}
	keys = append(keys, `"k3":0`, `"k77":0`, `"k3":0`)
	tree, err := Parse([]byte("{" + strings.Join(keys, ",") + "}"))
	if err != nil || len(tree.Doubles) != 3 || tree.Doubles[1].Key.Name != "k77" {
		t.Errorf("doubles %v, %v", tree, err)
	}
}

// FuzzParse: what we accept, encoding/json accepts and reads the same way, and
// the other way round; spans lie in each other and Path never panics.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x\u00e9",null]}`, `[[{}]`, `"\ud83d"`, `{"a":1,"a":2}`, `-1.5e3`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		tree, err := Parse(src)
		if err != nil {
			if err.Offset < 0 || err.Offset > len(src) {
				t.Fatalf("offset %d", err.Offset)
			}
			return
		}
		if !json.Valid([]byte(strings.TrimPrefix(string(src), "\xef\xbb\xbf"))) {
			t.Fatalf("accepted %q", src)
		}
		check(t, &tree.Root, len(src))
		for off := range len(src) + 1 {
			tree.Path(off)
		}
	})
}

func check(t *testing.T, v *Value, end int) {
	if v.Span.Start < 0 || v.Span.End > end || v.Span.Start >= v.Span.End {
		t.Fatalf("span %v", v.Span)
	}
	for i := range v.Items {
		if !v.Span.Encloses(v.Items[i].Span) {
			t.Fatalf("%v is not in %v", v.Items[i].Span, v.Span)
		}
		check(t, &v.Items[i], end)
	}
}

func BenchmarkParse(b *testing.B) {
	one := `{"file":"internal/a.go","line":"12","severity":"must-fix","problem":"the error of Close is dropped, so a full disk is not seen","fix":"return it"}`
	src := []byte("[" + strings.Repeat(one+",\n", 9999) + one + "]")
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(src); err != nil {
			b.Fatal(err)
		}
	}
}
