package run

import (
	"context"
	"sync"
)

// purse keeps a budget. Before a try it sets aside the largest cost that was
// seen of the stage; a try that would pass the budget is not made. As long as a
// stage has no cost, its tries go one by one: eight at once could each cost the
// whole budget.
type purse struct {
	limit float64 // 0: no limit

	mu      sync.Mutex
	changed sync.Cond
	spent   float64
	aside   float64
	running map[string]int     // tries by stage
	largest map[string]float64 // cost by stage
}

// share is what was set aside for a try.
type share struct {
	aside float64
	// rest is what the try may cost at most; 0 means no limit.
	rest float64
}

// newPurse counts what former parts of the run cost.
func newPurse(limit float64, past *history) *purse {
	p := &purse{limit: limit, running: map[string]int{}, largest: map[string]float64{}}
	p.changed.L = &p.mu
	for _, h := range past.all {
		for _, e := range h.tries {
			p.pay(e.Stage, e.CostUSD)
		}
	}
	return p
}

// pay counts a try. One whose cost is not known, as the client was ended, is
// taken for the dearest of its stage.
func (p *purse) pay(stage string, cost *float64) {
	if cost == nil {
		p.spent += p.largest[stage]
		return
	}
	p.spent += *cost
	p.largest[stage] = max(p.largest[stage], *cost)
}

// take sets a share aside, and waits as long as running tries may leave enough
// for it. ok is false if the budget does not allow another try, or if ctx
// ended.
func (p *purse) take(ctx context.Context, stage string) (s share, ok bool) {
	if p.limit == 0 {
		return share{}, ctx.Err() == nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for ctx.Err() == nil {
		estimate, known := p.largest[stage]
		alone := p.running[stage] == 0
		switch rest := p.limit - p.spent - p.aside; {
		case (known || alone) && rest >= estimate && rest > 0:
			p.aside += estimate
			p.running[stage]++
			return share{estimate, rest}, true
		case p.idle():
			return share{}, false
		}
		p.changed.Wait()
	}
	return share{}, false
}

func (p *purse) idle() bool {
	n := 0
	for _, k := range p.running {
		n += k
	}
	return n == 0
}

// give ends a try.
func (p *purse) give(stage string, s share, cost *float64) {
	if p.limit == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.aside -= s.aside
	p.running[stage]--
	p.pay(stage, cost)
	p.changed.Broadcast()
}
