// Package uitest is one run of a project's UI tests: which session and files it
// is for, the command with its signals, the end of its output, and the record
// that follows from it. It knows no flags and prints nothing of its own.
package uitest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/internal/state"
)

// Exit statuses of commands that stand for an outcome.
const (
	exitAbstain     = 12
	exitNotStarted  = 127
	exitInterrupted = 130
)

// Run is one run for one session.
type Run struct {
	// Root is the project, Dir the working folder.
	Root, Dir string
	State     *state.Folder
	Getenv    func(string) string
	// Stdin, Stdout and Stderr are passed on to the command.
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	session string
	covered []string
}

// Choose finds the session and the files that the run covers: session if it is
// not empty, else the one of the environment, else the only one with UI files
// that are not verified; covered, else all that are pending. note tells, if it
// is not empty, that nothing is pending.
func (v *Run) Choose(session string, covered []string) (note string, err error) {
	for _, name := range []string{"CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID"} {
		if session == "" {
			session = v.Getenv(name)
		}
	}
	if session == "" {
		open, err := v.unresolved()
		if err != nil {
			return "", err
		}
		if len(open) == 0 {
			return "", errors.New("no session has UI files that are not verified; name one with --session")
		}
		if len(open) != 1 {
			return "", fmt.Errorf("%d sessions have UI files that are not verified%s; name one with --session", len(open), listed(open))
		}
		session = open[0]
	}
	if !state.ValidID(session) {
		return "", fmt.Errorf("--session: %q is not usable as a file name", session)
	}
	v.session = session
	pending, err := v.State.Pending(session)
	if err != nil {
		return "", err
	}
	v.covered = []string{}
	for _, p := range covered {
		rel, ok := gate.InProject(v.Root, v.Dir, p)
		if !ok {
			return "", fmt.Errorf("--covered: %q is no file of the project", p)
		}
		v.covered = append(v.covered, rel)
	}
	if len(covered) == 0 && pending != nil {
		v.covered = append(v.covered, pending.Touched...)
	}
	if pending == nil {
		note = fmt.Sprintf("session %s has no UI files that are pending", session)
	}
	return note, nil
}

func listed(sessions []string) string {
	if len(sessions) == 0 {
		return ""
	}
	return " (" + strings.Join(sessions, ", ") + ")"
}

// unresolved are the sessions whose touched files no pass or abstention covers.
func (v *Run) unresolved() ([]string, error) {
	sessions, err := v.State.PendingSessions()
	if err != nil {
		return nil, err
	}
	var open []string
	for _, s := range sessions {
		pending, err := v.State.Pending(s)
		if err != nil {
			return nil, err
		}
		if pending != nil && len(pending.Touched) > 0 && !gate.Verified(v.Root, s, v.State, time.Now()) {
			open = append(open, s)
		}
	}
	return open, nil
}

// Command runs the command and records what it found. exit is its status as a
// shell gives it: 127 if it cannot start, 130 after an interruption. A signal to
// us is passed on and ends the run as a failure, however the command takes it.
// An error of the record makes no failure of a run: exit is then 2 instead of 0.
func (v *Run) Command(command []string) (exit int, err error) {
	tail := &tail{}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stdin = v.Dir, v.Stdin
	cmd.Stdout = io.MultiWriter(v.Stdout, tail)
	cmd.Stderr = cmd.Stdout // one pipe keeps the order of the two
	if !sameFile(v.Stdout, v.Stderr) {
		cmd.Stderr = io.MultiWriter(v.Stderr, tail)
	}
	cmd.WaitDelay = 2 * time.Second // for a child of the command that keeps its output open
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return exitNotStarted, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	interrupted := false
	for {
		select {
		case s := <-signals:
			interrupted = true
			_ = cmd.Process.Signal(s) // it may have ended in the meantime
			continue
		case <-done:
		}
		break
	}
	select {
	case <-signals: // came while the command ended
		interrupted = true
	default:
	}
	return v.Record(outcomeOf(cmd.ProcessState, interrupted, tail), start, exitOf(cmd.ProcessState, interrupted))
}

// Record writes the result and returns the exit status: exit, or 2 instead of 0
// with the error why it is not recorded.
func (v *Run) Record(r state.Result, at time.Time, exit int) (int, error) {
	r.SessionID, r.Covered, r.At = v.session, v.covered, at.UTC().Format(time.RFC3339)
	if err := v.State.WriteResult(r); err != nil {
		if exit == 0 {
			exit = 2
		}
		return exit, fmt.Errorf("the result (%s) is not recorded: %w", r.Outcome, err)
	}
	return exit, nil
}

// sameFile reports whether two streams end in one file, as with 2>&1.
func sameFile(a, b io.Writer) bool {
	x, isFile := a.(*os.File)
	y, isFileToo := b.(*os.File)
	if !isFile || !isFileToo {
		return false
	}
	xInfo, err := x.Stat()
	yInfo, errToo := y.Stat()
	return err == nil && errToo == nil && os.SameFile(xInfo, yInfo)
}

func outcomeOf(ps *os.ProcessState, interrupted bool, tail *tail) state.Result {
	switch {
	case interrupted:
		return state.Result{Outcome: state.Fail, Detail: strings.TrimSpace("the run was interrupted\n" + tail.String())}
	case ps.ExitCode() == 0:
		return state.Result{Outcome: state.Pass}
	case ps.ExitCode() == exitAbstain:
		return state.Result{Outcome: state.Abstain, Detail: detailOf(ps, tail)}
	}
	return state.Result{Outcome: state.Fail, Detail: detailOf(ps, tail)}
}

func detailOf(ps *os.ProcessState, tail *tail) string {
	if text := tail.String(); text != "" {
		return text
	}
	return "the command printed nothing (" + ps.String() + ")"
}

// exitOf is the command's status as a shell gives it.
func exitOf(ps *os.ProcessState, interrupted bool) int {
	if interrupted {
		return exitInterrupted
	}
	if status, ok := ps.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return ps.ExitCode()
}
