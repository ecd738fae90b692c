package mirror

import (
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
