package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var ruleValueInvalid = Rule{
	Name:     "value-invalid",
	Summary:  "a value that its key cannot have, so that Claude Code ignores it",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      valueInvalid,
}

func valueInvalid(p *Pass) {
	if !claudeKeysCount(p) {
		return
	}
	values := platform.ClaudeValues()
	if p.Kind != AgentSpec {
		values = platform.SkillValues()
	}
	for _, v := range values {
		e := p.Spec.Entry(v.Key)
		if e == nil || e.Kind == agentspec.Null || validValue(v, e) {
			continue
		}
		d := Diagnostic{Span: firstOf(p, placeOf(p, v.Key)), Message: fmt.Sprintf("%s is %s and is ignored; want %s", v.Key, valueText(e), wanted(v))}
		if word := near.Word(e.Value, v.Words); word != "" && oneSlip(e.Value, word) {
			d.Help = "write " + word
		}
		p.Report(d)
	}
}

func validValue(v platform.Value, e *agentspec.Entry) bool {
	n, err := strconv.Atoi(e.Value)
	switch {
	case v.Integer && err == nil && n > 0:
		return true
	case v.Boolean && (strings.EqualFold(e.Value, "true") || strings.EqualFold(e.Value, "false") || slices.Contains(v.Words, strings.ToLower(e.Value))):
		return true
	}
	return slices.Contains(v.Words, e.Value)
}

// valueText names a value in a message.
func valueText(e *agentspec.Entry) string {
	if e.Kind == agentspec.List || e.Kind == agentspec.Map {
		return e.Kind.String()
	}
	return strconv.Quote(e.Value)
}

// wanted lists what a key may hold.
func wanted(v platform.Value) string {
	words := slices.Clone(v.Words)
	if v.Integer {
		words = append(words, "a whole number from 1")
	}
	if v.Boolean {
		words = append(words, "true", "false")
	}
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
