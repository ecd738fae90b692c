package judgelint_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestCopilotLoadsMirrors asks the program of Copilot CLI, which
// JUDGELINT_COPILOT names, what it finds in a project: it needs no account and
// no network for that.
func TestCopilotLoadsMirrors(t *testing.T) {
	program := os.Getenv("JUDGELINT_COPILOT")
	if program == "" {
		t.Skip("JUDGELINT_COPILOT is not set")
	}
	descriptions := []string{"Plain.", "Judges: one thing # at a time", `"quoted" 'twice' \d {a} [b]`, "true", "- list", "판정 — ünï",
		"Two\nlines: with more", "@at %per &and *star !bang |bar >gt `tick"}
	project := t.TempDir()
	files := map[string]string{
		"judgelint.toml":        "[mirror]\nsource = \"agents\"\nskills = \"skills\"\ntargets = [\"copilot\"]\n",
		"skills/forms/SKILL.md": "---\nname: forms\ndescription: Fills forms.\n---\n\nDo it.\n",
	}
	for i, text := range descriptions {
		files[fmt.Sprintf("agents/%d.md", i)] = fmt.Sprintf("---\nname: agent-%d\ndescription: %s\ntools: Read, Bash, mcp__docs, Skill\n---\n\nDo %d.\n", i, quoteJSON(text), i)
	}
	writeFiles(t, project, files)
	for _, args := range [][]string{{"git", "init", "-q"}, {filepath.Join(buildPrograms(t), "mirrorgen")}, {"rm", "-r", "agents", "skills"}} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = project
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	copilot := startCopilot(t, program, project)
	var agents struct {
		Agents []struct {
			Name, Description, Path string
			Tools                   []string
		}
	}
	copilot.call(t, "agents.discover", project, &agents)
	if len(agents.Agents) != len(descriptions) {
		t.Errorf("Copilot found %d agents, want %d", len(agents.Agents), len(descriptions))
	}
	for _, a := range agents.Agents {
		i, err := strconv.Atoi(strings.TrimPrefix(a.Name, "agent-"))
		if err != nil || a.Description != descriptions[i] || !reflect.DeepEqual(a.Tools, []string{"read", "execute", "docs/*"}) {
			t.Errorf("%s: name %q, description %q, tools %q", a.Path, a.Name, a.Description, a.Tools)
		}
	}
	var skills struct {
		Skills []struct{ Name, Description string }
		Errors []string
	}
	copilot.call(t, "skills.discover", project, &skills)
	if len(skills.Skills) != 1 || skills.Skills[0].Name != "forms" || skills.Skills[0].Description != "Fills forms." || len(skills.Errors) > 0 {
		t.Errorf("skills %+v", skills)
	}
}

func quoteJSON(text string) string {
	b, _ := json.Marshal(text) // JSON is YAML
	return string(b)
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// copilotServer is Copilot CLI as a server of JSON-RPC.
type copilotServer struct {
	in  io.Writer
	out *bufio.Reader
	id  int
}

func startCopilot(t *testing.T, program, project string) *copilotServer {
	t.Helper()
	c := exec.Command(program, "--headless", "--no-auto-update", "--stdio")
	c.Dir, c.Env = project, append(os.Environ(), "HOME="+t.TempDir())
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() { timer.Stop(); c.Process.Kill(); c.Wait() })
	return &copilotServer{in: in, out: bufio.NewReader(out)}
}

// call sends one request about a project and decodes the answer to it.
func (s *copilotServer) call(t *testing.T, method, project string, result any) {
	t.Helper()
	s.id++
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method,
		"params": map[string]any{"projectPaths": []string{project}}})
	if _, err := fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		t.Fatal(err)
	}
	for {
		var answer struct {
			ID     int
			Method string
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(s.message(t), &answer); err != nil {
			t.Fatal(err)
		}
		switch {
		case answer.ID != s.id || answer.Method != "":
			continue
		case answer.Error != nil:
			t.Fatalf("%s: %s", method, answer.Error)
		}
		if err := json.Unmarshal(answer.Result, result); err != nil {
			t.Fatal(err)
		}
		return
	}
}

// message reads one message with its header.
func (s *copilotServer) message(t *testing.T) []byte {
	t.Helper()
	size := 0
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			size, _ = strconv.Atoi(n)
		}
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(s.out, body); err != nil {
		t.Fatal(err)
	}
	return body
}
