package cli

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// Progress counts on standard error, in one line that goes away, if that is a
// terminal and the work takes longer than half a second.
type Progress struct {
	done atomic.Int64
	quit chan struct{}
	gone chan struct{}
}

// StartProgress begins to count up to total files; Stop must follow.
func StartProgress(e *Env, total int) *Progress {
	p := &Progress{}
	if !Terminal(e.Stderr) || e.Getenv("TERM") == "dumb" || e.Getenv("CI") != "" {
		return p
	}
	p.quit, p.gone = make(chan struct{}), make(chan struct{})
	go p.show(e.Stderr, total, 500*time.Millisecond, 100*time.Millisecond)
	return p
}

// Step counts one file; any goroutine may call it.
func (p *Progress) Step() { p.done.Add(1) }

// Stop takes the line away.
func (p *Progress) Stop() {
	if p.quit != nil {
		close(p.quit)
		<-p.gone
	}
}

func (p *Progress) show(w io.Writer, total int, first, every time.Duration) {
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
