package run

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/verdict"
)

// task is one item: a question that has to be answered.
type task struct {
	// stage and item are its name; an item can be any text.
	stage, item string
	// key tells questions apart: stage, item, prompt and schema. It is the only
	// part of a name that becomes a path.
	key string

	prompt string
	schema json.RawMessage // nil for none
	// agent is whose answer is wanted; empty for nobody's. told are its
	// instructions if the prompt must hold them, spec is their digest.
	agent, told, spec string
	// beside is true if the answer holds the JSON in a fence, beside what the
	// contract of its agent asks for.
	beside bool
	// form shows what the contract asks for, for an answer that did not keep it.
	form   string
	writes bool
	tier   string
	// fallback is the tier of the last try; empty for none. keepEffort keeps the
	// effort of tier for it.
	fallback   string
	keepEffort bool
	// judge tells what an answer is worth: its result for the stages after this
	// one, or what is wrong with it in words for the next try.
	judge func(text []byte) judged
}

// judged is what an answer is worth.
type judged struct {
	// result is nil if the answer is not accepted.
	result json.RawMessage
	// wrong are the words for the next try, one line each.
	wrong []string
	// verdict is what a contract says of the answer; nil without a contract.
	verdict *Verdict
	// ballot are the votes on findings in it; nil if there are none.
	ballot *verdict.Ballot
}

func (t *task) name() string { return t.stage + "/" + t.item }

// seal fills in the key.
func (t *task) seal() {
	h := sha256.New()
	for _, part := range []string{t.stage, t.item, t.agent, t.spec, string(t.schema), t.prompt} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	t.key = hex.EncodeToString(h.Sum(nil)[:8])
}

// distinct gives items of one name a number, so that each can be named.
func distinct(tasks []*task) {
	seen := map[string]int{}
	for _, t := range tasks {
		seen[t.item]++
		if n := seen[t.item]; n > 1 {
			t.item = fmt.Sprintf("%s#%d", t.item, n)
		}
		t.seal()
	}
}

// only returns the tasks of a stage that names name.
func only(s *stage, names []string) ([]*task, error) {
	var tasks []*task
	for _, name := range names {
		i := slices.IndexFunc(s.tasks, func(t *task) bool { return t.name() == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is no item of the next stage; it has %s", name, some(s.tasks))
		}
		if !slices.Contains(tasks, s.tasks[i]) {
			tasks = append(tasks, s.tasks[i])
		}
	}
	return tasks, nil
}

// some names the first tasks for a message.
func some(tasks []*task) string {
	const most = 8
	var names []string
	for _, t := range tasks[:min(len(tasks), most)] {
		names = append(names, fmt.Sprintf("%q", t.name()))
	}
	text := strings.Join(names, ", ")
	if n := len(tasks) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
