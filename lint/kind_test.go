package lint

import (
	"testing"

	"github.com/judgelint/judgelint/source"
)

func TestHomeOf(t *testing.T) {
	for name, want := range map[string]Home{
		".claude/agents/a.md":              ClaudeHome,
		"x/.claude/agents/b/c/a.md":        ClaudeHome,
		".claude/plugins/p/agents/a.md":    PluginHome,
		"agents/a.md":                      PluginHome,
		"./agents/a.md":                    PluginHome,
		"../p/agents/a.md":                 PluginHome,
		"plugins/p/agents/review/a.md":     PluginHome,
		".agents/plugins/p/agents/a.md":    PluginHome,
		".codex/agents/a.md":               MirrorHome,
		".gemini/agents/a.md":              OtherHome,
		".opencode/agent/a.md":             OtherHome,
		".agents/agents/a.md":              OtherHome,
		".cursor/rules/agents/a.md":        OtherHome,
		".github/agents/a.agent.md":        OtherHome,
		"agents/a.agent.md":                OtherHome,
		"docs/a.md":                        OtherHome,
		"docs/agents/a.md":                 OtherHome,
		"a.md":                             OtherHome,
		"agents.md":                        OtherHome,
		"/home/me/.claude/agents/x/y/a.md": ClaudeHome,
	} {
		if got := HomeOf(name); got != want {
			t.Errorf("HomeOf(%q) = %d, want %d", name, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	const spec, loose = "---\nname: a\ndescription: x\n---\n", "---\nname: a\ndescription: x\nmodel: opus\n---\n"
	l := Linter{Outputs: []string{"reviews/**/*.md", "out.txt", "votes/*"}}
	tests := []struct {
		path, src string
		want      Kind
		ok        bool
	}{
		{".claude/agents/a.md", spec, AgentSpec, true},
		{".claude/agents/a.md", "# Text\n", AgentSpec, true},
		{".claude/agents/README.md", "# Text\n", Document, true},
		{".claude/agents/JUDGE.md", spec, AgentSpec, true},
		{".claude/agents/a.MD", spec, AgentSpec, true},
		{".gemini/agents/a.md", spec, AgentSpec, true},
		{"docs/a.md", spec, Document, true},
		{"docs/a.md", loose, AgentSpec, true},
		{"docs/agents/a.md", spec, Document, true},
		{"skills/x/SKILL.md", spec, Document, true},
		{"reviews/a/b.md", spec, Output, true},
		{"./reviews/b.md", "", Output, true},
		{"out.txt", "", Output, true},
		{"votes/first", "", Output, true},
		{"votes/b.answer", "", Output, true},
		{"votes/wide", "\xff\xfea\x00", Output, true},
		{"votes/c.png", "\x89PNG\x00", Output, false},
		{"a.toml", "", CodexAgent, false},
		{"x/.codex/agents/a.toml", "", CodexAgent, true},
		{".claude/settings.json", "{}", HookSettings, true},
		{"package.json", "{}", 0, false},
		{"main.go", "", Document, false},
	}
	for _, tt := range tests {
		got, ok := l.KindOf(source.NewFile(tt.path, []byte(tt.src)))
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("KindOf(%q) = %d, %v, want %d, %v", tt.path, got, ok, tt.want, tt.ok)
		}
	}
}
