package templates_test

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/templates"
)

func ExampleJudge() {
	spec, ok := templates.Judge("coverage-auditor", "ko")
	fmt.Println(ok, strings.Contains(string(spec), "agent: coverage-auditor"))
	// Output: true true
}
