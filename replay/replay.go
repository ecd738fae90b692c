// Package replay judges the answers that agents gave in the past, and says what
// the gate would have done with them.
//
//	r, err := replay.Run(files, replay.Options{Set: set, Roster: roster, Project: root})
//
// It stands on transcript, which finds the answers, and on contract, which
// judges them: a past answer is judged by the rules of today. It writes nothing
// and keeps no text of an answer.
package replay

import (
	"cmp"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/judgelint/judgelint/contract"
	"github.com/judgelint/judgelint/roster"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/transcript"
	"github.com/judgelint/judgelint/verdict"
)

// Options say which answers are judged, and by what.
type Options struct {
	Set    *contract.Set
	Roster *roster.Roster
	// Project is a folder: answers that were given elsewhere are only counted.
	// Empty means every answer.
	Project string
	// Since is the time before which answers are passed over; zero means none.
	Since time.Time
	// Judged is called for every answer of a judge, if it is set, by one
	// goroutine at a time but in no order. The text of the answer is only valid
	// until it returns.
	Judged func(transcript.Answer, contract.Judgement)
	// Done is called after each file, if it is set, by one goroutine at a time.
	Done func(files int, bytes int64)
}

// Class is what the gate would have found.
type Class string

// The classes of answers.
const (
	Sound        Class = "sound"
	Malformed    Class = "malformed"
	Contradicts  Class = "contradicts"  // malformed, because it contradicts itself
	Missing      Class = "missing"      // no verdict at all
	Follow       Class = "follow_up"    // no verdict, after a sound one of the same agent
	ProseAgainst Class = "told_in_text" // sound, but its prose says the opposite
)

// Report is what was found.
type Report struct {
	Files, Lines, Unread int
	Bytes                int64
	// Answers are all that were read; of these Elsewhere belong to other
	// projects, Early were given before Since, and Others are of agents that are
	// no judges.
	Answers, Elsewhere, Early, Others int
	// Unreadable are files that could not be read, with the reason.
	Unreadable []string
	// Agents are the judges by name.
	Agents []Agent
	// Faults are the answers that would have been sent back, by time.
	Faults []Fault
}

// Agent is the sum of one judge.
type Agent struct {
	Name, Contract string
	Answers        int
	Classes        map[Class]int
	First, Last    time.Time // zero if no answer has a time
}

// Fault is one answer that the gate would have sent back, or told about.
type Fault struct {
	Class          Class
	Agent, Session string
	Client         transcript.Client
	Time           time.Time
	Path           string
	Line           int // in the client's file
	// Rules are the rules that it breaks, each once; Message is the first
	// problem in words.
	Rules   []string
	Message string
}

// Run judges the answers of the files, with all cores. A file that cannot be
// read is told in the report.
func Run(files []transcript.File, opt Options) Report {
	p := &player{opt: opt, agents: map[string]*Agent{}, standing: map[string]roster.Standing{}}
	if opt.Project != "" {
		p.project = resolved(opt.Project)
	}
	jobs := make(chan transcript.File)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for f := range jobs {
				p.file(f)
			}
		})
	}
	for _, f := range largestFirst(files) {
		jobs <- f
	}
	close(jobs)
	wait.Wait()
	return p.sum()
}

// largestFirst lets no core wait for one large file at the end.
func largestFirst(files []transcript.File) []transcript.File {
	size := func(f transcript.File) int64 {
		if f.Info == nil {
			return 0
		}
		return f.Info.Size()
	}
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b transcript.File) int { return cmp.Compare(size(b), size(a)) })
	return files
}

// player is one run. mu guards all that follows it.
type player struct {
	opt     Options
	project string

	mu       sync.Mutex
	report   Report
	agents   map[string]*Agent
	standing map[string]roster.Standing
}

// turn names an agent in a session: it may answer a question after its verdict.
type turn struct{ session, id string }

func (p *player) file(f transcript.File) {
	// The turns of one agent are in one file, in order.
	valid := map[turn]bool{}
	stats, err := f.Read(func(a transcript.Answer) { p.answer(a, valid) })
	p.mu.Lock()
	defer p.mu.Unlock()
	r := &p.report
	r.Files++
	r.Bytes += stats.Bytes
	r.Lines += stats.Lines
	r.Unread += stats.Unread
	if err != nil {
		r.Unreadable = append(r.Unreadable, err.Error())
	}
	if p.opt.Done != nil {
		p.opt.Done(r.Files, r.Bytes)
	}
}

func (p *player) answer(a transcript.Answer, valid map[turn]bool) {
	if !p.wanted(a) {
		return
	}
	name := verdict.BareName(a.Agent)
	c, err := p.opt.Set.For(name)
	if err != nil {
		c = p.opt.Set.Wiki()
		p.mu.Lock()
		if !slices.Contains(p.report.Unreadable, err.Error()) {
			p.report.Unreadable = append(p.report.Unreadable, err.Error())
		}
		p.mu.Unlock()
	}
	j := c.Judge(source.NewFile("", []byte(a.Text)), name)
	key := turn{a.Session, a.AgentID}
	class := classify(j, valid[key])
	valid[key] = valid[key] || j.Outcome == contract.Valid
	p.count(a, name, class, j)
}

// wanted reports whether an answer is judged, and counts it if not.
func (p *player) wanted(a transcript.Answer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.report.Answers++
	switch {
	case !p.opt.Since.IsZero() && a.Time.Before(p.opt.Since):
		p.report.Early++
	case p.project != "" && !below(p.project, a.Cwd):
		p.report.Elsewhere++
	case p.judge(a.Agent) != roster.Judge:
		p.report.Others++
	default:
		return true
	}
	return false
}

// judge asks the roster once for each name; it is not safe for several
// goroutines, so the caller holds the lock.
func (p *player) judge(name string) roster.Standing {
	if name == "" {
		return roster.Unknown
	}
	s, ok := p.standing[name]
	if !ok {
		s = p.opt.Roster.Agent(name).Standing
		p.standing[name] = s
	}
	return s
}

// below reports whether a folder is the project or lies in it. Folders that are
// gone are compared as they are written.
func below(project, dir string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(project, resolved(dir))
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

func resolved(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return filepath.Clean(dir)
}

// classify is what the gate makes of a judge's answer.
func classify(j contract.Judgement, validBefore bool) Class {
	switch j.Outcome {
	case contract.Valid:
		if slices.ContainsFunc(j.Problems, func(p verdict.Problem) bool { return p.Rule == "verdict-prose" }) {
			return ProseAgainst
		}
		return Sound
	case contract.None:
		if validBefore {
			return Follow
		}
		return Missing
	}
	for _, rule := range rules(j) {
		if strings.HasSuffix(rule, "-contradiction") || strings.HasSuffix(rule, "-multiple") {
			return Contradicts
		}
	}
	return Malformed
}

// rules are the rules of the errors, each once.
func rules(j contract.Judgement) []string {
	var names []string
	for _, p := range j.Problems {
		if p.Severity == verdict.Error && !slices.Contains(names, p.Rule) {
			names = append(names, p.Rule)
		}
	}
	return names
}

func (p *player) count(a transcript.Answer, name string, class Class, j contract.Judgement) {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.agents[name]
	if g == nil {
		g = &Agent{Name: name, Contract: j.Contract, Classes: map[Class]int{}}
		p.agents[name] = g
	}
	g.Answers++
	g.Classes[class]++
	if !a.Time.IsZero() && (g.First.IsZero() || a.Time.Before(g.First)) {
		g.First = a.Time
	}
	if a.Time.After(g.Last) {
		g.Last = a.Time
	}
	if class != Sound && class != Follow {
		p.report.Faults = append(p.report.Faults, fault(a, name, class, j))
	}
	if p.opt.Judged != nil {
		p.opt.Judged(a, j)
	}
}

func fault(a transcript.Answer, name string, class Class, j contract.Judgement) Fault {
	f := Fault{
		Class: class, Agent: name, Session: strings.Clone(a.Session), Client: a.Client, Time: a.Time,
		Path: a.Path, Line: a.Line, Rules: rules(j), Message: "the answer has no verdict",
	}
	for _, p := range j.Problems {
		if p.Severity == verdict.Error || class == ProseAgainst && p.Rule == "verdict-prose" {
			f.Message = p.Message
			break
		}
	}
	return f
}

// sum sorts what the workers found, so that the report does not depend on them.
func (p *player) sum() Report {
	r := p.report
	for _, a := range p.agents {
		r.Agents = append(r.Agents, *a)
	}
	slices.SortFunc(r.Agents, func(a, b Agent) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Faults, func(a, b Fault) int {
		return cmp.Or(a.Time.Compare(b.Time), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	slices.Sort(r.Unreadable)
	return r
}

// Classes are all classes in the order in which they are shown.
func Classes() []Class {
	return []Class{Sound, ProseAgainst, Malformed, Contradicts, Missing, Follow}
}

// Total adds up one class over all judges.
func (r *Report) Total(c Class) int {
	n := 0
	for _, a := range r.Agents {
		n += a.Classes[c]
	}
	return n
}

// Judged is the number of answers of judges.
func (r *Report) Judged() int {
	n := 0
	for _, a := range r.Agents {
		n += a.Answers
	}
	return n
}
