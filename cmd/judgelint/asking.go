package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/client"
	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/ledger"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/run"
	"github.com/judgelint/judgelint/source"
)

// asking are the flags of commands that ask clients.
type asking struct {
	host, command, timeout, budget, out, format, configFile string
	jobs, retries                                           int
	flags                                                   *pflag.FlagSet
}

func (f *asking) add(fs *pflag.FlagSet) {
	f.flags = fs
	fs.StringVar(&f.host, "host", "claude", "")
	fs.StringVar(&f.command, "command", "", "")
	fs.IntVar(&f.jobs, "jobs", 4, "")
	fs.StringVar(&f.timeout, "timeout", "10m", "")
	fs.IntVar(&f.retries, "retries", 1, "")
	fs.StringVar(&f.budget, "budget", "", "")
	fs.StringVar(&f.out, "out", "", "")
	fs.StringVar(&f.format, "format", "text", "")
	fs.StringVar(&f.configFile, "config", "", "")
}

// asker asks the clients of one command line.
type asker struct {
	env  *cli.Env
	site *site
	opt  run.Options
	// json is true for --format json.
	json bool
	stop func()
	ctx  context.Context
}

// open reads the configuration and finds the client, unless nobody is to be
// asked. Every error is one of usage or set-up.
func (f *asking) open(e *cli.Env, ask bool) (*asker, error) {
	if err := cli.CheckFormat(f.format, "text", "json"); err != nil {
		return nil, err
	}
	root, _ := config.Find(e.Dir)
	path := f.configFile
	if path != "" {
		path = e.Path(path)
	}
	s, err := openSite(root, path)
	if err != nil {
		return nil, err
	}
	a := &asker{env: e, site: s, json: f.format == "json"}
	if a.opt, err = f.options(e, s.config); err == nil && ask {
		a.opt.Program, err = a.opt.Host.Find(f.command)
	}
	if err != nil {
		s.state.Close()
		return nil, err
	}
	a.opt.Contracts = s.config.Contracts
	a.opt.Dir, a.opt.Instructions, a.opt.Version, a.opt.Now = e.Dir, a.instructions, cli.Version(), time.Now
	a.ctx, a.opt.Kill, a.stop = cli.Interrupts()
	return a, nil
}

func (f *asking) options(e *cli.Env, c *config.Config) (o run.Options, err error) {
	name := f.host
	if !f.flags.Changed("host") && c.Run.Host != "" {
		name = c.Run.Host
	}
	host, ok := client.HostOf(name)
	switch {
	case !ok:
		return o, fmt.Errorf("--host is %q; want %s", name, strings.Join(client.Names(), ", "))
	case f.command != "" && host.Name != "command":
		return o, fmt.Errorf("--command belongs to --host command, but the host is %s", host.Name)
	case f.jobs < 1 || f.jobs > 256:
		return o, fmt.Errorf("--jobs is %d; want 1 to 256", f.jobs)
	case f.retries < 0 || f.retries > 100:
		return o, fmt.Errorf("--retries is %d; want 0 to 100", f.retries)
	}
	o = run.Options{Host: host, Command: f.command, Jobs: f.jobs, Retries: f.retries, Tiers: map[string]run.Tier{}}
	for tier, t := range c.Run.Tiers {
		o.Tiers[tier] = run.Tier{Model: t.Model, Effort: t.Effort}
	}
	if o.Timeout, err = duration("--timeout", f.timeout); err != nil {
		return o, err
	}
	if f.budget != "" {
		o.Budget, err = strconv.ParseFloat(f.budget, 64)
		if err != nil || o.Budget <= 0 || math.IsInf(o.Budget, 0) {
			return o, fmt.Errorf("--budget is %q; want an amount of USD such as 2.50", f.budget)
		}
		if !host.TellsCost {
			return o, fmt.Errorf("--budget: %s tells no cost, so a budget cannot be kept; leave it out, and limit --retries and --timeout", host.Name)
		}
	}
	return o, nil
}

func (a *asker) close() {
	a.stop()
	a.site.state.Close()
}

// instructions returns what an agent of the project is told.
func (a *asker) instructions(agent string) (text string, ok bool) {
	src := a.spec(agent)
	if src == nil {
		return "", false
	}
	spec := agentspec.Parse(source.NewFile(agent, src))
	return string(spec.File.Text(spec.Body())), true
}

// spec returns the file of an agent; nil if there is none.
func (a *asker) spec(agent string) []byte {
	path := roster.New(roster.Folders(a.site.root, a.env.Getenv), a.site.config.Roster).Agent(agent).Path
	if path == "" {
		return nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return src
}

// tree is the state of the files of the project; nil outside of a repository.
func (a *asker) tree() *ledger.Subject { return ledger.Tree(a.site.root, ledger.CommandTime) }

// folder opens the run folder: that of --out, that of --resume, or a new one.
func (a *asker) folder(r *run.Run, out, resume, workflow string) error {
	if resume == "" {
		if out != "" {
			return r.Create(a.env.Path(out), filepath.Base(out))
		}
		id := run.NewID(time.Now())
		runs, err := a.runs()
		if err != nil {
			return err
		}
		return r.Create(filepath.Join(runs, id), id)
	}
	if out != "" {
		err := r.Resume(a.env.Path(out))
		if !errors.Is(err, run.ErrNoRun) {
			return err
		}
		// The first of several calls that are all alike, as job queues make them.
		fmt.Fprintf(a.env.Stderr, "%s: %s holds no run yet, so this one begins\n", runName, out)
		return r.Create(a.env.Path(out), filepath.Base(out))
	}
	dir, err := a.runFolder(resume, workflow)
	if err != nil {
		return err
	}
	return r.Resume(dir)
}

// runs is the folder of the project's runs, which is made.
func (a *asker) runs() (string, error) {
	if err := a.site.state.Make(); err != nil {
		return "", err
	}
	return filepath.Join(a.site.state.Path(), "runs"), nil
}

// runFolder is the folder of a run of this project.
func (a *asker) runFolder(id, workflow string) (string, error) {
	runs := filepath.Join(a.site.state.Path(), "runs")
	if id != latest {
		if !run.IsID(id) {
			return "", fmt.Errorf("--resume is %q; want the name of a folder in %s", id, a.shown(runs))
		}
		return filepath.Join(runs, id), nil
	}
	entries, _ := os.ReadDir(runs) // there may be none
	slices.Reverse(entries)
	for _, entry := range entries {
		dir := filepath.Join(runs, entry.Name())
		if run.IsID(entry.Name()) && run.WorkflowOf(dir) == workflow {
			return dir, nil
		}
	}
	return "", fmt.Errorf("--resume: there is no run of %s in %s", workflow, a.shown(runs))
}

// shown is a path as a person in the working folder writes it.
func (a *asker) shown(path string) string {
	if rel, err := filepath.Rel(a.env.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// record keeps the judgements of contracts in the ledger of the project.
func (a *asker) record(r *run.Run, source string, subject *ledger.Subject) {
	book := a.site.ledger()
	if book.Off() {
		return
	}
	r.Judged(func(e run.Event, of string, again bool) {
		row := ledger.Row{
			Source: source, Agent: e.Verdict.Agent, Contract: e.Verdict.Contract, Decision: e.Verdict.Decision, Word: e.Verdict.Word,
			Counts: e.Verdict.Counts, Outcome: e.Verdict.Outcome, Rules: e.Verdict.Rules, Action: "allow", Try: e.Try, Of: of, Subject: subject,
			Answer: e.Answer, Session: e.Session, Run: r.ID(), Host: e.Host, Model: e.Model, CostUSD: e.CostUSD, WallMS: e.WallMS,
		}
		if spec := a.spec(e.Verdict.Agent); spec != nil {
			row.Spec = ledger.Digest(spec)
		}
		if row.Outcome == string(contract.None) {
			row.Outcome = ledger.Missing
		}
		switch {
		case again:
			row.Action = "block"
		case e.Outcome != run.Answered:
			row.Action = "tell"
		}
		if e.Tokens != nil {
			row.Tokens = &ledger.Tokens{In: e.Tokens.In, Out: e.Tokens.Out}
		}
		if err := book.Append(row); err != nil {
			fmt.Fprintf(a.env.Stderr, "judgelint %s: the ledger was not written: %v\n", source, err)
		}
	})
}

// goOn does the run and tells how it ended.
func (a *asker) goOn(r *run.Run, command, again string) int {
	for _, note := range r.Notes {
		fmt.Fprintf(a.env.Stderr, "%s: %s\n", command, cli.OneLine(note))
	}
	seen := newSeen(a.env, a.json)
	r.Watch(seen)
	sum, err := r.Go(a.ctx)
	seen.end()
	if err != nil {
		return a.env.Errorf(command, "%v", err)
	}
	a.tell(sum, command, again)
	switch {
	case sum.Stopped != "":
		return exitStopped
	case !sum.Approved:
		return cli.Found
	}
	return cli.OK
}

// tell prints the sum of a run, and what was not done.
func (a *asker) tell(s run.Summary, command, again string) {
	out := a.env.Stdout
	if a.json { // which has nothing but events
		out = a.env.Stderr
	}
	fmt.Fprintf(out, "%s  %s\n", s.Workflow, s.Figures.Line())
	for _, line := range s.Lines {
		fmt.Fprintln(out, cli.OneLine(line))
	}
	for i, f := range s.Failed {
		if i == 20 {
			fmt.Fprintf(a.env.Stderr, "%s: %d more without an answer\n", command, len(s.Failed)-i)
			break
		}
		fmt.Fprintf(a.env.Stderr, "%s: no answer: %s: %s\n", command, cli.OneLine(findingsPrintable(f.Name())), cli.OneLine(f.Why()))
	}
	if s.Stopped != "" {
		fmt.Fprintf(a.env.Stderr, "%s: stopped (%s); not done: %s, and every stage after\n", command, s.Stopped, cli.OneLine(some(s.NotDone)))
		fmt.Fprintf(a.env.Stderr, "%s: to go on, add %s to the same command line%s\n", command, a.resume(s, again), moreBudget(s))
	}
	if s.Report != "" {
		fmt.Fprintf(out, "report: %s\n", a.shown(s.Report))
	}
}

// resume is the flag that goes on with a run.
func (a *asker) resume(s run.Summary, again string) string {
	if id := filepath.Base(s.Folder); run.IsID(id) && filepath.Dir(s.Folder) == filepath.Join(a.site.state.Path(), "runs") {
		return again + "=" + id
	}
	return again
}

func moreBudget(s run.Summary) string {
	if s.Stopped == run.StoppedByBudget && s.Figures.CostUSD != nil {
		return fmt.Sprintf(" and a larger --budget: %s of it are spent", run.Dollars(*s.Figures.CostUSD))
	}
	return ""
}

// some names the first of many.
func some(names []string) string {
	const most = 5
	shown := make([]string, 0, most)
	for _, name := range names[:min(most, len(names))] {
		shown = append(shown, findingsPrintable(name))
	}
	text := strings.Join(shown, ", ")
	if n := len(names) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
