package workflow

import (
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

func sources(t *testing.T) *Sources {
	t.Helper()
	s, problems := ReadSources([]*source.File{file("wf.spec.json", specText), file("wf.prompts.json", promptsText)})
	if len(problems) > 0 {
		t.Fatal(show(problems))
	}
	return s
}

func TestSyncForms(t *testing.T) {
	for _, tt := range []struct{ name, path, text, want string }{
		{"a prompt in a script is a literal", "a.js",
			"const P =\n  // judgelint:begin wf.prompts.review\n  'old'\n  // judgelint:end wf.prompts.review\n;\n",
			"const P =\n  // judgelint:begin wf.prompts.review\n  \"Look for {{brief}} in {{diffHint}}\"\n  // judgelint:end wf.prompts.review\n;\n"},
		{"a prompt in a document stands in a fence", "a.md",
			"<!-- judgelint:begin wf.prompts.review -->\n<!-- judgelint:end wf.prompts.review -->\n",
			"<!-- judgelint:begin wf.prompts.review -->\n```text\nLook for {{brief}} in {{diffHint}}\n```\n<!-- judgelint:end wf.prompts.review -->\n"},
		{"line endings stay", "a.py",
			"# judgelint:begin wf.prompts.review\r\nold\r\n# judgelint:end wf.prompts.review",
			"# judgelint:begin wf.prompts.review\r\n\"Look for {{brief}} in {{diffHint}}\"\r\n# judgelint:end wf.prompts.review"},
		{"all prompts are an object", "a.mjs",
			"/* judgelint:begin wf.prompts */\n/* judgelint:end wf.prompts */\n",
			"/* judgelint:begin wf.prompts */\n{\n  \"review\": \"Look for {{brief}} in {{diffHint}}\",\n  \"verify\": \"Refute {{finding}} in {{ diffHint }}\",\n" +
				"  \"consolidate\": \"{{coveredCount}}|{{coverageNote}}|{{diffHint}}|{{confirmedFindings}}|{{refutedFindings}}|{{unverifiedFindings}}|{{rawFindings}}\"\n}\n/* judgelint:end wf.prompts */\n"},
		{"a table of stages", "a.md",
			"<!-- judgelint:begin wf.stages -->\n<!-- judgelint:end wf.stages -->\n",
			"<!-- judgelint:begin wf.stages -->\n| stage | phase | tier | runs as | answers with |\n| --- | --- | --- | --- | --- |\n" +
				"| `review` | Review | worker | fixed-list | `FINDINGS` |\n| `verify` | Review | worker | dynamic-list | `VERIFY` |\n" +
				"| `consolidate` | Report | judgment | single | `REPORT` |\n<!-- judgelint:end wf.stages -->\n"},
		{"marks in a fence are examples", "a.md",
			"```html\n<!-- judgelint:begin wf.nothing -->\n```\n", "```html\n<!-- judgelint:begin wf.nothing -->\n```\n"},
		{"no blank is needed inside of a comment", "a.md", "<!--judgelint:begin wf.prompts.review-->\n<!--judgelint:end wf.prompts.review-->\n",
			"<!--judgelint:begin wf.prompts.review-->\n```text\nLook for {{brief}} in {{diffHint}}\n```\n<!--judgelint:end wf.prompts.review-->\n"},
		{"a byte order mark is no text", "a.js", "\ufeff// judgelint:begin wf.prompts.review\n// judgelint:end wf.prompts.review\n",
			"\ufeff// judgelint:begin wf.prompts.review\n\"Look for {{brief}} in {{diffHint}}\"\n// judgelint:end wf.prompts.review\n"},
		{"code in a line opens no fence", "a.md", "```x``` is code\n<!-- judgelint:begin wf.prompts.review -->\n<!-- judgelint:end wf.prompts.review -->\n",
			"```x``` is code\n<!-- judgelint:begin wf.prompts.review -->\n```text\nLook for {{brief}} in {{diffHint}}\n```\n<!-- judgelint:end wf.prompts.review -->\n"},
		{"documents are known by any case of their ending", "A.MD", "~~~\n# judgelint:begin wf.nothing\n~~~\n# judgelint:end wf.nothing\n", "~~~\n# judgelint:begin wf.nothing\n~~~\n# judgelint:end wf.nothing\n"},
		{"sentences about marks are none", "a.js", "// judgelint:begin is how a copy begins\n", "// judgelint:begin is how a copy begins\n"},
	} {
		f := file(tt.path, tt.text)
		got := Sync(f, sources(t))
		if string(got.Text) != tt.want || len(got.Wrong) > 0 {
			t.Errorf("%s:\n%s\nwant\n%s\n%s", tt.name, got.Text, tt.want, show(got.Wrong))
		}
		again := file(tt.path, string(got.Text))
		if stale := Sync(again, sources(t)).Stale(again); len(stale) > 0 {
			t.Errorf("%s: after sync %s is stale", tt.name, stale[0].Name)
		}
		if stale := len(got.Stale(f)) > 0; stale != (tt.text != tt.want) {
			t.Errorf("%s: stale is %v", tt.name, stale)
		}
	}
}

func TestSyncMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"// judgelint:begin wf.prompts.verfy\n// judgelint:end wf.prompts.verfy\n":              `a.js:1:1 copies "wf.prompts.verfy" is the name of no source`,
		"// judgelint:begin wf.prompts\n":                                                       "a.js:1:1 copies judgelint:begin wf.prompts is never closed",
		"x\n# judgelint:end wf.prompts\n":                                                       "a.js:2:1 copies judgelint:end wf.prompts has no judgelint:begin before it",
		"// judgelint:begin wf.spec\n// judgelint:end wf.prompts\n":                             "a.js:2:1 copies judgelint:end wf.prompts closes the copy of wf.spec",
		"// judgelint:begin wf.spec\n// judgelint:begin wf.prompts\n// judgelint:end wf.spec\n": "a.js:1:1 copies judgelint:begin wf.spec is never closed\na.js:3:1 copies judgelint:end wf.spec closes the copy of wf.prompts",
		"/** judgelint:begin wf.spec */\n":                                                      "a.js:1:1 copies this mark cannot be followed: its line must be one comment in <!-- -->, /* */, or after //, #, -- or ;",
		"/* judgelint:begin wf.spec\n*/\n":                                                      "a.js:1:1 copies this mark cannot be followed: its line must be one comment in <!-- -->, /* */, or after //, #, -- or ;",
		"// judgelint:begin format.cap\n// judgelint:end format.cap\n":                          "a.js:1:1 copies the source format.cap is a table, which only a document can hold: put the mark in an HTML comment",
	} {
		got := show(Sync(file("a.js", text), sources(t)).Wrong)
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A mark that is not followed is told: else its copy would go stale in silence.
func TestSyncMarksOfDocumentsThatAreNotFollowed(t *testing.T) {
	const quoted = "a.md:1:1 copies this mark cannot be followed: its line must be one HTML comment"
	for text, want := range map[string]string{
		"> <!-- judgelint:begin wf.spec -->\n":          quoted,
		"<!-- judgelint:begin wf.spec\n-->\n":           quoted,
		"# judgelint:begin wf.spec\n":                   "",
		"`judgelint:begin wf.spec`\n":                   "",
		"    ```\n\n<!-- judgelint:begin wf.spec -->\n": "a.md:1:1 copies a fence is never closed, and the mark in line 3 stands in it",
		"```\n<!-- judgelint:begin wf.spec -->\n```\n":  "",
	} {
		if got := show(Sync(file("a.md", text), sources(t)).Wrong); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A copy whose end was lost must not swallow the text up to the next one.
func TestSyncKeepsTextAfterALostEnd(t *testing.T) {
	const lost = "// judgelint:begin wf.prompts.review\nold\nmine()\n"
	const whole = "// judgelint:begin wf.prompts.review\n\"Look for {{brief}} in {{diffHint}}\"\n// judgelint:end wf.prompts.review\n"
	got := Sync(file("a.js", lost+whole), sources(t))
	if string(got.Text) != lost+whole || show(got.Wrong) != "a.js:1:1 copies judgelint:begin wf.prompts.review is never closed" {
		t.Errorf("%s\n%s", got.Text, show(got.Wrong))
	}
}

func TestSourceThatHoldsAMark(t *testing.T) {
	s := NewSources()
	p, _ := ReadPrompts(file("p.prompts.json", `{"a": "x\n// judgelint:end p.prompts.a\ny", "b": "`+"```"+`\n"}`))
	s.AddPrompts("p", p)
	if got := show(Sync(file("a.js", "// judgelint:begin p.prompts.a\n// judgelint:end p.prompts.a\n"), s).Wrong); got != "a.js:1:1 copies the source p.prompts.a holds a mark itself" {
		t.Error(got)
	}
	// A fence is longer than the fences in the text.
	md := "<!-- judgelint:begin p.prompts.b -->\n<!-- judgelint:end p.prompts.b -->\n"
	if got := string(Sync(file("a.md", md), s).Text); !strings.Contains(got, "````text\n```\n````\n") {
		t.Error(got)
	}
}

func TestTwoSourcesOfOneName(t *testing.T) {
	a, same, other := file("a/wf.prompts.json", promptsText), file("b/wf.prompts.json", promptsText), file("c/wf.prompts.json", `{"review": "x"}`)
	use := file("a.js", "// judgelint:begin wf.prompts.review\n// judgelint:end wf.prompts.review\n// judgelint:begin wf.prompts.verify\n// judgelint:end wf.prompts.verify\n")
	if s, problems := ReadSources([]*source.File{a, same}); len(problems)+len(Sync(use, s).Wrong) > 0 {
		t.Errorf("equal sources: %s", show(problems))
	}
	s, _ := ReadSources([]*source.File{a, other})
	if got := show(Sync(use, s).Wrong); got != "a.js:1:1 copies wf.prompts.review is one thing in a/wf.prompts.json and another in c/wf.prompts.json" {
		t.Errorf("sources that differ: %s", got)
	}
	if _, problems := ReadSources([]*source.File{file("api.spec.json", `{"stages": ["build"]}`), file("x.spec.json", "{")}); len(problems) > 0 {
		t.Errorf("files of other tools: %s", show(problems))
	}
}

// FuzzSync: syncing twice changes nothing, and what is outside of the marks
// stays byte for byte.
func FuzzSync(f *testing.F) {
	f.Add("// judgelint:begin wf.prompts.review\nold\n// judgelint:end wf.prompts.review\n", true)
	f.Add("<!-- judgelint:begin wf.stages -->\r\n<!-- judgelint:end wf.stages -->", false)
	f.Add("````\n<!-- judgelint:begin wf.spec -->\n```\n# judgelint:end wf.spec", false)
	f.Fuzz(func(t *testing.T, text string, script bool) {
		name := "a.md"
		if script {
			name = "a.js"
		}
		in := file(name, text)
		s := sources(t)
		once := Sync(in, s)
		out := file(name, string(once.Text))
		twice := Sync(out, s)
		if len(once.Wrong) == 0 && string(twice.Text) != string(once.Text) {
			t.Fatalf("%q, then %q", once.Text, twice.Text)
		}
		rest := len(in.Src)
		for _, r := range once.Regions {
			rest += len(r.Want) - r.Body.Len()
		}
		if rest != len(once.Text) {
			t.Fatalf("%d bytes, want %d", len(once.Text), rest)
		}
	})
}
