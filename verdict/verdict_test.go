package verdict

import (
	"fmt"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

const (
	ready    = "agent: coverage-auditor\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 1\n"
	notReady = "agent: branch-depth-auditor\nverdict: not-ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n"
	template = "agent: <this agent>\nverdict: ready|not-ready|blocked\nblocking: <N>\nshould_fix: <N>\nadvisory: <N>\n"
	keeps    = "agent: wiki-adversarial-reviewer\nfinding: 4.1 action: KEEP\n"
)

func fenced(body string) string { return "```wiki-verdict\n" + body + "```\n" }

func indent(s, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+by) + "\n"
}

// said is what Parse and Check say about an output, in one line.
func said(src string) string {
	f := source.NewFile("x.md", []byte(src))
	t := Parse(f, Language{})
	var out []string
	for _, b := range t.Blocks {
		v, _ := b.Field("verdict")
		word := v.Value
		if b.Kind.Findings() {
			word = fmt.Sprint(len(b.Findings), " findings")
		}
		out = append(out, fmt.Sprintf("%s %s@%d", b.Placement, word, f.LineOf(b.Open.Start)))
	}
	for _, m := range t.Markers {
		if m.Quoted {
			out = append(out, fmt.Sprintf("quoted@%d", f.LineOf(m.Span.Start)))
		}
	}
	for _, p := range t.Check(Output) {
		level := ""
		if p.Severity == Warning {
			level = "w:"
		}
		out = append(out, fmt.Sprintf("%s%s@%d", level, p.Rule, f.LineOf(p.Span.Start)))
	}
	return strings.Join(out, " ")
}

func TestPlacement(t *testing.T) {
	block := fenced(ready)
	tests := []struct{ name, src, want string }{
		{"top", "Report\n\n" + block, "top ready@3"},
		{"tildes", strings.ReplaceAll(block, "```", "~~~~"), "top ready@1"},
		{"list item", "1. a\n\n" + indent(block, "   "), "list ready@3"},
		{"bullet on the fence's own line", "- " + strings.TrimLeft(indent(block, "  "), " "), "list ready@1"},
		{"attributes", strings.Replace(block, "wiki-verdict", "wiki-verdict{.x} title=y", 1), "top ready@1"},
		{"tab after the word", strings.Replace(block, "wiki-verdict", "wiki-verdict\tround=2", 1), "top ready@1"},
		{"another language", strings.Replace(block, "wiki-verdict", "wiki-verdict-v2", 1), "w:verdict-unlabelled@1"},
		{"two words of one name", strings.Replace(block, "wiki-verdict", "wiki-verdict.old", 1), "w:verdict-unlabelled@1"},
		{"byte order mark", source.BOM + block, "top ready@1"},
		{"CR line ends", strings.ReplaceAll(block, "\n", "\r"), "top ready@1"},
		{"CRLF", strings.ReplaceAll(block, "\n", "\r\n"), "top ready@1"},
		{"between two rules", "---\n" + block + "---\n", "top ready@2"},
		{"cut off", "x\n\n```wiki-verdict\nagent: a\nverdict: re", "top re@3 verdict-unclosed@3"},
		{"list item ends early, text follows", "- ```wiki-verdict\n  agent: a\ntext\n", "list @1 verdict-unclosed@1"},
		{"closing fence outside the item", "- ```wiki-verdict\n" + indent(ready, "  ") + "```\nmore\n", "misaligned ready@1 w:verdict-misaligned@1"},
		{"text after a misaligned block is read", "- ```wiki-verdict\n" + indent(ready, "  ") + "```\n\n" + fenced(notReady), "misaligned ready@1 top not-ready@9 w:verdict-misaligned@1"},

		{"wrapped in markdown", "```markdown\n# Report\n" + block + "```\n", "wrapped ready@3 w:verdict-wrapped@3"},
		{"wrapped without a language", "```\n# Report\n" + block + "```\nbye\n", "wrapped ready@3 w:verdict-wrapped@3"},
		{"wrapped in tildes", "~~~md\n" + block + "~~~\n", "wrapped ready@2 w:verdict-wrapped@2"},
		{"text after a wrapped report is read", "```md\n" + block + "```\n\n" + fenced(notReady), "wrapped ready@2 top not-ready@11 w:verdict-wrapped@2"},
		{"a proper block of the agent wins", "```md\n" + fenced(strings.Replace(ready, "1", "7", 1)) + "```\n\n" + block, "top ready@11 quoted@2"},
		{"a proper block wins over a template", "```md\n" + fenced(template) + "```\n\n" + block, "top ready@11 quoted@2"},
		{"wrapped and cut off", "```markdown\n```wiki-verdict\nagent: a\n", "verdict-hidden@2"},
		{"an open json fence", "```json\n{}\n\n" + block, "verdict-hidden@4"},
		{"an open fence, then a second block", "```json\n{}\n\n" + block + "\n" + fenced(notReady), "top not-ready@12 verdict-hidden@4"},
		{"an open fence in a list item", "- a\n\n  ```go\n  x\n\n" + indent(block, "  "), "verdict-hidden@6"},
		{"an open verdict swallows the next", "```wiki-verdict\nagent: a\n\n" + block, "top @1 verdict-unclosed@1 verdict-hidden@4"},
		{"a longer fence around everything", "````md\nReport\n" + block + "````\n", "wrapped ready@3 w:verdict-wrapped@3"},
		{"a longer fence in a longer fence around everything", "`````md\n````md\n" + block + "````\n`````\n", "wrapped ready@3 w:verdict-wrapped@3"},
		{"a longer fence around a part", "See\n\n````md\n" + block + "````\n", "quoted@4"},
		{"a longer fence that never ends", "See\n\n````json\n{}\n" + block, "verdict-hidden@5"},
		{"quote", "> " + strings.TrimPrefix(indent(block, "> "), "> "), "quoted@1"},
		{"comment", "<!--\n" + block + "-->\n", "quoted@2"},
		{"open comment", "<!--\n" + block, "verdict-hidden@2"},
		{"pre", "<pre>\n" + block + "</pre>\n", "quoted@2"},
		{"behind a comment in its line", "<!-- x --> " + block, "verdict-hidden@1"},
		{"behind a comment of two lines", "<!-- x\ny --> " + block, "verdict-hidden@2"},
		{"pre in capitals", "<PRE class=x>\n" + block + "</PRE>\n", "quoted@2"},
		{"script", "<script>\n" + block + "</script>\n", "verdict-hidden@2"},
		{"textarea", "<textarea>\n\n" + block + "</textarea>\n", "verdict-hidden@3"},
		{"CDATA", "<![CDATA[\n\n" + block + "]]>\n", "verdict-hidden@3"},
		{"details", "<details>\n" + block + "</details>\n", "verdict-hidden@2"},
		{"details with blank lines", "<details>\n\n" + block + "\n</details>\n", "top ready@3"},
		{"indented by four", "x\n\n" + indent(block, "    "), "verdict-hidden@3"},
		{"mid-line", "So: " + block, "verdict-hidden@1"},
		{"mid-line talk", "Put ```wiki-verdict at the end of it.\n", ""},
		{"inline code", "`wiki-verdict` is a word\n", ""},
		{"letter case", strings.Replace(block, "wiki-verdict", "Wiki-Verdict", 1), "verdict-label@1"},
		{"underscore", strings.Replace(block, "wiki-verdict", "wiki_verdict", 1), "verdict-label@1"},
		{"one word", strings.Replace(block, "wiki-verdict", "wikiverdict", 1), "verdict-label@1"},
		{"no-break hyphen", strings.Replace(block, "wiki-verdict", "wiki\u2011verdict", 1), "verdict-label@1"},
		{"blank for the dash", strings.Replace(block, "wiki-verdict", "wiki verdict", 1), "verdict-label@1"},
		{"zero-width space", strings.Replace(block, "wiki-verdict", "wiki-verdict\u200b", 1), "verdict-label@1"},
		{"no-break space before the word", strings.Replace(block, "wiki-verdict", "\u00a0wiki-verdict", 1), "verdict-label@1"},
		{"no word", strings.Replace(block, "wiki-verdict", "", 1), "w:verdict-unlabelled@1"},
		{"full-width fence", "｀｀｀wiki-verdict\nagent: x\n", "w:verdict-unlabelled@1"},
		{"HTML-escaped", "&#96;&#96;&#96;wiki-verdict\nagent: x\n", "w:verdict-unlabelled@1"},
		{"backslash-escaped", "\\`\\`\\`wiki-verdict\nagent: x\n", "w:verdict-unlabelled@1"},
		{"nothing", "All fine.\n", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(tt.src); got != tt.want {
				t.Errorf("%s\ngot  %q\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	counts := func(lines string) string {
		return "agent: coverage-auditor\n" + lines
	}
	reviewer := func(lines string) string { return "agent: wiki-adversarial-reviewer\n" + lines }
	tests := []struct{ name, body, want string }{
		{"no blank after the colon", "agent:a\nverdict:ready\nblocking:0\nshould_fix:0\nadvisory:0\n", "top ready@1"},
		{"blocked has no count rule", counts("verdict: blocked\nblocking: 0\nshould_fix: 0\nadvisory: 0\n"), "top blocked@1"},
		{"ready with blockers", counts("verdict: ready\nblocking: 1\nshould_fix: 0\nadvisory: 0\n"), "top ready@1 verdict-contradiction@4"},
		{"not-ready without", counts("verdict: not-ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n"), "top not-ready@1 verdict-contradiction@4"},
		{"value in capitals", counts("verdict: READY\nblocking: 0\nshould_fix: 0\nadvisory: 0\n"), "top READY@1 verdict-value@3"},
		{"negative", counts("verdict: blocked\nblocking: -1\nshould_fix: 0\nadvisory: 0\n"), "top blocked@1 verdict-count@4"},
		{"ten digits", counts("verdict: blocked\nblocking: 1234567890\nshould_fix: 0\nadvisory: 0\n"), "top blocked@1 verdict-count@4"},
		{"digits of another script", counts("verdict: blocked\nblocking: ٣\nshould_fix: 0\nadvisory: 0\n"), "top blocked@1 verdict-count@4"},
		{"empty count", counts("verdict: blocked\nblocking:\nshould_fix: 0\nadvisory: 0\n"), "top blocked@1 verdict-count@4"},
		{"count missing", counts("verdict: ready\nblocking: 0\nshould_fix: 0\n"), "top ready@1 verdict-key-missing@1"},
		{"key twice", counts("verdict: ready\nblocking: 0\nblocking: 0\nshould_fix: 0\nadvisory: 0\n"), "top ready@1 verdict-key-duplicate@5"},
		{"agent twice", "agent: a\n" + ready, "top ready@1 verdict-key-duplicate@3"},
		{"no agent, nothing else told", "verdict: maybe\nblocking: x\n", "top maybe@1 verdict-agent-missing@1"},
		{"a decorated agent is told as well", "**agent:** a\nverdict: maybe\n", "top maybe@1 verdict-agent-missing@1 verdict-line-decorated@2"},
		{"empty block", "", "top @1 verdict-agent-missing@1"},
		{"placeholders", template, "top ready|not-ready|blocked@1 verdict-placeholder@2 verdict-placeholder@3 verdict-placeholder@4 verdict-placeholder@5 verdict-placeholder@6"},
		{"unknown key", ready + "score: 97\n", "top ready@1 w:verdict-key-unknown@7"},
		{"near miss", ready + "blockign: 2\n", "top ready@1 verdict-key-near-miss@7"},
		{"no key of the kind is missed", ready + "findings: 3\n", "top ready@1 w:verdict-key-unknown@7"},
		{"final s", ready + "verdicts: ready\n", "top ready@1 verdict-key-near-miss@7"},
		{"the other word for blocking", ready + "blockers: 2\n", "top ready@1 verdict-key-near-miss@7"},
		{"dash in a key", strings.Replace(ready, "should_fix", "should-fix", 1), "top ready@1 verdict-line-decorated@5"},
		{"full-width colon", strings.Replace(ready, "blocking:", "blocking：", 1), "top ready@1 verdict-line-decorated@4"},
		{"prose", "Here it is.\n" + ready + "# done\nNote: x\n", "top ready@1 w:verdict-prose@2 w:verdict-prose@8 w:verdict-prose@9"},
		{"finding among counts", ready + "finding: 4.1 action: KEEP\n", "top ready@1 finding-misplaced@7"},
		{"counts among findings", keeps + "verdict: ready\n", "top 1 findings@1 finding-misplaced@4"},
		{"findings", reviewer("finding: 4.1 action: KEEP\nfinding:4.2 action:REJECT not in the tree\n"), "top 2 findings@1"},
		{"plugin prefix", "agent: wiki:wiki-adversarial-reviewer\nfinding: 4.1 action: KEEP\n", "top 1 findings@1"},
		{"no finding", reviewer(""), "top 0 findings@1 finding-missing@1"},
		{"action in lower case", reviewer("finding: A action: reject\n"), "top 1 findings@1 finding-action@3"},
		{"no colon after finding", reviewer("finding A action: REJECT\n"), "top 0 findings@1 finding-malformed@3"},
		{"talk of findings", keeps + "Findings of the list: all read.\n", "top 1 findings@1 w:verdict-prose@4"},
		{"no colon after action", reviewer("finding: A action REJECT\n"), "top 0 findings@1 finding-malformed@3"},
		{"bullet before a finding", reviewer("- finding: A action: KEEP\n"), "top 0 findings@1 finding-malformed@3"},
		{"id with a comma", reviewer("finding: A, action: KEEP\n"), "top 1 findings@1 finding-malformed@3"},
		{"same action twice", keeps + "finding: 4.1 action: KEEP\n", "top 2 findings@1 w:finding-duplicate@4"},
		{"two actions", keeps + "finding: 4.1 action: REJECT\n", "top 2 findings@1 finding-conflict@4"},
		{"two actions in a line", reviewer("finding: A action: KEEP / REJECT\n"), "top 1 findings@1 finding-malformed@3"},
		{"a note about another action", reviewer("finding: A action: KEEP though REJECT was close\n"), "top 1 findings@1"},
		{"a note with a comma", reviewer("finding: A action: KEEP , checked twice\n"), "top 1 findings@1"},
		{"template line", reviewer("finding: <finding id> action: KEEP|DOWNGRADE|REJECT\n"), "top 1 findings@1 verdict-placeholder@3"},
		{"Korean prose", "판정은 다음과 같다.\n" + ready, "top ready@1 w:verdict-prose@2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(fenced(tt.body)); got != tt.want {
				t.Errorf("%s\ngot  %q\nwant %q", tt.body, got, tt.want)
			}
		})
	}
}

// Each spelling that people write for a configured word is told, whatever the
// word joins its parts with.
func TestConfiguredWord(t *testing.T) {
	for _, tt := range []struct{ word, written, want string }{
		{"team_verdict", "team_verdict", ""},
		{"team_verdict", "team-verdict", "verdict-label"},
		{"team_verdict", "Team Verdict", "verdict-label"},
		{"team-verdict", "team_verdict", "verdict-label"},
		{"wiki-verdict", "wiki\uff0dverdict", "verdict-label"},
		{"v2", "v2", ""}, {"v2", "V2", "verdict-label"}, {"v2", "v", "verdict-unlabelled"},
		{"v", "v", ""}, {"v", "vim", "verdict-unlabelled"},
		{"markdown", "markdown", ""}, {"text", "text title=x", ""},
	} {
		t.Run(tt.word+" as "+tt.written, func(t *testing.T) {
			text := Parse(source.NewFile("x", []byte(strings.Replace(fenced(ready), "wiki-verdict", tt.written, 1))), Language{Fence: tt.word})
			got := ""
			for _, p := range text.Check(Output) {
				got += p.Rule
			}
			if got != tt.want || (got == "") != (len(text.Blocks) == 1) {
				t.Errorf("Check = %q with %d blocks, want %q", got, len(text.Blocks), tt.want)
			}
		})
	}
}

// The line to write is given when there is only one way to mend a line, and
// only then: a number or a word is never guessed.
func TestWrite(t *testing.T) {
	tests := []struct{ line, want string }{
		{"> blocking: 0", "blocking: 0"},
		{"* blocking: 3", "blocking: 3"},
		{"`blocking: 0`", "blocking: 0"},
		{"\"blocking\": 0,", "blocking: 0"},
		{"BLOCKING: 0", "blocking: 0"},
		{"blocking=0", "blocking: 0"},
		{"**blocking:** -1", "blocking: -1"},
		{"blocking: **2**", "blocking: 2"},
		{"blocking: 0 (none)", "blocking: 0"},
		{"blocking: 1 or 2", ""},
		{"blocking: 1_0", ""},
		{"blocking: -1", ""},
		{"blocking: none", ""},
		{"verdict: **Not Ready**", "verdict: not-ready"},
		{"verdict: ready   # nothing left", "verdict: ready"},
		{"verdict: ready (was not-ready)", ""},
		{"verdict: ready-with-notes", ""},
		{"verdict: ready (not yet)", ""},
		{"verdict: ready, if the tests pass", ""},
		{"verdict: ready: false", ""},
		{"verdict: Ready. Nothing is left", "verdict: ready"},
		{"verdict := ready", "verdict: ready"},
		{"verdict: ~~ready~~", ""},
		{"~~blocking: 2~~", ""},
		{"verdict: ready (아직 아님)", ""},
		{"blocking: 3 dozen", ""},
		{"blocking: 1 or more", ""},
		{"blocking: 2 critical", "blocking: 2"},
		{"verdict: not\u2011ready", "verdict: not-ready"},
		{"verdict: ready\u200b", "verdict: ready"},
		{"should\\_fix: 1", "should_fix: 1"},
		{"\"blocking\": \"2\",", "blocking: 2"},
		{"{\"verdict\": \"ready\", \"blocking\": 0}", ""},
		{"blockign: 2", "blocking: 2"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			text := Parse(source.NewFile("x", []byte(fenced("agent: a\n"+tt.line+"\n"))), Language{})
			got := ""
			for _, p := range text.Check(Output) {
				got += p.Write
			}
			if got != tt.want {
				t.Errorf("Write = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWriteFindings(t *testing.T) {
	tests := []struct{ line, want string }{
		{"- finding: A action: REJECT", "finding: A action: REJECT"},
		{"**finding:** A **action:** KEEP as it was", "finding: A action: KEEP as it was"},
		{"finding: A action REJECT", "finding: A action: REJECT"},
		{"Finding = A Action = reject", "finding: A action: REJECT"},
		{"finding: A action: keep, checked", "finding: A action: KEEP checked"},
		{"finding: A, action: KEEP twice checked", "finding: A action: KEEP twice checked"},
		{"finding: A: action: Reject", "finding: A action: REJECT|finding: A action: REJECT"},
		{"finding: A action: Keep / REJECT", ""},
		{"finding: A, action: KEEP or REJECT", ""},
		{"finding: A action: KEEP,REJECT", ""},
		{"finding: A REJECT", ""},
		{"- finding: `A` action: KEEP", ""},
		{"- finding: <id> action: KEEP", ""},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			text := Parse(source.NewFile("x", []byte(fenced("agent: wiki-adversarial-reviewer\n"+tt.line+"\n"))), Language{})
			var got []string
			for _, p := range text.Check(Output) {
				if p.Write != "" {
					got = append(got, p.Write)
				}
			}
			if strings.Join(got, "|") != tt.want || !Malformed(text.Check(Output)) {
				t.Errorf("Write = %q, want %q", got, tt.want)
			}
		})
	}
}

// The help leads to the cause: keys in one line, a reviewer's name with marks.
func TestHelp(t *testing.T) {
	for _, tt := range []struct{ name, body, rule, help string }{
		{"all in one line", "agent: a verdict: ready blocking: 0 should_fix: 0 advisory: 0\n", "verdict-key-missing", "write it in a line of its own: verdict:"},
		{"JSON in one line", "agent: a\n{\"verdict\": \"ready\", \"blocking\": 0}\n", "verdict-line-decorated", "write each key in a line of its own: verdict:"},
		{"marks around the agent", "agent: `wiki-adversarial-reviewer`\nfinding: 1 action: KEEP\n", "finding-misplaced", "write agent: wiki-adversarial-reviewer"},
		{"no reviewer", ready + "finding: 1 action: KEEP\n", "finding-misplaced", "take the line out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := Parse(source.NewFile("x", []byte(fenced(tt.body))), Language{})
			for _, p := range text.Check(Output) {
				if p.Rule == tt.rule && strings.HasPrefix(p.Help, tt.help) {
					return
				}
			}
			t.Errorf("Check = %+v, want %s (%s)", text.Check(Output), tt.rule, tt.help)
		})
	}
}

// The message about an open block names what keeps it open.
func TestUnclosed(t *testing.T) {
	for _, tt := range []struct{ name, src, message, help string }{
		{"cut off", "```wiki-verdict\nagent: a\n", "cut off", "end the block with a line ```"},
		{"longer fence", "`````wiki-verdict\nagent: a\n", "cut off", "end the block with a line `````"},
		{"text behind the fence", "```wiki-verdict\nagent: a\n``` done\n", "line 3 does not end it", "write ``` alone in line 3"},
		{"indented too far", "```wiki-verdict\nagent: a\n    ```\n", "line 3 does not end it", "write ``` alone in line 3"},
		{"shorter fence", "~~~~wiki-verdict\nagent: a\n~~~\n", "line 3 does not end it", "write ~~~~ alone in line 3"},
		{"lines outside of the item", "- x\n\n  ```wiki-verdict\nagent: a\n  ```\n", "ends behind line 3, before the closing", "indent every line"},
		{"cut off in an item", "- ```wiki-verdict\n  agent: a\n", "cut off", "end the block with a line ```"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := Parse(source.NewFile("x", []byte(tt.src)), Language{})
			found := text.Check(Output)
			if len(found) != 1 || found[0].Rule != "verdict-unclosed" || !strings.Contains(found[0].Message, tt.message) || !strings.HasPrefix(found[0].Help, tt.help) {
				t.Errorf("Check = %+v, want %s (%s)", found, tt.message, tt.help)
			}
		})
	}
}

// A key that is equally near to two keys is not guessed; a nearer one wins,
// whatever the order of the keys.
func TestNearKeys(t *testing.T) {
	known := []string{"agent", "minor", "major"}
	for key, want := range map[string]string{"maior": "major", "minors": "minor", "mijor": "minor major", "agents": "agent", "note": ""} {
		if got := strings.Join(nearKeys(key, known), " "); got != want {
			t.Errorf("nearKeys(%q) = %q, want %q", key, got, want)
		}
	}
}

// A long line is quoted with its beginning only.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("x", 10000)
	for _, body := range []string{
		ready + long + ": 1\n", ready + long + ": 1\n" + long + ": 2\n", ready + long + "\n", "agent: a\nverdict: " + long + "\nblocking: " + long + "\n",
		ready + "verdict: " + long + "\n", ready + "- blocking: " + long + "\n", "agent: " + long + "\nverdict: <" + long + ">\nfinding: " + long + " action: KEEP\n",
		keeps + "finding: " + long + ", action: " + long + " or KEEP" + long + "\n", keeps + "finding: " + long + " action: KEEP\nfinding: " + long + " action: REJECT\n",
		keeps + "finding: <" + long + "> action: KEEP\n", keeps + "- finding: " + long + " action: KEEP\n", keeps + "blockin: " + long + "\n",
	} {
		text := Parse(source.NewFile("x", []byte(fenced(body)+"\n"+fenced(body))), Language{})
		for _, p := range text.Check(Output) {
			if len(p.Message)+len(p.Help) > 1000 {
				t.Errorf("%s: %d bytes of message, %d of help: %.100q", p.Rule, len(p.Message), len(p.Help), p.Message)
			}
		}
	}
}

func TestModes(t *testing.T) {
	rules := func(src string, mode Mode) string {
		text := Parse(source.NewFile("x", []byte(src)), Language{})
		var out []string
		for _, p := range text.Check(mode) {
			out = append(out, fmt.Sprint(p.Rule, p.Severity))
		}
		return strings.Join(out, " ")
	}
	wrong := fenced(strings.Replace(ready, "blocking: 0", "blocking: 4", 1))
	for _, tt := range []struct {
		name, src string
		mode      Mode
		want      string
	}{
		{"a spec may show placeholders", fenced(template), Spec, ""},
		{"and placeholder findings", fenced("agent: wiki-adversarial-reviewer\nfinding: <id> action: KEEP | DOWNGRADE | REJECT\n...\n"), Spec, ""},
		{"and two blocks of one agent", fenced(ready) + fenced(ready), Spec, ""},
		{"but no contradiction", wrong, Spec, "verdict-contradiction0"},
		{"a document may show anything", wrong, Document, ""},
		{"but not a misspelled word", strings.Replace(wrong, "wiki-v", "wiki_v", 1), Document, "verdict-label1"},
		{"nor an open block", "```wiki-verdict\n", Document, "verdict-unclosed1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := rules(tt.src, tt.mode); got != tt.want {
				t.Errorf("Check = %q, want %q", got, tt.want)
			}
		})
	}
}

// One hostile block does not drown its reader, and what is left out still
// counts.
func TestManyProblems(t *testing.T) {
	const n = 1000
	said := func(line string) (problems []Problem, vote Ballot) {
		text := Parse(source.NewFile("x", []byte(fenced(keeps+strings.Repeat(line, n)))), Language{})
		return text.Check(Output), NewBallot("x", &text, text.Check(Output))
	}
	if problems, _ := said("a remark\n"); len(problems) != maxTold+1 || Malformed(problems) {
		t.Errorf("%d remarks: %d problems, malformed: %v", n, len(problems), Malformed(problems))
	}
	problems, vote := said("finding: 7 action: DROP\n")
	if len(problems) > 2*maxTold+2 || !Malformed(problems) {
		t.Errorf("%d wrong actions: %d problems, malformed: %v", n, len(problems), Malformed(problems))
	}
	if tally := Count([]Ballot{vote, vote}, 2); tally[0].Abstain != 2 {
		t.Errorf("a vote with faults that were not told counts: %+v", tally)
	}
}
