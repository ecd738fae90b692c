package findings_test

import (
	"fmt"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
)

func read(name, text string) *findings.Text {
	t, err := findings.ReadText(source.NewFile(name, []byte(text)))
	if err != nil {
		panic(err)
	}
	return t
}

// Two workers, one of them dead; two findings, one of them refuted.
func Example() {
	reports := findings.ReadReports(read("reports.json", `[{"findings": [
		{"file": "a.go", "line": "1", "severity": "must-fix", "problem": "error dropped", "fix": "return it"},
		{"file": "b.go", "line": "2", "severity": "must-fix", "problem": "off by one", "fix": "use <="}
	]}, null]`))
	plan, err := findings.NewPlan(reports, findings.Options{Cap: 12, Names: []string{"bugs", "tests"}})
	if err != nil {
		panic(err)
	}
	verdicts := findings.ReadVerdicts(read("verdicts.json", `[
		{"confirmed": true, "note": "the test fails"}, {"confirmed": false, "note": "fixed in 1f2e"}
	]`), plan)
	merged := findings.Merge(plan, verdicts)
	fmt.Println("confirmed:", merged.Confirmed[0].Place())
	fmt.Println("refuted:", merged.Refuted[0].Place(), merged.Refuted[0].Note)
	fmt.Println(merged.CoverageNote)
	// Output:
	// confirmed: a.go:1
	// refuted: b.go:2 fixed in 1f2e
	// not covered: 1 of 2 reviewers returned no report (tests)
}
