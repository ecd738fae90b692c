package gate

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/roster"
)

// declared is what follows from a judgement by a contract of lines or of JSON,
// or by what a contract asks for beside its verdict.
func (j *judged) declared(r result) result {
	switch {
	case j.Trouble != nil:
		r.outcome, r.short = troubled, fmt.Sprintf("the contract %q of %s cannot be used: %v", j.contract.Name, j.me.Name, j.Trouble)
	case j.me.Standing != roster.Judge:
	case j.Outcome == contract.Valid:
		r.outcome, r.counter = passed, "valid"
	case j.Outcome == contract.None:
		r.outcome, r.counter, r.missing = failed, "missing", j.Hint == ""
		r.short = j.me.Name + " gave no verdict"
		hint := ""
		if j.Hint != "" {
			r.short += ": " + j.Hint
			hint = upper(j.Hint) + "."
		}
		r.reason = lines(fmt.Sprintf("Your answer gives no verdict; %s must give one.", j.me.Name), hint, j.contract.Ask(), j.template(), again)
	default:
		r = j.broken(r)
	}
	return r
}

// broken says what is wrong with a verdict, line by line, and what to write.
func (j *judged) broken(r result) result {
	bad := j.errors()
	const most = 5
	var out []string
	for _, p := range bad[:min(len(bad), most)] {
		line := fmt.Sprintf("Line %d: %s.", j.file.LineOf(p.Span.Start), strings.TrimSuffix(p.Message, "."))
		if p.Rule == "contract-section" && p.Span.Len() == 0 {
			line = upper(p.Message) + "."
		}
		if p.Help != "" && !strings.Contains(p.Help, "\n") {
			line += " " + upper(p.Help) + "."
		}
		out = append(out, clip(line, 1, 400))
	}
	if n := len(bad) - len(out); n > 0 {
		out = append(out, fmt.Sprintf("And %s more.", plural(n, "error", "errors")))
	}
	r.outcome, r.counter = failed, "malformed"
	r.short = "malformed verdict: " + bad[0].Message
	r.reason = lines("The verdict of your answer is malformed.", strings.Join(out, "\n"), j.contract.Ask(), j.template(), again)
	return r
}

// rules are the names of the rules that the text breaks, each once.
func (j *judged) rules() []string {
	var names []string
	for _, p := range j.Problems {
		if len(names) == 0 || names[len(names)-1] != p.Rule {
			names = append(names, p.Rule)
		}
	}
	return limit(names, 8)
}
