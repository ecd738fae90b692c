package lint

import (
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/source"
)

func TestSuppressions(t *testing.T) {
	const ready = "```wiki-verdict\nagent: a\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n"
	tests := []struct{ name, path, src, want string }{
		{"two comments in a row hold for the same line", ".claude/agents/a.md",
			"---\n# judgelint-disable-next-line name-file-mismatch -- x\n# judgelint-disable-next-line name-shape -- x\nname: B_C\ndescription: x\n---\n", ""},
		{"two rules in one comment", ".claude/agents/a.md",
			"---\n# judgelint-disable-next-line name-file-mismatch, name-shape -- x\nname: B_C\ndescription: x\n---\n", ""},
		{"only the next line", ".claude/agents/a.md",
			"---\n# judgelint-disable-next-line name-file-mismatch -- x\ndescription: x\nname: b\n---\n",
			"2:31 warning suppression-unused\n4:7 warning name-file-mismatch\n"},
		{"a value of several lines is one", ".claude/agents/a.md",
			"---\nname: a\n# judgelint-disable-next-line tools-case -- x\ntools:\n  - Read\n  - bash\ndescription: x\n---\n", ""},
		{"a block is one", "reviews/a.md", "<!-- judgelint-disable-next-line verdict-contradiction -- x -->\n" + ready, ""},
		{"in a list", "reviews/a.md", "- <!-- judgelint-disable-next-line verdict-hidden -- x -->\n  text ```wiki-verdict\n", ""},
		{"a hash in Markdown is a heading", "reviews/a.md", "# judgelint-disable-next-line verdict-contradiction -- x\n" + ready, "5:1 error verdict-contradiction\n"},
		{"an open comment is none", "reviews/a.md", "Text <!-- judgelint-disable-next-line no-rule -- x\n-->\n", ""},
		{"one that inline code shows", "docs/a.md", "Write `<!-- judgelint-disable-next-line RULE -- reason -->` above it.\n", ""},
		{"one behind inline code", "docs/a.md", "`x` <!-- judgelint-disable-next-line no-rule -- x -->\n", "1:38 error suppression-unknown\n"},
		{"no rule", "docs/a.md", "<!-- judgelint-disable-next-line -- x -->\n", "1:6 error suppression-unknown\n"},
		{"TOML", ".codex/agents/a.toml",
			"name = \"a\"\ndescription = \"x\"\ndeveloper_instructions = \"x\"\n# judgelint-disable-next-line codex-key-unknown -- x\ncolor = \"red\"\n", ""},
		{"a text in TOML that shows a comment", ".codex/agents/a.toml",
			"name = \"a\"\ndescription = \"x\"\ndeveloper_instructions = \"\"\"\n# judgelint-disable-next-line no-such-rule -- x\n\"\"\"\n", ""},
	}
	l := Linter{Outputs: []string{"reviews/*.md"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := source.NewFile(tt.path, []byte(tt.src))
			if got := show(f, l.File(f).Diagnostics); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
	quiet := Linter{Ignore: []string{"name-file-mismatch"}}
	f := source.NewFile(".claude/agents/a.md", []byte("---\n# judgelint-disable-next-line name-file-mismatch -- x\nname: b\ndescription: x\n---\n"))
	if got := show(f, quiet.File(f).Diagnostics); got != "" {
		t.Errorf("a suppression of a rule that is off: %s", got)
	}
}

// Time must not grow with the square of the size.
func TestHostileSuppressions(t *testing.T) {
	src := strings.Repeat("<!-- judgelint-disable-next-line verdict-count -- x -->\n", 20000) + "Text.\n"
	f := source.NewFile("docs/a.md", []byte(src))
	l := Linter{}
	start := time.Now()
	if n := len(l.File(f).Diagnostics); n != 20000 {
		t.Errorf("%d diagnostics, want one for each comment", n)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("20000 comments took %v", d)
	}
}
