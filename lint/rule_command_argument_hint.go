package lint

import (
	"bytes"

	"github.com/judgelint/judgelint/source"
)

var ruleCommandArgumentHint = Rule{
	Name:     "command-argument-hint",
	Summary:  "a command that takes arguments and does not say which",
	Severity: Info,
	Kinds:    Command,
	Since:    "0.2.0",
	Run:      commandArgumentHint,
}

func commandArgumentHint(p *Pass) {
	if p.Spec.Entry("argument-hint") != nil || p.Spec.Entry("arguments") != nil || p.Spec.Front.State == source.FrontNone {
		return
	}
	text, at := body(p)
	n := bytes.Index(text, []byte("$ARGUMENTS"))
	if n < 0 {
		return
	}
	p.Report(Diagnostic{Span: source.Span{Start: at + n, End: at + n + len("$ARGUMENTS")},
		Message: "the command takes arguments, and its menu does not say which", Help: "add a line argument-hint: [what to write]"})
}
