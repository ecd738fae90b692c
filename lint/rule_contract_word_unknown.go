package lint

import (
	"fmt"
	"strings"
)

var ruleContractWordUnknown = Rule{
	Name:     "contract-word-unknown",
	Summary:  "a spec that teaches a verdict word which its contract lacks",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.2.0",
	Run:      contractWordUnknown,
}

func contractWordUnknown(p *Pass) {
	c := p.linter.contractOf(p.Spec.Name())
	if c == nil {
		return
	}
	_, unknown := c.Taught(p.File)
	for _, u := range unknown {
		p.Report(Diagnostic{Span: u.At, Message: fmt.Sprintf("the spec teaches the verdict %q; the contract %q has %s", u.Word, c.Name, strings.Join(c.Words(), ", ")),
			Help: "add the word to the contract, or teach one of its words"})
	}
}
