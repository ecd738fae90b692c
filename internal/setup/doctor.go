package setup

import (
	"fmt"
	"os"

	"github.com/judgelint/judgelint/hookset"
)

// Status is how a check ended.
type Status string

// The statuses of checks.
const (
	OK      Status = "ok"
	Warning Status = "warning" // it works, but not as one would think
	Error   Status = "error"   // something does not work
)

// Check is one thing that was looked at.
type Check struct {
	// Name is the subject: settings, gate, command, timeout, judges, trust,
	// state, mirrors, configuration.
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Path is the file in question, slash-separated, or empty; Line is from 1,
	// or 0.
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	// Fix is the line that mends it; empty for OK.
	Fix string `json:"fix"`
}

// Patient is what Examine looks at.
type Patient struct {
	Root *os.Root
	// Dir is the absolute path of Root.
	Dir string
	// Hooks are the entries that the configuration asks for.
	Hooks hookset.Options
	// Observe is true if the gate only watches.
	Observe bool
	// StateDir is slash-separated and relative to Root; empty means
	// ".judgelint".
	StateDir string
	// Judges are the names of the judges of the project; HookedAgents are
	// agent specs that bring hooks of their own.
	Judges, HookedAgents []string
	// LookPath finds a program as a shell does.
	LookPath func(name string) (string, error)
	// Getenv reads the surroundings of the user.
	Getenv func(string) string
}

// Examine checks a set-up for what no client tells. The order of the checks
// is that of the subjects, then of the clients.
func Examine(p Patient) []Check {
	d := doctor{Patient: p}
	d.settings()
	d.userSettings()
	d.gates()
	d.commands()
	d.judges()
	d.schemas()
	d.trust()
	d.state()
	return d.checks
}

type doctor struct {
	Patient
	sets   []*hookset.Set // of the files that are there and can be read
	checks []Check
}

func (d *doctor) add(c Check) { d.checks = append(d.checks, c) }

func (d *doctor) ok(name, path, format string, args ...any) {
	d.add(Check{Name: name, Status: OK, Path: path, Message: fmt.Sprintf(format, args...)})
}

func (d *doctor) warn(name, path, fix, format string, args ...any) {
	d.add(Check{Name: name, Status: Warning, Path: path, Fix: fix, Message: fmt.Sprintf(format, args...)})
}

func (d *doctor) fail(name, path, fix, format string, args ...any) {
	d.add(Check{Name: name, Status: Error, Path: path, Fix: fix, Message: fmt.Sprintf(format, args...)})
}

// judges tells who is judged at all.
func (d *doctor) judges() {
	if len(d.Judges) == 0 {
		d.warn("judges", ".claude/agents", "judgelint init --preset wiki, or end a spec with a wiki-verdict block",
			"no agent spec shows a verdict block of its own; the gate has nobody to judge")
		return
	}
	d.ok("judges", ".claude/agents", "%s", list(d.Judges))
	if d.Observe {
		d.warn("gate", "judgelint.toml", `take mode = "observe" out of [gate]`, "the gate decides and logs, but blocks nothing")
	}
}
