package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	broken = "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n"
	sound  = "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 0\nshould_fix: 0\nadvisory: 0\n```\n"
)

// seen is what a client must hand back to the model: of a text with a
// contradiction, a file below the root, a file outside and a rule.
func seen() []string {
	return []string{"verdict is ready but blocking is 2", `\"outcome\":\"valid\"`, "lies below no root that the client names", "# verdict-contradiction"}
}

func buildServer(t *testing.T) string {
	t.Helper()
	server := filepath.Join(t.TempDir(), "judgelint-mcp")
	if out, err := exec.Command("go", "build", "-o", server, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return server
}

// TestClaudeCode runs the tools in the real client, which names its project as
// a root by the protocol.
func TestClaudeCode(t *testing.T) {
	lab := os.Getenv("JUDGELINT_CLAUDE_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_CLAUDE_LAB is not set")
	}
	dir := t.TempDir()
	servers, _ := json.Marshal(map[string]any{"mcpServers": map[string]any{"judgelint": map[string]any{"command": buildServer(t)}}})
	call := func(tool string, input map[string]any) any {
		return []any{map[string]any{"type": "tool_use", "name": "mcp__judgelint__" + tool, "input": input}}
	}
	scenario, _ := json.Marshal(map[string]any{
		"about": "the tools of judgelint-mcp",
		"files": map[string]any{".mcp.json": string(servers), "reviews/a.md": sound},
		"args":  []string{"--mcp-config", "{PROJECT}/.mcp.json", "--strict-mcp-config", "--allowedTools", "mcp__judgelint", "--max-turns", "10"},
		"script": map[string]any{"LAB:MAIN": []any{
			call("check_verdict", map[string]any{"text": broken, "agent": "reviewer"}),
			call("check_verdict", map[string]any{"path": "reviews/a.md"}),
			call("check_verdict", map[string]any{"path": "/etc/passwd"}),
			call("explain_rule", map[string]any{"rule": "verdict-contradiction"}),
			"All done.",
		}},
	})
	if err := os.WriteFile(filepath.Join(dir, "mcp.json"), scenario, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(lab, "true", "mcp")
	cmd.Env = append(os.Environ(), "LAB_SCENARIOS="+dir, "LAB_KEEP="+filepath.Join(dir, "keep"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	requests, _ := filepath.Glob(filepath.Join(dir, "keep", "mcp", "out", "requests", "*.json"))
	all := ""
	for _, name := range requests {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all += string(src)
	}
	for _, want := range seen() {
		if !strings.Contains(all, want) {
			t.Errorf("the model never saw %q in %d requests", want, len(requests))
		}
	}
}

// TestCodex does the same with Codex, which knows no roots of the protocol: its
// configuration names one.
func TestCodex(t *testing.T) {
	lab := os.Getenv("JUDGELINT_CODEX_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_CODEX_LAB is not set")
	}
	project := t.TempDir()
	if err := os.WriteFile(filepath.Join(project, "a.md"), []byte(sound), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("python3", "-B", "testdata/codex.py", filepath.Dir(lab), buildServer(t), project).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range append(seen(), "TOOLS check_verdict explain_rule lint_spec quorum") {
		if !strings.Contains(string(out), want) {
			t.Errorf("the model never saw %q:\n%s", want, out)
		}
	}
}
