package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestMain lets the test binary stand for a gate that is killed, or for one of
// many that start at once.
func TestMain(m *testing.M) {
	if project := os.Getenv("STATE_TEST_ONCE"); project != "" {
		os.Exit(once(project))
	}
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

// once waits for the end of its standard input and does what a gate does.
func once(project string) int {
	io.Copy(io.Discard, os.Stdin)
	f, err := Open(project, ".judgelint", time.Now)
	if err == nil {
		defer f.Close()
		err = errors.Join(f.Update("s", block), f.Touch("s", []string{"a.css"}))
	}
	if err != nil && !errors.Is(err, ErrBusy) {
		fmt.Println(err)
		return 1
	}
	return 0
}

// Many processes that start in the same moment, in a project without a state
// folder, all find or make it, and each is counted.
func TestFirstGatesAtOnce(t *testing.T) {
	const gates = 24
	for range 4 {
		project := t.TempDir()
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmds := make([]*exec.Cmd, gates)
		outs := make([]bytes.Buffer, gates)
		for i := range cmds {
			cmds[i] = exec.Command(os.Args[0])
			cmds[i].Env = append(os.Environ(), "STATE_TEST_ONCE="+project)
			cmds[i].Stdin, cmds[i].Stdout, cmds[i].Stderr = read, &outs[i], &outs[i]
			if err := cmds[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		read.Close()
		write.Close() // now
		for i, cmd := range cmds {
			if err := cmd.Wait(); err != nil {
				t.Errorf("gate %d: %v: %s", i, err, &outs[i])
			}
		}
		f := open(t, project)
		if totals, err := f.Totals(); err != nil || totals["block"] != gates {
			t.Errorf("block = %d, %v; want %d", totals["block"], err, gates)
		}
		if len(f.Notes()) > 0 {
			t.Error(f.Notes())
		}
	}
}
