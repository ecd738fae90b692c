package agenttoml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/source"
)

func parse(text string) *agenttoml.Agent {
	return agenttoml.Parse(source.NewFile(".codex/agents/a.toml", []byte(text)))
}

// bodies are texts that have broken one TOML writer or another.
func bodies() map[string]string {
	return map[string]string{
		"plain":                  "One.\n\nTwo.\n",
		"no final newline":       "One.",
		"leading blank":          "\n\nOne.\n",
		"backslashes":            "grep -rn \"TODO\\|FIXME\" C:\\Users\\name \\u12 \\d\n",
		"backslash at line end":  "docker run \\\n    --rm image\n",
		"backslash at the end":   "x\\",
		"triple double":          "\"\"\"doc\"\"\"\n",
		"triple single":          "'''doc'''\n",
		"both triples":           "\"\"\"a\"\"\" '''b''' \"",
		"many quotes":            strings.Repeat("\"", 17) + "'''",
		"five single at the end": "x'''''",
		"single at the end":      "it's '",
		"control characters":     "\x1b[31m \x07 \x7f \x00 \x0c \x0b\r\n",
		"lone carriage return":   "a\rb\n",
		"tab":                    "\ta\tb\n",
		"separators":             "a\u2028b\u2029c\u0085d\ufeffe\n",
		"emoji":                  "판정 👩‍⚖️ é\n",
		"300 KB":                 strings.Repeat("A line of ordinary length, with `code`.\n", 7500) + "'''\\",
	}
}

func TestMultilineDecodesToItself(t *testing.T) {
	for name, body := range bodies() {
		t.Run(name, func(t *testing.T) {
			src := agenttoml.New(agenttoml.Change{Key: agenttoml.Instructions, Value: agenttoml.Multiline(body)})
			var got struct {
				Text string `toml:"developer_instructions"`
			}
			if err := toml.Unmarshal(src, &got); err != nil {
				t.Fatalf("%v in %.200q", err, src)
			}
			if got.Text != body {
				t.Errorf("decoded %.200q, want %.200q", got.Text, body)
			}
			if text := parse(string(src)).Text(agenttoml.Instructions); text != body {
				t.Errorf("Parse gives %.200q, want %.200q", text, body)
			}
		})
	}
}

func TestMultilineForm(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"a \\d \"b\" \"\"\"c\n", "'''\na \\d \"b\" \"\"\"c\n'''"},
		{"a'''b", "\"\"\"\na'''b\"\"\""},
		{"'", "\"\"\"\n'\"\"\""},
		{"\x1b\"", "\"\"\"\n\\u001B\\\"\"\"\""},
		{"\x00\"\"\"\"x", "\"\"\"\n\\u0000\"\"\\\"\"x\"\"\""},
	} {
		if got := agenttoml.Multiline(tt.body); got != tt.want {
			t.Errorf("Multiline(%q) = %q, want %q", tt.body, got, tt.want)
		}
	}
}

func TestParsePositions(t *testing.T) {
	a := parse("\ufeff# c\nname = 'a' # x\n\"description\"=\"b\\n\"\nn.\"x y\" = [\"p\", 'q']\n\n[mcp_servers . docs]\nurl = 1\n")
	if a.Problem != nil {
		t.Fatal(a.Problem)
	}
	var got []string
	for _, e := range a.Entries {
		got = append(got, fmt.Sprintf("%s %s %q %q %q", strings.Join(e.Path, "/"), e.Kind,
			a.File.Text(e.Key), a.File.Text(e.Value), e.Text+strings.Join(e.Items, "+")))
	}
	want := []string{
		`name a string "name" "'a'" "a"`,
		`description a string "\"description\"" "\"b\\n\"" "b\n"`,
		`n/x y an array "n.\"x y\"" "[\"p\", 'q']" "p+q"`,
		`mcp_servers/docs a table "mcp_servers . docs" "" ""`,
		`mcp_servers/docs/url a number "url" "1" ""`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("entries:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCheck(t *testing.T) {
	const ok = "name = \"a\"\ndescription = \"d\"\ndeveloper_instructions = \"x\"\n"
	known := []string{"model", "sandbox_mode", "nickname_candidates", "mcp_servers"}
	for _, tt := range []struct{ name, text, want string }{
		{"sound", ok + "model = \"m\"\n[mcp_servers.x]\nurl = \"u\"\n", ""},
		{"not UTF-8", ok + "model = \"\xff\"\n", "4:10 0 the file is not UTF-8"},
		{"bad escape", "name = \"a\"\ndescription = \"\\d\"\n", "2:16 1 invalid escape character U+0064 'd'"},
		{"never closed", "name = \"a\"\nx = '''\n", "2:8 1 multiline literal string not terminated by '''"},
		{"key twice", ok + "name = \"b\"\n", "4:1 2 key name is already defined"},
		{"table twice", ok + "[mcp_servers.x]\n[mcp_servers.x]\n", "5:2 2 table x already exists"},
		{"no such date", ok + "model = 2026-13-45\n", "4:14 1 impossible date"},
		{"missing", "name = \"a\"\n", "1:1 3 description is missing; 1:1 3 developer_instructions is missing"},
		{"blank", "name = \" \"\ndescription = \"d\"\ndeveloper_instructions = \"\"\"\n \"\"\"\n", "1:8 3 name is blank; 3:26 3 developer_instructions is blank"},
		{"unknown keys", ok + "tools = [\"Read\"]\n[color]\nx = 1\n[color.y]\n", "4:1 4 unknown key \"tools\": Codex drops the whole file; 5:2 4 unknown key \"color\": Codex drops the whole file"},
		{"another type", "name = 1\ndescription = \"d\"\ndeveloper_instructions.x = \"x\"\n", "1:1 5 name is a number, want a string; 3:1 5 developer_instructions is a table, want a string"},
		{"inside a table", "name = \"a\"\ndescription = \"d\"\n[mcp_servers.docs]\ndeveloper_instructions = \"x\"\n", "4:1 6 developer_instructions is a key of the table \"mcp_servers.docs\"; 1:1 3 developer_instructions is missing"},
		{"sandbox", ok + "sandbox_mode = \"workspace-read\"\n", "4:16 7 sandbox_mode is \"workspace-read\"; want read-only, workspace-write or danger-full-access"},
		{"nicknames empty", ok + "nickname_candidates = []\n", "4:23 7 nickname_candidates is empty"},
		{"nicknames twice", ok + "nickname_candidates = [\"a\", \"a\"]\n", "4:23 7 nickname_candidates holds \"a\" twice"},
		{"nicknames umlaut", ok + "nickname_candidates = [\"Jürgen\"]\n", "4:23 7 nickname_candidates holds \"Jürgen\"; want ASCII letters, digits, blanks, - and _"},
		{"nicknames no list", ok + "nickname_candidates = \"a\"\n", "4:23 7 nickname_candidates must be a list of strings"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := parse(tt.text)
			var got []string
			for _, p := range a.Check(known) {
				pos := a.File.Position(p.Span.Start)
				got = append(got, fmt.Sprintf("%d:%d %d %s", pos.Line, pos.Column, p.Code, p.Message))
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("problems\n%s\nwant\n%s", s, tt.want)
			}
		})
	}
}

func TestEdit(t *testing.T) {
	set := func(pairs ...string) []agenttoml.Change {
		var c []agenttoml.Change
		for i := 0; i < len(pairs); i += 2 {
			c = append(c, agenttoml.Change{Key: pairs[i], Value: pairs[i+1]})
		}
		return c
	}
	for _, tt := range []struct {
		name, text string
		changes    []agenttoml.Change
		want       string
	}{
		{"in place", "# k\nname = \"a\" # n\ndeveloper_instructions = \"\"\"\nold\"\"\" # i\nmodel=1\n",
			set(agenttoml.Instructions, "'''\nnew'''"),
			"# k\nname = \"a\" # n\ndeveloper_instructions = '''\nnew''' # i\nmodel=1\n"},
		{"before the first table", "name = \"a\"\n\n# about docs\n[mcp_servers.docs]\nurl = 1\n",
			set(agenttoml.Instructions, "\"x\""),
			"name = \"a\"\ndeveloper_instructions = \"x\"\n\n# about docs\n[mcp_servers.docs]\nurl = 1\n"},
		{"new key before the instructions", "name = \"a\"\n# c\ndeveloper_instructions = \"x\"\n",
			set("model", "\"m\"", "x y", "2"),
			"name = \"a\"\nmodel = \"m\"\n\"x y\" = 2\n# c\ndeveloper_instructions = \"x\"\n"},
		{"no final newline", "name = \"a\"", set("model", "1"), "name = \"a\"\nmodel = 1"},
		{"only a table", "\ufeff[t]\n", set("model", "1"), "\ufeffmodel = 1\n[t]\n"},
		{"empty", "", set("model", "1"), "model = 1\n"},
		{"only a mark", "\ufeff", set("model", "1"), "\ufeffmodel = 1\n"},
		{"CRLF", "name = \"a\"\r\nmodel = 2\r\n", set("x", "1", "name", "\"b\""), "name = \"b\"\r\nmodel = 2\r\nx = 1\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problem := parse(tt.text).Edit(tt.changes...)
			if problem != nil || string(got) != tt.want {
				t.Errorf("Edit = %q, %v\nwant %q", got, problem, tt.want)
			}
		})
	}
	if _, problem := parse("[model]\nx = 1\n").Edit(set("model", "1")...); problem == nil || problem.Code != agenttoml.Type {
		t.Errorf("setting a table: %v, want a problem", problem)
	}
	if _, problem := parse("x = \n").Edit(set("model", "1")...); problem == nil {
		t.Error("no problem for a file that is no TOML")
	}
}

func TestEncode(t *testing.T) {
	var v map[string]any
	const text = "x = { a = [1, 2.0, -0.5, true], \"b c\" = \"q\\\"\\n\", d = 1979-05-27, e = 1979-05-27T07:32:00Z, f = {} }\n"
	if err := toml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	got, ok := agenttoml.Encode(v["x"])
	if !ok || "x = "+got+"\n" != text {
		t.Errorf("Encode = %s, %v\nwant %s", got, ok, text)
	}
	if _, ok := agenttoml.Encode(struct{}{}); ok {
		t.Error("a struct has no value")
	}
}

// FuzzBody: what is encoded decodes to itself, in a new file and edited into
// any other, which keeps its other keys.
func FuzzBody(f *testing.F) {
	for _, body := range bodies() {
		if len(body) < 1000 {
			f.Add(body, "name = \"a\"\nmodel = 1 # c\n[t]\nx = 1\n")
		}
	}
	f.Add("x", "developer_instructions = \"\"\"\nold\"\"\"\nname = 'b'")
	f.Fuzz(func(t *testing.T, body, file string) {
		body = strings.ToValidUTF8(body, "")
		change := agenttoml.Change{Key: agenttoml.Instructions, Value: agenttoml.Multiline(body)}
		fresh := parse(string(agenttoml.New(change)))
		if got := fresh.Text(agenttoml.Instructions); fresh.Problem != nil || got != body {
			t.Fatalf("decoded %q, %v, want %q", got, fresh.Problem, body)
		}
		old := parse(file)
		out, problem := old.Edit(change)
		if problem != nil {
			return
		}
		edited := parse(string(out))
		if got := edited.Text(agenttoml.Instructions); edited.Problem != nil || got != body {
			t.Fatalf("edited %q into %q: %q, %v, want %q", file, out, got, edited.Problem, body)
		}
		before, after := old.Decode(), edited.Decode()
		delete(before, agenttoml.Instructions)
		delete(after, agenttoml.Instructions)
		if fmt.Sprint(before) != fmt.Sprint(after) {
			t.Fatalf("edited %q into %q: other keys changed", file, out)
		}
	})
}
