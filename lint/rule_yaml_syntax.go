package lint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

var ruleYAMLSyntax = Rule{
	Name:     "yaml-syntax",
	Summary:  "front matter that is no YAML, or holds a key twice",
	Severity: Error,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      yamlSyntax,
}

func yamlSyntax(p *Pass) {
	if !closed(p) {
		return
	}
	for _, problem := range p.Spec.Problems {
		switch {
		case problem.Key != "":
			// The clients take the last one and load the agent.
			p.Report(Diagnostic{Span: problem.Span, Severity: Warning, Message: problem.Message, Help: "take one of them out"})
		case p.Spec.Reading == agentspec.Lenient && len(p.Spec.Stray) == 0:
			d := Diagnostic{Span: problem.Span, Message: "the front matter is no YAML: " + problem.Message, Help: syntaxHelp(p, problem)}
			if p.Kind != AgentSpec {
				d.Severity = Warning // Claude Code takes the skill or command without its keys
			}
			p.Report(d)
		case p.Spec.Reading == agentspec.Repaired:
			repairedSyntax(p, problem)
		}
	}
}

// repairedSyntax tells what a lenient reader gets past, but for the values that
// yaml-colon is about.
func repairedSyntax(p *Pass, problem agentspec.Problem) {
	told := false
	for _, s := range p.Spec.Quoted {
		if open := unclosedBracket(p.File.Text(s)); open != 0 {
			p.Report(Diagnostic{Span: firstOf(p, s), Message: fmt.Sprintf("the %q that the value begins with is never closed", open),
				Help: "close it, or put the value in quotes"})
			told = true
		}
	}
	if told || len(p.Spec.Quoted) > 0 {
		return
	}
	d := Diagnostic{Span: problem.Span, Severity: Warning, Message: "only a lenient reader takes the front matter: " + problem.Message}
	if edits := tabEdits(p); len(edits) > 0 {
		d.Message, d.Help = "tabs cannot indent in YAML; only a lenient reader takes them", "indent with blanks"
		d.Fix = &Fix{Message: "indent with blanks", Safe: keepsReading(p, edits), Edits: edits}
	}
	p.Report(d)
}

// unclosedBracket returns the bracket that a value begins with if it is not
// closed in the value, else 0.
func unclosedBracket(value []byte) byte {
	switch {
	case value[0] == '[' && bytes.IndexByte(value, ']') < 0, value[0] == '{' && bytes.IndexByte(value, '}') < 0:
		return value[0]
	}
	return 0
}

// tabEdits turns the tabs at the starts of front matter lines into two blanks
// each. It is nil where blanks indent as well: how deep such lines are meant to
// be is the author's to say.
func tabEdits(p *Pass) []source.Edit {
	var edits []source.Edit
	off := p.Spec.Front.Text.Start
	for line := range bytes.Lines(p.File.Text(p.Spec.Front.Text)) {
		rest := bytes.TrimLeft(line, "\t")
		if bytes.HasPrefix(rest, []byte(" ")) {
			return nil
		}
		if n := len(line) - len(rest); n > 0 {
			edits = append(edits, source.Edit{Span: source.Span{Start: off, End: off + n}, New: strings.Repeat("  ", n)})
		}
		off += len(line)
	}
	return edits
}

func syntaxHelp(p *Pass, problem agentspec.Problem) string {
	switch {
	case strings.Contains(problem.Message, "quoted scalar"):
		return "close the quotation mark, or double it where it belongs to the text"
	case strings.Contains(problem.Message, "mapping values are not allowed"):
		return "put the whole value in quotes, on one line"
	case strings.Contains(problem.Message, "not a mapping"):
		return "write one key: value in each line"
	}
	return "no client loads the " + noun(p) + " until this is mended"
}
