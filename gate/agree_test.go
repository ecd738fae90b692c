package gate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// judgedAs is how package contract judges a text as the answer of "judge".
func judgedAs(text string) contract.Judgement {
	var set contract.Set
	return set.Wiki().Judge(source.NewFile("x", []byte(text)), "judge")
}

// gated is what the gate finds in a text of an agent.
func gated(text string, standing roster.Standing) result {
	return checkVerdict(text, true, roster.Agent{Name: "judge", Standing: standing}, &Options{}, func(name string) bool { return name == "sec" })
}

func silent(r result) bool { return r.outcome <= passed && r.tell == "" }

// FuzzAgreement holds the gate against what `judgelint verdict --agent` says
// about the same text, and both against what the text was made of.
func FuzzAgreement(f *testing.F) {
	for seed := range byte(200) {
		f.Add(randomInput(uint64(seed)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		made := pieces(input)
		text := answer(made)
		j, r := judgedAs(text), gated(text, roster.Judge)
		if silent(r) && (j.Outcome != contract.Valid || verdict.Malformed(j.Problems)) {
			t.Errorf("the gate is silent, the verdict is %s:\n%s", j.Outcome, text)
		}
		if verdict.Malformed(j.Problems) && silent(r) || j.Outcome == contract.Valid && r.outcome != passed {
			t.Errorf("the verdict is %s, the gate says %s (%s):\n%s", j.Outcome, r.outcome, r.short, text)
		}
		if (j.Decision == contract.Undecided) != (j.Outcome != contract.Valid) {
			t.Errorf("%s decides %s:\n%s", j.Outcome, j.Decision, text)
		}
		if why := meant(made); why != "" && silent(r) {
			t.Errorf("the gate is silent, but %s:\n%s", why, text)
		}
	})
}

// meant says why a text must not pass in silence, by what it was made of: "" if
// it may, or if something open makes that a question for the parser.
func meant(made []piece) string {
	if len(made) == 1 && made[0].quote {
		return "" // a fence around the whole answer is no quotation
	}
	var own []piece
	for _, p := range made {
		if p.open {
			return ""
		}
		if p.word != "" {
			own = append(own, p)
		}
	}
	switch {
	case len(own) == 0:
		return "it gives no verdict"
	case len(own) > 1:
		return "it gives two verdicts, " + own[0].kind + " and " + own[1].kind
	case !own[0].sound:
		return "its verdict is " + own[0].kind
	}
	for _, p := range made {
		if p.says != "" && p.says != own[0].word && !relayedBehind(made, p) {
			return "its words say " + p.says
		}
	}
	return ""
}

// relayedBehind reports whether a block of somebody else stands somewhere behind
// a piece: it may be what the words are about.
func relayedBehind(made []piece, p piece) bool {
	i := slices.Index(made, p)
	return slices.ContainsFunc(made[i:], func(o piece) bool { return o.kind == "foreign" })
}

// FuzzQuotations takes the quotations out of a text: that changes nothing.
func FuzzQuotations(f *testing.F) {
	for seed := range byte(200) {
		f.Add(randomInput(uint64(seed)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		made := pieces(input)
		if len(made) == 1 || slices.ContainsFunc(made, func(p piece) bool { return p.open }) {
			return // what is the whole text, or stands behind something open, is no quotation
		}
		bare := slices.DeleteFunc(slices.Clone(made), func(p piece) bool { return p.quote })
		with, without := judgedAs(answer(made)), judgedAs(answer(bare))
		if with.Outcome != without.Outcome || with.Decision != without.Decision || with.Word != without.Word || !slices.Equal(errorsOf(with), errorsOf(without)) {
			t.Errorf("%s, %s, %q %v with its quotations, %s, %s, %q %v without:\n%s", with.Outcome, with.Decision, with.Word, errorsOf(with),
				without.Outcome, without.Decision, without.Word, errorsOf(without), answer(made))
		}
	})
}

func errorsOf(j contract.Judgement) (rules []string) {
	for _, p := range j.Problems {
		if p.Severity == verdict.Error {
			rules = append(rules, p.Rule)
		}
	}
	return rules
}

func randomInput(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 12))
	input := make([]byte, 60)
	for i := range input {
		input[i] = byte(r.UintN(256))
	}
	return input
}

// The generator reaches every sort of piece, every row and every answer, often.
func TestTextsReachEveryRow(t *testing.T) {
	kinds, rows, answers, whys, sound := map[string]int{}, map[contract.Row]int{}, map[string]int{}, map[bool]int{}, 0
	for seed := range uint64(4000) {
		made := pieces(randomInput(seed))
		text := answer(made)
		for _, p := range made {
			kinds[p.kind]++
		}
		j, r := judgedAs(text), gated(text, roster.Judge)
		rows[j.Row]++
		whys[meant(made) != ""]++
		switch {
		case silent(r):
			answers["silent"]++
		default:
			answers[r.outcome.String()]++
		}
		if j.Outcome == contract.Valid && len(made) > 2 {
			sound++
		}
	}
	t.Log(kinds, rows, answers, whys, sound)
	for _, kind := range []string{"sound", "sound elsewhere", "words", "words against", "misspelled", "misspelled, bare", "hidden", "quotation", "foreign", "placeholder", "cut off", "spelled name", "broken", "misspelled foreign", "open"} {
		if kinds[kind] < 100 {
			t.Errorf("%d pieces are %s", kinds[kind], kind)
		}
	}
	for _, row := range []contract.Row{contract.RowTwoOwn, contract.RowOwnValid, contract.RowOwnBad, contract.RowBeside, contract.RowRelay, contract.RowForeign,
		contract.RowPlaceholder, contract.RowHidden, contract.RowQuoted, contract.RowNoMarker} {
		if rows[row] < 20 {
			t.Errorf("%d texts are judged by the row %q", rows[row], row)
		}
	}
	for _, a := range []string{"silent", "pass", "fail"} { // pass that is not silent is told
		if answers[a] < 50 {
			t.Errorf("%d answers of the gate are %s: %v", answers[a], a, slices.Collect(maps.Keys(answers)))
		}
	}
	if whys[true] < 500 || whys[false] < 500 || sound < 100 {
		t.Errorf("must not be silent: %v; long and valid: %d", whys, sound)
	}
}

// A bad verdict is blocked, and when the blocks are used up, told: never silence.
func TestBadVerdictIsNeverSilent(t *testing.T) {
	bad := 0
	for seed := range uint64(120) {
		text := answer(pieces(randomInput(seed)))
		g := newGate(t)
		first := g.stop(t, says(text))
		second := g.stop(t, says(text))
		if judgedAs(text).Outcome == contract.Valid {
			if first.Action == Block || first.Action == Trouble {
				t.Errorf("%s of a valid verdict: %s\n%s", first.Action, first.Reason, text)
			}
			continue
		}
		bad++
		if first.Action != Block || second.Action != Tell {
			t.Errorf("a bad verdict gets %s, then %s:\n%s", first.Action, second.Action, text)
		}
	}
	if bad < 50 {
		t.Errorf("%d of the texts are bad", bad)
	}
}

// Words against a valid verdict are told at once and at the session's next Stop,
// where clients show it, and not after the agent has given a sound answer.
func TestWordsAreToldAgain(t *testing.T) {
	g := newGate(t)
	against := says("Overall verdict: NOT READY\n\n" + block("judge", "ready", 0))
	if d := g.stop(t, against); d.Action != Tell || !strings.Contains(d.Notice, "judge: the words speak against the verdict in line 1") {
		t.Errorf("%s: %s", d.Action, d.Notice)
	}
	main := map[string]any{"hook_event_name": "Stop", "agent_id": "", "agent_type": "", "last_assistant_message": "Done."}
	if d := g.stop(t, main); d.Action != Tell || !strings.Contains(d.Notice, "1 agent ended with words against the verdict: judge (") {
		t.Errorf("the next Stop: %s: %s", d.Action, d.Notice)
	}
	if d := g.stop(t, main); d.Action != Allow {
		t.Errorf("the Stop after it: %s: %s", d.Action, d.Notice)
	}
	g.stop(t, against)
	g.stop(t, says("Fine.\n\n"+block("judge", "ready", 0)))
	if d := g.stop(t, main); d.Action != Allow {
		t.Errorf("mended before the Stop: %s: %s", d.Action, d.Notice)
	}
}
