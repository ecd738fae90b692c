package state

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestMain lets the test binary stand for a gate that is killed.
func TestMain(m *testing.M) {
	if project := os.Getenv("STATE_TEST_PROJECT"); project != "" {
		for {
			f, err := Open(project, ".judgelint", time.Now)
			if err != nil {
				os.Exit(1)
			}
			if f.Update("s", block) == nil && f.Touch("s", []string{"a.css"}) == nil {
				os.Stdout.WriteString(".") // told only when all is written
			}
			f.Close()
		}
	}
	os.Exit(m.Run())
}

// A gate that is killed at any moment leaves state that can be read, and what
// it had written is counted.
func TestKilled(t *testing.T) {
	project, written := t.TempDir(), 0
	for i := range 25 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STATE_TEST_PROJECT="+project)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+7*i) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // it was killed
		written += out.Len()
		for _, name := range []string{"gate-state/s.json", countsName, "pending-ui/s.json"} {
			data, err := os.ReadFile(filepath.Join(project, ".judgelint", name))
			if err == nil && !json.Valid(data) {
				t.Fatalf("kill %d: %s is %q", i, name, data)
			}
		}
	}
	if written == 0 {
		t.Fatal("no gate got anything done")
	}
	f := open(t, project)
	if err := f.Update("s", block); err != nil {
		t.Fatal(err)
	}
	counts, err := f.counts()
	if err != nil || len(f.Notes()) > 0 {
		t.Errorf("%v, %v", err, f.Notes())
	}
	// A gate that was killed between its writes is counted in neither or one.
	if got := counts["block"]; got < written || got > written+26 {
		t.Errorf("block = %d, want %d and at most 26 more", got, written)
	}
}
