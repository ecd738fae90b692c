package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// everyTarget is every target but that of the sources' own folder.
var everyTarget = Options{Plugin: "p", Targets: slices.DeleteFunc(TargetNames(), func(name string) bool { return name == "claude" }),
	Folders: map[string]string{"cursor": ".cursor/agents"}}

// folderWith makes a project with sources named a, b, … that have these bodies.
func folderWith(t *testing.T, bodies ...string) *os.Root {
	t.Helper()
	dir := t.TempDir()
	for i, body := range bodies {
		writeSource(t, dir, string(rune('a'+i)), body)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func writeSource(t *testing.T, dir, name, body string) {
	t.Helper()
	file := filepath.Join(dir, SourceDir, name+".md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("---\nname: %s\ndescription: Agent %s.\ntools: Read\n---\n\n%s", name, name, body)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// snapshot is every file below root with its content and time.
func snapshot(t *testing.T, root *os.Root) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := root.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		files[name] = fmt.Sprint(info.ModTime().UnixNano(), "\n", string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func contents(files map[string]string) map[string]string {
	list := map[string]string{}
	for name, text := range files {
		_, list[name], _ = strings.Cut(text, "\n")
	}
	return list
}

func mustWrite(t *testing.T, root *os.Root, o Options, m Mode) *Plan {
	t.Helper()
	plan, err := Write(root, o, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plan.Problems {
		if p.Level == Error {
			t.Fatalf("%s: %s", p.Path, p.Message)
		}
	}
	return plan
}

func TestEveryBodyOnEveryTarget(t *testing.T) {
	bodies := []string{
		"One.\n", "No newline", "\n  \n\t\n  indented\n", "tail\n\n\n", "'''\n", "\"\"\"\"\"\" '''", "back\\slash\\\n",
		"\x1b\x07\x7f\x00\n", "a\rb\n", "a\r\r\nb\r\n", "---\nname: x\n---\n", "```wiki-verdict\nagent: a\n```\n",
		"\u2028\u0085\ufeff판정\n", "developer_instructions = \"x\"\n[t]\n", "it's '",
		strings.Repeat("Long lines, many of them. ", 1150) + "\n",
	}
	root := folderWith(t, bodies...)
	plan := mustWrite(t, root, everyTarget, Mode{})
	if want := len(bodies) * len(everyTarget.Targets); len(plan.Actions()) != want {
		t.Fatalf("%d files, want %d", len(plan.Actions()), want)
	}
	before := snapshot(t, root)
	again := mustWrite(t, root, everyTarget, Mode{})
	if len(again.Actions()) > 0 || again.LockStale {
		t.Errorf("the second run writes %v", again.Actions())
	}
	for _, m := range again.Mirrors {
		if m.State != InStep || !m.Owned {
			t.Errorf("%s: %s, owned %v", m.Path, m.State, m.Owned)
		}
	}
	if !maps.Equal(before, snapshot(t, root)) {
		t.Error("the second run changed a file or its time")
	}
}

// TestKilledAtEveryStep kills a run before each of its steps, changes a source,
// and runs again: the result is that of a run that was never killed.
func TestKilledAtEveryStep(t *testing.T) {
	options := Options{Plugin: "p"}
	start := func(t *testing.T) *os.Root {
		root := folderWith(t, "One.\n", "Two.\n", "Three.\n")
		mustWrite(t, root, options, Mode{})
		root.Remove(SourceDir + "/c.md")
		writeSource(t, root.Name(), "a", "One, new.\n")
		writeSource(t, root.Name(), "d", "Four.\n")
		return root
	}
	reference := start(t)
	mustWrite(t, reference, options, Mode{Prune: true})
	writeSource(t, reference.Name(), "b", "Two, later.\n")
	mustWrite(t, reference, options, Mode{Prune: true})
	want := contents(snapshot(t, reference))
	for n := range 100 {
		root := start(t)
		plan, err := NewPlan(root, options, Mode{Prune: true})
		if err != nil {
			t.Fatal(err)
		}
		journal, err := lockRun(root)
		if err != nil {
			t.Fatal(err)
		}
		w := &writer{root: root, journal: journal, die: func(at int) bool { return at == n }}
		err = w.carryOut(plan)
		journal.Close()
		if err == nil {
			if n < 10 {
				t.Fatalf("a run has only %d steps", n)
			}
			return
		}
		if !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		writeSource(t, root.Name(), "b", "Two, later.\n")
		mustWrite(t, root, options, Mode{Prune: true})
		got := contents(snapshot(t, root))
		if !maps.Equal(got, want) {
			t.Fatalf("killed at step %d: files %v, want %v", n, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
	t.Fatal("a run never ended")
}

// TestFailedStagingLeavesNothing: trouble while the new contents are written
// beside their places has changed nothing.
func TestFailedStagingLeavesNothing(t *testing.T) {
	root := folderWith(t, "One.\n", "Two.\n")
	mustWrite(t, root, Options{Plugin: "p"}, Mode{})
	writeSource(t, root.Name(), "a", "New.\n")
	writeSource(t, root.Name(), "b", "New.\n")
	if err := root.MkdirAll(temporary(".codex/agents/b.toml")+"/in the way", 0o755); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, root)
	if _, err := Write(root, Options{Plugin: "p"}, Mode{}); err == nil {
		t.Fatal("no error for a place that cannot be written")
	}
	after := snapshot(t, root)
	if !maps.Equal(before, after) {
		t.Errorf("files changed: %v, then %v", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
	}
}

// TestFailedJournalLeavesNothing: a full disk may show at the first byte.
func TestFailedJournalLeavesNothing(t *testing.T) {
	root := folderWith(t, "One.\n")
	plan, err := NewPlan(root, everyTarget, Mode{})
	if err != nil {
		t.Fatal(err)
	}
	journal, err := lockRun(root)
	if err != nil {
		t.Fatal(err)
	}
	journal.Close() // writing fails from here on
	w := &writer{root: root, journal: journal}
	if err := w.carryOut(plan); err == nil || !w.untouched {
		t.Errorf("error %v, untouched %v", err, w.untouched)
	}
	if files := snapshot(t, root); len(files) != 2 {
		t.Errorf("files %v, want the source and the journal", slices.Sorted(maps.Keys(files)))
	}
}

// TestKilledInJournal: a run that repairs another and dies while it writes its
// journal loses nothing of what the first one left.
func TestKilledInJournal(t *testing.T) {
	root := folderWith(t, "One.\n")
	options := Options{Plugin: "p"}
	mustWrite(t, root, options, Mode{})
	lock, err := root.ReadFile(LockFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := root.Remove(LockFile); err != nil {
		t.Fatal(err)
	}
	if err := root.WriteFile(journalFile, []byte(string(lock)+journalEnd+string(lock[:len(lock)/2])), 0o644); err != nil {
		t.Fatal(err)
	}
	writeSource(t, root.Name(), "a", "Two.\n")
	plan, err := NewPlan(root, options, Mode{})
	if err != nil {
		t.Fatal(err)
	}
	journal, err := lockRun(root)
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{root: root, journal: journal, die: func(at int) bool { return at == 1 }}
	if err := w.carryOut(plan); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	journal.Close()
	if plan := mustWrite(t, root, options, Mode{}); len(plan.Actions()) != 3 || !plan.Interrupted {
		t.Errorf("actions %v, interrupted %v", plan.Actions(), plan.Interrupted)
	}
	if plan := mustWrite(t, root, options, Mode{}); len(plan.Actions()) > 0 || plan.Interrupted {
		t.Errorf("again: actions %v, interrupted %v", plan.Actions(), plan.Interrupted)
	}
}

// TestHeldJournal: a run reads its journal through the handle that locks it,
// because Windows forbids every other.
func TestHeldJournal(t *testing.T) {
	root := folderWith(t, "One.\n")
	journal, err := lockRun(root)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	if _, err := journal.WriteAt([]byte(journalEnd), 0); err != nil {
		t.Fatal(err)
	}
	if err := root.Remove(journalFile); err != nil {
		t.Skip(err)
	}
	if plan, err := newPlan(root, everyTarget, Mode{}, journal); err != nil || !plan.Interrupted {
		t.Errorf("interrupted %v, %v", plan.Interrupted, err)
	}
}

// TestPathThatBreaksLines: a line of the lock file is a line.
func TestPathThatBreaksLines(t *testing.T) {
	root := folderWith(t, "One.\n")
	for _, name := range []string{"b\tc.md", "b\nc.md"} {
		err := root.WriteFile(SourceDir+"/"+name, []byte("---\nname: b\ndescription: B.\n---\nBody.\n"), 0o644)
		if err != nil {
			t.Skip(err)
		}
	}
	plan, err := Write(root, everyTarget, Mode{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Actions()) != len(everyTarget.Targets) || len(plan.Problems) < 2 {
		t.Errorf("actions %v, problems %v", plan.Actions(), plan.Problems)
	}
	if plan, err = NewPlan(root, everyTarget, Mode{}); err != nil {
		t.Errorf("the next run: %v, %v", plan, err)
	}
}

// TestRunsAtOnce: many runs with two states of the sources leave one state.
func TestRunsAtOnce(t *testing.T) {
	root := folderWith(t, "One.\n", "Two.\n", "Three.\n", "Four.\n")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own, err := os.OpenRoot(root.Name())
			if err != nil {
				t.Error(err)
				return
			}
			defer own.Close()
			if _, err := Write(own, everyTarget, Mode{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	plan := mustWrite(t, root, everyTarget, Mode{})
	if len(plan.Actions()) > 0 || plan.LockStale || plan.Interrupted {
		t.Errorf("not in step after parallel runs: %v", plan.Actions())
	}
	if files := snapshot(t, root); len(files) != 4+4*len(everyTarget.Targets)+1 {
		t.Errorf("files left over: %v", slices.Sorted(maps.Keys(files)))
	}
}

// TestPlanDependsOnFilesOnly: the order of targets and of flags is no part of
// the plan.
func TestPlanDependsOnFilesOnly(t *testing.T) {
	root := folderWith(t, "One.\n", "Two.\n", "Three.\n")
	o := everyTarget
	want := fmt.Sprintf("%+v", planOf(t, root, o))
	o.Targets = slices.Clone(o.Targets)
	slices.Reverse(o.Targets)
	for range 5 {
		if got := fmt.Sprintf("%+v", planOf(t, root, o)); got != want {
			t.Fatal("the plan depends on the order of targets")
		}
	}
}

func planOf(t *testing.T, root *os.Root, o Options) any {
	t.Helper()
	plan, err := NewPlan(root, o, Mode{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range plan.Mirrors {
		lines = append(lines, m.Path, string(m.State), string(m.Want))
	}
	for _, p := range plan.Problems {
		lines = append(lines, p.Path, p.Message)
	}
	return append(lines, plan.lock.String())
}

func TestModeAndTimesAreKept(t *testing.T) {
	root := folderWith(t, "One.\n")
	mustWrite(t, root, Options{Plugin: "p"}, Mode{})
	name := ".codex/agents/a.md"
	if err := root.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	writeSource(t, root.Name(), "a", "New.\n")
	mustWrite(t, root, Options{Plugin: "p"}, Mode{})
	if info, err := root.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v, want 0600", info.Mode(), err)
	}
}

func TestLockFileReadsWhatItWrites(t *testing.T) {
	lock := lockFile{"b": {"b", "t", "s", "1"}, "a": {"a", "t", "s", "2"}}
	text := lock.String()
	for _, form := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
		got, err := parseLock(form)
		if err != nil || !maps.Equal(got, lock) {
			t.Errorf("parseLock(%q) = %v, %v", form, got, err)
		}
	}
	if !strings.Contains(text, "a\tt\ts\tsha256:2\nb\t") {
		t.Errorf("not sorted: %q", text)
	}
	for _, bad := range []string{"<<<<<<< HEAD\n", "a b c\n", "a\tb\tc\tmd5:1\n"} {
		if _, err := parseLock(bad); err == nil {
			t.Errorf("parseLock(%q) takes it", bad)
		}
	}
}

// TestKilledThenHeld: what a killed run wrote is remembered until a run has
// decided about it, also over runs that are held or skip an agent.
func TestKilledThenHeld(t *testing.T) {
	root := folderWith(t, "One.\n", "Two.\n")
	options := Options{Plugin: "p"}
	mustWrite(t, root, options, Mode{})
	writeSource(t, root.Name(), "a", "One, new.\n")
	writeSource(t, root.Name(), "b", "Two, new.\n")
	plan, err := NewPlan(root, options, Mode{})
	if err != nil {
		t.Fatal(err)
	}
	journal, err := lockRun(root)
	if err != nil {
		t.Fatal(err)
	}
	last := 1 + 2*len(plan.steps)
	w := &writer{root: root, journal: journal, die: func(at int) bool { return at == last }}
	if err := w.carryOut(plan); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	journal.Close()

	if err := root.WriteFile(SourceDir+"/b.md", []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if plan, err = Write(root, options, Mode{}); err != nil || !plan.Held || !plan.Interrupted {
		t.Fatalf("held %v, interrupted %v, %v", plan.Held, plan.Interrupted, err)
	}
	if plan, err = Write(root, options, Mode{KeepGoing: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := root.Stat(journalFile); err == nil {
		t.Error("the journal is still there")
	}
	writeSource(t, root.Name(), "b", "Two, later.\n")
	plan = mustWrite(t, root, options, Mode{})
	if len(plan.Actions()) != 3 {
		t.Errorf("actions %v, want an update of the three mirrors of b", plan.Actions())
	}
	for _, m := range plan.Mirrors {
		if m.State == Edited {
			t.Errorf("%s counts as edited", m.Path)
		}
	}
}

func TestKeysOfNoAgent(t *testing.T) {
	root := folderWith(t, "One.\n")
	plan := mustWrite(t, root, Options{Plugin: "p", Keys: map[string]map[string]map[string]any{"codex-toml": {"z": {"model": "m"}}}}, Mode{})
	if !slices.ContainsFunc(plan.Problems, func(p Problem) bool {
		return p.Message == "[mirror.target.codex-toml.agent.z]: no agent has this name"
	}) {
		t.Errorf("problems %v", plan.Problems)
	}
}
