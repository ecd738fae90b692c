package mirror

import "testing"

func TestMoveInLock(t *testing.T) {
	const before = lockHeader + ".codex/agents/a.toml\tcodex-toml\t.claude/agents/a.md\tsha256:1\n.codex/agents/b.toml\tcodex-toml\t.claude/agents/b.md\tsha256:2\n"
	const after = lockHeader + ".codex/agents/b.toml\tcodex-toml\t.claude/agents/b.md\tsha256:2\n.codex/agents/c.toml\tcodex-toml\t.claude/agents/c.md\tsha256:1\n"
	got, err := MoveInLock(before, map[string]string{".codex/agents/a.toml": ".codex/agents/c.toml", ".claude/agents/a.md": ".claude/agents/c.md"})
	if err != nil || got != after {
		t.Errorf("MoveInLock: %v\n%s", err, got)
	}
	if _, err := MoveInLock("<<<<<<< ours\n", nil); err == nil {
		t.Error("a merge conflict was taken for a lock file")
	}
}
