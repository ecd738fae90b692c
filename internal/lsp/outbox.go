package lsp

import (
	"context"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// outbox sends notifications in their order, beside everything else: an editor
// that is slow to read must not keep the server from reading.
type outbox struct {
	mu     sync.Mutex
	queue  []notification
	filled chan struct{}
}

type notification struct {
	method string
	params any
}

func (s *Server) notify(method string, params any) {
	s.out.mu.Lock()
	s.out.queue = append(s.out.queue, notification{method, params})
	s.out.mu.Unlock()
	select {
	case s.out.filled <- struct{}{}:
	default:
	}
}

func (o *outbox) send(ctx context.Context, conn *jsonrpc2.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.filled:
		}
		o.mu.Lock()
		queue := o.queue
		o.queue = nil
		o.mu.Unlock()
		for _, n := range queue {
			_ = conn.Notify(ctx, n.method, n.params) // a stream that ended ends the server by itself
		}
	}
}
