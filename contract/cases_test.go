package contract_test

// answerCases are answers with what they decide, by the contracts of a
// judgelint.toml: how models dress a verdict, and what is none.
func answerCases() []answerCase {
	return []answerCase{
		{name: "The words of a line contract", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "Looked at everything.\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: FAIL\n", "valid", "fail", "FAIL", "", 0},
				{"plan-review", "VERDICT: NEEDS_WORK\n", "valid", "fail", "NEEDS_WORK", "", 0},
				{"plan-review", "VERDICT: BLOCKED\n", "valid", "abstain", "BLOCKED", "", 0},
				{"plan-review", "Fine.\r\n\r\nVERDICT: PASS\r\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "\ufeffVERDICT: PASS", "valid", "pass", "PASS", "", 0},
				{"plan-review", "All tests pass and I found nothing.\n", "none", "none", "", "", 0},
				{"plan-review", "", "none", "none", "", "", 0},
			}},
		{name: "How models dress a line", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "**VERDICT: PASS**\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "**VERDICT:** PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "**VERDICT**: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "**Verdict:** **PASS**\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "## Verdict: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "- VERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "`VERDICT: PASS`\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "[VERDICT: PASS]\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "<VERDICT: PASS>\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: ✅ PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "✅ VERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "verdict: `PASS`\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT：PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT:PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "_Verdict:_ PASS.\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: PASS — all five checks hold\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: PASS (with caveats)\n", "valid", "pass", "PASS", "", 0},
			}},
		{name: "A heading that is the label, the word below", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "## Verdict\n\nPASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "### **VERDICT**\n\n**FAIL** - two gaps\n", "valid", "fail", "FAIL", "", 0},
				{"plan-review", "## Verdict\n\nThe plan is good.\n", "malformed", "none", "", "contract-value", 3},
				{"plan-review", "## Verdict\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "## Verdict\n\nPASS\n\nVERDICT: FAIL\n", "malformed", "none", "", "contract-multiple", 0},
				{"plan-review", "## Verdict\n\n**VERDICT: PASS**\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "## Verdict\n\nThree gaps remain, none of them serious.\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			}},
		{name: "Two verdict lines", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "VERDICT: PASS\n\nOn second thoughts:\n\nVERDICT: FAIL\n", "malformed", "none", "", "contract-multiple", 0},
				{"plan-review", "VERDICT: PASS\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-multiple", 0},
				{"plan-review", "1. Plan A\n\nVERDICT: FAIL\n\n2. Plan B\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-multiple", 0},
			}},
		{name: "A word that is in no list", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "VERDICT: NOT PASS\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: commented\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: PASS_WITH_WARNINGS\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: PASSED\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: pass\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: Fail\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: N/A\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: NO-PASS\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: 4/5\n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: \n", "malformed", "none", "", "contract-value", 1},
				{"plan-review", "VERDICT: FIAL\n", "malformed", "none", "", "contract-value", 1},
			}},
		{name: "The template echoed", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "VERDICT: PASS | FAIL\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: PASS|FAIL\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: PASS/FAIL\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: <verdict>\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: [PASS or FAIL]\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: {{verdict}}\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: ...\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: <PASS|FAIL|NEEDS_WORK>\n", "malformed", "none", "", "contract-placeholder", 1},
				{"plan-review", "VERDICT: PASS or FAIL\n", "malformed", "none", "", "contract-placeholder", 1},
			}},
		{name: "A note that says the other word", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "VERDICT: PASS, but FAIL for the second part\n", "malformed", "none", "", "contract-contradiction", 1},
				{"plan-review", "VERDICT: FAIL (not PASS)\n", "malformed", "none", "", "contract-contradiction", 1},
				{"plan-review", "VERDICT: FAIL - the failing test is still there\n", "valid", "fail", "FAIL", "", 0},
				{"plan-review", "VERDICT: PASS; the password check is new\n", "valid", "pass", "PASS", "", 0},
			}},
		{name: "note = \"refuse\"", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
note = "refuse"
`,
			answers: []answer{
				{"plan-review", "VERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "**VERDICT: PASS**  \n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: PASS (with caveats)\n", "malformed", "none", "", "contract-value", 1},
			}},
		{name: "Quoted lines decide nothing", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "The rule says:\n\n> VERDICT: PASS\n", "none", "none", "", "", 0},
				{"plan-review", "```\nVERDICT: PASS\n```\n", "none", "none", "", "", 0},
				{"plan-review", "<!-- VERDICT: PASS -->\n", "none", "none", "", "", 0},
				{"plan-review", "    VERDICT: PASS\n", "none", "none", "", "", 0},
				{"plan-review", "```\nVERDICT: FAIL\n```\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "> VERDICT: FAIL\n\nsaid the other reviewer.\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			}},
		{name: "place = \"last\"", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
place = "last"
pass = ["PASS"]
fail = ["FAIL"]
`,
			answers: []answer{
				{"plan-review", "Report.\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "Report.\nVERDICT: PASS\n\n\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: PASS\n\nLet me know if you want more.\n", "malformed", "none", "", "contract-place", 1},
			}},
		{name: "place = \"first\"", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
place = "first"
pass = ["PASS"]
fail = ["FAIL"]
`,
			answers: []answer{
				{"plan-review", "VERDICT: PASS\n\nReport.\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "Here is my review.\n\nVERDICT: PASS\n", "malformed", "none", "", "contract-place", 3},
			}},
		{name: "case = \"ignore\", words of several parts", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["Status"]
case = "ignore"
pass = ["approved", "lgtm"]
fail = ["changes requested", "rejected"]
`,
			answers: []answer{
				{"plan-review", "Status: Approved\n", "valid", "pass", "", "", 0},
				{"plan-review", "STATUS: LGTM!\n", "valid", "pass", "", "", 0},
				{"plan-review", "**Status:** Changes Requested\n", "valid", "fail", "", "", 0},
				{"plan-review", "Status: changes\n", "malformed", "none", "", "contract-value", 0},
				{"plan-review", "Status: approvedish\n", "malformed", "none", "", "contract-value", 0},
			}},
		{name: "Several labels, other scripts", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["최종 판정", "Final verdict"]
pass = ["통과"]
fail = ["반려"]
`,
			answers: []answer{
				{"plan-review", "최종 판정: 통과\n", "valid", "pass", "통과", "", 0},
				{"plan-review", "Final verdict: 반려\n", "valid", "fail", "반려", "", 0},
				{"plan-review", "최종 판정: 통과\nFinal verdict: 반려\n", "malformed", "none", "", "contract-multiple", 0},
				{"plan-review", "최종 판정: 미통과\n", "malformed", "none", "", "contract-value", 0},
			}},
		{name: "Lines that only resemble one", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
`,
			answers: []answer{
				{"plan-review", "| Verdict | PASS |\n|---|---|\n| a | b |\n", "none", "none", "", "", 0},
				{"plan-review", "Verdict - PASS\n", "none", "none", "", "", 0},
				{"plan-review", "The verdict is PASS.\n", "none", "none", "", "", 0},
				{"plan-review", "| Verdict | FAIL |\n|---|---|\n| a | b |\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "**Overall verdict: FAIL**\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
			}},
		{name: "The block language with other words", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "fields"
fence = "review-result"
verdict = "status"
required = ["summary"]
counts = ["critical", "minor"]
rules = [{ when = "approved", count = "critical", max = 0 }]
pass = ["approved"]
fail = ["rejected"]
`,
			answers: []answer{
				{"plan-review", "Report.\n\n```review-result\nstatus: approved\nsummary: fine\ncritical: 0\nminor: 2\n```\n", "valid", "pass", "approved", "", 0},
				{"plan-review", "```review-result\nstatus: rejected\nsummary: no\ncritical: 3\nminor: 0\n```\n", "valid", "fail", "rejected", "", 0},
				{"plan-review", "```review-result\nstatus: approved\nsummary: fine\ncritical: 1\nminor: 2\n```\n", "malformed", "none", "", "verdict-contradiction", 0},
				{"plan-review", "```review-result\nstatus: approved\ncritical: 0\nminor: 2\n```\n", "malformed", "none", "", "", 0},
				{"plan-review", "```review-result\nstatus: approved | rejected\nsummary: x\ncritical: 0\nminor: 2\n```\n", "malformed", "none", "", "", 0},
				{"plan-review", "```review-result\nstatus: approved\nsummary: fine\ncritical: 0\nminor: 2\n", "malformed", "none", "", "", 0},
				{"plan-review", "```review_result\nstatus: approved\nsummary: fine\ncritical: 0\nminor: 2\n```\n", "malformed", "none", "", "", 0},
				{"plan-review", "````\n```review-result\nstatus: approved\nsummary: fine\ncritical: 0\nminor: 2\n```\n````\n\nThat is the form.\n", "none", "none", "", "", 0},
			}},
		{name: "Where the JSON is", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "json"
verdict = "/status"
pass = ["pass"]
fail = ["fail", "warn"]
abstain = ["unknown"]
`,
			answers: []answer{
				{"plan-review", "{\"status\":\"pass\"}", "valid", "pass", "pass", "", 0},
				{"plan-review", "\n  {\"status\":\"fail\"}\n\n", "valid", "fail", "fail", "", 0},
				{"plan-review", "Here:\n\n```json\n{\"status\":\"warn\"}\n```\nBye.\n", "valid", "fail", "warn", "", 0},
				{"plan-review", "```\n{\"status\":\"pass\"}\n```\n", "valid", "pass", "pass", "", 0},
				{"plan-review", "```json\n{\"status\":\"pass\"}\n```\n\n```json\n{\"status\":\"fail\"}\n```\n", "malformed", "none", "", "contract-multiple", 0},
				{"plan-review", "The status is {\"status\":\"pass\"} I think.\n", "none", "none", "", "", 0},
				{"plan-review", "> ```json\n> {\"status\":\"pass\"}\n> ```\n", "none", "none", "", "", 0},
				{"plan-review", "```json\n[1,2]\n```\n\n```json\n{\"status\":\"pass\"}\n```\n", "valid", "pass", "pass", "", 0},
			}},
		{name: "JSON, strictly", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "json"
verdict = "/status"
pass = ["pass"]
fail = ["fail", "warn"]
abstain = ["unknown"]
`,
			answers: []answer{
				{"plan-review", "{\"status\":\"pass\",}", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{'status':'pass'}", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"pass\"} // fine", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"pass\",\"n\":NaN}", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"fail\",\"status\":\"pass\"}", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"pa", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"pass\"}{\"status\":\"fail\"}", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "```json\n{\"status\":\"pass\",\n```\n", "malformed", "none", "", "contract-json", 0},
				{"plan-review", "{\"status\":\"pass\",\"x\":01}", "malformed", "none", "", "contract-json", 0},
			}},
		{name: "The deciding member", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "json"
verdict = "/status"
pass = ["pass"]
fail = ["fail", "warn"]
abstain = ["unknown"]
`,
			answers: []answer{
				{"plan-review", "{\"status\":\"passed\"}", "malformed", "none", "", "contract-value", 0},
				{"plan-review", "{\"Status\":\"pass\"}", "malformed", "none", "", "contract-value", 0},
				{"plan-review", "{\"status\":true}", "malformed", "none", "", "contract-value", 0},
				{"plan-review", "{\"status\":\"pass|fail\"}", "malformed", "none", "", "contract-placeholder", 0},
				{"plan-review", "{\"status\":\"unknown\"}", "valid", "abstain", "unknown", "", 0},
				{"plan-review", "{}", "malformed", "none", "", "contract-value", 0},
			}},
		{name: "A schema decides the rest", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "json"
verdict = "/approved"
schema = "review.schema.json"
pass = [true]
fail = [false]
`,
			files: map[string]string{
				"review.schema.json": `{
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "type": "object",
 "required": [
  "approved",
  "issues"
 ],
 "additionalProperties": false,
 "properties": {
  "approved": {
   "type": "boolean"
  },
  "issues": {
   "type": "array",
   "items": {
    "type": "object",
    "required": [
     "severity",
     "text"
    ],
    "properties": {
     "severity": {
      "enum": [
       "critical",
       "major",
       "minor"
      ]
     },
     "text": {
      "type": "string",
      "minLength": 1
     }
    }
   }
  }
 },
 "if": {
  "properties": {
   "approved": {
    "const": true
   }
  }
 },
 "then": {
  "properties": {
   "issues": {
    "not": {
     "contains": {
      "properties": {
       "severity": {
        "const": "critical"
       }
      }
     }
    }
   }
  }
 }
}`,
			},
			answers: []answer{
				{"plan-review", "{\"approved\":true,\"issues\":[]}", "valid", "pass", "", "", 0},
				{"plan-review", "{\"approved\":false,\"issues\":[{\"severity\":\"critical\",\"text\":\"x\"}]}", "valid", "fail", "", "", 0},
				{"plan-review", "{\"approved\":true}", "malformed", "none", "", "contract-schema", 0},
				{"plan-review", "{\"approved\":true,\"issues\":[{\"severity\":\"blocker\",\"text\":\"x\"}]}", "malformed", "none", "", "contract-schema", 0},
				{"plan-review", "{\"approved\":true,\"issues\":[{\"severity\":\"critical\",\"text\":\"x\"}]}", "malformed", "none", "", "contract-schema", 0},
				{"plan-review", "{\"approved\":true,\"issues\":[],\"extra\":1}", "malformed", "none", "", "contract-schema", 0},
				{"plan-review", "{\"approved\":\"true\",\"issues\":[]}", "malformed", "none", "", "contract-schema", 0},
			}},
		{name: "fenced = \"never\" and \"required\"", config: `[[contract]]
name = "bare"
agents = ["a"]
form = "json"
verdict = "/status"
fenced = "never"
pass = ["pass"]
fail = ["fail"]
[[contract]]
name = "boxed"
agents = ["b"]
form = "json"
verdict = "/status"
fenced = "required"
pass = ["pass"]
fail = ["fail"]
`,
			answers: []answer{
				{"bare", "{\"status\":\"pass\"}", "valid", "pass", "", "", 0},
				{"bare", "```json\n{\"status\":\"pass\"}\n```\n", "malformed", "none", "", "", 0},
				{"boxed", "```json\n{\"status\":\"pass\"}\n```\n", "valid", "pass", "", "", 0},
				{"boxed", "{\"status\":\"pass\"}", "malformed", "none", "", "", 0},
			}},
		{name: "Sections that must hold something", config: `[[contract]]
name = "plan-review"
agents = ["plan-reviewer"]
form = "line"
label = ["VERDICT"]
pass = ["PASS"]
fail = ["FAIL", "NEEDS_WORK"]
abstain = ["BLOCKED"]
sections = ["Evidence"]
`,
			answers: []answer{
				{"plan-review", "## Evidence\n\nRan the tests.\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "## 2. evidence:\n\n- ran it\n\nVERDICT: PASS\n", "valid", "pass", "PASS", "", 0},
				{"plan-review", "VERDICT: PASS\n", "malformed", "", "", "contract-section", 0},
				{"plan-review", "## Evidence\n\n## Other\n\nx\n\nVERDICT: PASS\n", "malformed", "", "", "contract-section", 0},
				{"plan-review", "## Evidence\n\n<what you ran>\n\nVERDICT: PASS\n", "malformed", "", "", "contract-section", 0},
				{"plan-review", "```\n## Evidence\nran\n```\n\nVERDICT: PASS\n", "malformed", "", "", "contract-section", 0},
			}},
	}
}
