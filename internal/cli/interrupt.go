package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Interrupts watches for the signals that ask a command to end. soft ends with
// the first one, hard is closed with the second. Signals within a quarter of a
// second are one: a program that ends others signals them one by one and as a
// group. stop gives the signals back.
func Interrupts() (soft context.Context, hard <-chan struct{}, stop func()) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	ctx, cancel := context.WithCancel(context.Background())
	now, done := make(chan struct{}), make(chan struct{})
	go func() {
		var first time.Time
		for {
			select {
			case <-done:
				return
			case <-signals:
			}
			switch {
			case first.IsZero():
				first = time.Now()
				cancel()
			case time.Since(first) > 250*time.Millisecond:
				close(now)
				return
			}
		}
	}()
	return ctx, now, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}
