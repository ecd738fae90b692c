package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/gitignore"
	"github.com/judgelint/judgelint/internal/state"
	"github.com/judgelint/judgelint/roster"
)

const gateHelp = `judgelint gate is the hook command of coding agents: it reads one event from
standard input and decides whether the agent may end.

Examples:
  judgelint gate                        answer by exit status, the reason on stderr
  judgelint gate --reply json           answer in JSON, as the installed hooks do
  judgelint gate --as coverage-auditor  the main agent of this session is a judge
  judgelint gate --explain < event.json show the decision and what led to it

Usage: judgelint gate [flags] < EVENT

      --reply json       answer a block with exit status 0 and one JSON object
                         (always so for GitHub Copilot CLI)
      --as NAME          the agent of events that name none
      --host HOST        claude, codex, gemini, copilot or generic; default: the
                         event tells
      --config FILE      use this judgelint.toml, relative to the project
      --explain          print decision, checks and state as JSON; nothing is
                         written, the exit status is 0

Exit status: 0 the agent may end, perhaps with a message to the user; 2 it must
go on, the reason is on stderr; 1 trouble, told in one line: never a block.
`

func gateCommand() cli.Command {
	return cli.Command{
		Name:    "gate",
		Summary: "let a coding agent end its turn, or say why not (hook command)",
		Help:    gateHelp,
		Run:     runGate,
	}
}

// gateTrouble is the exit status of trouble in the gate. The hosts take status
// 2 for a block, so it must never be 2.
const gateTrouble = 1

// gateRun is one run of the gate.
type gateRun struct {
	env   *cli.Env
	flags gateFlags
	// root is the project of the event; sure is false if nothing must be
	// written there.
	root string
	sure bool
	// state is where trouble is counted; nil before it is known.
	state *state.Folder
	event *gate.Event
}

// runGate answers one event. A Go program that panics ends with status 2,
// which would be a block, and so would one that runs out of memory: the first
// is caught, the second is made to end by a signal.
func runGate(e *cli.Env, args []string) (exit int) {
	debug.SetTraceback("crash")
	r := &gateRun{env: e}
	defer func() {
		if p := recover(); p != nil {
			exit = r.trouble(fmt.Errorf("internal error, please report it: %v", p))
		}
	}()
	flags, flagErr := parseGateFlags(args)
	if flags.help {
		fmt.Fprint(e.Stdout, gateHelp)
		return cli.OK
	}
	if cli.Terminal(e.Stdin) {
		fmt.Fprintln(e.Stderr, "judgelint gate: a client sends the event on standard input, which is a terminal here; run judgelint gate --help")
		return gateTrouble
	}
	r.flags = flags
	// The event is read in any case, so that the host's pipe does not break.
	event, err := gate.DecodeEvent(e.Stdin)
	cwd := ""
	if err == nil {
		r.event, cwd = event, event.Cwd
	}
	if err == nil {
		collectLess(len(event.Message))
	}
	r.root, r.sure = gate.Project(cwd, e.Getenv, e.Dir)
	if flagErr != nil {
		err = flagErr
	}
	if err != nil {
		return r.trouble(err)
	}
	return r.decide()
}

// collectLess lets the garbage collector wait for a message of middle size,
// where it would run several times for nothing: a tenth of the time of 1 MB.
// Small messages never start it, and the largest need it.
func collectLess(size int) {
	if 256<<10 < size && size < 16<<20 {
		debug.SetGCPercent(400)
	}
}

func (r *gateRun) decide() int {
	if r.flags.host != "" {
		r.event.Host = r.flags.host
	}
	s, err := openSite(r.root, r.configPath())
	if err != nil {
		return r.trouble(err)
	}
	defer s.state.Close()
	s.state.ReadOnly = r.flags.explain || !r.sure
	r.state = s.state
	g := newGate(r.env, s)
	g.As, g.Forgetful = r.flags.as, !r.sure
	d, x := g.Explain(r.event)
	if r.flags.explain {
		return r.print(x)
	}
	return d.Write(r.env.Stdout, r.env.Stderr, r.flags.json || r.event.Host == gate.Copilot)
}

func (r *gateRun) print(x gate.Explanation) int {
	if err := cli.WriteJSON(r.env.Stdout, x); err != nil {
		fmt.Fprintf(r.env.Stderr, "judgelint gate: %v\n", err)
		return gateTrouble
	}
	return cli.OK
}

func (r *gateRun) configPath() string {
	if r.flags.config == "" || filepath.IsAbs(r.flags.config) {
		return r.flags.config
	}
	return filepath.Join(r.root, r.flags.config)
}

// trouble tells what went wrong in one line and counts it.
func (r *gateRun) trouble(err error) int {
	d := gate.Decision{Action: gate.Trouble, Notice: err.Error()}
	if r.flags.explain {
		x := gate.Explanation{Version: 1, Decision: d.Action, Host: gate.Generic, Checks: []gate.ExplainedCheck{}, Notice: d.Notice}
		if r.event != nil {
			x.Host, x.Event, x.Agent = r.event.Host, r.event.Name, r.event.Agent
		}
		return r.print(x)
	}
	if cause := r.countTrouble(d.Notice); cause != nil {
		d.Notice += "; not counted: " + cause.Error()
	}
	return d.Write(r.env.Stdout, r.env.Stderr, r.flags.json)
}

// countTrouble adds the trouble to the log, if the folder shows signs of a
// project. It must not fail in any way, a panic included.
func (r *gateRun) countTrouble(message string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	if !r.sure {
		return nil
	}
	if r.state == nil {
		if r.state, err = faultyState(r.root, r.configPath()); err != nil {
			return err
		}
	}
	return r.state.Append(r.line(message))
}

func (r *gateRun) line(message string) state.Line {
	l := state.Line{Host: string(gate.Generic), Decision: string(gate.Trouble), Counter: "input_error", Reason: message}
	if r.event == nil {
		return l
	}
	l.Host, l.Event, l.Agent = string(r.event.Host), r.event.Name, r.event.Agent
	if state.ValidID(r.event.SessionID) {
		l.SessionID = r.event.SessionID
	}
	if state.ValidID(r.event.AgentID) {
		l.AgentID = r.event.AgentID
	}
	return l
}

// newGate wires a gate to its project and to the user's surroundings.
func newGate(e *cli.Env, s *site) *gate.Gate {
	claude := e.Getenv("CLAUDE_CONFIG_DIR")
	if claude == "" {
		claude = filepath.Join(home(e), ".claude")
	}
	return &gate.Gate{
		Options: s.config.Gate,
		Project: s.root,
		State:   s.state,
		Ledger:  s.ledger(),
		Roster: sync.OnceValue(func() *roster.Roster {
			return roster.New(roster.Folders(s.root, e.Getenv), s.config.Roster)
		}),
		Ignored: func(project, path string) bool { return gitignore.New(project).Ignored(path, false) },
		Settings: []string{
			filepath.Join(s.root, ".claude", "settings.json"),
			filepath.Join(s.root, ".claude", "settings.local.json"),
			filepath.Join(claude, "settings.json"),
		},
		PluginHook: e.Getenv("CLAUDE_PLUGIN_ROOT") != "",
		Now:        time.Now,
	}
}

func home(e *cli.Env) string {
	if dir := e.Getenv("HOME"); dir != "" {
		return dir
	}
	return e.Getenv("USERPROFILE")
}

// gateFlags are the flags of the gate. They are read by hand: a hook has no
// time for a flag set, and a wrong flag must not end with its status 2.
type gateFlags struct {
	json, explain, help bool
	as, config          string
	host                gate.Host
}

func parseGateFlags(args []string) (f gateFlags, err error) {
	for len(args) > 0 && err == nil {
		name, value, given := strings.Cut(args[0], "=")
		args = args[1:]
		take := func() string {
			switch {
			case given:
				return value
			case len(args) == 0:
				err = fmt.Errorf("%s needs a value", name)
				return ""
			}
			value, args = args[0], args[1:]
			return value
		}
		switch name {
		case "--explain":
			f.explain = true
		case "--help", "-h":
			f.help = true
		case "--as":
			if f.as = take(); err == nil && f.as == "" {
				err = errors.New("--as: the name is empty")
			}
		case "--config":
			f.config = take()
		case "--reply":
			if v := take(); err == nil && v != "json" && v != "exit" {
				err = fmt.Errorf("--reply: must be json or exit, found %q", v)
			} else {
				f.json = v == "json"
			}
		case "--host":
			f.host, err = hostFlag(take(), err)
		default:
			err = fmt.Errorf("%q: unknown argument; run judgelint gate --help", name)
		}
	}
	return f, err
}

func hostFlag(value string, err error) (gate.Host, error) {
	for _, h := range gate.Hosts() {
		if err == nil && string(h) == value {
			return h, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("--host: must be one of %v, found %q", gate.Hosts(), value)
	}
	return "", err
}
