//go:build unix

package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/judgelint/judgelint/client"
	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/workflow"
)

// TestMain is the run that the tests kill, if they say so.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RUN_TEST_DIR"); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const testSpec = `{"name": "w", "description": "d", "phases": [{"title": "P", "detail": "d", "tier": "worker"}], "stages": {
"review": {"phase": "P", "tier": "worker", "parallelism": "fixed-list", "items_key": "dimensions", "item_label_prefix": "review:", "schema": "FINDINGS"},
"verify": {"phase": "P", "tier": "worker", "parallelism": "dynamic-list", "items_source": "review_result", "items_transform": "must_fix_deduped", "item_label_prefix": "verify:", "schema": "VERIFY"},
"consolidate": {"phase": "P", "tier": "judgment", "parallelism": "single", "label": "consolidate", "schema": "REPORT"}}}`

const testPrompts = `{"review": "{{brief}} {{diffHint}}", "verify": "{{finding}} {{diffHint}}",
"consolidate": "{{coveredCount}} {{coverageNote}} {{diffHint}} {{confirmedFindings}} {{refutedFindings}} {{unverifiedFindings}} {{rawFindings}}"}`

// testHost answers as each stage wants; every third reviewer breaks its schema
// at first, and every fifth verifier fails.
const testHost = `cat >/dev/null
i=$JUDGELINT_ITEM
case $JUDGELINT_STAGE in
review) case $i$JUDGELINT_TRY in *[369]1) echo no; exit;; esac
	echo "{\"findings\": [{\"file\": \"$i.go\", \"line\": \"1\", \"severity\": \"must-fix\", \"problem\": \"p\", \"fix\": \"f\"}]}" ;;
verify) case $i in *5.go*) exit 3;; *2.go*) echo '{"confirmed": false, "note": "n"}';; *) echo '{"confirmed": true, "note": "n"}';; esac ;;
*) echo '{"verdict": "changes-requested", "summary": "s", "mustFix": [], "shouldFix": [], "nits": [], "dismissed": []}' ;;
esac`

// testRun is a run of n items in dir.
func testRun(t testing.TB, dir string, n int) *Run {
	t.Helper()
	r, err := newTestRun(dir, n)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newTestRun(dir string, n int) (*Run, error) {
	spec, prompts, problems := workflow.Load([]*source.File{source.NewFile("w.spec.json", []byte(testSpec)), source.NewFile("w.prompts.json", []byte(testPrompts))},
		func(string) *source.File { return nil })
	if workflow.Failing(problems) {
		return nil, fmt.Errorf("%v", problems)
	}
	var items []string
	for i := range n {
		items = append(items, fmt.Sprint(i))
	}
	data, err := json.Marshal(map[string]any{"dimensions": items})
	if err != nil {
		return nil, err
	}
	context, err := findings.ReadText(source.NewFile("context", data))
	if err != nil {
		return nil, err
	}
	host, _ := client.HostOf("command")
	return NewFlow(workflow.Request{Spec: spec, Prompts: prompts, Context: context},
		Options{Host: host, Program: "/bin/sh", Command: testHost, Dir: dir, Jobs: 4, Retries: 1, Timeout: time.Minute, Now: time.Now})
}

// child does what is left of the run in dir.
func child(dir string) error {
	r, err := newTestRun(dir, 20)
	if err != nil {
		return err
	}
	defer r.Close()
	out := filepath.Join(dir, "out")
	if err = r.Resume(out); errors.Is(err, ErrNoRun) {
		err = r.Create(out, "out")
	}
	if err == nil {
		_, err = r.Go(context.Background())
	}
	return err
}

// A run that is killed at any moment and resumed has the report of one that was
// not, and every finished try stands once.
func TestKilledAtAnyMoment(t *testing.T) {
	whole := testRun(t, t.TempDir(), 20)
	defer whole.Close()
	want := filepath.Join(t.TempDir(), "whole")
	if err := whole.Create(want, "whole"); err != nil {
		t.Fatal(err)
	}
	if _, err := whole.Go(context.Background()); err != nil {
		t.Fatal(err)
	}
	rounds := 2
	if !testing.Short() {
		rounds = 4
	}
	for range rounds {
		dir := t.TempDir()
		kills := killUntilDone(t, dir)
		for _, name := range []string{reportFile, readingFile} {
			a, _ := os.ReadFile(filepath.Join(want, name))
			b, err := os.ReadFile(filepath.Join(dir, "out", name))
			if err != nil || !bytes.Equal(a, b) {
				t.Fatalf("after %d kills %s is %s, %v; want %s", kills, name, b, err, a)
			}
		}
		log, err := os.ReadFile(filepath.Join(dir, "out", eventsFile))
		if err != nil {
			t.Fatal(err)
		}
		events, bad := readEvents(log)
		seen := map[string]bool{}
		for _, e := range events {
			key := fmt.Sprint(e.Key, e.Try)
			if seen[key] {
				t.Errorf("after %d kills try %d of %s/%s stands twice", kills, e.Try, e.Stage, e.Item)
			}
			seen[key] = true
		}
		// 20 reviewers and 6 more tries, 20 verifiers and 2 more, the report
		if bad != 0 || len(events) != 20+6+20+2+1 {
			t.Errorf("after %d kills there are %d events, %d bad", kills, len(events), bad)
		}
	}
}

// killUntilDone kills a run after a random time, again and again.
func killUntilDone(t *testing.T, dir string) (kills int) {
	t.Helper()
	for {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "RUN_TEST_DIR="+dir)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(rand.IntN(60+20*kills))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return kills
		case !errors.As(err, &exit) || exit.Exited():
			t.Fatalf("after %d kills: %v: %s", kills, err, said.Bytes())
		}
		kills++
	}
}

// Two runs in one folder: the second is refused, and the first goes on.
// A run that is killed before its first question leaves a folder that a new one
// may take; a folder with anything else is left alone.
func TestCreateAfterKill(t *testing.T) {
	for _, test := range []struct {
		files map[string]string // a name with a slash at the end is a folder
		ok    bool
	}{
		{map[string]string{}, true},
		{map[string]string{"lock": ""}, true},
		{map[string]string{"lock": "", "tmp/": "", "answers/": "", ".gitignore": "*\n", "events.jsonl": "", "run.json.tmp": "{"}, true},
		{map[string]string{"lock": "", "events.jsonl": "{}\n"}, false},
		{map[string]string{"answers/": "", "answers/a.1.txt": "x"}, false},
		{map[string]string{"notes.md": ""}, false},
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		for _, name := range slices.Sorted(maps.Keys(test.files)) {
			path := filepath.Join(out, name)
			os.MkdirAll(filepath.Dir(path), 0o755)
			if strings.HasSuffix(name, "/") {
				os.MkdirAll(path, 0o755)
			} else if err := os.WriteFile(path, []byte(test.files[name]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r := testRun(t, dir, 1)
		if err := r.Create(out, "out"); (err == nil) != test.ok {
			t.Errorf("%v: %v", test.files, err)
		}
		r.Close()
	}
}

func TestOneAtATime(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	first, second := testRun(t, t.TempDir(), 2), testRun(t, t.TempDir(), 2)
	defer first.Close()
	defer second.Close()
	if err := first.Create(out, "out"); err != nil {
		t.Fatal(err)
	}
	if err := second.Resume(out); err == nil || !strings.Contains(err.Error(), "another run is at work in this folder") {
		t.Errorf("Resume: %v", err)
	}
	if _, err := first.Go(context.Background()); err != nil {
		t.Error(err)
	}
}

// BenchmarkResume is a finished run of 200 items that is resumed.
func BenchmarkResume(b *testing.B) {
	dir := b.TempDir()
	out := filepath.Join(dir, "out")
	r := testRun(b, dir, 100)
	if err := r.Create(out, "out"); err != nil {
		b.Fatal(err)
	}
	if _, err := r.Go(context.Background()); err != nil {
		b.Fatal(err)
	}
	r.Close()
	b.ReportAllocs()
	for b.Loop() {
		r := testRun(b, dir, 100)
		if err := r.Resume(out); err != nil {
			b.Fatal(err)
		}
		if _, err := r.Go(context.Background()); err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}
