package lint

import (
	"fmt"
	"strings"
)

var ruleContractNotTaught = Rule{
	Name:     "contract-not-taught",
	Summary:  "a judge whose spec shows nothing of its contract",
	Severity: Error,
	Kinds:    AgentSpec,
	Since:    "0.2.0",
	Run:      contractNotTaught,
}

func contractNotTaught(p *Pass) {
	c := p.linter.contractOf(p.Spec.Name())
	if c == nil {
		return
	}
	if ok, _ := c.Taught(p.File); !ok {
		form, _, _ := strings.Cut(c.Template(p.Spec.Name()), "\n")
		p.Report(Diagnostic{Span: placeOf(p, "name"), Message: fmt.Sprintf("%q has the contract %q, but its spec shows nothing of it", p.Spec.Name(), c.Name),
			Help: "show in the spec what the agent has to write: " + form})
	}
}
