package judgelint_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tests of this file drive real clients, which are no part of the module:
// JUDGELINT_CLAUDE_LAB and JUDGELINT_CODEX_LAB name the scripts that run them.
// Without these they are skipped.

var judges = []string{
	"branch-depth-auditor", "coverage-auditor", "project-readiness-auditor",
	"wiki-diagram-reviewer", "wiki-adversarial-reviewer",
}

// newProject makes a git repository in which `judgelint init` has run with the
// arguments, and returns its folder and that of the programs.
func newProject(t *testing.T, args ...string) (project, bin string) {
	t.Helper()
	bin, project = buildPrograms(t), t.TempDir()
	command := func(dir, name string, args ...string) {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	command(project, "git", "init", "-q")
	command(project, filepath.Join(bin, "judgelint"), append([]string{"init", "--yes"}, args...)...)
	return project, bin
}

// projectFiles are the files of a project, without git's.
func projectFiles(t *testing.T, project string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(project, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			rel, _ := filepath.Rel(project, path)
			files[filepath.ToSlash(rel)] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// answers of a judge: a malformed one, one without a verdict, a sound one.
func answers(judge string) (malformed, missing, sound string) {
	block := func(body string) string {
		return "The report.\n\n```wiki-verdict\nagent: " + judge + "\n" + body + "```\n"
	}
	missing = "The report, and nothing that a machine could read."
	if judge == "wiki-adversarial-reviewer" {
		return block("finding: 4.1 action: MAYBE\n"), missing, block("finding: 4.1 action: KEEP\n")
	}
	counts := "should_fix: 0\nadvisory: 0\n"
	return block("verdict: ready\nblocking: 2\n" + counts), missing, block("verdict: not-ready\nblocking: 2\n" + counts)
}

// claudeLab collects scenarios for the real Claude Code client.
type claudeLab struct {
	t        *testing.T
	script   string // that runs them
	bin, dir string // of the programs, of the scenarios
	files    map[string]string
	args     []string // more arguments of the client
	names    []string
}

// newClaudeLab sets a project up with judgelint init; the test is skipped if
// there is no lab.
func newClaudeLab(t *testing.T, initArgs ...string) *claudeLab {
	script := os.Getenv("JUDGELINT_CLAUDE_LAB")
	if script == "" {
		t.Skip("JUDGELINT_CLAUDE_LAB is not set")
	}
	project, bin := newProject(t, initArgs...)
	return &claudeLab{t: t, script: script, bin: bin, dir: t.TempDir(), files: projectFiles(t, project), args: []string{}}
}

// add adds a session in which the judge ends with each of the answers until it
// is let go; blocks is how often it must be held.
func (l *claudeLab) add(name, judge string, blocks int, says ...string) {
	l.names = append(l.names, name)
	scenario := map[string]any{
		"files": l.files, "git": true, "args": l.args,
		"script": map[string]any{
			"LAB:MAIN": []any{[]any{map[string]any{"type": "tool_use", "name": "Agent", "input": map[string]any{
				"description": "judge it", "prompt": "LAB:SUB review", "subagent_type": judge, "run_in_background": false,
			}}}, "Main done."},
			"LAB:SUB": says,
		},
		"expect": map[string]any{"continued": blocks, "sub_requests": blocks + 1, "cap_hit": "no", "result": "Main done."},
	}
	text, err := json.Marshal(scenario)
	if err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.dir, name+".json"), text, 0o644); err != nil {
		l.t.Fatal(err)
	}
}

func (l *claudeLab) run() {
	c := exec.Command(l.script, append([]string{filepath.Join(l.bin, "judgelint") + " gate --reply json"}, l.names...)...)
	c.Env = append(os.Environ(), "LAB_SCENARIOS="+l.dir)
	out, err := c.CombinedOutput()
	if passed := strings.Count(string(out), "RESULT PASS"); err != nil || passed != len(l.names) {
		l.t.Errorf("%d of %d pass, %v\n%s", passed, len(l.names), err, out)
	}
}

// The real Claude Code client blocks a malformed and a missing verdict of
// each judge that init installs, and passes the corrected ones.
func TestClaudeLab(t *testing.T) {
	lab := newClaudeLab(t)
	for _, judge := range judges {
		malformed, missing, sound := answers(judge)
		lab.add("malformed-"+judge, judge, 1, malformed, sound)
		lab.add("missing-"+judge, judge, 1, missing, sound)
		lab.add("sound-"+judge, judge, 0, sound)
	}
	lab.run()
}

// The same from a plugin, whose agents bear its name as a prefix.
func TestClaudeLabPlugin(t *testing.T) {
	lab := newClaudeLab(t, "--plugin", "plug", "--lang", "ko")
	lab.args = []string{"--plugin-dir", "{PROJECT}/plug"}
	malformed, missing, sound := answers("coverage-auditor")
	lab.add("plugin-malformed", "plug:coverage-auditor", 1, malformed, sound)
	lab.add("plugin-missing", "plug:coverage-auditor", 1, missing, sound)
	lab.add("plugin-sound", "plug:coverage-auditor", 0, sound)
	lab.run()
}

// The real Codex client loads every mirrored judge, and its hooks fire.
func TestCodexLab(t *testing.T) {
	lab := os.Getenv("JUDGELINT_CODEX_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_CODEX_LAB is not set")
	}
	project, bin := newProject(t)
	out, err := exec.Command(lab, "agents", project).CombinedOutput()
	for _, judge := range judges {
		if judge == "project-readiness-auditor" {
			continue // for Claude Code alone
		}
		if err != nil || !strings.Contains(string(out), "name="+judge+" offered=True developer_instructions=identical") {
			t.Errorf("%s is not loaded, %v\n%s", judge, err, out)
		}
	}
	for _, judge := range []string{"coverage-auditor", "wiki-adversarial-reviewer"} {
		malformed, _, sound := answers(judge)
		c := exec.Command(lab, "hook", "--project", project, "--agent", judge, "--child-say", malformed, "--child-say", sound,
			"--", filepath.Join(bin, "judgelint"), "gate", "--reply", "json")
		out, err := c.CombinedOutput()
		if err != nil || strings.Count(string(out), `"decision":"block"`) == 0 {
			t.Errorf("%s: no block, %v\n%s", judge, err, out)
		}
	}
}

// The real Claude Code client drops a block of a judge that a workflow script
// starts with an output schema. The gate sees it and tells: it does not take
// the judge for held.
func TestClaudeLabOutputSchema(t *testing.T) {
	lab := newClaudeLab(t)
	lab.args = []string{"--dangerously-skip-permissions"} // or the Workflow tool asks somebody
	t.Setenv("LAB_ENV", "IS_SANDBOX=1")                   // which the client wants for that, if root runs it
	script := `export const meta = { name: "w", description: "d", phases: [{title: "A"}] }
return await agent("LAB:SUB review", {label: "x", phase: "A", agentType: "coverage-auditor",
  schema: {type: "object", properties: {a: {type: "string"}}, required: ["a"]}})
`
	scenario := map[string]any{
		"files": lab.files, "git": true, "args": lab.args,
		"script": map[string]any{
			"LAB:MAIN": []any{[]any{map[string]any{"type": "tool_use", "name": "Workflow", "input": map[string]any{"script": script}}}, "Waiting.", "Main done."},
			"LAB:SUB": []any{[]any{map[string]any{"type": "text", "text": "No verdict."},
				map[string]any{"type": "tool_use", "name": "StructuredOutput", "input": map[string]any{"a": "x"}}}, "Asked again."},
		},
		"expect": map[string]any{"blocks": 0, "sub_requests": 1, "cap_hit": "no"},
		"after":  map[string]string{".judgelint/log.jsonl": "the agent was started with an output schema"},
	}
	text, err := json.Marshal(scenario)
	if err != nil {
		t.Fatal(err)
	}
	lab.names = append(lab.names, "output-schema")
	if err := os.WriteFile(filepath.Join(lab.dir, "output-schema.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	lab.run()
}
