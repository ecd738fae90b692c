package findings

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// randomReports makes reports full of doubles, odd spellings, nulls and dead
// workers, and returns them with the keys of every must-fix finding.
func randomReports(r *rand.Rand) (reports []string, keys map[Key]bool) {
	keys = map[Key]bool{}
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	for range r.IntN(6) {
		if r.IntN(5) == 0 {
			reports = append(reports, pick("null", "{}", `{"findings":null}`, `"dead"`))
			continue
		}
		var all []string
		for range r.IntN(8) {
			if r.IntN(8) == 0 {
				all = append(all, "null")
				continue
			}
			v := Finding{pick("a.go", "./a.go", "b/c.go", "b//c.go", "d.go"), pick("1", "2", "n/a"),
				pick(MustFix, MustFix, MustFix, "Must Fix", Nit, ShouldFix), pick("x", " x", "y", "z"), "f"}
			out, _ := json.Marshal(v)
			all = append(all, string(out))
			if severityOf(v.Severity) == MustFix {
				keys[v.Key()] = true
			}
		}
		reports = append(reports, report(all...))
	}
	return reports, keys
}

// Nothing is lost: whatever the workers, the cap, the verifiers and the report
// are, every must-fix finding is in exactly one of confirmed, refuted and
// unverified, and what is confirmed is in mustFix, dismissed or problems.
func TestNothingIsLost(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		reports, keys := randomReports(r)
		p := planOf(t, list(reports...), Options{Cap: r.IntN(5)})
		var verdicts []string
		for _, item := range p.Items {
			verdicts = append(verdicts, []string{
				"null", `{"confirmed":true,"note":"n"}`, `{"confirmed":false,"note":"n"}`, `{"confirmed":"no"}`,
				fmt.Sprintf(`{"id":%q,"confirmed":false,"note":"n"}`, item.ID),
			}[r.IntN(5)])
		}
		m := Merge(p, ReadVerdicts(text(t, list(verdicts[:r.IntN(len(verdicts)+1)]...)), p))
		seen := map[Key]int{}
		for _, c := range slices.Concat(m.Confirmed, m.Refuted) {
			seen[c.Key()]++
		}
		for _, u := range m.Unverified {
			seen[u.Key()]++
		}
		for k := range keys {
			if seen[k] != 1 {
				t.Fatalf("seed %d: %v is in %d lists", seed, k, seen[k])
			}
		}
		if len(seen) != len(keys) {
			t.Fatalf("seed %d: %d findings, want %d", seed, len(seen), len(keys))
		}
		var mustFix []string
		for _, item := range p.Items {
			if r.IntN(2) == 0 {
				mustFix = append(mustFix, f(item.File, item.Line, item.Problem))
			}
		}
		final := Finalize(p, m, ReadReview(text(t, `{"verdict":"approve","summary":"","mustFix":`+list(mustFix...)+`,"shouldFix":[],"nits":[]}`)))
		kept := map[Key]bool{}
		for _, k := range final.MustFix {
			kept[k.Key()] = true
		}
		missing := 0
		for _, c := range m.Confirmed {
			if !kept[c.Key()] {
				missing++
			}
		}
		if got := strings.Count(" "+kinds(final.Problems), " missing"); got != missing {
			t.Fatalf("seed %d: %d confirmed findings are missing, %d are told", seed, missing, got)
		}
		for _, gone := range m.Refuted {
			if kept[gone.Key()] {
				t.Fatalf("seed %d: %v is refuted and in mustFix", seed, gone)
			}
		}
		if final.Sound() && (len(m.Unverified)+len(m.Confirmed) > 0 || p.noneLived()) {
			t.Fatalf("seed %d: approved in spite of %+v", seed, m)
		}
	}
}

// The same findings in any order of the workers give the same decisions.
func TestOrderOfWorkers(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		reports, _ := randomReports(r)
		first := decisions(t, reports)
		r.Shuffle(len(reports), func(i, j int) { reports[i], reports[j] = reports[j], reports[i] })
		if again := decisions(t, reports); !reflect.DeepEqual(first, again) {
			t.Fatalf("seed %d: %v, then %v", seed, first, again)
		}
	}
}

// decisions verifies every item by its id and returns what was decided.
func decisions(t *testing.T, reports []string) map[Key]string {
	p := planOf(t, list(reports...), Options{})
	var verdicts, mustFix []string
	for _, item := range p.Items {
		switch item.ID[0] % 3 {
		case 0:
			verdicts = append(verdicts, fmt.Sprintf(`{"id":%q,"confirmed":true,"note":"n"}`, item.ID))
		case 1:
			verdicts = append(verdicts, fmt.Sprintf(`{"id":%q,"confirmed":false,"note":"n"}`, item.ID))
		default:
			verdicts = append(verdicts, "null")
		}
		mustFix = append(mustFix, f(item.File, item.Line, item.Problem))
	}
	m := Merge(p, ReadVerdicts(text(t, list(verdicts...)), p))
	final := Finalize(p, m, ReadReview(text(t, `{"verdict":"changes-requested","summary":"","mustFix":`+list(mustFix...)+`}`)))
	out := map[Key]string{{Problem: "verdict"}: final.Verdict}
	for _, v := range final.MustFix {
		out[v.Key()] += "must-fix "
	}
	for _, v := range final.Refuted {
		out[v.Key()] += "refuted "
	}
	for _, v := range final.Unverified {
		out[v.Key()] += "unverified "
	}
	return out
}
