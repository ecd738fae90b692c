package contract_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// answerCase is a configuration and answers to it.
type answerCase struct {
	name, config string
	files        map[string]string
	answers      []answer
}

// answer is a text with its contract and what it decides. decision "" stands
// for any, rule "" for none in particular, line 0 for any line.
type answer struct {
	contract, text, outcome, decision, word, rule string
	line                                          int
}

func contracts(t testing.TB, toml string, files map[string]string) *contract.Set {
	t.Helper()
	c, err := config.Parse("judgelint.toml", []byte(toml))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c.Contracts.At(root)
	return &c.Contracts
}

func judge(t testing.TB, set *contract.Set, name, text string) (contract.Judgement, *source.File) {
	t.Helper()
	c, ok := set.Named(name)
	if !ok {
		t.Fatalf("no contract %q", name)
	}
	f := source.NewFile("answer.md", []byte(text))
	j := c.Judge(f, "")
	if j.Trouble != nil {
		t.Fatal(j.Trouble)
	}
	return j, f
}

func TestAnswers(t *testing.T) {
	for _, tt := range append(answerCases(), moreAnswers()...) {
		t.Run(tt.name, func(t *testing.T) {
			set := contracts(t, tt.config, tt.files)
			for _, a := range tt.answers {
				j, f := judge(t, set, a.contract, a.text)
				if string(j.Outcome) != a.outcome || a.decision != "" && string(j.Decision) != a.decision || a.word != "" && j.Word != a.word {
					t.Errorf("%q: %s, %s, %q; want %s, %s, %q\n%v", a.text, j.Outcome, j.Decision, j.Word, a.outcome, a.decision, a.word, j.Problems)
				}
				told := slices.ContainsFunc(j.Problems, func(p verdict.Problem) bool {
					return p.Rule == a.rule && (a.line == 0 || f.LineOf(p.Span.Start) == a.line)
				})
				if a.rule != "" && !told {
					t.Errorf("%q: no %s in line %d, got %v", a.text, a.rule, a.line, j.Problems)
				}
			}
		})
	}
}

const plainLine = `[[contract]]
name = "r"
agents = ["reviewer"]
form = "line"
label = ["VERDICT", "Final verdict"]
pass = ["PASS", "NO GAPS"]
fail = ["FAIL", "NO-GO", "GO BACK"]
abstain = ["GO"]
`

// moreAnswers are shapes beside those of answerCases.
func moreAnswers() []answerCase {
	return []answerCase{
		{name: "dress", config: plainLine, answers: []answer{
			{"r", "1. VERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			{"r", "***VERDICT***: `PASS`\n", "valid", "pass", "PASS", "", 0},
			{"r", "__VERDICT__: __PASS__\n", "valid", "pass", "PASS", "", 0},
			{"r", "### 🏁 Final Verdict: ❌ FAIL\n", "valid", "fail", "FAIL", "", 0},
			{"r", "#### VERDICT: PASS ####\n", "valid", "pass", "PASS", "", 0},
			{"r", "VERDICT: PASS\n-----\n", "valid", "pass", "PASS", "", 0},
			{"r", "VERDICT: PASS ✅\n", "valid", "pass", "PASS", "", 0},
			{"r", "**[VERDICT: PASS]**\n", "valid", "pass", "PASS", "", 0},
			{"r", "VERDICT: no gaps\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: NO GAPS\n", "valid", "pass", "NO GAPS", "", 0},
			{"r", "VERDICT: NO-GO\n", "valid", "fail", "NO-GO", "", 0},
			{"r", "VERDICT: GO BACK!\n", "valid", "fail", "GO BACK", "", 0},
			{"r", "VERDICT: GO-ROUND\n", "malformed", "none", "", "contract-value", 1},
			{"r", "- item\n\n  VERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			{"r", "<div>\n\nVERDICT: PASS\n\n</div>\n", "valid", "pass", "PASS", "", 0},
			{"r", "<details>\nVERDICT: PASS\n</details>\n", "valid", "pass", "PASS", "", 0},
			{"r", "\u200bVERDICT:\u00a0PASS\u200b\n", "valid", "pass", "PASS", "", 0},
			{"r", "VERDICT: PASS\rVERDICT: FAIL\r", "malformed", "none", "", "contract-multiple", 2},
		}},
		{name: "what is no verdict", config: plainLine, answers: []answer{
			{"r", "VERDICTS: PASS\n", "none", "none", "", "", 0},
			{"r", "MY-VERDICT: PASS\n", "none", "none", "", "", 0},
			{"r", "The VERDICT: PASS\n", "none", "none", "", "", 0},
			{"r", "~~VERDICT: FAIL~~\n", "none", "none", "", "", 0},
			{"r", "\"VERDICT: PASS\"\n", "none", "none", "", "", 0},
			{"r", "~~VERDICT: FAIL~~\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			{"r", "<!--\nVERDICT: FAIL\n-->\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			{"r", "````\n```\nVERDICT: FAIL\n```\n````\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			{"r", "- a\n  - VERDICT: FAIL\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "verdict-prose", 2},
			{"r", "VERDICT = FAIL\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "verdict-prose", 1},
			{"r", "VERDICT: PASS\n\n```\ncode\nVERDICT: FAIL\n", "malformed", "none", "", "contract-multiple", 5},
			{"r", "```\ncode\nVERDICT: PASS\n", "none", "none", "", "", 0},
		}},
		{name: "what is no word", config: plainLine, answers: []answer{
			{"r", "VERDICT: PASS?\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: PASS_\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: [PASS]\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: **\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: ✅\n", "malformed", "none", "", "contract-value", 1},
			{"r", "VERDICT: PASS|FAIL|GO\n", "malformed", "none", "", "contract-placeholder", 1},
			{"r", "VERDICT: `PASS` | `FAIL`\n", "malformed", "none", "", "contract-placeholder", 1},
			{"r", "VERDICT: [your verdict]\n", "malformed", "none", "", "contract-placeholder", 1},
			{"r", "VERDICT: PASS or **FAIL**\n", "malformed", "none", "", "contract-placeholder", 1},
			{"r", "VERDICT: PASS\n\nVERDICT: <verdict>\n", "malformed", "none", "", "contract-multiple", 3},
			{"r", "VERDICT: PASS - GO after that\n", "malformed", "none", "", "contract-contradiction", 1},
			{"r", "VERDICT: PASS - GOING on\n", "valid", "pass", "PASS", "", 0},
		}},
		{name: "a fence without a word", config: "[[contract]]\nname = \"b\"\nform = \"fields\"\nfence = \"\"\nverdict = \"STATUS\"\nrequired = [\"Reviewed by\"]\npass = [\"OK\"]\nfail = [\"BAD\"]\ncase = \"ignore\"\n", answers: []answer{
			{"b", "```\nSTATUS: ok\nReviewed by: me\n```\n", "valid", "pass", "ok", "", 0},
			{"b", "```\nother: x\n```\n\n```\nSTATUS: BAD\nReviewed by: me\n```\n", "valid", "fail", "BAD", "", 0},
			{"b", "```\nSTATUS: OK\n```\n", "malformed", "none", "", "verdict-key-missing", 1},
			{"b", "```\nSTATUS: OK\nReviewed by:\n```\n", "malformed", "none", "", "verdict-key-missing", 3},
			{"b", "```\n**STATUS**: OK\nReviewed by: me\n```\n", "malformed", "none", "", "verdict-line-decorated", 2},
			{"b", "```\nSTATUS: OK\nReviewed by: a\n```\n\n```\nSTATUS: BAD\nReviewed by: a\n```\n", "malformed", "none", "", "verdict-multiple", 6},
			{"b", "```\nSTATUS: OK\nReviewed by: a\n", "malformed", "none", "", "verdict-unclosed", 1},
			{"b", "> ```\n> STATUS: OK\n> Reviewed by: a\n> ```\n", "none", "none", "", "", 0},
			{"b", "```text\nSTATUS: OK\nReviewed by: a\n```\n", "none", "none", "", "verdict-unlabelled", 1},
			{"b", "```\nSTATUS: OK | BAD\nReviewed by: a\n```\n", "malformed", "none", "", "verdict-placeholder", 2},
			{"b", "```\nstatus: ok\nReviewed by: a\n```\n\n**STATUS: BAD**\n", "malformed", "none", "", "verdict-key-near-miss", 2},
			{"b", "```\nSTATUS: ok\nReviewed by: a\n```\n\n**STATUS: BAD**\n", "valid", "pass", "ok", "verdict-prose", 6},
		}},
		{name: "a fence of a common word", config: "[[contract]]\nname = \"y\"\nform = \"fields\"\nfence = \"yaml\"\npass = [\"ok\"]\nfail = [\"bad\"]\n", answers: []answer{
			{"y", "```yaml\nname: x\n```\n\n```yaml\nverdict: ok\n```\n", "valid", "pass", "ok", "", 0},
			{"y", "```yaml\nname: x\n```\n", "none", "none", "", "", 0},
		}},
		{name: "JSON values", config: "[[contract]]\nname = \"j\"\nform = \"json\"\nverdict = \"/a/b~1c/0\"\npass = [1, true, \"null\"]\nfail = [\"1\", false]\n", answers: []answer{
			{"j", `{"a":{"b/c":[1.0]}}`, "valid", "pass", "1.0", "", 0},
			{"j", `{"a":{"b/c":["1"]}}`, "valid", "fail", "1", "", 0},
			{"j", `{"a":{"b/c":[null]}}`, "valid", "pass", "null", "", 0},
			{"j", `{"a":{"b/c":["true"]}}`, "malformed", "none", "", "contract-value", 1},
			{"j", `{"a":{"b/c":[{}]}}`, "malformed", "none", "", "contract-value", 1},
			{"j", `{"a":{"b/c":[]}}`, "malformed", "none", "", "contract-value", 1},
			{"j", "\ufeff{\"a\":{\"b/c\":[1]}}", "valid", "pass", "1", "", 0},
			{"j", "text\n\n- item\n\n  ```json\n  {\n   \"a\": {\"b/c\": [2]}\n  }\n  ```\n", "malformed", "none", "", "contract-value", 7},
			{"j", "```json\n{\"a\":{\"b/c\":[1]}}\n", "malformed", "none", "", "contract-json", 1},
			{"j", "````\n```json\n{\"a\":{\"b/c\":[1]}}\n```\n````\n", "none", "none", "", "", 0},
			{"j", "```jsonc\n{\"a\":1}\n```\n", "none", "none", "", "", 0},
			{"j", "```json\n// x\n{\"a\":1}\n```\n", "none", "none", "", "", 0},
			{"j", "{" + strings.Repeat(`"a":{`, 300), "malformed", "none", "", "contract-json", 1},
		}},
		{name: "sections", config: plainLine + "sections = [\"What I ran\"]\n", answers: []answer{
			{"r", "## What I ran\n\n`go test`\n\nVERDICT: PASS\n", "valid", "pass", "", "", 0},
			{"r", "## 3.1) **What I ran**\n\n```\nok\n```\n\nVERDICT: PASS\n", "valid", "pass", "", "", 0},
			{"r", "## What I ran\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-section", 1},
			{"r", "## What I ran\n\n<!-- go test -->\n\n...\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-section", 1},
			{"r", "## What I ran\n\nx\n\n## What I ran\n\ny\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-section", 5},
			{"r", "## What I ran\n\n### Tests\n\nran\n\nVERDICT: PASS\n", "valid", "pass", "", "", 0},
			{"r", "nothing\n", "none", "none", "", "", 0},
		}},
	}
}
