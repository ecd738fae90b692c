package lint

import (
	"bytes"
	"slices"

	"github.com/judgelint/judgelint/hookset"
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
// it defines none: a judge shows a verdict block of its own name or with a
// placeholder, or quotes one of its own name.
func (l *Linter) judgeOf(p *Pass) string {
	if p.Spec == nil || p.Spec.Name() == "" {
		return ""
	}
	name := verdict.BareName(p.Spec.Name())
	is := func(n string) bool { return verdict.BareName(n) == name }
	switch {
	case slices.ContainsFunc(l.NotJudges, is):
		return ""
	case slices.ContainsFunc(l.Judges, is), p.Text != nil && showsVerdict(p, is):
		return string([]byte(name)) // keeps no part of the text alive
	}
	return ""
}

func showsVerdict(p *Pass, is func(agent string) bool) bool {
	for _, b := range p.Text.Blocks {
		if is(b.Agent.Value) || verdict.IsPlaceholder(b.Agent.Value) {
			return true
		}
	}
	for _, m := range p.Text.Markers {
		if m.Quoted && is(quotedAgent(p.File.Src[m.Span.End:])) {
			return true
		}
	}
	return false
}

// quotedAgent is the agent that the lines after a quoted marker name, up to
// the end of its fence.
func quotedAgent(rest []byte) string {
	_, rest, _ = bytes.Cut(rest, []byte("\n"))
	for line := range bytes.Lines(rest) {
		line = bytes.Trim(line, "> \t\r\n")
		if bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")) {
			break
		}
		if agent, ok := bytes.CutPrefix(line, []byte("agent:")); ok {
			return string(bytes.TrimSpace(agent))
		}
	}
	return ""
}
