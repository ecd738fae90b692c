package judgelint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const labContracts = `
[[contract]]
name   = "line"
agents = ["line-judge"]
form   = "line"
label  = ["VERDICT"]
pass   = ["PASS"]
fail   = ["FAIL"]

[[contract]]
name   = "fields"
agents = ["fields-judge"]
form   = "fields"
fence  = "review-result"
verdict = "status"
counts = ["critical"]
rules  = [{ when = "approved", count = "critical", max = 0 }]
pass   = ["approved"]
fail   = ["rejected"]

[[contract]]
name    = "object"
agents  = ["object-judge"]
form    = "json"
verdict = "/status"
schema  = "review.schema.json"
pass    = ["pass"]
fail    = ["fail"]
`

// labJudges are agents with a contract of each form: an answer that breaks it,
// and one that keeps it.
func labJudges() []struct{ name, teaches, malformed, sound string } {
	return []struct{ name, teaches, malformed, sound string }{
		{"line-judge", "End with one line: `VERDICT: PASS` or `VERDICT: FAIL`.", "Report.\n\nVERDICT: PASS, but FAIL for the rest\n", "Report.\n\n**VERDICT:** FAIL - two gaps\n"},
		{"fields-judge", "End with\n\n```review-result\nstatus: approved|rejected\ncritical: N\n```", "```review-result\nstatus: approved\ncritical: 2\n```\n", "```review-result\nstatus: rejected\ncritical: 2\n```\n"},
		{"object-judge", "Answer with `\"status\"`: \"pass\" or \"fail\" and \"issues\", a list.", "{\"status\": \"pass\", \"status\": \"fail\", \"issues\": []}", "{\"status\": \"fail\", \"issues\": [\"x\"]}"},
	}
}

// labFiles adds the contracts and their agents to a project.
func labFiles(files map[string]string) {
	files["judgelint.toml"] += labContracts
	files["review.schema.json"] = `{"type": "object", "required": ["status", "issues"], "properties": {"issues": {"type": "array"}}}`
	for _, j := range labJudges() {
		files[".claude/agents/"+j.name+".md"] = "---\nname: " + j.name + "\ndescription: Judges the work.\n---\n\nJudge the work.\n" + j.teaches + "\n"
		files[".codex/agents/"+j.name+".toml"] = "name = \"" + j.name + "\"\ndescription = \"Judges the work.\"\ndeveloper_instructions = \"\"\"\nJudge the work.\n" + j.teaches + "\n\"\"\"\n"
	}
}

// The real Claude Code client holds an agent of each form once, for a broken
// verdict and for a missing one, and then lets it go.
func TestClaudeLabContracts(t *testing.T) {
	lab := newClaudeLab(t)
	labFiles(lab.files)
	for _, j := range labJudges() {
		lab.add("malformed-"+j.name, j.name, 1, j.malformed, j.sound)
		lab.add("missing-"+j.name, j.name, 1, "A report without a verdict.", j.sound)
		lab.add("sound-"+j.name, j.name, 0, j.sound)
	}
	lab.run()
}

// The same with the real Codex client.
func TestCodexLabContracts(t *testing.T) {
	lab := os.Getenv("JUDGELINT_CODEX_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_CODEX_LAB is not set")
	}
	project, bin := newProject(t)
	files := projectFiles(t, project)
	labFiles(files)
	for name, text := range files {
		file := filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, j := range labJudges() {
		c := exec.Command(lab, "hook", "--project", project, "--agent", j.name, "--child-say", j.malformed, "--child-say", j.sound,
			"--", filepath.Join(bin, "judgelint"), "gate", "--reply", "json")
		out, err := c.CombinedOutput()
		if err != nil || strings.Count(string(out), `"decision":"block"`) != 1 {
			t.Errorf("%s: %d blocks, %v\n%s", j.name, strings.Count(string(out), `"decision":"block"`), err, out)
		}
	}
}
