package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/verdict"
)

var ruleContractUndeclared = Rule{
	Name:     "contract-undeclared",
	Summary:  "a spec that prescribes a verdict which no contract covers",
	Severity: Info,
	Kinds:    AgentSpec,
	Since:    "0.2.0",
	Run:      contractUndeclared,
}

func contractUndeclared(p *Pass) {
	name := p.Spec.Name()
	if name == "" || p.linter.contractOf(name) != nil || verdict.Listed(p.linter.NotJudges, name) || verdict.Listed(p.linter.Judges, name) ||
		p.Text != nil && len(p.Text.Blocks)+len(p.Text.Markers) > 0 {
		return
	}
	if found, ok := contract.Prescribed(p.File); ok {
		p.Report(Diagnostic{Span: found.At, Message: fmt.Sprintf("%q is to give a verdict (%s) that no contract covers", name, strings.Join(found.Words, ", ")),
			Help: "judgelint contract suggest shows a contract for it"})
	}
}
