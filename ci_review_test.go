package judgelint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestCIReview runs the steps of the workflow that init --ci-review writes as
// GitHub would, with GNU parallel in place of its runners: eight items, four at
// once. The report is that of one run.
func TestCIReview(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the steps are for a shell")
	}
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skip("GNU parallel is not here")
	}
	c := &ciReview{t: t, dir: t.TempDir()}
	c.env = append(os.Environ(), "PATH="+buildPrograms(t)+string(os.PathListSeparator)+os.Getenv("PATH"), "GIT_CEILING_DIRECTORIES="+filepath.Dir(c.dir))
	c.sh("judgelint init --preset minimal --ci-review --yes")
	c.write("review/review.context.json", `{"dimensions": ["a", "b", "c", "d", "e", "f", "it's $(touch pwned)", "h"]}`)
	c.write("ask", `#!/bin/sh
f() { echo "{\"file\": \"$1\", \"line\": \"1\", \"severity\": \"must-fix\", \"problem\": \"$1 is wrong\", \"fix\": \"mend\"}"; }
case $JUDGELINT_STAGE/$JUDGELINT_ITEM in
review/a) echo "{\"findings\": [$(f x.go), $(f y.go)]}" ;;
review/h) exit 7 ;;
review/*) echo '{"findings": []}' ;;
verify/x*) echo '{"confirmed": true, "note": "seen"}' ;;
verify/*) echo '{"confirmed": false, "note": "not seen"}' ;;
*) echo "{\"verdict\": \"changes-requested\", \"summary\": \"s\", \"mustFix\": [$(f x.go)], \"shouldFix\": [], \"nits\": [], \"dismissed\": []}" ;;
esac
`)
	c.sh("chmod +x ask; git init -q; git add -A; git -c user.name=t -c user.email=t@example.invalid commit -qm start")
	steps := c.steps()
	c.env = append(c.env, "SPEC=review/review.spec.json", "CONTEXT=review/review.context.json", "BASE=main", "GITHUB_OUTPUT="+c.dir+"/.git/output", "GITHUB_STEP_SUMMARY="+c.dir+"/.git/summary")

	c.sh(steps["list"])
	matrix := c.read(".git/output")
	if !strings.HasPrefix(matrix, `matrix={"item":["review/a","review/b",`) || strings.Count(matrix, "\n") != 1 {
		t.Fatalf("the list step wrote %q", matrix)
	}
	c.write(".git/items", strings.Join([]string{"review/a", "review/b", "review/c", "review/d", "review/e", "review/f", "review/it's $(touch pwned)", "review/h"}, "\n"))
	c.write(".git/step", "ITEM=$1 PART=parts/part-$2\nexport ITEM PART\n"+steps["ask"])
	if code := c.code("parallel --will-cite -j4 sh .git/step {} {#} <.git/items"); code != 1 {
		t.Errorf("%d jobs failed, want the one without an answer", code)
	}
	if code := c.code(steps["report"]); code != 1 {
		t.Errorf("the report step ended with %d", code)
	}
	c.sh(steps["summary"])
	if code := c.code(`judgelint run "$SPEC" --context "$CONTEXT" --arg base="$BASE" --host command --command ./ask --out .git/whole`); code != 1 {
		t.Errorf("one run ended with %d", code)
	}
	for _, name := range []string{"report.json", "report.md"} {
		if joined, whole := c.read("joined/"+name), c.read(".git/whole/"+name); joined != whole {
			t.Errorf("%s of the shares:\n%s\nof one run:\n%s", name, joined, whole)
		}
	}
	if c.read(".git/summary") != c.read("joined/report.md") {
		t.Error("the summary is not the report")
	}
	if _, err := os.Stat(filepath.Join(c.dir, "pwned")); err == nil {
		t.Error("the name of an item was run")
	}
}

type ciReview struct {
	t   *testing.T
	dir string
	env []string
}

// steps are the scripts of the workflow by the ids of their steps, with the
// client put in that stands in for Claude Code.
func (c *ciReview) steps() map[string]string {
	c.t.Helper()
	var w struct {
		Jobs map[string]struct {
			Steps []struct{ ID, Run string }
		}
	}
	if err := yaml.Unmarshal([]byte(c.read(".github/workflows/judgelint-review.yml")), &w); err != nil {
		c.t.Fatal(err)
	}
	scripts := map[string]string{}
	for _, job := range w.Jobs {
		for _, step := range job.Steps {
			if strings.Contains(step.Run, "${{") {
				c.t.Errorf("the script %q takes words of others in", step.Run)
			}
			scripts[step.ID] = strings.ReplaceAll(step.Run, `--host "$HOST"`, "--host command --command ./ask")
		}
	}
	return scripts
}

func (c *ciReview) sh(script string) {
	c.t.Helper()
	if code := c.code(script); code != 0 {
		c.t.Fatalf("%s: exit status %d", script, code)
	}
}

func (c *ciReview) code(script string) int {
	c.t.Helper()
	var out bytes.Buffer
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = c.dir, c.env, &out, &out
	err := cmd.Run()
	if testing.Verbose() {
		c.t.Logf("%s\n%s", script, out.Bytes())
	}
	if err != nil && cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func (c *ciReview) read(name string) string {
	c.t.Helper()
	data, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(data)
}

func (c *ciReview) write(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}
