package config

import (
	"reflect"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/verdict"
)

func TestContracts(t *testing.T) {
	c, err := Parse("judgelint.toml", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	word := func(texts ...string) (words []contract.Word) {
		for _, text := range texts {
			words = append(words, contract.Word{Text: text})
		}
		return words
	}
	want := []contract.Contract{
		{Name: "plan-review", Agents: []string{"plan-reviewer", "*-critic"}, Form: contract.Line, Label: []string{"VERDICT", "최종 판정"},
			Pass: word("PASS"), Fail: word("FAIL", "REQUEST CHANGES"), Abstain: word("BLOCKED"), IgnoreCase: true,
			Place: contract.Last, RefuseNotes: true, Sections: []string{"Evidence"}, Cites: true},
		{Name: "fence", Form: contract.Fields, Verdict: "STATUS", Pass: word("approved"), Fail: word("rejected"),
			Language: verdict.Language{Fence: "review-result", Only: true, Kinds: []verdict.Kind{{Key: "STATUS", Required: []string{"summary"}, Counts: []string{"critical"},
				Verdicts: []string{"approved", "rejected"}, Rules: []verdict.Rule{{When: "approved", Count: "critical"}}, Anonymous: true}}}},
		{Name: "object", Form: contract.JSON, Verdict: "/approved", Schema: "schemas/review.json", Fenced: contract.Never,
			Pass: []contract.Word{{Text: "true", Scalar: true}, {Text: "1", Scalar: true}, {Text: "yes"}},
			Fail: []contract.Word{{Text: "false", Scalar: true}, {Text: "0.5", Scalar: true}}},
	}
	for i := range want {
		if got := c.Contracts.Declared[i]; !reflect.DeepEqual(got, want[i]) {
			t.Errorf("contract %d:\n%+v\nwant\n%+v", i, got, want[i])
		}
	}
}

func TestContractFaults(t *testing.T) {
	for more, want := range map[string]string{
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"A\"]":                             `judgelint.toml:6:9: contract.0.fail.0: "A" is a word of pass already`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\", \"B\"]":                      `judgelint.toml:6:14: contract.0.fail.1: "B" is a word of fail already`,
		"label = [\"V\"]\ncase = \"ignore\"\npass = [\"A\"]\nfail = [\"a\"]":          `"a" is a word of pass already`,
		"label = [\"V\"]\npass = [\"A\"]":                                             `judgelint.toml:1:3: contract.0: needs the words of fail (add fail = ["WORD"])`,
		"pass = [\"A\"]\nfail = [\"B\"]":                                              `judgelint.toml:1:3: contract.0: needs a label (add label = ["VERDICT"])`,
		"label = [\"V\"]\npass = [\"A|B\"]\nfail = [\"B\"]":                           `judgelint.toml:5:9: contract.0.pass.0: must begin and end with a letter or digit and hold no bar or mark, found "A|B"`,
		"label = [\"V\"]\npass = [true]\nfail = [\"B\"]":                              `contract.0.pass.0: must be a word in quotes, found true`,
		"label = [\"V\"]\npass = [[\"A\"]]\nfail = [\"B\"]":                           `contract.0.pass.0: must be a word, found`,
		"label = [\"V\"]\npass = \"A\"\nfail = [\"B\"]":                               `judgelint.toml:5:8: contract.pass: must be a list of words, found string`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]\nfence = \"x\"":              `judgelint.toml:7:1: contract.0.fence: is no key of the form "line" (keys of this form: case, label, place, note)`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]\nagents = [\"a\", \"[\"]":    `judgelint.toml:7:16: contract.0.agents.1: is no glob: "["`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]\nagents = [\"a\", \"a\"]":    `contract.0.agents.1: "a" stands twice`,
		"label = [\"V\"]\nlable = [\"W\"]\npass = [\"A\"]\nfail = [\"B\"]":            `judgelint.toml:5:1: unknown key "contract.0.lable" (did you mean "label"?)`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]\n[[contract]]\nname = \"c\"": `judgelint.toml:8:1: contract.1.name: there is a contract "c" already`,
		"label = [\"V\"]\npass = [\"A\"]\nfail = [\"B\"]\nplace = \"end\"":            `contract.0.place: must be one of once, last, first, found "end"`,
	} {
		src := "[[contract]]\nname = \"c\"\nform = \"line\"\n" + more
		if _, err := Parse("judgelint.toml", []byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q):\n%v\nwant %s", src, err, want)
		}
	}
	for more, want := range map[string]string{
		"form = \"json\"\nverdict = \"status\"":                                                `contract.0.verdict: must be a JSON Pointer, found "status" (write "/MEMBER")`,
		"form = \"json\"\nverdict = \"/a~2\"":                                                  `contract.0.verdict: must be a JSON Pointer`,
		"form = \"json\"":                                                                      `contract.0: needs the JSON Pointer of the deciding member`,
		"form = \"json\"\nverdict = \"/s\"\nschema = \"../x\"":                                 `contract.0.schema: must be a file below the project, with slashes, found "../x"`,
		"form = \"json\"\nverdict = \"/s\"\nschema = \"/etc/x\"":                               `contract.0.schema: must be a file below the project`,
		"form = \"fields\"":                                                                    `contract.0: needs the language word of the fence`,
		"form = \"fields\"\nfence = \"x\"\nverdict = \"a:b\"":                                  `contract.0.verdict: must be letters, digits`,
		"form = \"fields\"\nfence = \"x\"\ncounts = [\"verdict\"]":                             `contract.0.counts.0: "verdict" stands twice`,
		"form = \"fields\"\nfence = \"x\"\nrules = [{ when = \"C\", count = \"n\", max = 0 }]": `contract.0.rules.0.when: must be one of the kind's verdicts, found "C"`,
		"": `contract.0: needs a form (add form = "line", "fields" or "json")`,
	} {
		src := "[[contract]]\nname = \"c\"\npass = [\"A\"]\nfail = [\"B\"]\n" + more
		if _, err := Parse("judgelint.toml", []byte(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q):\n%v\nwant %s", src, err, want)
		}
	}
}
