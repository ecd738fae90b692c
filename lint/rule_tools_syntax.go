package lint

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
)

var ruleToolsSyntax = Rule{
	Name:     "tools-syntax",
	Summary:  "a tool with parentheses that do not match, so that the permission is not given",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.2.0",
	Run:      toolsSyntax,
}

func toolsSyntax(p *Pass) {
	for _, item := range toolItems(p) {
		text := item.Text
		switch {
		case strings.Count(text, "(") != strings.Count(text, ")"):
			p.Report(Diagnostic{Span: item.Span, Message: fmt.Sprintf("the parentheses of %q do not match", clip([]byte(text), 60)), Help: "write TOOL(PATTERN), as in Bash(git log:*)"})
		case strings.HasSuffix(text, "()"):
			p.Report(Diagnostic{Span: item.Span, Message: fmt.Sprintf("%q permits nothing: its parentheses are empty", text), Help: "write " + strings.TrimSuffix(text, "()") + ", or a pattern between them"})
		}
	}
	if e := p.Spec.Entry("allowed-tools"); p.Kind != AgentSpec && claudeKeysCount(p) && e != nil && (e.Kind == agentspec.Map || e.Kind == agentspec.Number || e.Kind == agentspec.Bool) {
		p.Report(Diagnostic{Span: firstOf(p, placeOf(p, "allowed-tools")), Message: fmt.Sprintf("allowed-tools is %s; want a list of tools", e.Kind), Help: "write allowed-tools: Read, Bash(git log:*)"})
	}
}
