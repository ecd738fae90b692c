// Package lsp is an editor server for agent files: the Language Server
// Protocol in front of the linter.
//
//	s := lsp.New(version, os.Getenv)
//	err := s.Serve(ctx, stream)
//
// It owns the open texts of an editor, which win over the files on disk, and
// what is known of each project around them. What is wrong with a text the
// linter says, what a configuration means package config: there is no rule in
// here. Diagnostics are worked out beside the messages, and given up as soon as
// the text changes.
//
// The transport is sourcegraph/jsonrpc2, and the messages have the types of
// tliron/glsp. The dispatch of the latter is not used: it knows no
// cancellation.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"
)

// Server serves one editor. It must not be used for a second connection.
type Server struct {
	version string
	// pause is how long a text has to stand still before it is checked.
	pause time.Duration

	mu       sync.Mutex
	ctx      context.Context // ends with the connection
	conn     *jsonrpc2.Conn
	client   clientAbilities
	folders  []string // of the workspace, absolute names without links
	docs     map[string]*document
	projects map[string]*project // by root
	calls    map[jsonrpc2.ID]context.CancelFunc
	state    state

	publishing sync.Mutex // one publication after the other
	out        outbox
}

// state is where the conversation stands.
type state int

const (
	fresh state = iota
	ready       // initialize was answered
	closing
)

// clientAbilities is what the editor can do.
type clientAbilities struct {
	watch       bool // tells of changed files
	versions    bool // takes edits for a version of a text
	renameFiles bool
	related     bool // shows related places
}

// pauseBeforeCheck keeps a burst of keys from starting a check for each.
const pauseBeforeCheck = 15 * time.Millisecond

// New returns a server; version is what it tells the editor of itself.
func New(version string) *Server {
	return &Server{version: version, pause: pauseBeforeCheck, docs: map[string]*document{},
		projects: map[string]*project{}, calls: map[jsonrpc2.ID]context.CancelFunc{}, out: outbox{filled: make(chan struct{}, 1)}}
}

// ErrNoShutdown is returned by Serve for an editor that left without asking the
// server to shut down.
var ErrNoShutdown = errors.New("the editor closed the connection without a shutdown request")

// Serve speaks the protocol over a stream until the editor sends exit, the
// stream ends or ctx is done. It closes the stream.
func (s *Server) Serve(ctx context.Context, stream io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.ctx = ctx
	conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}), s, jsonrpc2.SetLogger(silent{}))
	go s.out.send(ctx, conn)
	<-conn.DisconnectNotify()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != closing {
		return ErrNoShutdown
	}
	return nil
}

// silent drops what the transport says of a stream that ended.
type silent struct{}

func (silent) Printf(string, ...any) {}

// method answers one request or takes one notification.
type method func(context.Context, *Server, json.RawMessage) (any, error)

// on makes a method of a function with typed parameters.
func on[P any](run func(*Server, context.Context, *P) (any, error)) method {
	return func(ctx context.Context, s *Server, raw json.RawMessage) (any, error) {
		var params P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &params); err != nil {
				return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
			}
		}
		return run(s, ctx, &params)
	}
}

// methods is the table of all messages that are understood.
func methodOf(name string) method {
	switch name {
	case protocol.MethodInitialize:
		return on((*Server).initialize)
	case protocol.MethodInitialized:
		return on((*Server).initialized)
	case protocol.MethodShutdown:
		return on((*Server).shutdown)
	case protocol.MethodTextDocumentDidOpen:
		return on((*Server).didOpen)
	case protocol.MethodTextDocumentDidChange:
		return on((*Server).didChange)
	case protocol.MethodTextDocumentDidSave:
		return on((*Server).didSave)
	case protocol.MethodTextDocumentDidClose:
		return on((*Server).didClose)
	case protocol.MethodWorkspaceDidChangeWatchedFiles:
		return on((*Server).didChangeWatchedFiles)
	case protocol.MethodWorkspaceDidChangeWorkspaceFolders:
		return on((*Server).didChangeFolders)
	case protocol.MethodTextDocumentCodeAction:
		return on((*Server).codeAction)
	case protocol.MethodTextDocumentHover:
		return on((*Server).hover)
	case protocol.MethodTextDocumentCompletion:
		return on((*Server).completion)
	case protocol.MethodTextDocumentDefinition:
		return on((*Server).definition)
	case protocol.MethodTextDocumentReferences:
		return on((*Server).references)
	case protocol.MethodTextDocumentPrepareRename:
		return on((*Server).prepareRename)
	case protocol.MethodTextDocumentRename:
		return on((*Server).rename)
	}
	return nil
}

// Error codes of the protocol.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
)

// Handle takes one message. Notifications are done in their order; requests are
// answered beside them.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	switch req.Method {
	case protocol.MethodExit:
		conn.Close()
		return
	case protocol.MethodCancelRequest:
		s.cancelRequest(req)
		return
	}
	run := methodOf(req.Method)
	s.mu.Lock()
	s.conn = conn
	state := s.state
	s.mu.Unlock()
	switch {
	case req.Notif && (run == nil || state != ready):
	case req.Notif:
		protect(func() (any, error) { return run(ctx, s, params(req)) })
	case state == fresh && req.Method != protocol.MethodInitialize:
		fail(ctx, conn, req, &jsonrpc2.Error{Code: codeNotInitialized, Message: req.Method + ": the first request must be initialize"})
	case state == closing || state == ready && req.Method == protocol.MethodInitialize:
		fail(ctx, conn, req, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: req.Method + ": out of place"})
	case run == nil:
		fail(ctx, conn, req, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: req.Method + ": unknown method"})
	case req.Method == protocol.MethodInitialize, req.Method == protocol.MethodShutdown:
		s.answer(ctx, conn, req, run)
	default:
		ctx, cancel := context.WithCancel(ctx)
		s.mu.Lock()
		s.calls[req.ID] = cancel
		s.mu.Unlock()
		go s.answer(ctx, conn, req, run)
	}
}

func params(req *jsonrpc2.Request) json.RawMessage {
	if req.Params == nil {
		return nil
	}
	return *req.Params
}

func fail(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request, err *jsonrpc2.Error) {
	_ = conn.ReplyWithError(ctx, req.ID, err) // a stream that ended ends the server
}

// answer runs a request and replies.
func (s *Server) answer(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request, run method) {
	result, err := protect(func() (any, error) { return run(ctx, s, params(req)) })
	cancelled := ctx.Err() != nil
	s.mu.Lock()
	if cancel := s.calls[req.ID]; cancel != nil {
		cancel()
		delete(s.calls, req.ID)
	}
	s.mu.Unlock()
	var known *jsonrpc2.Error
	switch {
	case cancelled:
		fail(s.ctx, conn, req, &jsonrpc2.Error{Code: codeRequestCancelled, Message: req.Method + ": cancelled"})
	case errors.As(err, &known):
		fail(s.ctx, conn, req, known)
	case err != nil:
		fail(s.ctx, conn, req, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()})
	default:
		_ = conn.Reply(s.ctx, req.ID, result)
	}
}

// protect turns a panic into an error: one text that trips a rule must not take
// the editor's other texts with it.
func protect(run func() (any, error)) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	return run()
}

func (s *Server) cancelRequest(req *jsonrpc2.Request) {
	var p struct {
		ID jsonrpc2.ID `json:"id"`
	}
	if json.Unmarshal(params(req), &p) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.calls[p.ID]; cancel != nil {
		cancel()
	}
}
