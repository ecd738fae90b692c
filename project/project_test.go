package project

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// treeOf is a tree in memory.
func treeOf(files map[string]string) Tree {
	var t Tree
	for f := range files {
		t.Files = append(t.Files, f)
	}
	t.Read = func(p string, limit int) ([]byte, error) {
		src, ok := files[p]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(src[:min(len(src), limit)]), nil
	}
	return t
}

const agentText = "---\nname: a\ndescription: Does a things when asked.\n---\n\nYou do a.\n"

func TestNew(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string // "path kind via"
	}{
		{"folders of clients, at any depth", map[string]string{
			".claude/agents/a.md": "", ".claude/agents/deep/b.markdown": "", "web/.claude/agents/c.md": "",
			".codex/agents/a.toml": "", ".codex/agents/a.md": "", ".gemini/agents/a.md": "", ".gemini/agents/deep/b.md": "",
			".github/agents/x.agent.md": "", ".cursor/agents/x.md": "", ".opencode/agent/x.md": "", ".claude/settings.json": "{}",
			".claude/commands/go.md": "", ".claude/notes.md": "", ".claude/workflows/w.json": "{}", ".github/hooks/h.json": "{}",
		}, []string{
			".claude/agents/a.md agent .claude/agents",
			".claude/agents/deep/b.markdown agent .claude/agents",
			".claude/commands/go.md command .claude/commands",
			".claude/settings.json hooks .claude/settings.json",
			".claude/workflows/w.json workflow .claude/workflows",
			".codex/agents/a.md agent .codex/agents",
			".codex/agents/a.toml codex-agent .codex/agents",
			".cursor/agents/x.md agent .cursor/agents",
			".gemini/agents/a.md agent .gemini/agents",
			".github/agents/x.agent.md agent .github/agents",
			".github/hooks/h.json hooks .github/hooks",
			".opencode/agent/x.md agent .opencode/agent",
			"web/.claude/agents/c.md agent web/.claude/agents",
		}},
		{"files and folders that a manifest lists", map[string]string{
			".claude-plugin/plugin.json": `{"name":"p","agents":["./roles/a.md","./more/","../out.md"],"commands":"./cmd"}`,
			"roles/a.md":                 "", "roles/notes.md": "", "more/b.md": "", "more/deep/c.md": "", "cmd/go.md": "", "agents/x.md": "text",
		}, []string{
			".claude-plugin/plugin.json plugin .claude-plugin/plugin.json",
			"cmd/go.md command .claude-plugin/plugin.json",
			"more/b.md agent .claude-plugin/plugin.json",
			"more/deep/c.md agent .claude-plugin/plugin.json",
			"roles/a.md agent .claude-plugin/plugin.json",
		}},
		{"the usual folders of a plugin", map[string]string{
			"p/.claude-plugin/plugin.json": `{"name":"p"}`, "p/agents/a.md": "text", "p/commands/c.md": "", "p/skills/s/SKILL.md": "",
			"p/hooks/hooks.json": "{}", "p/README.md": "", "hooks/hooks.json": "{}",
		}, []string{
			"p/.claude-plugin/plugin.json plugin p/.claude-plugin/plugin.json",
			"p/agents/a.md agent p/.claude-plugin/plugin.json",
			"p/commands/c.md command p/.claude-plugin/plugin.json",
			"p/hooks/hooks.json hooks p/.claude-plugin/plugin.json",
			"p/skills/s/SKILL.md skill p/.claude-plugin/plugin.json",
		}},
		{"a broken manifest leads to the usual folders", map[string]string{
			".codex-plugin/plugin.json": `{`, "agents/a.md": "text",
		}, []string{
			".codex-plugin/plugin.json plugin .codex-plugin/plugin.json",
			"agents/a.md agent .codex-plugin/plugin.json",
		}},
		{"entries of a marketplace", map[string]string{
			".claude-plugin/marketplace.json": `{"name":"m","metadata":{"pluginRoot":"./plugins"},"plugins":[{"name":"x","source":"x"},
				{"name":"y","source":"./other/y","agents":["./roles"]},{"name":"far","source":{"source":"github","repo":"o/r"}},
				{"name":"out","source":"../z"},{"name":"l","source":{"source":"local","path":"./l"}}]}`,
			"plugins/x/agents/a.md": "", "other/y/roles/b.md": "", "other/y/agents/no.md": "", "l/agents/c.md": "",
		}, []string{
			".claude-plugin/marketplace.json marketplace .claude-plugin/marketplace.json",
			"l/agents/c.md agent .claude-plugin/marketplace.json",
			"other/y/roles/b.md agent .claude-plugin/marketplace.json",
			"plugins/x/agents/a.md agent .claude-plugin/marketplace.json",
		}},
		{"a folder agents by its content", map[string]string{
			"agents/a.md": agentText, "agents/b.md": agentText, "agents/README.md": "# Agents", "docs/agents/x.md": agentText,
			"src/agents/code.md": "# Code", "src/agents/x.md": "# X", "lib/agents/team/c.md": agentText,
			"lib/agents/references/one.md": "# One", "t/testdata/agents/d.md": agentText, ".hidden/agents/e.md": agentText,
		}, []string{
			"agents/a.md agent agents", "agents/b.md agent agents",
			"lib/agents/references/one.md document lib/agents", "lib/agents/team/c.md agent lib/agents",
		}},
		{"skills", map[string]string{
			".claude/skills/a/SKILL.md": "", ".claude/skills/a/templates/b/SKILL.md": "", "skills/group/c/SKILL.md": "",
			"docs/SKILL.md": "", "skills/SKILL.md": "", ".agents/skills/d/SKILL.md": "", ".claude/agents/skills/e/SKILL.md": "",
		}, []string{
			".agents/skills/d/SKILL.md skill .agents/skills",
			".claude/agents/skills/e/SKILL.md skill .claude/agents/skills",
			".claude/skills/a/SKILL.md skill .claude/skills",
			"skills/group/c/SKILL.md skill skills",
		}},
		{"agents that a configuration of Codex names", map[string]string{
			".codex/config.toml":      "[agents]\nmax_threads = 3\n[agents.scout]\ndescription = \"x\"\nconfig_file = \"roles/scout.toml\"\n[agents.gone]\nconfig_file = \"no.toml\"\n",
			".codex/roles/scout.toml": "", ".codex/roles/other.toml": "",
		}, []string{
			".codex/config.toml codex-config .codex/config.toml",
			".codex/roles/scout.toml codex-agent .codex/config.toml",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := New(treeOf(tt.files))
			var got []string
			for _, it := range p.Items {
				got = append(got, fmt.Sprintf("%s %s %s", it.Path, it.Kind, it.Via))
				if it.Reason == "" || it.Origin == 0 {
					t.Errorf("%s has no reason or origin", it.Path)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

func TestFolders(t *testing.T) {
	p := New(treeOf(map[string]string{
		".claude/agents/a.md": "", ".claude/agents/deep/b.md": "", "x/.claude-plugin/plugin.json": `{"agents":"./roles"}`, "x/roles/c.md": "",
		"agents/d.md": agentText, "agents/team/e.md": agentText,
	}))
	var got []string
	for _, f := range p.Folders() {
		got = append(got, fmt.Sprintf("%s %d %s", f.Path, f.Origin, strings.Join(f.Agents, " ")))
	}
	want := []string{
		".claude/agents 1 .claude/agents/a.md .claude/agents/deep/b.md",
		"agents 3 agents/d.md agents/team/e.md",
		"x/roles 2 x/roles/c.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCandidates(t *testing.T) {
	p := New(treeOf(map[string]string{
		"catalog/roles/a.md": agentText, "catalog/roles/b.md": agentText, "catalog/roles/README.md": "# Roles",
		"posts/a.md": "---\ntitle: A\n---\n", "posts/b.md": agentText, "posts/c.md": "x", "one/a.md": agentText,
	}))
	got := fmt.Sprint(p.Candidates())
	if want := "[{catalog/roles 3} {one 1}]"; got != want {
		t.Errorf("Candidates() = %s, want %s", got, want)
	}
}
