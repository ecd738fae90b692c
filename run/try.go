package run

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/judgelint/judgelint/client"
)

// The outcomes of a try beside the kinds of client.Fault.
const (
	Answered = "answered" // the answer is accepted
	Invalid  = "invalid"  // the answer breaks its schema or contract
)

// Event is one try. It is a line of events.jsonl: a promise to scripts.
type Event struct {
	Version int    `json:"version"`
	Stage   string `json:"stage"`
	Item    string `json:"item"`
	// Key is the name of the question in file names.
	Key string `json:"key"`
	// Try counts from 1.
	Try     int    `json:"try"`
	Host    string `json:"host"`
	Model   string `json:"model,omitempty"`
	Session string `json:"session,omitempty"`
	// Start is RFC 3339 in UTC.
	Start  string         `json:"start"`
	WallMS int64          `json:"wall_ms"`
	Tokens *client.Tokens `json:"tokens,omitempty"`
	// CostUSD is nil if the client told none.
	CostUSD *float64 `json:"cost_usd,omitempty"`
	Outcome string   `json:"outcome"`
	// Detail is one line about a try that failed.
	Detail string `json:"detail,omitempty"`
	// Wrong are the words that an invalid answer is sent back with.
	Wrong []string `json:"wrong,omitempty"`
	// Answer is the SHA-256 of the answer, whose text is in the folder answers;
	// empty if there is none.
	Answer  string   `json:"answer,omitempty"`
	Verdict *Verdict `json:"verdict,omitempty"`
}

// allowed is the number of tries that a task has.
func (r *Run) allowed(t *task) int {
	n := 1 + max(r.opt.Retries, 0)
	if t.fallback != "" {
		n++
	}
	return n
}

// finished reports whether a task has its answer or no try left.
func (r *Run) finished(t *task) bool {
	h := r.past.of(t.key)
	r.past.load(t)
	return h.result != nil || len(h.tries) >= r.allowed(t)
}

// do asks until there is an answer, no try is left, or the run stops.
func (r *Run) do(ctx context.Context, t *task, purse *purse) {
	h := r.past.of(t.key)
	for !r.finished(t) && !r.halted() {
		share, ok := purse.take(ctx, t.stage)
		if !ok {
			if ctx.Err() == nil {
				r.stop(StoppedByBudget)
			}
			return
		}
		e, answer, j := r.try(ctx, t, h, share)
		if e.Outcome == string(client.Interrupted) {
			purse.give(t.stage, share, nil)
			return // it is asked again by a resumed run
		}
		purse.give(t.stage, share, e.CostUSD)
		r.record(t, h, e, answer, j)
		if r.opt.Budget > 0 && e.Outcome == Answered && e.CostUSD == nil {
			r.fail(fmt.Errorf("%s: its cost is not known, so --budget cannot be kept", printable(t.name())))
		}
	}
}

// fail ends the run with an error.
func (r *Run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fault == nil {
		r.fault = err
	}
}

// try asks once.
func (r *Run) try(ctx context.Context, t *task, h *asked, share share) (Event, []byte, judged) {
	n := len(h.tries) + 1
	tier := r.tier(t, n)
	call := client.Call{
		Program: r.opt.Program, Command: r.opt.Command, Dir: r.opt.Dir,
		Prompt: []byte(r.prompt(t, h)), Model: tier.Model, Effort: tier.Effort,
		Writes: t.writes, Timeout: r.opt.Timeout, Budget: share.rest, Kill: r.opt.Kill,
		Scratch: r.dir.scratch(), Seq: r.dir.seq(),
		Env: []string{"JUDGELINT_STAGE=" + t.stage, "JUDGELINT_ITEM=" + strings.ReplaceAll(t.item, "\x00", ""), fmt.Sprintf("JUDGELINT_TRY=%d", n),
			"JUDGELINT_TIER=" + t.tier, "JUDGELINT_MODEL=" + tier.Model},
	}
	if !t.beside {
		call.Schema = t.schema
	}
	if r.opt.Host.TakesAgent {
		call.Agent = t.agent
	}
	if r.opt.Host.Name == "claude" {
		call.Session = newUUID()
	}
	if r.opt.Watch != nil {
		r.mu.Lock()
		r.opt.Watch.Start(t.stage, t.item, n)
		r.mu.Unlock()
	}
	start := r.opt.Now()
	a := r.opt.Host.Run(ctx, call)
	e := Event{
		Version: 1, Stage: t.stage, Item: t.item, Key: t.key, Try: n, Host: r.opt.Host.Name, Model: a.Model, Session: a.Session,
		Start: start.UTC().Format(time.RFC3339), WallMS: a.Wall.Milliseconds(), Tokens: a.Tokens, CostUSD: a.CostUSD,
	}
	if e.Model == "" {
		e.Model = tier.Model
	}
	if a.Fault != nil {
		e.Outcome, e.Detail = string(a.Fault.Kind), a.Fault.Detail
		return e, nil, judged{}
	}
	j := t.judge(a.Text)
	e.Outcome, e.Verdict = Answered, j.verdict
	if j.result == nil {
		e.Outcome, e.Wrong = Invalid, j.wrong
		e.Detail = printable(strings.Join(j.wrong, "; "))
	}
	e.Answer = digest(a.Text)
	return e, a.Text, j
}

// tier is what the n-th try asks for.
func (r *Run) tier(t *task, n int) Tier {
	if t.fallback == "" || n <= 1+max(r.opt.Retries, 0) {
		return r.opt.Tiers[t.tier]
	}
	to := r.opt.Tiers[t.fallback]
	if t.keepEffort {
		to.Effort = r.opt.Tiers[t.tier].Effort
	}
	return to
}

// prompt is what the client reads: the instructions and the schema that it
// takes by no flag, and what was wrong with the answer before.
func (r *Run) prompt(t *task, h *asked) string {
	var b strings.Builder
	if t.told != "" {
		b.WriteString(strings.TrimSpace(t.told) + "\n\n")
	}
	b.WriteString(t.prompt)
	switch {
	case len(t.schema) == 0 || r.opt.Host.TakesSchema && !t.beside:
	case t.beside:
		fmt.Fprintf(&b, "\n\nPut one JSON object that fits this JSON Schema into a fence json of its own:\n%s\n", t.schema)
	default:
		fmt.Fprintf(&b, "\n\nAnswer with nothing but one JSON object that fits this JSON Schema:\n%s\n", t.schema)
	}
	if n := len(h.tries); n > 0 && h.tries[n-1].Outcome == Invalid {
		b.WriteString("\n\nYour answer before this one was not accepted:\n")
		for _, line := range h.tries[n-1].Wrong {
			b.WriteString("- " + line + "\n")
		}
		if t.form != "" {
			b.WriteString(t.form + "\n")
		}
		b.WriteString("Answer again, in full.\n")
	}
	return b.String()
}

// record keeps a try: first the answer, then the line that makes it count.
func (r *Run) record(t *task, h *asked, e Event, answer []byte, j judged) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.dir.record(e, answer); err != nil {
		r.fault = cmp.Or(r.fault, err)
		return
	}
	h.tries = append(h.tries, e)
	if e.Outcome == Answered {
		h.result, h.verdict, h.ballot = j.result, j.verdict, j.ballot
	}
	if e.Verdict != nil && r.opt.Judged != nil {
		of := ""
		for _, earlier := range h.tries[:len(h.tries)-1] {
			of = cmp.Or(of, earlier.Answer)
		}
		r.opt.Judged(e, of, h.result == nil && len(h.tries) < r.allowed(t))
	}
	if r.opt.Watch != nil {
		r.opt.Watch.Tried(e, h.result != nil || len(h.tries) >= r.allowed(t))
	}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// newUUID names a conversation. It is no secret, so the runtime's generator,
// which the system seeds, will do.
func newUUID() string {
	a, b := rand.Uint64(), rand.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}
