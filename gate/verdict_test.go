package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/judgelint/judgelint/contract"
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
	misspelled := strings.Replace(badMine, "wiki-", "wiki_", 1)
	indented := "    " + strings.ReplaceAll(strings.TrimSpace(badMine), "\n", "\n    ") + "\n"
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(mine), "\n", "\n> ") + "\n"
	tests := []struct {
		name, text            string
		row                   contract.Row
		judge, other, unknown outcome
	}{
		{"valid", "Report.\n\n" + mine, contract.RowOwnValid, passed, passed, passed},
		{"malformed", "Report.\n\n" + badMine, contract.RowOwnBad, failed, failed, failed},
		{"two own", mine + "\n" + badMine, contract.RowTwoOwn, failed, failed, failed},
		{"echoed template and own", open + "\n" + mine, contract.RowTwoOwn, failed, failed, failed},
		{"own template and own", openMine + "\n" + mine, contract.RowTwoOwn, failed, failed, failed},
		{"own beside foreign", theirs + "\n" + badTheirs + "\n" + mine, contract.RowOwnValid, passed, passed, passed},
		{"own beside a misspelled one", mine + "\n" + misspelled, contract.RowBeside, failed, failed, failed},
		{"own beside an indented one", mine + "\nThen:\n\n" + indented, contract.RowBeside, failed, failed, failed},
		{"own beside a misspelled one of another", mine + "\n" + strings.Replace(misspelled, ": me", ": you", 1), contract.RowOwnValid, passed, passed, passed},
		{"own beside a misspelled one without a body", mine + "\n```wiki_verdict\n", contract.RowBeside, failed, failed, failed},
		{"own beside a misspelled one with words before the agent", mine + "\n```wiki_verdict\nThe one of\nagent: you\n", contract.RowBeside, failed, failed, failed},
		{"own name in another spelling", strings.Replace(mine, ": me", ": Me", 1), contract.RowOwnBad, failed, failed, failed},
		{"own beside one of a spelling of the name", mine + "\n" + strings.Replace(badMine, ": me", ": **ME**", 1), contract.RowTwoOwn, failed, failed, failed},
		{"a foreign one that is ours further on", mine + "\n" + strings.Replace(badTheirs, "```\n", "agent: me\n```\n", 1)[0:], contract.RowTwoOwn, failed, failed, failed},
		{"a misspelled one of another alone", strings.Replace(misspelled, ": me", ": you", 1), contract.RowQuoted, failed, skipped, skipped},
		{"own beside one with a remark behind the name", mine + "\n" + strings.Replace(badMine, ": me", ": me (final)", 1), contract.RowTwoOwn, failed, failed, failed},
		{"own beside one with a remark behind a colon", mine + "\n" + strings.Replace(badMine, ": me", ": me: final", 1), contract.RowTwoOwn, failed, failed, failed},
		{"relay of two", theirs + "\n" + badTheirs, contract.RowRelay, failed, skipped, skipped},
		{"relay of a known judge", known, contract.RowRelay, failed, skipped, skipped},
		{"relay of a known judge, malformed", block("judge-2", "ready", 1), contract.RowRelay, failed, skipped, skipped},
		{"one foreign, valid", theirs, contract.RowForeign, failed, skipped, skipped},
		{"one foreign, malformed", badTheirs, contract.RowForeign, failed, failed, failed},
		{"placeholders", open, contract.RowPlaceholder, failed, skipped, abstained},
		{"two templates", open + "\n" + open, contract.RowPlaceholder, failed, skipped, abstained},
		{"template with own name", openMine, contract.RowOwnBad, failed, failed, failed},
		{"no agent line", strings.Replace(mine, "agent: me\n", "", 1), contract.RowOwnBad, failed, failed, failed},
		{"hidden, malformed", hiddenBad, contract.RowHidden, failed, skipped, failed},
		{"hidden, sound", hiddenGood, contract.RowHidden, failed, skipped, skipped},
		{"quoted", quoted, contract.RowQuoted, failed, skipped, skipped},
		{"no marker", "All fine.", contract.RowNoMarker, failed, skipped, skipped},
		{"empty", "", contract.RowNoMarker, failed, skipped, skipped},
		{"cut off", strings.TrimSuffix(mine, "```\n"), contract.RowOwnBad, failed, failed, failed},
	}
	isJudge := func(name string) bool { return verdict.BareName(name) == "judge-2" }
	for _, tt := range tests {
		for standing, want := range map[roster.Standing]outcome{roster.Judge: tt.judge, roster.Other: tt.other, roster.Unknown: tt.unknown} {
			me := roster.Agent{Name: "me", Standing: standing}
			r := checkVerdict(tt.text, true, me, &Options{}, isJudge)
			if r.row != string(tt.row) || r.outcome != want {
				t.Errorf("%s, %v: row %q, %v; want %q, %v", tt.name, standing, r.row, r.outcome, tt.row, want)
			}
			checkReason(t, tt.name, r)
		}
	}
}

// What reads like another verdict of the same agent, and counts as none, is
// told; that of somebody else is not.
func TestBesideIsTold(t *testing.T) {
	mine, against := block("me", "ready", 0), block("me", "not-ready", 1)
	unlabelled := strings.Replace(against, "```wiki-verdict", "```yaml", 1)
	for text, told := range map[string]bool{
		mine + "\n" + unlabelled: true,
		mine + "\n" + strings.Replace(unlabelled, ": me", ": you", 1):        false,
		mine + "\n" + strings.Replace(mine, "```wiki-verdict", "```", 1):     false,
		"```markdown\nA draft.\n\n" + against + "```\n\n" + mine:             true,
		"````markdown\nA quotation.\n\n" + against + "````\n\n" + mine:       false,
		"Overall verdict: NOT READY\n\n" + mine:                              true,
		"Their verdict: NOT READY\n\n" + block("you", "not-ready", 1) + mine: false,
		"Verdict: NOT READY\n\n" + block("you", "not-ready", 1) + mine:       false,
		block("you", "not-ready", 1) + "\nVerdict: NOT READY\n\n" + mine:     true,
	} {
		me := roster.Agent{Name: "me", Standing: roster.Judge}
		r := checkVerdict(text, true, me, &Options{}, func(string) bool { return false })
		if r.outcome != passed || (r.tell != "") != told {
			t.Errorf("%s, told %q; want it told: %v\n%s", r.outcome, r.tell, told, text)
		}
		r = checkVerdict(text, true, me, &Options{ProseBlocks: true}, func(string) bool { return false })
		if (r.outcome == failed) != told {
			t.Errorf("with prose = block: %s; want a block: %v\n%s", r.outcome, told, text)
		}
		checkReason(t, text, r)
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
		name, text string
		row        contract.Row
		want       outcome
	}{
		{"one block is its own", block("x", "ready", 1), contract.RowOwnBad, failed},
		{"two of one agent", block("x", "ready", 0) + "\n" + block("x", "ready", 0), contract.RowTwoOwn, failed},
		{"two of two agents", block("x", "ready", 1) + "\n" + block("y", "ready", 1), contract.RowRelay, skipped},
		{"a template", strings.Replace(block("<name>", "<verdict>", 0), ": 0", ": <n>", -1), contract.RowPlaceholder, abstained},
		{"no message", "", contract.RowNoMarker, skipped},
	}
	for _, tt := range tests {
		r := checkVerdict(tt.text, true, roster.Agent{}, &Options{}, func(string) bool { return false })
		if r.row != string(tt.row) || r.outcome != tt.want {
			t.Errorf("%s: row %q, %v; want %q, %v", tt.name, r.row, r.outcome, tt.row, tt.want)
		}
	}
	for standing, want := range map[roster.Standing]outcome{roster.Judge: abstained, roster.Other: skipped, roster.Unknown: skipped} {
		r := checkVerdict("", false, roster.Agent{Name: "me", Standing: standing}, &Options{}, nil)
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
		r := checkVerdict(tt.text, true, judge, &Options{}, func(string) bool { return false })
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
		r := checkVerdict(deep.String(), true, roster.Agent{Name: "me", Standing: standing}, &Options{}, func(string) bool { return false })
		if r.outcome != want || r.row != string(contract.RowDeep) {
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
	r := checkVerdict(big, true, judge, &Options{}, func(string) bool { return false })
	if r.row != string(contract.RowOwnBad) || r.outcome != failed {
		t.Errorf("64 MiB: %v in row %q", r.outcome, r.row)
	}
	if took := time.Since(start); took > 60*time.Second {
		t.Errorf("64 MiB took %v", took)
	}
	r = checkVerdict(big+strings.Repeat("\n", 1<<20), true, judge, &Options{}, nil)
	if r.row != rowTooLarge || r.outcome != failed {
		t.Errorf("more than 64 MiB: %v in row %q", r.outcome, r.row)
	}
}

func TestManyOwnBlocks(t *testing.T) {
	r := checkVerdict(strings.Repeat(block("me", "ready", 0)+"\n", 5000), true, roster.Agent{Name: "me"}, &Options{}, func(string) bool { return false })
	checkReason(t, "5000 blocks", r)
	if r.row != string(contract.RowTwoOwn) || !slices.Contains(strings.Fields(r.short), "5000") {
		t.Errorf("%q in row %q", r.short, r.row)
	}
}
