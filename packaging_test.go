package judgelint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

type preCommitHook struct {
	ID            string `yaml:"id"`
	Name          string `yaml:"name"`
	Description   string `yaml:"description"`
	Entry         string `yaml:"entry"`
	Language      string `yaml:"language"`
	Files         string `yaml:"files"`
	Types         []string
	PassFilenames *bool  `yaml:"pass_filenames"`
	AlwaysRun     bool   `yaml:"always_run"`
	Minimum       string `yaml:"minimum_pre_commit_version"`
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(src, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func TestPreCommitHooks(t *testing.T) {
	var hooks []preCommitHook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	var ids []string
	for _, h := range hooks {
		ids = append(ids, h.ID)
		program := strings.Fields(h.Entry)[0]
		if _, err := os.Stat(filepath.Join("cmd", program)); err != nil {
			t.Errorf("%s: the entry %q is no program of the module", h.ID, program)
		}
		if h.Language != "golang" || h.Minimum != "3.0.0" || h.Name == "" || h.Description == "" {
			t.Errorf("%s: language %q, minimum_pre_commit_version %q", h.ID, h.Language, h.Minimum)
		}
		if _, err := regexp.Compile(h.Files); err != nil {
			t.Errorf("%s: %v", h.ID, err)
		}
	}
	if want := []string{"judgelint", "judgelint-outputs", "mirrorgen-check", "mirrorgen"}; !slices.Equal(ids, want) {
		t.Errorf("hooks %q, want %q", ids, want)
	}
	files := regexp.MustCompile(hooks[0].Files)
	for path, want := range map[string]bool{
		".claude/agents/a.md": true, ".claude/settings.json": true, ".codex/agents/a.toml": true, "judgelint.toml": true,
		"agents/a.md": true, "plugins/x/agents/a.md": true, "plugins/x/hooks/hooks.json": true,
		"README.md": false, "src/agents/a.md": false, "x/judgelint.toml": false,
	} {
		if files.MatchString(path) != want {
			t.Errorf("files of judgelint: %s matches: %v", path, !want)
		}
	}
}

// The hooks are installed and run by pre-commit itself, where that is
// installed, out of a repository with the files of this module.
func TestPreCommit(t *testing.T) {
	if os.Getenv("JUDGELINT_PRE_COMMIT") == "" {
		t.Skip("JUDGELINT_PRE_COMMIT is not set: it takes half a minute")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed")
	}
	hooks := moduleRepository(t)
	project := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const agent = "---\nname: reviewer\ndescription: Reviews.\n---\n\nYou review.\n"
	write(".pre-commit-config.yaml", "repos:\n- repo: "+hooks+"\n  rev: v0.0.1\n  hooks:\n  - id: judgelint\n  - id: judgelint-outputs\n  - id: mirrorgen-check\n")
	write("judgelint.toml", "[mirror]\ntargets = [\"codex-toml\"]\n")
	write(".claude/agents/reviewer.md", agent)
	write("reviews/ok.md", "No verdict in here.\n")
	commit(t, project)
	preCommit := func(args ...string) (string, error) {
		t.Helper()
		commit(t, project)
		cmd := exec.Command("pre-commit", append([]string{"run", "--all-files", "--color", "never"}, args...)...)
		cmd.Dir = project
		cmd.Env = append(os.Environ(), "PRE_COMMIT_HOME="+filepath.Join(filepath.Dir(hooks), "home"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	expect := func(args []string, ok bool, wants ...string) {
		t.Helper()
		out, err := preCommit(args...)
		if (err == nil) != ok {
			t.Errorf("pre-commit %v: %v, want success %v\n%s", args, err, ok, out)
		}
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("pre-commit %v says no %q:\n%s", args, want, out)
			}
		}
	}
	expect([]string{"mirrorgen-check"}, false, "reviewer.toml", "exit code: 1")
	expect([]string{"judgelint"}, true, "Passed")
	expect([]string{"judgelint-outputs"}, true, "Passed")
	write(".claude/agents/reviewer.md", strings.Replace(agent, "name: reviewer\n", "", 1))
	expect([]string{"judgelint"}, false, ".claude/agents/reviewer.md:", "name-missing", "exit code: 1")
	write("reviews/bad.md", "```wiki-verdict\nagent: reviewer\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n")
	expect([]string{"judgelint-outputs"}, false, "reviews/bad.md:", "verdict-contradiction")
}

// moduleRepository copies what git knows of this module into a repository with
// the tag v0.0.1.
func moduleRepository(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("not a git checkout: ", err)
	}
	repo := filepath.Join(t.TempDir(), "judgelint")
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		src, err := os.ReadFile(name)
		if err != nil {
			continue // removed and not yet committed
		}
		to := filepath.Join(repo, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, repo)
	git(t, repo, "tag", "v0.0.1")
	return repo
}

// commit commits everything in a folder, which becomes a repository if it is
// none.
func commit(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "m")
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

type action struct {
	Name, Description string
	Inputs            map[string]struct{ Description, Default string }
	Runs              struct {
		Using string
		Steps []struct {
			Name, Uses, Shell, Run string
			Env                    map[string]string
		}
	}
}

// The steps of the action are run as the runner does: a bash that stops at the
// first failure, inputs and the folder of the action filled in.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	var a action
	readYAML(t, "action.yml", &a)
	if a.Runs.Using != "composite" || a.Name != "judgelint" || a.Description == "" {
		t.Fatalf("action %q uses %q", a.Name, a.Runs.Using)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	temp, project := t.TempDir(), t.TempDir()
	var extra []string // more of the environment
	run := func(step string, inputs map[string]string) (string, int) {
		t.Helper()
		for _, s := range a.Runs.Steps {
			if s.Name != step {
				continue
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("step %s: an input is part of the script", step)
			}
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
			cmd.Dir = project
			cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_PATH="+filepath.Join(temp, "path"),
				"PATH="+filepath.Join(temp, "judgelint")+string(filepath.ListSeparator)+os.Getenv("PATH"))
			for key, value := range s.Env {
				value = strings.ReplaceAll(value, "${{ github.action_path }}", here)
				for name, input := range a.Inputs {
					given, ok := inputs[name]
					if !ok {
						given = input.Default
					}
					value = strings.ReplaceAll(value, "${{ inputs."+name+" }}", given)
				}
				cmd.Env = append(cmd.Env, key+"="+value)
			}
			cmd.Env = append(cmd.Env, extra...)
			out, err := cmd.CombinedOutput()
			if exit, ok := err.(*exec.ExitError); ok {
				return string(out), exit.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			return string(out), 0
		}
		t.Fatalf("the action has no step %q", step)
		return "", 0
	}
	for _, tt := range downloads(t, temp) {
		extra = tt.env
		out, exit := run("Download", nil)
		said, _ := os.ReadFile(filepath.Join(temp, "output"))
		if exit != tt.exit || !strings.HasSuffix(string(said), tt.found+"\n") {
			t.Errorf("Download, %s: exit %d, %q\n%s", tt.name, exit, said, out)
		}
		os.Remove(filepath.Join(temp, "output"))
	}
	extra = nil
	if out, exit := run("Build", nil); exit != 0 {
		t.Fatalf("Build: %s", out)
	}
	for name, text := range map[string]string{
		".claude/agents/a b.md": "---\nname: a b\ndescription: Checks. Two: parts.\n---\n\nYou check.\n",
		"review.md":             "```wiki-verdict\nagent: x\nverdict: ready\nblocking: 2\nshould_fix: 0\nadvisory: 0\n```\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(project, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name   string
		inputs map[string]string
		exit   int
		want   string
	}{
		{"defaults", nil, 0, "::warning file=.claude/agents/a b.md,line=3"},
		{"level", map[string]string{"fail-on": "warning"}, 1, "title=yaml-colon"},
		{"paths", map[string]string{"paths": "\n.claude/agents/a b.md\n", "fail-on": "warning"}, 1, "title=yaml-colon"},
		{"missing path", map[string]string{"paths": "no where.md"}, 2, "no where.md: no such file"},
		{"verdicts", map[string]string{"verdicts": "review.md"}, 1, "title=verdict-contradiction"},
		{"mirrors", map[string]string{"mirrors": "true"}, 1, "title=mirror-"},
		{"no script in an input", map[string]string{"paths": "$(touch owned); `touch owned`"}, 2, "no such file"},
		{"sarif", map[string]string{"sarif": "out.sarif"}, 0, "::warning"},
	} {
		if out, exit := run("Check", tt.inputs); exit != tt.exit || !strings.Contains(out, tt.want) {
			t.Errorf("%s: exit %d, want %d and %q:\n%s", tt.name, exit, tt.exit, tt.want, out)
		}
	}
	if _, err := os.Stat(filepath.Join(project, "owned")); err == nil {
		t.Error("an input was run as a script")
	}
	if sarif, err := os.ReadFile(filepath.Join(project, "out.sarif")); err != nil || !strings.Contains(string(sarif), `"ruleId": "yaml-colon"`) {
		t.Errorf("out.sarif: %v\n%s", err, sarif)
	}
}

type download struct {
	name  string
	env   []string
	exit  int
	found string
}

// downloads are runs of the step that takes a release, with a stand-in for gh.
func downloads(t *testing.T, temp string) []download {
	t.Helper()
	if runtime.GOOS == "windows" {
		return nil
	}
	files := filepath.Join(t.TempDir(), "release")
	tools := filepath.Join(t.TempDir(), "tools")
	for name, text := range map[string]string{
		filepath.Join(files, "judgelint"): "#!/bin/sh\n",
		filepath.Join(tools, "gh"):        "#!/bin/sh\n[ \"$3\" = v1.2.3 ] || exit 1\nwhile [ \"$1\" != --dir ]; do shift; done\ncp \"$RELEASE\"/* \"$2\"\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	pack := exec.Command("sh", "-c", "tar -czf judgelint_1.2.3_linux_amd64.tar.gz judgelint && rm judgelint && (sha256sum *.tar.gz || shasum -a 256 *.tar.gz) > SHA256SUMS")
	pack.Dir = files
	if out, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	if out, err := exec.Command("sh", "-c", "cp -r "+files+" "+bad+" && echo x >> "+bad+"/judgelint_1.2.3_linux_amd64.tar.gz").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	env := func(ref, system, release string) []string {
		return []string{"REF=" + ref, "SYSTEM=" + system, "PROCESSOR=X64", "RELEASE=" + release, "GITHUB_OUTPUT=" + filepath.Join(temp, "output"),
			"PATH=" + tools + string(filepath.ListSeparator) + os.Getenv("PATH")}
	}
	return []download{
		{"a branch", env("main", "Linux", files), 0, "found=false"},
		{"a hostile ref", env("v1.2.3;touch x", "Linux", files), 0, "found=false"},
		{"another system", env("v1.2.3", "Plan9", files), 0, "found=false"},
		{"no release", env("v1.2.4", "Linux", files), 0, "found=false"},
		{"not in the list", env("v1.2.3", "macOS", files), 1, "found=false"},
		{"another checksum", env("v1.2.3", "Linux", bad), 1, "found=false"},
		{"a release", env("v1.2.3", "Linux", files), 0, "found=true"},
	}
}
