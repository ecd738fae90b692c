package cli

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestHelpFlags(t *testing.T) {
	got := HelpFlags(`judgelint x does things with --nothing.

      --format FORMAT    text or
                         json
  -n, --dry-run          change nothing
      --changed[=BASE]   only changed files
      --stdin-filename NAME
                         what standard input is called
`)
	want := []HelpFlag{
		{"format", true, "text or"}, {"dry-run", false, "change nothing"},
		{"changed", false, "only changed files"}, {"stdin-filename", true, "what standard input is called"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("HelpFlags = %+v, want %+v", got, want)
	}
}

func exampleCommands() []Command {
	return []Command{
		{Name: "lint", Summary: "check it's files", Help: "\n      --format FORMAT    text\n      --fix              mend\n      --select RULES     these\n"},
		{Name: "explain", Summary: "print a page", Help: "\n      --format FORMAT    text\n"},
	}
}

func TestBashCompletion(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	list := "printf 'yaml-colon\\nname-shape\\n'"
	script := Completion("bash", "judgelint", exampleCommands(), map[string]string{"explain": list, "--select": list})
	for line, want := range map[string]string{
		"judgelint l":               "lint",
		"judgelint lint --f":        "--format --fix",
		"judgelint lint --select y": "yaml-colon",
		"judgelint explain n":       "name-shape",
		"judgelint help e":          "explain",
		"judgelint lint READ":       "",
	} {
		words := strings.Fields(line)
		cmd := exec.Command(shell, "--norc", "-c", script+"\nCOMP_WORDS=("+line+"); COMP_CWORD="+string(rune('0'+len(words)-1))+"\n_judgelint\necho ${COMPREPLY[@]}")
		out, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s completes to %q (%v), want %q", line, out, err, want)
		}
	}
}

// Where a shell is installed it reads its script without a complaint.
func TestCompletionsParse(t *testing.T) {
	for _, name := range Shells() {
		t.Run(name, func(t *testing.T) {
			script := Completion(name, "judgelint", exampleCommands(), map[string]string{"explain": "true", "--select": "true"})
			for _, want := range []string{"lint", "explain", "format", "fix"} {
				if !strings.Contains(script, want) {
					t.Errorf("%q is not completed", want)
				}
			}
			shell, err := exec.LookPath(name)
			if err != nil {
				t.Skip(name + " is not installed")
			}
			cmd := exec.Command(shell, "-n")
			cmd.Stdin = strings.NewReader(script)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v: %s\n%s", err, out, script)
			}
		})
	}
}
