// Package run carries out a workflow with headless clients: it asks them item
// by item, judges every answer, keeps what is done in a run folder, and writes
// the report.
//
//	r, err := run.NewFlow(run.Options{Request: request, Host: host, ...})
//	err = r.Create(folder) // or Resume, or Merge before either
//	sum, err := r.Go(ctx)
//
// Two promises stand above the others. Nothing is lost: an item without an
// answer is failed, never dropped, and a failed item never counts as a yes.
// And nothing is done twice: whatever ends this process, a resumed run asks
// only what has no finished tries.
//
// The package decides nothing about findings, slots and schemas (package
// workflow) or verdicts (package contract), and starts no process itself
// (package client). It prints nothing.
package run

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/judgelint/judgelint/client"
	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/findings"
)

// Options say how items are asked.
type Options struct {
	Host client.Host
	// Program and Command are those of client.Call.
	Program, Command string
	// Dir is the working folder of the clients, absolute.
	Dir string
	// Tiers give each tier the client's words for model and effort; a tier
	// without an entry gets the client's defaults.
	Tiers map[string]Tier
	// Contracts are what answers of agents must hold.
	Contracts contract.Set
	// Instructions returns what the agent of a name is told; ok is false if there
	// is no such agent. It is asked only for clients that take no agent by name.
	Instructions func(agent string) (text string, ok bool)
	// Jobs is the number of clients at once, Retries that of tries after a failed
	// one; a fallback tier has one more.
	Jobs, Retries int
	// Timeout is the time for each try; 0 means no limit.
	Timeout time.Duration
	// Budget is what the whole run may cost, in USD; 0 means no limit.
	Budget float64
	// Only names the items to do, as STAGE/ITEM; all of them belong to the next
	// stage. Empty means every stage.
	Only []string
	// Force goes on although workflow, arguments or tree are not those of the
	// folder.
	Force bool
	// Tree names the state of the files that are looked at; empty if unknown.
	Tree string
	// Version is that of this program.
	Version string
	// Kill, when it is closed, ends clients without patience.
	Kill <-chan struct{}
	// Watch is told what happens; it may be nil. Its methods are called by one
	// goroutine at a time.
	Watch Watch
	// Judged is told each try that a contract judged, with the digest of the
	// first answer to the same question (empty in the first), and whether another
	// try follows; it may be nil.
	Judged func(e Event, of string, again bool)
	// Now is the clock.
	Now func() time.Time
}

// Tier is what a tier means to the client.
type Tier struct{ Model, Effort string }

// Watch is told what happens in a run.
type Watch interface {
	// Stage begins: done of total items have been finished before.
	Stage(name string, total, done int)
	// Start tells that an item is asked for the try-th time.
	Start(stage, item string, try int)
	// Tried tells the end of a try; finished is true if it was the last one of
	// its item.
	Tried(e Event, finished bool)
}

// Run is one run.
type Run struct {
	opt  Options
	id   Identity
	prog program
	past *history
	dir  *folder // nil if nothing is to be written
	// results are the answers of the stages that are over, by stage.
	results map[string][]json.RawMessage
	failed  []Failure
	notDone []string
	items   int
	started time.Time
	earlier time.Duration // what former parts of the run took

	merged []*os.Root // parts of other folders, open until Close
	// Notes are lines for people about what was read.
	Notes []string

	mu      sync.Mutex
	stopped string
	fault   error // of the folder
}

// program is what a run is made of: a workflow or a panel.
type program interface {
	// identity tells what the answers depend on.
	identity() Identity
	// next returns the stage after those that have results, nil after the last.
	// blocked says why a stage cannot be done, in words.
	next(results map[string][]json.RawMessage) (s *stage, blocked string, err error)
	// outcome makes the report of all results.
	outcome(r *Run) (Outcome, error)
}

// stage is one stage whose items are known.
type stage struct {
	name  string
	tasks []*task
}

// Failure is an item without an answer.
type Failure struct {
	Stage string `json:"stage"`
	Item  string `json:"item"`
	// Tries is the number of tries; 0 if it could not be asked at all.
	Tries int `json:"tries"`
	// Reason is the outcome of the last try, Detail one line about it.
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

// Name is STAGE/ITEM.
func (f Failure) Name() string { return f.Stage + "/" + f.Item }

// Why a run stopped before its end.
const (
	StoppedByBudget = "budget"
	StoppedBySignal = "interrupt"
)

// Go does what is left to do and writes the report. The error is about the
// world: a folder that cannot be written, a request that makes no plan.
func (r *Run) Go(ctx context.Context) (Summary, error) {
	r.started = r.opt.Now()
	r.results, r.failed, r.notDone, r.items = map[string][]json.RawMessage{}, nil, nil, 0
	purse := newPurse(r.opt.Budget, r.past)
	for stages := 0; ; stages++ {
		s, blocked, err := r.prog.next(r.results)
		if err != nil {
			return Summary{}, err
		}
		if s == nil {
			return r.end(stages)
		}
		if blocked != "" {
			r.failed = append(r.failed, Failure{Stage: s.name, Item: "*", Reason: "blocked", Detail: blocked})
			return r.end(stages)
		}
		if len(r.opt.Only) > 0 {
			if r.passed(s) {
				r.collect(s)
				r.failed = nil // which nobody asked for here
				continue
			}
			if s.tasks, err = only(s, r.opt.Only); err != nil {
				return Summary{}, err
			}
		}
		r.stage(ctx, s, purse)
		if r.fault != nil {
			return Summary{}, r.fault
		}
		if r.stopped != "" || len(r.opt.Only) > 0 {
			return r.end(stages + 1)
		}
	}
}

// passed reports whether a stage is over and none of its items is asked for.
func (r *Run) passed(s *stage) bool {
	return !slices.ContainsFunc(s.tasks, func(t *task) bool {
		return slices.Contains(r.opt.Only, t.name()) || !r.finished(t)
	})
}

// stage does the tasks of one stage and keeps their results in order.
func (r *Run) stage(ctx context.Context, s *stage, purse *purse) {
	var open []*task
	for _, t := range s.tasks {
		if !r.finished(t) {
			open = append(open, t)
		}
	}
	r.items += len(s.tasks)
	if r.opt.Watch != nil {
		r.opt.Watch.Stage(s.name, len(s.tasks), len(s.tasks)-len(open))
	}
	queue := make(chan *task)
	var workers sync.WaitGroup
	for range min(max(r.opt.Jobs, 1), len(open)) {
		workers.Go(func() {
			for t := range queue {
				r.do(ctx, t, purse)
			}
		})
	}
	for _, t := range open {
		if ctx.Err() != nil {
			r.stop(StoppedBySignal)
		}
		if r.halted() {
			break
		}
		queue <- t
	}
	close(queue)
	workers.Wait()
	if ctx.Err() != nil && slices.ContainsFunc(s.tasks, func(t *task) bool { return !r.finished(t) }) {
		r.stop(StoppedBySignal)
	}
	r.collect(s)
}

// collect sorts the tasks of a stage into results, failures and what was not
// done.
func (r *Run) collect(s *stage) {
	results := make([]json.RawMessage, len(s.tasks))
	for i, t := range s.tasks {
		results[i] = json.RawMessage("null")
		h := r.past.of(t.key)
		switch {
		case h.result != nil:
			results[i] = h.result
		case r.finished(t):
			last := h.tries[len(h.tries)-1]
			r.failed = append(r.failed, Failure{t.stage, t.item, len(h.tries), last.Outcome, last.Detail})
		default:
			r.notDone = append(r.notDone, t.name())
		}
	}
	if r.stopped == "" {
		r.results[s.name] = results
	}
}

func (r *Run) stop(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped == "" {
		r.stopped = why
	}
}

func (r *Run) halted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped != "" || r.fault != nil
}

// Items are the names of what is left to do in the next stage, and the name of
// that stage; both are empty if nothing is left.
func (r *Run) Items() (stage string, items []string, err error) {
	r.results = map[string][]json.RawMessage{}
	for {
		s, blocked, err := r.prog.next(r.results)
		if err != nil || s == nil || blocked != "" {
			return "", nil, err
		}
		for _, t := range s.tasks {
			if !r.finished(t) {
				items = append(items, t.name())
			}
		}
		if len(items) > 0 {
			return s.name, items, nil
		}
		r.collect(s)
	}
}

// printable is text on one line without anything that a terminal acts on.
func printable(text string) string {
	return findings.Printable(strings.Join(strings.Fields(text), " "))
}

// Watch sets who is told what happens; see Options.
func (r *Run) Watch(w Watch) { r.opt.Watch = w }

// Workflow is the name of what is run.
func (r *Run) Workflow() string { return r.id.Workflow }

// Judged sets who is told what contracts judge; see Options.
func (r *Run) Judged(f func(e Event, of string, again bool)) { r.opt.Judged = f }

// ID is the name of the run; empty as long as it has no folder.
func (r *Run) ID() string {
	if r.dir == nil {
		return ""
	}
	return r.dir.about.ID
}
