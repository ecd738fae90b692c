package lint

import (
	"fmt"
	"slices"

	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/source"
)

// relayCodex reports the problems of a Codex agent file that belong to a rule.
func relayCodex(p *Pass) {
	problems := codexProblems(p.Codex)
	if namedByConfig(p) {
		problems = withoutMissing(problems)
	}
	for _, found := range problems {
		if codexRule(found.Code) != p.rule.Name {
			continue
		}
		if found.Span == (source.Span{}) {
			found.Span = p.File.Line(1)
		}
		p.Report(Diagnostic{Span: firstOf(p, found.Span), Message: found.Message, Help: found.Help})
	}
}

func codexRule(c agenttoml.Code) string {
	switch c {
	case agenttoml.Encoding:
		return "codex-encoding"
	case agenttoml.Syntax, agenttoml.Duplicate:
		return "codex-toml-syntax"
	case agenttoml.Missing, agenttoml.Type, agenttoml.Misplaced:
		return "codex-key-missing"
	}
	return "codex-key-unknown"
}

// codexProblems is why Codex drops or misreads the file. Misplaced instructions
// are not told as missing, too.
func codexProblems(a *agenttoml.Agent) []agenttoml.Problem {
	problems := a.Check(platform.CodexAgentKeys())
	misplaced := slices.ContainsFunc(problems, func(p agenttoml.Problem) bool { return p.Code == agenttoml.Misplaced })
	problems = slices.DeleteFunc(problems, func(p agenttoml.Problem) bool {
		return misplaced && p.Code == agenttoml.Missing && p.Key == agenttoml.Instructions
	})
	if a.Problem != nil {
		return problems
	}
	for _, e := range a.Top() {
		if len(e.Path) == 1 && !e.Header && e.Kind != agenttoml.Table && slices.Contains(platform.CodexTableKeys(), e.Path[0]) {
			problems = append(problems, agenttoml.Problem{Code: agenttoml.Unknown, Span: e.Key, Key: e.Path[0],
				Message: fmt.Sprintf("%s is a table of settings in Codex, not %s: Codex drops the whole file", e.Path[0], e.Kind),
				Help:    "take it out; Codex has no list of tools for an agent"})
		}
	}
	return problems
}
