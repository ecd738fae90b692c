package judgelint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNPM packs the npm packages, installs them from the files into an empty
// folder without a network, and runs the gate through the launcher.
func TestNPM(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("npm is not installed, or the launcher is a script of another kind")
	}
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	bin := buildPrograms(t)
	dir := t.TempDir()
	run := func(in string, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "HOME="+dir, "npm_config_cache="+filepath.Join(dir, "cache"), "npm_config_offline=true", "npm_config_update_notifier=false")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	dist := filepath.Join(dir, "dist")
	describe(t, dist, bin)
	script, err := filepath.Abs("scripts/npm-packages")
	if err != nil {
		t.Fatal(err)
	}
	packages := filepath.Join(dir, "npm")
	run(dir, "node", script, "0.1.0", dist, packages)
	files := []string{}
	for _, p := range []string{"judgelint", "@judgelint/linux-x64", "@judgelint/linux-arm64", "@judgelint/darwin-x64", "@judgelint/darwin-arm64"} {
		from := filepath.Join(packages, filepath.FromSlash(p))
		if _, err := os.Stat(from); err != nil {
			continue // another system
		}
		src, err := os.ReadFile(filepath.Join(from, "package.json"))
		if err != nil || strings.Contains(string(src), "scripts") {
			t.Errorf("%s: %v: a script would run at install time:\n%s", p, err, src)
		}
		name := strings.TrimSpace(run(dir, npm, "pack", "--silent", from))
		files = append(files, filepath.Join(dir, name))
	}
	if len(files) != 2 {
		t.Fatalf("packed %q", files)
	}
	project := filepath.Join(dir, "project")
	if err := os.Mkdir(project, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("package.json", "{}")
	run(project, npm, append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts"}, files...)...)
	if out := run(project, "npx", "--no-install", "judgelint", "--version"); !strings.HasPrefix(out, "judgelint ") {
		t.Errorf("npx judgelint --version: %q", out)
	}

	launcher := filepath.Join(project, "node_modules", ".bin", "judgelint")
	gate := func(program, stdin string, args ...string) (out string, exit int) {
		t.Helper()
		cmd := exec.Command(program, append([]string{"gate"}, args...)...)
		cmd.Dir = project
		cmd.Stdin = strings.NewReader(stdin)
		got, err := cmd.CombinedOutput()
		if e, ok := err.(*exec.ExitError); ok {
			return string(got), e.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		return string(got), 0
	}
	event, err := json.Marshal(map[string]any{"hook_event_name": "SubagentStop", "session_id": "s", "cwd": project, "agent_type": "reviewer",
		"last_assistant_message": "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n"})
	if err != nil {
		t.Fatal(err)
	}
	if out, exit := gate(launcher, string(event)); exit != 2 || !strings.Contains(out, "verdict is ready but blocking is 2") {
		t.Errorf("the gate through the launcher: exit %d, %s", exit, out)
	}
	if out, exit := gate(launcher, "no json"); exit != 1 {
		t.Errorf("trouble through the launcher: exit %d, %s", exit, out)
	}

	// init writes the path of the program: the launcher costs more.
	run(project, "git", "init", "-q")
	run(project, "npx", "--no-install", "judgelint", "init", "--host", "claude", "--yes")
	settings, err := os.ReadFile(filepath.Join(project, ".claude", "settings.json"))
	if err != nil || !strings.Contains(string(settings), "/node_modules/@judgelint/") {
		t.Errorf("settings: %v\n%s", err, settings)
	}

	// Without the package of the system the launcher says so and blocks nothing.
	var slower []time.Duration
	native, _ := filepath.Glob(filepath.Join(project, "node_modules", "@judgelint", "*", "bin", "judgelint"))
	for range 9 {
		began := time.Now()
		gate(launcher, "{}")
		through := time.Since(began)
		began = time.Now()
		gate(native[0], "{}")
		slower = append(slower, through-time.Since(began))
	}
	slices.Sort(slower)
	t.Logf("the launcher costs %v more than the program (median of 9)", slower[4])
	if err := os.RemoveAll(filepath.Join(project, "node_modules", "@judgelint")); err != nil {
		t.Fatal(err)
	}
	if out, exit := gate(launcher, string(event)); exit != 1 || !strings.Contains(out, "--omit=optional") {
		t.Errorf("without the programs: exit %d, %s", exit, out)
	}
}

// describe writes what goreleaser says of its programs, for those of this
// system.
func describe(t *testing.T, dist, bin string) {
	t.Helper()
	if err := os.MkdirAll(dist, 0o755); err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, p := range []string{"judgelint", "mirrorgen", "judgelint-lsp", "judgelint-mcp"} {
		to := filepath.Join(dist, p)
		src, err := os.ReadFile(filepath.Join(bin, p))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, src, 0o755); err != nil {
			t.Fatal(err)
		}
		list = append(list, map[string]string{"name": p, "path": "dist/" + p, "goos": runtime.GOOS, "goarch": runtime.GOARCH, "type": "Binary"})
	}
	raw, _ := json.Marshal(append(list, map[string]string{"type": "Checksum", "path": "dist/SHA256SUMS"}))
	if err := os.WriteFile(filepath.Join(dist, "artifacts.json"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
}
