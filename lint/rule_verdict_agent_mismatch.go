package lint

import (
	"fmt"
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/verdict"
)

var ruleVerdictAgentMismatch = Rule{
	Name:     "verdict-agent-mismatch",
	Summary:  "an output whose block is signed with the name of another agent, or with a slip of one",
	Severity: Error,
	Kinds:    Output,
	Since:    "0.1.0",
	Across:   verdictAgentMismatch,
}

// An output called NAME.md of a known agent must be signed by it; in every
// other output a name that nobody bears, but nearly, is a slip.
func verdictAgentMismatch(p *ProjectPass) {
	known := p.agents()
	if len(known) == 0 {
		return
	}
	for _, r := range p.Results {
		if r.Kind == Output {
			checkSigned(p, r, known)
		}
	}
}

func checkSigned(p *ProjectPass, r Result, known map[string]bool) {
	stem := strings.TrimSuffix(path.Base(r.Path), path.Ext(r.Path))
	for _, b := range r.facts.blocks {
		agent := verdict.BareName(b.agent)
		switch {
		case agent == "" || verdict.IsPlaceholder(agent) || agent == stem:
		case known[stem] && known[agent] && len(r.facts.blocks) == 1:
			p.Report(Diagnostic{Path: r.Path, Span: b.span, Message: fmt.Sprintf("the output of %q is signed by %q", stem, agent),
				Help: "write agent: " + stem + ", or rename the file"})
		case !known[agent]:
			if name := near.Word(agent, p.agentNames()); name != "" {
				p.Report(Diagnostic{Path: r.Path, Span: b.span, Message: fmt.Sprintf("no agent is called %q; %q is", agent, name),
					Help: "write agent: " + name})
			}
		}
	}
}
