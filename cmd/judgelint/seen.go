package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	lines "github.com/jedib0t/go-pretty/v6/progress"

	"github.com/judgelint/judgelint/findings"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/run"
)

// seen shows a run while it goes on: a line for each stage on a terminal, else
// a line for each finished item, or the events.
type seen interface {
	run.Watch
	end()
}

func newSeen(e *cli.Env, asJSON bool) seen {
	switch {
	case asJSON:
		return &eventLines{e.Stdout}
	case cli.Terminal(e.Stderr) && e.Getenv("TERM") != "dumb" && e.Getenv("CI") == "":
		return newBars(e.Stderr)
	}
	return &itemLines{e.Stderr}
}

func findingsPrintable(text string) string { return findings.Printable(text) }

// eventLines prints each event as it stands in the log.
type eventLines struct{ out io.Writer }

func (l *eventLines) Stage(string, int, int)    {}
func (l *eventLines) Start(string, string, int) {}
func (l *eventLines) end()                      {}
func (l *eventLines) Tried(e run.Event, _ bool) {
	line, err := json.Marshal(e)
	if err == nil {
		fmt.Fprintf(l.out, "%s\n", line)
	}
}

// itemLines prints a line for each item that is over.
type itemLines struct{ out io.Writer }

func (l *itemLines) Stage(name string, total, done int) {
	if done > 0 {
		fmt.Fprintf(l.out, "%s: %d of %d were done before\n", name, done, total)
	}
}
func (l *itemLines) Start(string, string, int) {}
func (l *itemLines) end()                      {}
func (l *itemLines) Tried(e run.Event, finished bool) {
	if !finished {
		return
	}
	fmt.Fprintf(l.out, "%s: %s%s\n", cli.OneLine(findings.Printable(e.Stage+"/"+e.Item)), e.Outcome, cli.OneLine(figures(e)))
}

// figures are what a try took, for people.
func figures(e run.Event) string {
	text := fmt.Sprintf(", %.1fs", float64(e.WallMS)/1000)
	if e.CostUSD != nil {
		text += ", " + run.Dollars(*e.CostUSD)
	}
	if e.Try > 1 {
		text += fmt.Sprintf(", try %d", e.Try)
	}
	if e.Outcome != run.Answered && e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// bars are the lines of a terminal, one a stage, drawn by a library.
type bars struct {
	writer lines.Writer
	stage  *lines.Tracker
	done   chan struct{}

	name         string
	failed       int
	cost         float64
	running      []string
	total, ended int
}

func newBars(out io.Writer) *bars {
	b := &bars{writer: lines.NewWriter(), done: make(chan struct{})}
	w := b.writer
	w.SetOutputWriter(out)
	w.SetAutoStop(false)
	w.SetUpdateFrequency(200 * time.Millisecond)
	w.SetTrackerPosition(lines.PositionRight)
	w.SetMessageLength(70)
	w.SetTrackerLength(12)
	w.SetSortBy(lines.SortByNone)
	style := w.Style()
	style.Visibility.ETA, style.Visibility.Speed, style.Visibility.Percentage = false, false, false
	style.Visibility.Value, style.Visibility.Time = true, true
	style.Options.TimeInProgressPrecision = time.Second
	go func() {
		defer close(b.done)
		w.Render()
	}()
	return b
}

func (b *bars) Stage(name string, total, done int) {
	b.close()
	b.name, b.total, b.ended, b.failed, b.cost, b.running = name, total, done, 0, 0, nil
	b.stage = &lines.Tracker{Message: name, Total: int64(max(total, 1)), Units: lines.UnitsDefault}
	b.writer.AppendTracker(b.stage)
	b.show()
}

// close ends the line of a stage.
func (b *bars) close() {
	if b.stage == nil {
		return
	}
	b.running = nil
	b.show()
	if b.ended < b.total {
		b.stage.MarkAsErrored()
	} else {
		b.stage.SetValue(b.stage.Total)
		b.stage.MarkAsDone()
	}
	b.stage = nil
}

func (b *bars) Start(_, item string, _ int) {
	b.running = append(b.running, item)
	b.show()
}

func (b *bars) Tried(e run.Event, finished bool) {
	for i, item := range b.running {
		if item == e.Item {
			b.running = append(b.running[:i], b.running[i+1:]...)
			break
		}
	}
	if e.CostUSD != nil {
		b.cost += *e.CostUSD
	}
	if finished {
		b.ended++
		if e.Outcome != run.Answered {
			b.failed++
		}
	}
	b.show()
}

// show writes the line anew: stage, failures, cost, and what is at work.
func (b *bars) show() {
	text := b.name
	if b.failed > 0 {
		text += fmt.Sprintf(", %d failed", b.failed)
	}
	if b.cost > 0 {
		text += ", " + run.Dollars(b.cost)
	}
	if len(b.running) > 0 {
		text += ": " + strings.Join(b.running[:min(len(b.running), 4)], ", ")
	}
	b.stage.UpdateMessage(cli.OneLine(text))
	b.stage.SetValue(int64(min(b.ended, b.total)))
}

func (b *bars) end() {
	b.close()
	b.writer.Stop()
	<-b.done
}
