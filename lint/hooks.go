package lint

import (
	"slices"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/verdict"
)

// hooksProblems reports the problems of hook settings that bear the name of
// the running rule: package hookset knows what each client does with a file.
func hooksProblems(p *Pass) {
	for _, problem := range p.Hooks.Check(nil) {
		if problem.Rule == p.rule.Name {
			p.Report(hooksDiagnostic(problem))
		}
	}
}

func hooksDiagnostic(p hookset.Problem) Diagnostic {
	return Diagnostic{Span: p.Span, Message: p.Message, Help: p.Help}
}

// judgeOf returns the name of the judge that an agent spec defines, or "" if
// it defines none. Which other agents there are is not known here, so a block of
// another name makes no judge.
func (l *Linter) judgeOf(p *Pass) string {
	if p.Kind != AgentSpec || p.Spec.Name() == "" {
		return ""
	}
	name := verdict.BareName(p.Spec.Name())
	is := func(n string) bool { return verdict.BareName(n) == name }
	switch {
	case slices.ContainsFunc(l.NotJudges, is):
		return ""
	case slices.ContainsFunc(l.Judges, is), l.contractOf(name) != nil, p.Text != nil && showsVerdict(p, name):
		return string([]byte(name)) // keeps no part of the text alive
	}
	return ""
}

func showsVerdict(p *Pass, name string) bool {
	if _, ok := roster.Teaching(p.taught(), name, nil); ok {
		return true
	}
	_, ok := roster.Quotes(p.Text, name)
	return ok
}
