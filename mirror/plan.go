package mirror

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// Plan is what the mirrors of a project are and should be.
type Plan struct {
	// Mirrors are sorted by path; excluded agents and agents with errors of
	// their own have none.
	Mirrors []Mirror
	// Routes says from where to where, one line for each source and target.
	Routes []string
	// Problems are sorted by path and place.
	Problems []Problem
	// LockStale is true if the lock file would be written though every mirror
	// is as it should be.
	LockStale bool
	// Interrupted is true if an earlier run was killed while it wrote, or if one
	// is writing now.
	Interrupted bool
	// Held is true if an error keeps everything from being written.
	Held bool

	steps   []step
	lock    lockFile // as it will be
	owned   lockFile // as it is, with what an interrupted run was about to own
	oldLock string
}

// step is one file to write or, without data, to remove.
type step struct {
	path   string
	data   []byte
	remove bool
	skill  bool // a file of a skill, which can be run if exec is true
	exec   bool
}

// planner holds what the parts of planning share.
type planner struct {
	root    *os.Root
	options Options
	mode    Mode
	plugin  string
	held    io.ReaderAt // the journal, if this run holds it
	groups  []*group
	folders []*folder         // each once
	claims  map[string]*agent // who writes a path, in lower case; nil if that is plain
	skills  []*skill
	links   map[string]string // symbolic links on the way to folders
	owned   lockFile          // that of plan
	plan    *Plan
	buffers sync.Pool // of *[]byte, for reading mirrors
}

// NewPlan reads sources and mirrors below root and compares them. It writes
// nothing. Its error is about the world or the configuration; what is wrong
// with sources and mirrors is in the plan. A *ConfigError says what the
// configuration lacks.
func NewPlan(root *os.Root, o Options, m Mode) (*Plan, error) {
	return newPlan(root, o, m, nil)
}

// newPlan is NewPlan for a run that may hold the journal.
func newPlan(root *os.Root, o Options, m Mode, held io.ReaderAt) (*Plan, error) {
	p := &planner{root: root, options: o, mode: m, held: held, plan: &Plan{}}
	if err := p.prepare(); err != nil {
		return nil, err
	}
	agents, err := p.readAgents()
	if err != nil {
		return nil, err
	}
	if err := p.readSkills(); err != nil {
		return nil, err
	}
	if err := p.narrow(agents); err != nil {
		return nil, err
	}
	defer closeFolders(p.folders)
	if err := p.openFolders(); err != nil {
		return nil, err
	}
	if err := p.compare(agents); err != nil {
		return nil, err
	}
	if err := p.compareSkills(); err != nil {
		return nil, err
	}
	if err := p.findStale(agents); err != nil {
		return nil, err
	}
	p.finish(agents)
	return p.plan, nil
}

// ConfigError is a setting that is missing or wrong.
type ConfigError struct{ Message, Help string }

// Error returns the message, without the help.
func (e *ConfigError) Error() string { return e.Message }

// prepare settles sources, targets, plugin and ownership.
func (p *planner) prepare() error {
	for _, name := range p.options.allNames() {
		if !slices.Contains(TargetNames(), name) {
			return &ConfigError{fmt.Sprintf("target %q is unknown; want %s", name, strings.Join(TargetNames(), ", ")), ""}
		}
	}
	if err := p.prepareGroups(); err != nil {
		return err
	}
	text, err := readLock(p.root, LockFile)
	if err != nil {
		return err
	}
	p.plan.oldLock = text
	if p.plan.lock, err = parseLock(text); err != nil {
		return err
	}
	p.owned = lockFile{}
	p.plan.owned = p.owned
	maps.Copy(p.owned, p.plan.lock)
	return p.readJournal()
}

// readLock returns the text of a file at the root, or "" if there is none.
func readLock(root *os.Root, name string) (string, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a regular file", name)
	}
	data, err := root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) { // another run has just ended
		return "", nil
	}
	return string(data), err
}

// readJournal adds what an interrupted run was about to own. What stands behind
// the last complete journal counts for nothing: its run had not begun to write.
func (p *planner) readJournal() error {
	text, err := p.journalText()
	if err != nil {
		return err
	}
	text = completeJournal(text)
	journal, err := parseLock(text)
	if err != nil || text == "" {
		return nil
	}
	p.plan.Interrupted = true
	for path, e := range journal {
		if old, ok := p.owned[path]; !ok {
			p.owned[path] = e
		} else if e.sum != old.sum {
			old.sum += " " + e.sum
			p.owned[path] = old
		}
	}
	// What this run does not decide stays known in both forms.
	p.plan.lock = maps.Clone(p.owned)
	return nil
}

// journalText reads the journal. Windows lets only the handle that locked it do
// so: for everybody else a run is writing now, and what it owns is not known.
func (p *planner) journalText() (string, error) {
	if p.held != nil {
		return readHeld(p.held)
	}
	text, err := readLock(p.root, journalFile)
	var locked syscall.Errno
	if runtime.GOOS == "windows" && errors.As(err, &locked) {
		p.plan.Interrupted = true
		return "", nil
	}
	return text, err
}

// findPlugin settles the folder of the plugin.
func (p *planner) findPlugin() error {
	if p.plugin != "" {
		return nil
	}
	if name := p.options.Plugin; name != "" {
		if why := badName(name); why != "" {
			return &ConfigError{fmt.Sprintf("plugin %q %s", name, why), ""}
		}
		p.plugin = name
		return nil
	}
	names, err := pluginFolders(p.root)
	if err != nil {
		return err
	}
	help := `set plugin = "NAME" under [mirror] in judgelint.toml, or take agents-plugin out of [mirror] targets`
	switch len(names) {
	case 0:
		return &ConfigError{"the target agents-plugin needs the name of a plugin: " + pluginsDir + " has no folder", help}
	case 1:
		p.plugin = names[0]
		return nil
	}
	return &ConfigError{fmt.Sprintf("the target agents-plugin needs the name of a plugin: %s has %s", pluginsDir, strings.Join(names, ", ")), help}
}

// narrow checks the names of --agent against sources and lock file.
func (p *planner) narrow(agents []*agent) error {
	known := map[string]bool{}
	for _, a := range agents {
		known[a.name] = true
	}
	for _, s := range p.skills {
		known[s.name] = true
	}
	for _, e := range p.owned {
		known[p.owned.nameOf(e)] = true
	}
	for _, name := range p.options.OnlyAgents {
		if name == "" || !known[name] {
			return &ConfigError{fmt.Sprintf("agent %q is unknown: no file below %s has this name", name, p.sourceNames()), ""}
		}
	}
	if len(agents) == 0 && len(p.skills) == 0 && len(p.owned) == 0 {
		return &ConfigError{"no agents below " + p.sourceNames(), ""}
	}
	return nil
}

// sourceNames names all sources as they were configured.
func (p *planner) sourceNames() string {
	var names []string
	for _, g := range p.groups {
		names = append(names, g.source)
	}
	return strings.Join(names, ", ")
}

// wanted reports whether --agent allows an agent.
func (p *planner) wanted(name string) bool {
	return p.options.OnlyAgents == nil || slices.Contains(p.options.OnlyAgents, name)
}

// excluded reports whether the configuration keeps an agent source-only.
func (p *planner) excluded(a *agent) bool { return p.excludedName(a.name, a.path) }

func (p *planner) excludedName(name, path string) bool {
	return slices.ContainsFunc(p.options.Exclude, func(x string) bool { return x != "" && (x == name || x == path) })
}

// compare fills Mirrors and Problems with those of all agents, in parallel.
func (p *planner) compare(agents []*agent) error {
	type result struct {
		mirrors  []Mirror
		problems []Problem
		err      error
	}
	results := make([]result, len(agents))
	parallel(len(agents), func(i int) {
		r := &results[i]
		r.mirrors, r.problems, r.err = p.compareAgent(agents[i])
	})
	for _, r := range results {
		if r.err != nil {
			return r.err
		}
		p.plan.Mirrors = append(p.plan.Mirrors, r.mirrors...)
		p.plan.Problems = append(p.plan.Problems, r.problems...)
	}
	return nil
}

// parallel calls f with 0 to n-1 from as many goroutines as there are
// processors.
func parallel(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	wg.Wait()
}

// compareAgent compares the mirrors of one agent. An agent with an error of its
// own has no mirrors in the plan.
func (p *planner) compareAgent(a *agent) ([]Mirror, []Problem, error) {
	if !p.wanted(a.name) || p.excluded(a) {
		return nil, nil, nil
	}
	if !a.ok() {
		return nil, a.problems, nil
	}
	problems := slices.Clone(a.problems)
	var mirrors []Mirror
	for _, pl := range a.group.places {
		if p.claims != nil && p.claims[claimKey(a, pl)] != a {
			continue
		}
		m, told, err := p.compareOne(a, &pl.Target, pl.folder)
		if err != nil {
			return nil, nil, err
		}
		mirrors = append(mirrors, m)
		problems = append(problems, told...)
	}
	problems = append(problems, p.judgeProblems(a)...)
	return mirrors, problems, nil
}

// finish sorts, decides what is to be written and what the lock file will be.
func (p *planner) finish(agents []*agent) {
	plan := p.plan
	plan.Problems = append(plan.Problems, p.strayKeys(agents)...)
	slices.SortFunc(plan.Mirrors, func(x, y Mirror) int { return cmp.Compare(x.Path, y.Path) })
	if p.mode.StrictLoss {
		for i := range plan.Problems {
			if plan.Problems[i].Rule == RuleLoss {
				plan.Problems[i].Level = Error
			}
		}
	}
	slices.SortStableFunc(plan.Problems, func(x, y Problem) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Level, y.Level))
	})
	p.holdBack()
	if plan.Held {
		return
	}
	for i := range plan.Mirrors {
		p.settle(&plan.Mirrors[i])
	}
	plan.LockStale = len(plan.steps) == 0 && plan.lock.String() != lockText(plan.oldLock)
}

// configName is the file that keys are configured in.
const configName = "judgelint.toml"

// strayKeys tells of configured keys for agents that do not exist.
func (p *planner) strayKeys(agents []*agent) []Problem {
	var problems []Problem
	for _, target := range slices.Sorted(maps.Keys(p.options.Keys)) {
		for _, name := range slices.Sorted(maps.Keys(p.options.Keys[target])) {
			if !slices.ContainsFunc(agents, func(a *agent) bool { return a.name == name }) {
				problems = append(problems, Problem{Rule: RuleName, Level: Warning, Path: configName,
					Message: fmt.Sprintf("[mirror.target.%s.agent.%s]: no agent has this name", target, name)})
			}
		}
	}
	return problems
}

// lockText is the text of a lock file as it is written.
func lockText(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// holdBack marks the mirrors that must not be written: those of agents with an
// error or a mirror that is not ours, and without KeepGoing then all.
func (p *planner) holdBack() {
	bad := map[string]bool{}
	for _, problem := range p.plan.Problems {
		if problem.Level == Error {
			bad[problem.Agent] = true
		}
	}
	for _, m := range p.plan.Mirrors {
		if m.needsAdopt() && m.State != Stale && !p.mode.Adopt {
			bad[m.Agent] = true
		}
	}
	p.plan.Held = len(bad) > 0 && !p.mode.KeepGoing
	for i := range p.plan.Mirrors {
		m := &p.plan.Mirrors[i]
		m.skipped = bad[m.Agent]
	}
}

// needsAdopt reports whether writing would overwrite what somebody else wrote.
func (m *Mirror) needsAdopt() bool { return m.State == Edited || m.State == Foreign }

// settle adds the step for one mirror and its line in the lock file.
func (p *planner) settle(m *Mirror) {
	lock := p.plan.lock
	entry := lockEntry{m.Path, m.lockTarget(), m.Source, m.sum}
	switch {
	case m.State == Stale && p.mode.Prune && !m.skipped && (m.Why == "" || p.mode.Adopt):
		delete(lock, m.Path)
		p.plan.steps = append(p.plan.steps, step{path: m.Path, remove: true, skill: m.Skill})
	case m.State == Stale, m.skipped:
		return
	case m.State == InStep:
		if m.Owned || p.mode.Adopt {
			lock[m.Path] = entry
		}
	default:
		lock[m.Path] = entry
		p.plan.steps = append(p.plan.steps, step{path: m.Path, data: m.Want, skill: m.Skill, exec: m.exec})
	}
}
