package lint

import (
	"fmt"
	"slices"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/platform"
)

var ruleKeyNearMiss = Rule{
	Name:     "key-near-miss",
	Summary:  "a key that Claude Code does not read and that is nearly one that it does",
	Severity: Warning,
	Kinds:    fronted,
	Since:    "0.1.0",
	Run:      keyNearMiss,
}

// Keys that are near none stay silent: other tools have keys of their own.
func keyNearMiss(p *Pass) {
	if !claudeKeysCount(p) || !closed(p) {
		return
	}
	known, foreign := platform.ClaudeKeys(), platform.ForeignAgentKeys()
	if p.Kind != AgentSpec {
		known, foreign = platform.SkillKeys(), platform.ForeignSkillKeys()
	}
	for _, e := range p.Spec.Entries {
		if slices.Contains(known, e.Key) || p.Kind == AgentSpec && isToolsKey(e.Key) || slices.Contains(foreign, e.Key) {
			continue
		}
		key := near.Word(e.Key, known)
		if key == "" || (key == "name" || key == "description") && p.Spec.Entry(key) == nil {
			continue // name-missing and description-missing tell it
		}
		p.Report(Diagnostic{Span: e.KeySpan, Message: fmt.Sprintf("the key %q is not read; %s is", e.Key, key),
			Help: "write " + key, Fix: renameFix(p, e, key)})
	}
}
