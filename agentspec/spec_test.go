package agentspec

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/judgelint/judgelint/source"
)

func parse(src string) *Spec { return Parse(source.NewFile("a.md", []byte(src))) }

// front wraps lines of front matter.
func front(lines string) string { return "---\n" + lines + "---\n\nBody.\n" }

// show prints the entries of a spec, one a line: key, kind, value or items, and
// the source of the value if it differs.
func show(s *Spec) string {
	var b strings.Builder
	for _, e := range s.Entries {
		fmt.Fprintf(&b, "%s(%s)=%s", e.Key, s.File.Text(e.KeySpan), e.Value)
		for _, i := range e.Items {
			fmt.Fprintf(&b, "[%s]", i.Text)
		}
		if src := string(s.File.Text(e.Span)); src != e.Value {
			fmt.Fprintf(&b, " <%s>", src)
		}
		if e.Comment.Len() > 0 {
			fmt.Fprintf(&b, " {%s}", s.File.Text(e.Comment))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, front string
		reading     Reading
		want        string
	}{
		{"plain", "name: x\ndescription: Checks things.\n", Strict, "name(name)=x\ndescription(description)=Checks things.\n"},
		{"CRLF", "name: x\r\ndescription: y\r\n", Strict, "name(name)=x\ndescription(description)=y\n"},
		{"quotes", "name: \"x\"\nd: 'it''s'\n", Strict, "name(name)=x <\"x\">\nd(d)=it's <'it''s'>\n"},
		{"comment behind a value", "d: Reads C #and more\n", Strict, "d(d)=Reads C {#and more}\n"},
		{"block scalar", "d: |\n  a: b\n  c\n\nname: x\n", Strict, "d(d)=a: b\nc <|\n  a: b\n  c>\nname(name)=x\n"},
		{"lists", "tools: [Read, 'Grep']\nskills:\n- a\n- b\n", Strict, "tools(tools)=[Read][Grep] <[Read, 'Grep']>\nskills(skills)=[a][b] <- a\n- b>\n"},
		{"empty value and comment lines", "tools:\n# note\nname: x\n", Strict, "tools(tools)=\nname(name)=x\n"},
		{"wide characters before a value", "이름: 판정\nd: 장\n", Strict, "이름(이름)=판정\nd(d)=장\n"},
		{"alias", "a: &x b\nc: *x\n", Strict, "a(a)=b <&x b>\nc(c)=b <*x>\n"},
		{"bare colon", "d: Two things: a.\nname: x\n", Repaired, "d(d)=Two things: a.\nname(name)=x\n"},
		{"bare colon and a quote in it", "d: Two: it's\nname: x\n", Repaired, "d(d)=Two: it's\nname(name)=x\n"},
		{"bare colon in a continued value", "d: Two: a\n  and more\nname: x\n", Lenient, "d(d)=Two: a\n  and more\nname(name)=x\n"},
		{"a block scalar beside a bare colon", "d: |\n  a\nwhen: a: b\nname: x\n", Lenient, "d(d)=a <|\n  a>\nwhen(when)=a: b\nname(name)=x\n"},
		{"at sign first", "d: @home\nname: x\n", Repaired, "d(d)=@home\nname(name)=x\n"},
		{"tab in the indentation", "tools:\n\t- Read\nname: x\n", Repaired, "tools(tools)=[Read] <- Read>\nname(name)=x\n"},
		{"unclosed quote", "name: x\nd: \"open\n", Lenient, "name(name)=x\nd(d)=open <\"open>\n"},
		{"unclosed bracket", "name: x\ntools: [Read, Grep\ncolor: red\n", Repaired, "name(name)=x\ntools(tools)=[Read, Grep\ncolor(color)=red\n"},
		{"unclosed bracket with a colon", "name: x\ntools: [a: b\nd: \"c\n", Lenient, "name(name)=x\ntools(tools)=[a:][b] <[a: b>\nd(d)=c <\"c>\n"},
		{"bare colon and CRLF", "name: x\r\nd: a: b\r\n", Lenient, "name(name)=x\nd(d)=a: b\n"},
		{"dialogue at the left edge", "name: x\nd: Use it. Examples:\n<example>\nuser: \"check\"\n</example>\ntools: Read\n", Lenient,
			"name(name)=x\nd(d)=Use it. Examples:\ntools(tools)=Read\n"},
		{"key twice", "a: b\na: c\n", Strict, "a(a)=b\na(a)=c\n"},
		{"not a mapping", "- a\n- b\n", Lenient, ""},
		{"nothing", "", Strict, ""},
		{"only a comment", "# x\n", Strict, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(front(tt.front))
			if got := show(s); got != tt.want || s.Reading != tt.reading {
				t.Errorf("Parse(%q), reading %d, want %d:\n%s\nwant\n%s", tt.front, s.Reading, tt.reading, got, tt.want)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	tests := []struct {
		name, front, want string
	}{
		{"bare colon: the place is the colon", "name: x\nd: 판정: b\n", "3:6 mapping values are not allowed in this context"},
		{"unclosed bracket: where it was opened", "name: x\ntools: [Read\ncolor: red\n", "3:8 while parsing a flow sequence: did not find expected ',' or ']'"},
		{"unclosed quote: where it was opened", "d: \"open\n\nname: x\n", "2:4 while scanning a quoted scalar: found unexpected end of stream"},
		{"stray line", "name: x\nstray\nd: y\n", "3:1 while scanning a simple key: could not find expected ':'"},
		{"key twice", "a: b\nc: d\na: c\n", `4:1 key "a" is given twice, first in line 2`},
		{"second document", "a: b\n...\nc\n", "3:1 expected single document, found multiple"},
		{"control character", "name: x\x01\n", `2:8 control character '\x01'`},
		{"list", "- a\n", "2:1 not a mapping of keys to values"},
		{"none", "name: x\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(front(tt.front))
			var got []string
			for _, p := range s.Problems {
				at := s.File.Position(p.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d %s", at.Line, at.Column, p.Message))
			}
			if text := strings.Join(got, "\n"); text != tt.want {
				t.Errorf("problems of %q = %q, want %q", tt.front, text, tt.want)
			}
		})
	}
}

func TestList(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"commas", "tools: Read, Grep,Bash", "Read|Grep|Bash"},
		{"blanks", "tools: Read Grep", "Read|Grep"},
		{"bars", "tools: Read|Grep | Bash", "Read|Grep|Bash"},
		{"parentheses hold together", "tools: Agent(worker, scout), Bash(git log:*), Read", "Agent(worker, scout)|Bash(git log:*)|Read"},
		{"flow list", "tools: [Read, Grep]", "Read|Grep"},
		{"quoted", `tools: "Read, Grep"`, "Read|Grep"},
		{"null", "tools:", ""},
		{"empty list", "tools: []", ""},
		{"missing", "name: x", ""},
		{"unclosed list", "tools: [Read, Grep", "Read|Grep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := parse(front(tt.value + "\n"))
			var got []string
			for _, i := range s.List("tools") {
				got = append(got, i.Text)
				if src := strings.Trim(string(s.File.Text(i.Span)), `"'`); src != i.Text {
					t.Errorf("the span of %q holds %q", i.Text, src)
				}
			}
			if text := strings.Join(got, "|"); text != tt.want {
				t.Errorf("List of %q = %q, want %q", tt.value, text, tt.want)
			}
		})
	}
}

func TestStray(t *testing.T) {
	tests := []struct {
		name, front string
		want        int
	}{
		{"quotes that go on at the left edge", "d: \"a\nb\"\nname: x\n", 1},
		{"a closing quote at the left edge", "d: 'a\n  b\n'\nname: x\n", 1},
		{"elements at the left edge", "tools: [\nRead,\nGrep\n]\nname: x\n", 2},
		{"a closing bracket at the left edge", "tools: [\n  Read\n]\nname: x\n", 0},
		{"list items at the left edge", "tools:\n- Read\n# c\n- Grep\n-\nname: x\n", 0},
		{"indented", "d: 'a\n\n  b'\nname: x\n", 0},
		{"no YAML", "d: a\nb\nname: x\n", 1},
	}
	for _, tt := range tests {
		if s := parse(front(tt.front)); len(s.Stray) != tt.want {
			t.Errorf("%s: %d stray lines, want %d", tt.name, len(s.Stray), tt.want)
		}
	}
}

func TestLinesAreVerbatim(t *testing.T) {
	src := "---\nname: x\n# about the tools\ntools:\n  - Read # r\n\ndescription: |\n  a\n---\nBody.\n"
	s := parse(src)
	want := []string{"name: x\n", "tools:\n  - Read # r\n", "description: |\n  a\n"}
	for i, e := range s.Entries {
		if got := string(s.File.Text(e.Lines)); got != want[i] {
			t.Errorf("lines of %s = %q, want %q", e.Key, got, want[i])
		}
	}
	if got := string(s.File.Text(s.Body())); got != "Body.\n" {
		t.Errorf("body = %q", got)
	}
}

func TestFind(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	fsys := fstest.MapFS{
		"agents/a.md":     file("---\nname: a\n---\n"),
		"agents/b.md":     file("---\nname: other\n---\n"),
		"agents/sub/c.md": file("---\nname: b\n---\n"),
		"agents/d.MD":     file("---\nname: d\n---\n"),
	}
	for name, want := range map[string]string{"a": "agents/a.md", "b": "agents/sub/c.md", "other": "agents/b.md", "d": "", "../agents/a": "", "": ""} {
		f, err := Find(fsys, "agents", name)
		got := ""
		if f != nil {
			got = f.Path
		}
		if got != want || err != nil {
			t.Errorf("Find(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	if f, err := Find(fsys, "missing", "a"); f != nil || err != nil {
		t.Errorf("Find in a missing folder = %v, %v", f, err)
	}
	specs, err := LoadDir(fsys, "agents")
	if len(specs) != 3 || err != nil || specs[2].File.Path != "agents/sub/c.md" {
		t.Errorf("LoadDir = %d specs, %v", len(specs), err)
	}
}

func TestReadName(t *testing.T) {
	for src, want := range map[string]string{
		"---\nname: a\n---\n":                                   "a",
		"---\nname: \"a b\"\n---\n":                             "a b",
		"---\nname: 7\n---\n":                                   "",
		"---\nname: a\n  b\n---\n":                              "a b",
		"---\nname: a\nname: b\n---\n":                          "b",
		"---\ndescription: \"x\nname: b\n y\"\nname: a\n---\n":  "a",
		"---\ndescription: x: y\nname: a\ntools: [b, c]\n---\n": "a",
		"---\ndescription: |\n  \"x\n  name: b\nname: a\n---\n": "a",
		"no front matter":                                       "",
	} {
		if got := ReadName([]byte(src)); got != want {
			t.Errorf("ReadName(%q) = %q, want %q", src, got, want)
		}
	}
}

// checkSpec holds what is true of every spec.
func checkSpec(t *testing.T, s *Spec) {
	t.Helper()
	inside := func(name string, span source.Span) {
		if span.Start < 0 || span.End < span.Start || span.End > len(s.File.Src) {
			t.Errorf("span of %s is outside: %v of %d", name, span, len(s.File.Src))
		}
	}
	for _, e := range s.Entries {
		inside(e.Key, e.KeySpan)
		inside(e.Key+" value", e.Span)
		inside(e.Key+" lines", e.Lines)
		for _, i := range append(e.Items, e.Split()...) {
			inside(i.Text, i.Span)
		}
	}
	for _, p := range s.Problems {
		inside(p.Message, p.Span)
	}
	if got, want := ReadName(s.File.Src), s.Name(); got != want {
		t.Errorf("ReadName = %q, but Parse gives %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"name: x\ndescription: a: b\n", "t:\n\t- x\nname: 'y", "a: |\n x\nname: \"\nz", "? a\n: [b", "name: &a b\r\nc: *a\r", "x: {a: 'b\nname: c'}\n", "0: \"0\x1600"} {
		f.Add(front(s))
	}
	f.Fuzz(func(t *testing.T, src string) {
		checkSpec(t, parse(src))
		checkQuick(t, src)
	})
}

// checkQuick compares the reading without the parser with that of the parser.
func checkQuick(t *testing.T, src string) {
	t.Helper()
	quick := Spec{File: source.NewFile("a.md", []byte(src)), Front: source.CutFront([]byte(src))}
	full := quick
	if quick.Front.State == source.FrontNone || !quick.quickRead() {
		return
	}
	full.readYAML()
	if !slices.EqualFunc(quick.Entries, full.Entries, func(a, b Entry) bool { return reflect.DeepEqual(a, b) }) || full.Reading != Strict {
		t.Errorf("without the parser:\n%#v\nwith it (reading %d):\n%#v", quick.Entries, full.Reading, full.Entries)
	}
}

func TestQuickRead(t *testing.T) {
	for _, lines := range []string{"name: x-y\n", "name:   x  \n# c\n\nd: A (b), c's \"d\".\n", "a: b", "tools: Read, Bash(git log:*)\n", "a: Yes\n", "a: No way\n"} {
		checkQuick(t, front(lines))
	}
	for _, lines := range []string{"name:\n", "a: true\n", "a: b: c\n", "a: b #c\n", "a: [b]\n", "a: 1\n", "- a\n", "a: b\n  c\n", "a: b\r\n", "a: 판\n", "a: b:\n"} {
		s := Spec{File: source.NewFile("a.md", []byte(front(lines)))}
		s.Front = source.CutFront(s.File.Src)
		if s.quickRead() {
			t.Errorf("%q is not of the simple form", lines)
		}
	}
}

// TestCorpus reads real agent files, where JUDGELINT_CORPUS names a folder.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("JUDGELINT_CORPUS")
	if dir == "" {
		t.Skip("JUDGELINT_CORPUS is not set")
	}
	n, readings := 0, map[Reading]int{}
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".md" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		s := Parse(source.NewFile(p, src))
		if s.Front.State == source.FrontClosed {
			n++
			readings[s.Reading]++
		}
		t.Run(filepath.Base(p), func(t *testing.T) {
			checkSpec(t, s)
			checkQuick(t, string(src))
		})
		return nil
	})
	t.Logf("%d files with front matter: %d strict, %d repaired, %d lenient", n, readings[Strict], readings[Repaired], readings[Lenient])
}

func TestSpanOfBrackets(t *testing.T) {
	for _, value := range []string{
		"[a, b]", "{bash: deny}", "[]", `["]", 'it''s # ]']`, "[it's, a#b]", "{a: [b, {c: d}]}", "[a, # ]\n  b]", `[a "b" c]`, "[\n  a,\n]",
	} {
		for _, behind := range []string{"", " # why", "\t# ]", "  "} {
			s := Parse(source.NewFile("a.md", []byte("---\nname: a\nx: "+value+behind+"\ny: z\n---\n")))
			if len(s.Problems) > 0 {
				t.Fatalf("%q: %v", value+behind, s.Problems)
			}
			if got := string(s.File.Text(s.Entry("x").Span)); got != value {
				t.Errorf("%q: the span is that of %q", value+behind, got)
			}
		}
	}
}
