package lint

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// TestClient holds what Claude Code 2.1.332 was seen to load (2026-12-01, with
// each of these files in .claude/agents): a file that it does not load is an
// error of ours, one that it loads is none. Exceptions say why.
func TestClient(t *testing.T) {
	const rest = "---\nBody.\n"
	tests := []struct {
		name, src string
		loads     bool
		exception string // the rule that reports an error all the same
	}{
		{"valid", "---\nname: a\ndescription: x\n" + rest, true, ""},
		{"bare colon", "---\nname: a\ndescription: Two: x\n" + rest, true, ""},
		{"bare colon and CRLF", "---\r\nname: a\r\ndescription: Two: x\r\n---\r\n", false, ""},
		{"bare colon in a continued value", "---\nname: a\ndescription: Two: x\n  y\n" + rest, false, ""},
		{"bare colon beside a block scalar", "---\nname: a\ndescription: |\n  x\nwhen: b: c\n" + rest, false, ""},
		{"bare colon in an indented line", "---\nname: a\ndescription:\n  two\n  lines: x\n" + rest, false, ""},
		{"colon at the end", "---\nname: a\ndescription: Text:\n" + rest, false, ""},
		{"no blank behind the colon", "---\nname:a\ndescription: x\n" + rest, false, ""},
		{"special characters first", "---\nname: a\ndescription: **x** @y\ncolor: `red`\n" + rest, true, ""},
		{"percent first", "---\nname: a\ndescription: %x\n" + rest, true, ""},
		{"dash first", "---\nname: a\ndescription: - x\n" + rest, false, ""},
		{"quotation inside", "---\nname: a\ndescription: it says \"x: y\" ok\n" + rest, true, ""},
		{"text behind a quotation", "---\nname: a\ndescription: \"x\" y\n" + rest, false, ""},
		{"apostrophe in single quotes", "---\nname: a\ndescription: 'it's x'\n" + rest, false, ""},
		{"unknown escape", "---\nname: a\ndescription: \"x \\d\"\n" + rest, false, ""},
		{"unclosed quote", "---\nname: a\ndescription: \"x\n" + rest, false, ""},
		// It is loaded with a tool called "[Read", so the agent has not what it names.
		{"unclosed bracket", "---\nname: a\ndescription: x\ntools: [Read, Grep\n" + rest, true, "yaml-syntax"},
		{"quotes that go on at the left edge", "---\nname: a\ndescription: \"x\ny\"\n" + rest, false, ""},
		{"quotes that go on indented", "---\nname: a\ndescription: \"x\n\n  y\"\n" + rest, true, ""},
		{"elements at the left edge", "---\nname: a\ndescription: x\ntools: [\nRead\n]\n" + rest, false, ""},
		{"closing bracket at the left edge", "---\nname: a\ndescription: x\ntools: [\n  Read\n]\n" + rest, true, ""},
		{"tabs indent a list", "---\nname: a\ndescription: x\ntools:\n\t- Read\n" + rest, true, ""},
		{"stray line", "---\nname: a\ndescription: x\nstray\n" + rest, false, ""},
		{"alias without an anchor", "---\nname: a\ndescription: x\ny: *c\n" + rest, true, ""},
		{"unknown tag", "---\nname: a\ndescription: x\ny: !foo bar\n" + rest, true, ""},
		{"complex key", "---\nname: a\ndescription: x\n? y\n: z\n" + rest, true, ""},
		{"quoted keys", "---\n\"name\": a\n\"description\": x\n" + rest, true, ""},
		{"flow mapping", "---\n{name: a, description: x}\n" + rest, true, ""},
		{"indented keys", "---\n  name: a\n  description: x\n" + rest, true, ""},
		{"key twice", "---\nname: b\ndescription: x\nname: a\n" + rest, true, ""},
		{"unknown keys, bad values", "---\nname: a\ndescription: x\nfoo: 1\nmax-turns: 3\nmaxTurns: many\ncolor: 5\nmodel: [x]\n" + rest, true, ""},
		{"hooks that are none", "---\nname: a\ndescription: x\nhooks: {Stop: 5}\n" + rest, true, ""},
		{"control character", "---\nname: a\ndescription: x\x01y\n" + rest, true, ""},
		{"Latin-1", "---\nname: a\ndescription: \xe9t\xe9\n" + rest, true, ""},
		{"byte order mark", source.BOM + "---\nname: a\ndescription: x\n" + rest, true, ""},
		{"CRLF", "---\r\nname: a\r\ndescription: x\r\n---\r\nBody.\r\n", true, ""},
		{"lone CR", "---\rname: a\rdescription: x\r---\rBody.\r", false, ""},
		{"blanks after the dashes", "--- \nname: a\ndescription: x\n---  \nBody.\n", true, ""},
		{"blank lines inside", "---\n\nname: a\ndescription: x\n\n" + rest, true, ""},
		{"empty body", "---\nname: a\ndescription: x\n---\n", true, ""},
		{"no front matter", "Body.\n", false, ""},
		{"not closed", "---\nname: a\ndescription: x\n\nBody.\n", false, ""},
		{"closed by dots", "---\nname: a\ndescription: x\n...\nBody.\n", false, ""},
		{"closed by four dashes", "---\nname: a\ndescription: x\n----\nBody.\n", true, ""},
		{"closed by indented dashes", "---\nname: a\ndescription: x\n --- \nBody.\n", true, ""},
		{"closed with a comment", "---\nname: a\ndescription: x\n--- # y\nBody.\n", true, ""},
		{"blank line first", "\n---\nname: a\ndescription: x\n" + rest, false, ""},
		{"in a fence", "```markdown\n---\nname: a\ndescription: x\n---\n```\n", false, ""},
		{"dashes in the description", "---\nname: a\ndescription: x --- y\n" + rest, true, ""},
		{"dashes before the name", "---\ndescription: x --- y\nname: a\n" + rest, false, ""},
		{"dashes in a comment", "---\nname: a\n# ---- y ----\ndescription: x\n" + rest, false, ""},
		{"dashes in a list", "---\nname: a\ndescription: x\nmcpServers:\n  - y:\n      args: [\n        # ---\n        z\n      ]\n" + rest, false, ""},
		{"no name", "---\ndescription: x\n" + rest, false, ""},
		{"name in capitals", "---\nName: a\ndescription: x\n" + rest, false, ""},
		{"number as a name", "---\nname: 7\ndescription: x\n" + rest, false, ""},
		{"true as a name", "---\nname: true\ndescription: x\n" + rest, false, ""},
		{"colon in the name", "---\nname: \"a:b\"\ndescription: x\n" + rest, false, ""},
		{"dash first in the name", "---\nname: -a\ndescription: x\n" + rest, false, ""},
		{"blanks, capitals and Hangul in the name", "---\nname: A 깊이\ndescription: x\n" + rest, true, ""},
		{"a name of the client's own", "---\nname: general-purpose\ndescription: x\n" + rest, true, ""},
		// The mirrors would be written into another folder.
		{"slash in the name", "---\nname: a/b\ndescription: x\n" + rest, true, "name-reserved-char"},
		{"no description", "---\nname: a\n" + rest, false, ""},
		{"empty description", "---\nname: a\ndescription: \"\"\n" + rest, false, ""},
		{"description of blanks", "---\nname: a\ndescription: \"   \"\n" + rest, true, ""},
		{"number as a description", "---\nname: a\ndescription: 42\n" + rest, false, ""},
		{"list as a description", "---\nname: a\ndescription: [x]\n" + rest, false, ""},
		// It is loaded without any tool.
		{"no tools", "---\nname: a\ndescription: x\ntools:\n" + rest, true, "tools-empty"},
	}
	l := Linter{}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var errors []string
			r := l.File(source.NewFile(".claude/agents/a.md", []byte(tt.src)))
			for _, d := range append(r.Diagnostics, l.Project([]Result{r})...) {
				if d.Severity == Error && (tt.exception == "" || d.Rule != tt.exception) {
					errors = append(errors, d.Rule+": "+d.Message)
				}
			}
			switch {
			case tt.loads && len(errors) > 0:
				t.Errorf("the client loads it, but %s", strings.Join(errors, "; "))
			case !tt.loads && len(errors) != 1:
				t.Errorf("the client does not load it, but %d errors: %s", len(errors), strings.Join(errors, "; "))
			}
		})
	}
}
