package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/state"
)

const verifyHelp = `judgelint verify runs the UI tests of a session and records what they found,
so that the gate lets the agent end.

Examples:
  judgelint verify -- npm run test:ui         the record follows from the exit status
  judgelint verify --covered ui/a.html -- go test ./ui
  judgelint verify --outcome abstain --detail "no display on this machine"

Usage: judgelint verify [flags] -- COMMAND [arguments]
       judgelint verify [flags] --outcome abstain|fail --detail TEXT

      --session ID       the session; default: CLAUDE_SESSION_ID, else
                         CLAUDE_CODE_SESSION_ID, else the only session with
                         UI files that are not verified
      --covered PATH     a file that the run covers, again for each; default:
                         all that were pending when the run began
      --outcome WORD     record abstain or fail without a run (a pass has to be
                         earned)
      --detail TEXT      expected against actual, or why it cannot be verified
      --config FILE      use this judgelint.toml

The command's output and exit status are passed through. Its exit status 0 is
recorded as pass, 12 as abstain, any other as fail, with the end of its output.

Exit status: that of the command; 127 if it cannot start, 130 after an
interruption; 2 usage, configuration or a record that cannot be written; with
--outcome 0.
`

func verifyCommand() cli.Command {
	return cli.Command{
		Name:    "verify",
		Summary: "run the UI tests and record what they found",
		Help:    verifyHelp,
		Run:     runVerify,
	}
}

// Exit statuses of commands that stand for an outcome.
const (
	exitAbstain     = 12
	exitNotStarted  = 127
	exitInterrupted = 130
)

type verifyRun struct {
	env *cli.Env
	*site
	session string
	covered []string
}

func runVerify(e *cli.Env, args []string) int {
	fs := cli.Flags()
	fs.SetInterspersed(false) // what follows the command is the command's
	session := fs.String("session", "", "")
	covered := fs.StringArray("covered", nil, "")
	outcome := fs.String("outcome", "", "")
	detail := fs.String("detail", "", "")
	configPath := fs.String("config", "", "")
	if done, exit := cli.Parse(e, fs, "judgelint verify", verifyHelp, args); done {
		return exit
	}
	if err := verifyUsage(*outcome, *detail, fs.Args()); err != nil {
		return e.Errorf("judgelint verify", "%v", err)
	}
	v, err := newVerifyRun(e, *configPath)
	if err == nil {
		defer v.state.Close()
		err = v.choose(*session, *covered)
	}
	if err != nil {
		return e.Errorf("judgelint verify", "%v", err)
	}
	if *outcome != "" {
		return v.record(state.Result{Outcome: *outcome, Detail: *detail}, time.Now(), cli.OK)
	}
	return v.run(fs.Args())
}

func verifyUsage(outcome, detail string, command []string) error {
	switch {
	case outcome == "" && len(command) == 0:
		return errors.New("no command; write it behind --, or see judgelint verify --help")
	case outcome == "" && detail != "":
		return errors.New("--detail belongs to --outcome; with a command its output is the detail")
	case outcome == "":
		return nil
	case outcome == state.Pass:
		return errors.New("--outcome pass: a pass has to be earned; run judgelint verify -- COMMAND")
	case outcome != state.Abstain && outcome != state.Fail:
		return fmt.Errorf("--outcome: must be abstain or fail, found %q", outcome)
	case len(command) > 0:
		return errors.New("--outcome and a command exclude each other")
	case strings.TrimSpace(detail) == "":
		return fmt.Errorf("--outcome %s needs --detail: expected against actual, or why it cannot be verified", outcome)
	}
	return nil
}

// newVerifyRun finds the project as the gate does. A state folder between the
// working folder and the project wins: there the gate of this session writes,
// if the client was started in a part of the project.
func newVerifyRun(e *cli.Env, configPath string) (*verifyRun, error) {
	root, _ := gate.Project(e.Dir, e.Getenv, e.Dir)
	if configPath != "" {
		configPath = e.Path(configPath)
	}
	s, err := openSite(root, configPath)
	if err != nil {
		return nil, err
	}
	for dir := filepath.Clean(e.Dir); dir != root && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		near, err := state.Open(dir, s.config.Gate.Folder(), time.Now)
		if err == nil && near.Exists() {
			s.state.Close()
			s.root, s.state = dir, near
			break
		}
	}
	return &verifyRun{env: e, site: s}, nil
}

// choose finds the session and the files that the run covers.
func (v *verifyRun) choose(session string, covered []string) error {
	for _, name := range []string{"CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID"} {
		if session == "" {
			session = v.env.Getenv(name)
		}
	}
	if session == "" {
		open, err := v.unresolved()
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return errors.New("no session has UI files that are not verified; name one with --session")
		}
		if len(open) != 1 {
			return fmt.Errorf("%d sessions have UI files that are not verified%s; name one with --session", len(open), listed(open))
		}
		session = open[0]
	}
	if !state.ValidID(session) {
		return fmt.Errorf("--session: %q is not usable as a file name", session)
	}
	v.session = session
	pending, err := v.state.Pending(session)
	if err != nil {
		return err
	}
	v.covered = []string{}
	for _, p := range covered {
		rel, ok := gate.InProject(v.root, v.env.Dir, p)
		if !ok {
			return fmt.Errorf("--covered: %q is no file of the project", p)
		}
		v.covered = append(v.covered, rel)
	}
	if len(covered) == 0 && pending != nil {
		v.covered = append(v.covered, pending.Touched...)
	}
	if pending == nil {
		fmt.Fprintf(v.env.Stderr, "judgelint verify: note: session %s has no UI files that are pending\n", session)
	}
	return nil
}

func listed(sessions []string) string {
	if len(sessions) == 0 {
		return ""
	}
	return " (" + strings.Join(sessions, ", ") + ")"
}

// unresolved are the sessions whose touched files no pass or abstention covers.
func (v *verifyRun) unresolved() ([]string, error) {
	sessions, err := v.state.PendingSessions()
	if err != nil {
		return nil, err
	}
	var open []string
	for _, s := range sessions {
		pending, err := v.state.Pending(s)
		if err != nil {
			return nil, err
		}
		if pending != nil && len(pending.Touched) > 0 && !gate.Verified(v.root, s, v.state, time.Now()) {
			open = append(open, s)
		}
	}
	return open, nil
}

// run runs the command. A signal to us is passed on and ends the run as a
// failure, however the command takes it.
func (v *verifyRun) run(command []string) int {
	tail := &tail{}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Stdin = v.env.Dir, v.env.Stdin
	cmd.Stdout = io.MultiWriter(v.env.Stdout, tail)
	cmd.Stderr = cmd.Stdout // one pipe keeps the order of the two
	if !sameFile(v.env.Stdout, v.env.Stderr) {
		cmd.Stderr = io.MultiWriter(v.env.Stderr, tail)
	}
	cmd.WaitDelay = 2 * time.Second // for a child of the command that keeps its output open
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		v.env.Errorf("judgelint verify", "%v", err)
		return exitNotStarted
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
	return v.record(outcomeOf(cmd.ProcessState, interrupted, tail), start, exitOf(cmd.ProcessState, interrupted))
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

// record writes the result and returns the exit status.
func (v *verifyRun) record(r state.Result, at time.Time, exit int) int {
	r.SessionID, r.Covered, r.At = v.session, v.covered, at.UTC().Format(time.RFC3339)
	if err := v.state.WriteResult(r); err != nil {
		v.env.Errorf("judgelint verify", "the result (%s) is not recorded: %v", r.Outcome, err)
		if exit == cli.OK {
			return cli.Trouble
		}
	}
	return exit
}

// tail keeps the end of what is written to it. Its writers are two: the
// command's output and its errors.
type tail struct {
	mu  sync.Mutex
	buf []byte
	cut bool
}

const (
	tailBytes = 4000
	tailLines = 40
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf, t.cut = slices.Clone(t.buf[over:]), true
	}
	return len(p), nil
}

// String is the end of the output: whole lines, without terminal colours.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.buf), "")
	if t.cut {
		if _, rest, ok := strings.Cut(text, "\n"); ok {
			text = rest
		}
	}
	text = strings.TrimSpace(strings.ReplaceAll(withoutColours(text), "\r\n", "\n"))
	if lines := strings.Split(text, "\n"); len(lines) > tailLines {
		text = strings.Join(lines[len(lines)-tailLines:], "\n")
	}
	return text
}

// withoutColours drops the escape sequences of terminals.
func withoutColours(s string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "\x1b[")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 {
			return out.String()
		}
		s = rest[end+1:]
	}
}
