package judgelint_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The tests below need a folder with gen.go, which writes a tree of agent
// specs with planted defects, and with floor, a program that only reads and
// parses them.
func peersLab(t *testing.T) string {
	t.Helper()
	lab := os.Getenv("JUDGELINT_PEERS_LAB")
	if lab == "" {
		t.Skip("JUDGELINT_PEERS_LAB is not set")
	}
	return lab
}

func buildIn(t *testing.T, dir, out string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"build", "-o", out}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build in %s: %v\n%s", dir, err, text)
	}
	return out
}

func generate(t *testing.T, gen string, specs, seed int) string {
	t.Helper()
	tree := filepath.Join(t.TempDir(), "tree")
	if out, err := exec.Command(gen, "-n", strconv.Itoa(specs), "-seed", strconv.Itoa(seed), "-out", tree).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tree
}

// Each planted defect is named, and no clean file is.
func TestPlantedDefects(t *testing.T) {
	lab, bin := peersLab(t), t.TempDir()
	gen := buildIn(t, lab, filepath.Join(bin, "gen"), "gen.go")
	lint := buildIn(t, ".", filepath.Join(bin, "judgelint"), "./cmd/judgelint")
	for seed := 1; seed <= 4; seed++ {
		tree := generate(t, gen, 1000, seed)
		list, err := os.ReadFile(filepath.Join(tree, "planted.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		planted := map[string]string{}
		for line := range strings.Lines(string(list)) {
			path, defect, _ := strings.Cut(strings.TrimSpace(line), "\t")
			planted[path] = defect
		}
		cmd := exec.Command(lint, "lint", "--format", "json")
		cmd.Dir = tree
		out, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		var report struct {
			Diagnostics []struct{ Rule, Severity, Path, Message string }
		}
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, d := range report.Diagnostics {
			found[d.Path] = true
			file := strings.HasSuffix(d.Path, ".md") // not the folder with its thousand descriptions
			if file && planted[d.Path] == "" && d.Severity != "info" {
				t.Errorf("seed %d: a clean file is flagged: %s: %s [%s]", seed, d.Path, d.Message, d.Rule)
			}
		}
		for path, defect := range planted {
			if !found[path] {
				t.Errorf("seed %d: %s in %s is not named", seed, defect, path)
			}
		}
		t.Logf("seed %d: %d planted, %d files named", seed, len(planted), len(found))
	}
}

// Ten thousand specs cost at most half as much again as reading and parsing
// them. Processor time is compared, the least of five runs in turn, because
// other work on the machine stretches the clock's time.
func TestLintSpeed(t *testing.T) {
	lab, bin := peersLab(t), t.TempDir()
	gen := buildIn(t, lab, filepath.Join(bin, "gen"), "gen.go")
	floor := buildIn(t, filepath.Join(lab, "floor"), filepath.Join(bin, "floor"), ".")
	lint := buildIn(t, ".", filepath.Join(bin, "judgelint"), "./cmd/judgelint")
	tree := generate(t, gen, 10000, 1)
	var least, ours []time.Duration
	for range 5 {
		least = append(least, processorTime(t, tree, floor, "-mode", "lint", "-j", "2", ".claude"))
		ours = append(ours, processorTime(t, tree, lint, "lint", "--jobs", "2"))
	}
	a, b := slices.Min(least), slices.Min(ours)
	ratio := b.Seconds() / a.Seconds()
	t.Logf("floor %v, lint %v, ratio %.2f", a, b, ratio)
	if ratio > 1.5 {
		t.Errorf("lint takes %.2f times the floor, want at most 1.5", ratio)
	}
}

func processorTime(t *testing.T, dir, program string, args ...string) time.Duration {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatal(err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
