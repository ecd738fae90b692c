package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/judgelint/judgelint/verdict"
)

// history is what has been asked so far, by the key of the question.
type history struct {
	mu  sync.Mutex
	all map[string]*asked
}

// asked is one question with its tries.
type asked struct {
	tries []Event
	// result is nil as long as there is no accepted answer.
	result  json.RawMessage
	verdict *Verdict
	ballot  *verdict.Ballot
	// text returns the answer of a try; nil if it is gone. It is nil for tries
	// of this process.
	text func(Event) []byte
	once sync.Once
}

func newHistory() *history { return &history{all: map[string]*asked{}} }

// of returns what was asked under a key; never nil.
func (h *history) of(key string) *asked {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all[key] == nil {
		h.all[key] = &asked{}
	}
	return h.all[key]
}

// load reads the accepted answer of an earlier process and judges it again: a
// file that is gone, was changed or is no longer accepted is no answer, and the
// try that gave it does not count.
func (h *history) load(t *task) {
	a := h.of(t.key)
	a.once.Do(func() {
		if len(a.tries) == 0 || a.text == nil {
			return
		}
		last := a.tries[len(a.tries)-1]
		if last.Outcome != Answered {
			return
		}
		if text := a.text(last); text != nil && digest(text) == last.Answer {
			j := t.judge(text)
			a.result, a.verdict, a.ballot = j.result, j.verdict, j.ballot
		}
		if a.result == nil {
			a.tries = a.tries[:len(a.tries)-1]
		}
	})
}

// join adds the tries of a folder. A question that has tries already keeps
// them: two folders that did one item are told, and the first one counts. taken
// are the tries that were added.
func (h *history) join(events []Event, text func(Event) []byte) (taken []Event, doubles []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := map[string]bool{}
	for _, e := range events {
		a := h.all[e.Key]
		switch {
		case a == nil:
			a = &asked{text: text}
			h.all[e.Key], mine[e.Key] = a, true
		case !mine[e.Key]:
			if e.Try == 1 {
				doubles = append(doubles, e.Stage+"/"+e.Item)
			}
			continue
		}
		// A line that was written twice, or one from the middle of nowhere, would
		// shift the number of tries.
		if e.Try == len(a.tries)+1 {
			a.tries = append(a.tries, e)
			taken = append(taken, e)
		}
	}
	return taken, doubles
}

// readEvents reads lines of events. A last line without its end was cut off by
// a kill; bad counts the others that are no events.
func readEvents(log []byte) (events []Event, bad int) {
	for line := range bytes.Lines(log) {
		var e Event
		switch err := json.Unmarshal(line, &e); {
		case line[len(line)-1] != '\n':
		case err != nil || e.Version != 1 || !validKey(e.Key) || e.Try < 1:
			bad++
		default:
			events = append(events, e)
		}
	}
	return events, bad
}

// validKey reports whether a key can be part of a file name.
func validKey(key string) bool {
	if len(key) != 16 {
		return false
	}
	for _, c := range []byte(key) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}

// answerFile is the name of the answer of a try, below the run folder.
func (e Event) answerFile() string { return fmt.Sprintf("answers/%s.%d.txt", e.Key, e.Try) }
