package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/verdict"
)

func block(agent, word string, blocking int) string {
	return fmt.Sprintf("```wiki-verdict\nagent: %s\nverdict: %s\nblocking: %d\nshould_fix: 0\nadvisory: 0\n```\n", agent, word, blocking)
}

// TestVerdictRows goes through the table by which a text is judged: what a
// judge, another agent and an unknown one get for it.
func TestVerdictRows(t *testing.T) {
	mine, theirs, known := block("me", "ready", 0), block("other", "ready", 0), block("judge-2", "ready", 0)
	badMine, badTheirs := block("me", "ready", 2), block("other", "ready", 2)
	open := strings.Replace(block("<name>", "ready|not-ready|blocked", 0), ": 0", ": <n>", -1)
	openMine := strings.Replace(open, "<name>", "me", 1)
	hiddenBad := "```json\n{}\n\n" + strings.TrimSuffix(badMine, "```\n") + "```\n"
	hiddenGood := strings.Replace(hiddenBad, "ready\nblocking: 2", "ready\nblocking: 0", 1)
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(mine), "\n", "\n> ") + "\n"
	tests := []struct {
		name, text, row       string
		judge, other, unknown outcome
	}{
		{"valid", "Report.\n\n" + mine, rowOwnValid, passed, passed, passed},
		{"malformed", "Report.\n\n" + badMine, rowOwnBad, failed, failed, failed},
		{"two own", mine + "\n" + badMine, rowTwoOwn, failed, failed, failed},
		{"echoed template and own", open + "\n" + mine, rowTwoOwn, failed, failed, failed},
		{"own template and own", openMine + "\n" + mine, rowTwoOwn, failed, failed, failed},
		{"own beside foreign", theirs + "\n" + badTheirs + "\n" + mine, rowOwnValid, passed, passed, passed},
		{"relay of two", theirs + "\n" + badTheirs, rowRelay, failed, skipped, skipped},
		{"relay of a known judge", known, rowRelay, failed, skipped, skipped},
		{"relay of a known judge, malformed", block("judge-2", "ready", 1), rowRelay, failed, skipped, skipped},
		{"one foreign, valid", theirs, rowForeign, failed, skipped, skipped},
		{"one foreign, malformed", badTheirs, rowForeign, failed, failed, failed},
		{"placeholders", open, rowPlaceholder, failed, skipped, abstained},
		{"two templates", open + "\n" + open, rowPlaceholder, failed, skipped, abstained},
		{"template with own name", openMine, rowOwnBad, failed, failed, failed},
		{"no agent line", strings.Replace(mine, "agent: me\n", "", 1), rowOwnBad, failed, failed, failed},
		{"hidden, malformed", hiddenBad, rowHidden, failed, skipped, failed},
		{"hidden, sound", hiddenGood, rowHidden, failed, skipped, skipped},
		{"quoted", quoted, rowQuoted, failed, skipped, skipped},
		{"no marker", "All fine.", rowNoMarker, failed, skipped, skipped},
		{"empty", "", rowNoMarker, failed, skipped, skipped},
		{"cut off", strings.TrimSuffix(mine, "```\n"), rowOwnBad, failed, failed, failed},
	}
	isJudge := func(name string) bool { return verdict.BareName(name) == "judge-2" }
	for _, tt := range tests {
		for standing, want := range map[roster.Standing]outcome{roster.Judge: tt.judge, roster.Other: tt.other, roster.Unknown: tt.unknown} {
			me := roster.Agent{Name: "me", Standing: standing}
			r := checkVerdict(tt.text, true, me, verdict.Language{}, isJudge)
			if r.row != tt.row || r.outcome != want {
				t.Errorf("%s, %v: row %q, %v; want %q, %v", tt.name, standing, r.row, r.outcome, tt.row, want)
			}
			checkReason(t, tt.name, r)
		}
	}
}

// checkReason holds what every failed check must tell an agent.
func checkReason(t *testing.T, name string, r result) {
	t.Helper()
	if r.outcome != failed {
		return
	}
	if r.reason == "" || r.short == "" || strings.Contains(r.short, "\n") {
		t.Errorf("%s: reason %q, short %q", name, r.reason, r.short)
	}
	if strings.Count(r.reason, "\n") >= maxLines-2 || utf8.RuneCountInString(r.reason) > maxChars-200 {
		t.Errorf("%s: the reason is too long:\n%s", name, r.reason)
	}
	if r.check == nameVerdict && !strings.Contains(r.reason, again) {
		t.Errorf("%s: the reason does not ask for the whole answer:\n%s", name, r.reason)
	}
}

func TestVerdictWithoutName(t *testing.T) {
	tests := []struct {
		name, text, row string
		want            outcome
	}{
		{"one block is its own", block("x", "ready", 1), rowOwnBad, failed},
		{"two of one agent", block("x", "ready", 0) + "\n" + block("x", "ready", 0), rowTwoOwn, failed},
		{"two of two agents", block("x", "ready", 1) + "\n" + block("y", "ready", 1), rowRelay, skipped},
		{"a template", strings.Replace(block("<name>", "<verdict>", 0), ": 0", ": <n>", -1), rowPlaceholder, abstained},
		{"no message", "", rowNoMarker, skipped},
	}
	for _, tt := range tests {
		r := checkVerdict(tt.text, true, roster.Agent{}, verdict.Language{}, func(string) bool { return false })
		if r.row != tt.row || r.outcome != tt.want {
			t.Errorf("%s: row %q, %v; want %q, %v", tt.name, r.row, r.outcome, tt.row, tt.want)
		}
	}
	for standing, want := range map[roster.Standing]outcome{roster.Judge: abstained, roster.Other: skipped, roster.Unknown: skipped} {
		r := checkVerdict("", false, roster.Agent{Name: "me", Standing: standing}, verdict.Language{}, nil)
		if r.outcome != want || r.row != rowNoMessage {
			t.Errorf("no message, %v: %v in row %q", standing, r.outcome, r.row)
		}
	}
}

// The reason ends with the corrected block if there is only one way to correct
// it, and with the form of the agent's own spec if there is none to correct.
func TestReasons(t *testing.T) {
	judge := roster.Agent{Name: "me", Standing: roster.Judge, Block: []string{"verdict: <word>", "blocking: <n>"}}
	tests := []struct {
		name, text string
		want       []string
		lacks      string
	}{
		{"unique repair", "x\n\n" + strings.Replace(block("me", "READY", 0), "blocking: 0", "**blocking**: 0", 1),
			[]string{"Line 5", "Write it like this:\n```wiki-verdict\nagent: me\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```"}, ""},
		{"two repairs", block("me", "ready", 2), []string{"verdict is ready but blocking is 2"}, "Write it like this"},
		{"missing", "Fine.", []string{"me must end with its own", "```wiki-verdict\nagent: me\nverdict: <word>\nblocking: <n>\n```"}, ""},
		{"wrong label", "```verdict\nagent: me\nverdict: ready\n```\n", []string{"The fence in line 1 looks like one"}, ""},
		{"another's block", block("you", "ready", 0), []string{`names "you", not "me"`}, ""},
	}
	for _, tt := range tests {
		r := checkVerdict(tt.text, true, judge, verdict.Language{}, func(string) bool { return false })
		for _, w := range tt.want {
			if !strings.Contains(r.reason, w) {
				t.Errorf("%s: no %q in\n%s", tt.name, w, r.reason)
			}
		}
		if tt.lacks != "" && strings.Contains(r.reason, tt.lacks) {
			t.Errorf("%s: %q in\n%s", tt.name, tt.lacks, r.reason)
		}
		checkReason(t, tt.name, r)
	}
}

func TestTemplateOfKinds(t *testing.T) {
	lang := verdict.Language{Fence: "team-verdict", Kinds: []verdict.Kind{{Agents: []string{"sec"}, Verdicts: []string{"approve", "deny"}, Counts: []string{"critical"}}}}
	for name, want := range map[string]string{
		"sec":                       "```team-verdict\nagent: sec\nverdict: approve|deny\ncritical: NUMBER\n```",
		"wiki-adversarial-reviewer": "```team-verdict\nagent: wiki-adversarial-reviewer\nfinding: ID action: KEEP|DOWNGRADE|REJECT\n```",
	} {
		if got := template(roster.Agent{Name: name}, lang); got != want {
			t.Errorf("template of %s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestTooDeep(t *testing.T) {
	var deep strings.Builder
	for i := range 2000 {
		deep.WriteString(strings.Repeat(" ", 2*i) + "- x\n")
	}
	deep.WriteString("\n" + block("me", "ready", 0))
	for standing, want := range map[roster.Standing]outcome{roster.Judge: failed, roster.Other: abstained, roster.Unknown: abstained} {
		r := checkVerdict(deep.String(), true, roster.Agent{Name: "me", Standing: standing}, verdict.Language{}, func(string) bool { return false })
		if r.outcome != want || r.row != rowTooLarge {
			t.Errorf("%v: %v in row %q", standing, r.outcome, r.row)
		}
		checkReason(t, "deep", r)
	}
}

// A message of 64 MiB takes linear time, a larger one is not read.
func TestLargeMessage(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB")
	}
	judge := roster.Agent{Name: "me", Standing: roster.Judge}
	big := strings.Repeat("All of it was looked at, line by line, word by word.\n", maxMessage/53-10) + "\n" + block("me", "ready", 1)
	start := time.Now()
	r := checkVerdict(big, true, judge, verdict.Language{}, func(string) bool { return false })
	if r.row != rowOwnBad || r.outcome != failed {
		t.Errorf("64 MiB: %v in row %q", r.outcome, r.row)
	}
	if took := time.Since(start); took > 60*time.Second {
		t.Errorf("64 MiB took %v", took)
	}
	r = checkVerdict(big+strings.Repeat("\n", 1<<20), true, judge, verdict.Language{}, nil)
	if r.row != rowTooLarge || r.outcome != failed {
		t.Errorf("more than 64 MiB: %v in row %q", r.outcome, r.row)
	}
}

func TestManyOwnBlocks(t *testing.T) {
	r := checkVerdict(strings.Repeat(block("me", "ready", 0)+"\n", 5000), true, roster.Agent{Name: "me"}, verdict.Language{}, func(string) bool { return false })
	checkReason(t, "5000 blocks", r)
	if r.row != rowTwoOwn || !slices.Contains(strings.Fields(r.short), "5000") {
		t.Errorf("%q in row %q", r.short, r.row)
	}
}
