package run

import (
	"context"
	"testing"
)

func TestPurse(t *testing.T) {
	cost := func(usd float64) *float64 { return &usd }
	ctx := context.Background()
	p := newPurse(1, newHistory())

	// The first try of a stage goes alone, with the whole budget as its limit.
	s, ok := p.take(ctx, "a")
	if !ok || s.rest != 1 {
		t.Fatalf("first share %+v, %v", s, ok)
	}
	second := make(chan bool)
	go func() {
		s, ok := p.take(ctx, "a")
		p.give("a", s, cost(0.3))
		second <- ok && s.rest == 0.75
	}()
	select {
	case <-second:
		t.Fatal("the second try of a stage did not wait for the cost of the first")
	default:
	}
	p.give("a", s, cost(0.25))
	if !<-second {
		t.Error("the second try did not get what was left")
	}

	// What is left is 0.45: one more of 0.30, not two.
	s, ok = p.take(ctx, "a")
	if !ok || s.aside != 0.3 {
		t.Fatalf("third share %+v, %v", s, ok)
	}
	// One whose cost is not known counts as the dearest of its stage.
	p.give("a", s, nil)
	if _, ok := p.take(ctx, "a"); ok {
		t.Error("a try that would pass the budget was allowed")
	}
	// Another stage has no estimate yet, and there is some left.
	if s, ok = p.take(ctx, "b"); !ok || s.rest > 0.16 {
		t.Errorf("share of another stage %+v, %v", s, ok)
	}
	p.give("b", s, cost(0.2))
	if _, ok := p.take(ctx, "b"); ok {
		t.Error("the budget is spent")
	}
}

func TestPurseCountsThePast(t *testing.T) {
	usd := 0.6
	h := newHistory()
	h.of("k").tries = []Event{{Stage: "a", CostUSD: &usd}}
	if _, ok := newPurse(1, h).take(context.Background(), "a"); ok {
		t.Error("0.60 are spent and the next try may cost 0.60: 1.00 are not enough")
	}
	if _, ok := newPurse(0, h).take(context.Background(), "a"); !ok {
		t.Error("without a budget every try is allowed")
	}
}

func TestPurseEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, limit := range []float64{0, 1} {
		if _, ok := newPurse(limit, newHistory()).take(ctx, "a"); ok {
			t.Errorf("limit %v: a try was allowed after the end", limit)
		}
	}
}
