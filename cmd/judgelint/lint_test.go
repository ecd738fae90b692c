package main

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/internal/cli"
)

// The help page is what completions are made from, so it must name each flag.
func TestLintHelpNamesEveryFlag(t *testing.T) {
	var f lintFlags
	var want, got []string
	f.set().VisitAll(func(flag *pflag.Flag) { want = append(want, flag.Name) })
	for _, flag := range cli.HelpFlags(lintHelp) {
		got = append(got, flag.Name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the help page names %q, the flags are %q", got, want)
	}
}

func TestProgressComesLateAndGoesAway(t *testing.T) {
	var b bytes.Buffer
	p := &progress{quit: make(chan struct{}), gone: make(chan struct{})}
	p.step()
	go p.show(&b, 3, time.Hour, time.Hour)
	p.stop()
	if b.Len() > 0 {
		t.Errorf("a short run printed %q", b.String())
	}
	p = &progress{quit: make(chan struct{}), gone: make(chan struct{})}
	p.step()
	shown := make(chan struct{})
	go p.show(writerFunc(func(text []byte) {
		if b.Len() == 0 {
			close(shown)
		}
		b.Write(text)
	}), 3, 0, time.Hour)
	<-shown
	p.stop()
	if got, want := b.String(), "\rchecked 1 of 3 files\r\x1b[K"; got != want {
		t.Errorf("progress printed %q, want %q", got, want)
	}
	startProgress(&cli.Env{Stderr: &b, Getenv: func(string) string { return "" }}, 3).stop() // no terminal: nothing to stop
}

type writerFunc func(text []byte)

func (f writerFunc) Write(text []byte) (int, error) {
	f(text)
	return len(text), nil
}
