package mirror

import (
	"strings"
	"testing"
)

func TestBadName(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"reviewer", ""},
		{"판정-심사", ""},
		{"UI Designer", ""},
		{"v4.8-expert", ""},
		{"console", ""},
		{"com", ""},
		{"com10", ""},
		{"", "is empty"},
		{"../x", "holds a path separator"},
		{"/etc/passwd", "holds a path separator"},
		{`a\b`, "holds a path separator"},
		{"C:x", "holds ':'"},
		{"plugin:name", "holds ':'"},
		{".hidden", "begins with a dot"},
		{"..", "begins with a dot"},
		{"a.", "ends in a dot or a blank"},
		{"a ", "ends in a dot or a blank"},
		{"nul", "is a device on Windows"},
		{"Aux.old", "is a device on Windows"},
		{"COM1", "is a device on Windows"},
		{"lpt³", "is a device on Windows"},
		{"a\tb", "holds the invisible character U+0009"},
		{"a\u200bb", "holds the invisible character U+200B"},
		{"a\ufffd", "holds a character that cannot be read"},
		{"a*", "holds '*'"},
		{strings.Repeat("x", 201), "is longer than 200 bytes"},
	} {
		if got := badName(tt.name); got != tt.want {
			t.Errorf("badName(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTargetOfLockLine(t *testing.T) {
	for _, tt := range []struct {
		path, target string
		ok           bool
	}{
		{".codex/agents/a.md", "codex-md", true},
		{".agents/plugins/p/agents/a.md", "agents-plugin", true},
		{".agents/plugins/../agents/a.md", "agents-plugin", false},
		{".agents/plugins/p/q/agents/a.md", "agents-plugin", false},
		{".codex/agents/a.md", "codex-toml", false},
		{".codex/agents/../../main.md", "codex-md", false},
		{"main.md", "codex-md", false},
		{"/etc/x.md", "codex-md", false},
		{".codex/agents/a.md", "later", false},
	} {
		e := lockEntry{path: tt.path, target: tt.target}
		target := targetOf(e)
		if got := target != nil && (&planner{}).knownPlace(e, target); got != tt.ok {
			t.Errorf("targetOf(%q, %q) = %v, want %v", tt.path, tt.target, got, tt.ok)
		}
	}
}
