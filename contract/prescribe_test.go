package contract

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

//go:embed testdata/spec_labels.tsv
var specLabels []byte

// Public specs, labelled by hand, where JUDGELINT_CORPUS names their folder:
// half of them were kept aside while the rules were written.
func TestPrescribedOnCorpus(t *testing.T) {
	root := os.Getenv("JUDGELINT_CORPUS")
	if root == "" {
		t.Skip("JUDGELINT_CORPUS is not set")
	}
	for _, part := range []string{"dev", "held", "fresh"} {
		right, wrong, missed, words, n := 0, 0, 0, 0, 0
		for line := range bytes.Lines(specLabels) {
			cols := strings.Split(strings.TrimSpace(string(line)), "\t")
			if cols[0] != part {
				continue
			}
			src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(cols[1])))
			if err != nil {
				t.Fatal(err)
			}
			n++
			p, ok := Prescribed(source.NewFile(cols[1], src))
			switch want := cols[2] != "-"; {
			case ok && want:
				right++
				if strings.Join(p.Words, "|") == cols[2] {
					words++
				} else if part == "dev" {
					t.Logf("words %q, want %q: %s", p.Words, cols[2], cols[1])
				}
			case ok:
				wrong++
				if part == "dev" {
					t.Logf("found %+v: %s", p, cols[1])
				}
			case want:
				missed++
				if part == "dev" {
					t.Logf("missed %s: %s", cols[2], cols[1])
				}
			}
		}
		precision, recall := float64(right)/float64(right+wrong), float64(right)/float64(right+missed)
		t.Logf("%s: %d specs, precision %.2f (%d of %d), recall %.2f (%d of %d), all words right in %d", part, n, precision, right, right+wrong, recall, right, right+missed, words)
		if low := map[string]float64{"dev": 0.8, "held": 0.8, "fresh": 0.6}[part]; n < 25 || precision < 0.9 || recall < low {
			t.Errorf("%s: precision %.2f, recall %.2f", part, precision, recall)
		}
	}
}

func TestPrescribed(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"End your answer with exactly one line:\n\n`SECURITY: CLEAR` or `SECURITY: VULNERABLE`\n", ""},
		{"**Status:** DONE | BLOCKED\n", "line Status DONE|BLOCKED"},
		{"```\n## Verdict: PASS / FAIL (why)\n```\n", "line Verdict PASS|FAIL"},
		{"### Verdict\n<approve | request changes>\n", "line Verdict approve|request changes"},
		{"End with `VERDICT: PASS` or `VERDICT: FAIL`.\n", "line VERDICT PASS|FAIL"},
		{"```review-result\nstatus: approved | rejected\nwhy: text\n```\n", "fields review-result status approved|rejected"},
		{"```json\n{\"a\": {\"verdict\": \"pass|fail\"}, \"issues\": [{\"status\": \"open|done\"}]}\n```\n", "json /a/verdict pass|fail"},
		{"```json\n{\"approved\": true | false, // say\n \"x\": 1}\n```\n", "json /approved true|false"},
		{"```json\n{\"agent\": \"doc\", \"status\": \"writing\", \"progress\": {\"pages\": 3}}\n```\n", ""},
		{"- **Severity:** high | low\n", ""},
		{"**Status**: [Open / Fixed / Acknowledged]\n", ""},
		{"Write `REPORT.md`:\n\n```markdown\n**Verdict:** PASS | FAIL\n```\n", ""},
		{"```\nYou are a skeptic.\nVerdict: CONFIRMED / REFUTED\n```\n", ""},
		{"| Status | PASS / FAIL |\n", ""},
		{"Result: the tests pass or fail for many reasons, see below.\n", ""},
	} {
		got := ""
		if p, ok := Prescribed(source.NewFile("a.md", []byte("---\nname: a\ndescription: b\n---\n\n"+tt.body))); ok {
			parts := slices.DeleteFunc([]string{string(p.Form), p.Fence, p.Key, p.Label, p.Pointer, strings.Join(p.Words, "|")}, func(s string) bool { return s == "" })
			got = strings.Join(parts, " ")
		}
		if tt.want == "" && strings.HasPrefix(tt.body, "End your answer") {
			tt.want = "line SECURITY CLEAR|VULNERABLE"
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.body, got, tt.want)
		}
	}
}
