package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/judgelint/judgelint/internal/cli"
)

// progress counts on standard error, in one line that goes away, if that is a
// terminal and the work takes longer than half a second.
type progress struct {
	done atomic.Int64
	quit chan struct{}
	gone chan struct{}
}

func startProgress(e *cli.Env, total int) *progress {
	p := &progress{}
	if !cli.Terminal(e.Stderr) || e.Getenv("TERM") == "dumb" || e.Getenv("CI") != "" {
		return p
	}
	p.quit, p.gone = make(chan struct{}), make(chan struct{})
	go p.show(e.Stderr, total, 500*time.Millisecond, 100*time.Millisecond)
	return p
}

// step counts one file; any goroutine may call it.
func (p *progress) step() { p.done.Add(1) }

// stop takes the line away.
func (p *progress) stop() {
	if p.quit != nil {
		close(p.quit)
		<-p.gone
	}
}

func (p *progress) show(w io.Writer, total int, first, every time.Duration) {
	defer close(p.gone)
	select {
	case <-p.quit:
		return
	case <-time.After(first):
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		fmt.Fprintf(w, "\rchecked %d of %d files", p.done.Load(), total)
		select {
		case <-p.quit:
			fmt.Fprint(w, "\r\x1b[K")
			return
		case <-tick.C:
		}
	}
}
