package mirror

import (
	"reflect"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

func TestYAMLValue(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string
	}{
		{"Reviews code.", "Reviews code."},
		{"Use when: it fails", `"Use when: it fails"`},
		{"a #b", `"a #b"`},
		{"ends:", `"ends:"`},
		{"", `""`},
		{" x", `" x"`},
		{"on", `"on"`},
		{"Null", `"Null"`},
		{"007", `"007"`},
		{"2026-01-02", `"2026-01-02"`},
		{"- x", `"- x"`},
		{"*", `"*"`},
		{"a\nb\t\"c\"\\\x07\u2028", `"a\nb\t\"c\"\\\x07\u2028"`},
		{true, "true"},
		{int64(3), "3"},
		{0.5, "0.5"},
		{1.0, "1.0"},
		{[]any{"a", "b, c", int64(1)}, `[a, "b, c", 1]`},
		{map[string]any{"read": "allow", "*": "deny", "bash": map[string]any{"git *": "allow"}}, `{"*": deny, bash: {git *: allow}, read: allow}`},
	} {
		if got := yamlValue(tt.value); got != tt.want {
			t.Errorf("yamlValue(%#v) = %s, want %s", tt.value, got, tt.want)
		}
	}
}

// FuzzMarkdown: a text written into front matter is read back as it was, and
// the body too.
func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"plain", "a: b", "#", "'", "\"", "\u0085x", "x\n y", "---", "{a}", "\ufeff", "!t", "a\r\nb", "a\r\r\n"} {
		f.Add(seed, "Body.\n"+seed)
	}
	f.Fuzz(func(t *testing.T, text, body string) {
		text, body = strings.ToValidUTF8(text, ""), strings.ToValidUTF8(body, "")
		clean := bodyOf([]byte(body))
		src := mdForm{}.fresh([]key{{name: "name", value: "a"}, {name: "description", value: text}}, clean)
		d, bad := mdForm{}.read(source.NewFile("a.md", src))
		if bad != nil || d.yamlFault != nil {
			t.Fatalf("%q: %v %v", src, bad, d)
		}
		if got := d.text("description"); got != strings.TrimSpace(text) {
			t.Fatalf("%q: description %q, want %q", src, got, text)
		}
		if want := fold(clean); string(d.body) != string(want) {
			t.Fatalf("%q: body %q, want %q", src, d.body, want)
		}
		out, _ := d.edit([]key{{name: "description", value: "new"}, {name: "model", value: text}}, []byte("x\n"))
		s := agentspec.Parse(source.NewFile("a.md", out))
		if s.Description() != "new" || s.Text("model") != strings.TrimSpace(text) || s.Name() != "a" || string(bodyOf(out[s.Body().Start:])) != "x\n" {
			t.Fatalf("edited into %q", out)
		}
	})
}

// FuzzEditMarkdown: in any file that can be read, a new body replaces the old
// one and nothing else, and a key that is set reads back or is refused.
func FuzzEditMarkdown(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a\ndescription: >\n  b\n  c\nx: 1\n---\n\nBody\n", "---\r\nname: a\r\n---", "\ufeff---\n# c\ndescription: 'x' # y\n---\nB",
		"no front matter\n", "---\ndescription: {a: b}\ntools:\n- x\n---\n\n\n", "---\n---\nx", "---\na: &x b\ndescription: *x\n---\nB\n",
		"---\n? a\n: b\n---\nB\n", "---\n{description: a}\n---\nB\n", "---\ndescription: \"a\n  b\"\n---\nB\n",
	} {
		f.Add(seed, "New\n")
	}
	f.Fuzz(func(t *testing.T, file, body string) {
		file, body = strings.ToValidUTF8(file, ""), strings.TrimLeft(strings.ToValidUTF8(body, ""), " \t\r\n")
		d, bad := mdForm{}.read(source.NewFile("a.md", []byte(file)))
		if bad != nil || body == "" {
			return
		}
		out, _ := d.edit(nil, []byte(body))
		after, bad := mdForm{}.read(source.NewFile("a.md", out))
		if bad != nil {
			if len(d.keys) == 0 { // a body that begins like front matter, in a file without any
				return
			}
			t.Fatalf("%q becomes %q: %v", file, out, bad)
		}
		if len(d.keys) > 0 && string(after.body) != string(fold([]byte(body))) {
			t.Fatalf("%q becomes %q: body %q, want %q", file, out, after.body, body)
		}
		if len(d.keys) > 0 && !reflect.DeepEqual(values(after), values(d)) {
			t.Fatalf("%q becomes %q: keys changed", file, out)
		}
	})
}

func values(d *document) map[string]any {
	m := map[string]any{}
	for _, k := range d.keys {
		m[k.name] = k.value
	}
	return m
}
