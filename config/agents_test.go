package config

import (
	"slices"
	"testing"
)

func TestAgentPlaces(t *testing.T) {
	src := "\ufeff" + `[gate]
judges = ["coverage-auditor", 'team:red-team'] # judges = ["no"]
mode = "observe"
[[verdict.kind]]
agents = [
  "a\u0062", "*-critic",
]
verdict = ["coverage-auditor"]
[mirror]
exclude = ["one"]
[mirror.target.codex-toml.agent.branch-depth-auditor]
model_reasoning_effort = "high"
[mirror.target.codex-md]
agent = { "quoted name" = { model = "x" } }
`
	var got []string
	for _, p := range AgentPlaces([]byte(src)) {
		if text := src[p.Span.Start:p.Span.End]; text != p.Name {
			t.Errorf("%q stands at %q", p.Name, text)
		}
		got = append(got, p.Name)
	}
	want := []string{"coverage-auditor", "team:red-team", "*-critic", "one", "branch-depth-auditor", "quoted name"}
	if !slices.Equal(got, want) {
		t.Errorf("AgentPlaces = %q, want %q", got, want)
	}
	if got := AgentPlaces([]byte("[gate]\njudges = [\"a\"]\njudges = [")); len(got) != 1 {
		t.Errorf("before a syntax error: %v", got)
	}
}
