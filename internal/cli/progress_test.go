package cli

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressComesLateAndGoesAway(t *testing.T) {
	var b bytes.Buffer
	p := &Progress{quit: make(chan struct{}), gone: make(chan struct{})}
	p.Step()
	go p.show(&b, 3, time.Hour, time.Hour)
	p.Stop()
	if b.Len() > 0 {
		t.Errorf("a short run printed %q", b.String())
	}
	p = &Progress{quit: make(chan struct{}), gone: make(chan struct{})}
	p.Step()
	shown := make(chan struct{})
	go p.show(writerFunc(func(text []byte) {
		if b.Len() == 0 {
			close(shown)
		}
		b.Write(text)
	}), 3, 0, time.Hour)
	<-shown
	p.Stop()
	if got, want := b.String(), "\rchecked 1 of 3 files\r\x1b[K"; got != want {
		t.Errorf("progress printed %q, want %q", got, want)
	}
	StartProgress(&Env{Stderr: &b, Getenv: func(string) string { return "" }}, 3).Stop() // no terminal: nothing to stop
}

type writerFunc func(text []byte)

func (f writerFunc) Write(text []byte) (int, error) {
	f(text)
	return len(text), nil
}
