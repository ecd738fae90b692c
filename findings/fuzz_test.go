package findings

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/judgelint/judgelint/source"
)

// FuzzPipeline: whatever three models and a caller write, nothing panics, the
// results are JSON, a plan is read back, no must-fix finding is lost, and what
// breaks a schema is never approved in silence.
func FuzzPipeline(f *testing.F) {
	f.Add(`[{"findings":[{"file":"a","line":1,"severity":"must-fix","problem":"x","fix":"f"}]},null]`, `[{"confirmed":false,"note":"n"}]`, `{"verdict":"approve","summary":"s","mustFix":[]}`, 1)
	f.Add(`[{"findings":[{"severity":"Must Fix"},{"severity":"must-fix","file":[],"line":{}},7,null]}]`, `[{"id":"0","confirmed":true},{"id":"0"}]`, `{"mustFix":[null,{}],"dismissed":[{}]}`, 0)
	f.Add(`[{"findings":[],"findings":[{"severity":"must-fix"}]}]`, `null`, `"x"`, -1)
	f.Fuzz(func(t *testing.T, reports, verdicts, review string, limit int) {
		in := []*Text{}
		for _, src := range []string{reports, verdicts, review} {
			text, err := ReadText(source.NewFile("in.json", []byte(src)))
			if err != nil {
				return
			}
			in = append(in, text)
		}
		p, err := NewPlan(ReadReports(in[0]), Options{Cap: limit})
		if err != nil {
			t.Fatal(err)
		}
		saved := marshal(t, p)
		again, err := ReadPlan(text(t, saved))
		if err != nil || marshal(t, again) != saved {
			t.Fatalf("plan %s is read as %+v, %v", saved, again, err)
		}
		m := Merge(p, ReadVerdicts(in[1], p))
		marshal(t, m)
		if got, want := len(m.Confirmed)+len(m.Refuted)+len(m.Unverified), len(p.Items)+len(p.Overflow); got != want {
			t.Fatalf("%d findings of %d", got, want)
		}
		final := Finalize(p, m, ReadReview(in[2]))
		marshal(t, final)
		Markdown(final)
		if len(p.Problems) > 0 && final.Sound() {
			t.Fatalf("approved in spite of %v", p.Problems)
		}
		if final.Sound() && len(m.Confirmed)+len(m.Unverified) > len(final.Dismissed) {
			t.Fatalf("approved in spite of %+v", m)
		}
	})
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	out, err := Marshal(v, 2)
	if err != nil || !json.Valid(out) || !strings.HasSuffix(string(out), "}\n") {
		t.Fatalf("%s, %v", out, err)
	}
	return string(out)
}
