package findings

import (
	"fmt"
	"testing"
)

func BenchmarkPipeline(b *testing.B) {
	const n = 10_000
	var all, verdicts []string
	for i := range n {
		all = append(all, f(fmt.Sprintf("internal/pkg%d/file%d.go", i%50, i), fmt.Sprint(i%900), fmt.Sprintf("the error of call %d is dropped, so a full disk is not seen", i)))
		verdicts = append(verdicts, []string{"null", `{"confirmed":true,"note":"the test fails with it"}`, `{"confirmed":false,"note":"the caller checks it"}`}[i%3])
	}
	reports, answers := list(report(all...)), list(verdicts...)
	review := `{"verdict":"changes-requested","summary":"s","mustFix":` + list(all...) + `,"shouldFix":[],"nits":[]}`
	b.ReportAllocs()
	for b.Loop() {
		p := planOf(b, reports, Options{})
		saved, _ := Marshal(p, 2)
		p, err := ReadPlan(text(b, string(saved)))
		if err != nil {
			b.Fatal(err)
		}
		m := Merge(p, ReadVerdicts(text(b, answers), p))
		if _, err := Marshal(m, 2); err != nil {
			b.Fatal(err)
		}
		final := Finalize(p, m, ReadReview(text(b, review)))
		if _, err := Marshal(final, 2); err != nil || len(final.MustFix) != 6667 {
			b.Fatal(len(final.MustFix), err)
		}
	}
}
