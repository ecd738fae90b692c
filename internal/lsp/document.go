package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

// document is an open text. Its fields are guarded by the server's lock; a
// source.File is never changed, a new one takes its place.
type document struct {
	uri, name string // as the editor writes it; the file
	project   *project
	version   int32
	file      *source.File // its path is relative to the project
	stop      context.CancelFunc

	result lint.Result
	// checked is the file that result is about.
	checked *source.File
	sent    []protocol.Diagnostic
	sentFor *source.File
}

// isConfig reports whether the text is a configuration.
func (d *document) isConfig() bool { return filepath.Base(d.name) == config.Name }

// newFile is a text of a project whose lines are counted already, so that
// several goroutines may read it.
func (p *project) newFile(name string, src []byte) *source.File {
	f := source.NewFile(p.pathOf(name), src)
	f.Lines()
	return f
}

func (s *Server) didOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) (any, error) {
	name, ok := nameOf(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &document{uri: p.TextDocument.URI, name: name, version: p.TextDocument.Version, stop: func() {}}
	if old := s.docs[name]; old != nil {
		old.stop()
	}
	s.docs[name] = d
	d.project = s.projectOf(name)
	s.setText(d, d.project.newFile(name, []byte(p.TextDocument.Text)))
	if !s.client.watch {
		d.project.rescan()
	}
	return nil, nil
}

func (s *Server) didChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docAt(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	f := d.file
	for _, change := range p.ContentChanges {
		switch c := change.(type) {
		case protocol.TextDocumentContentChangeEventWhole:
			f = d.project.newFile(d.name, []byte(c.Text))
		case protocol.TextDocumentContentChangeEvent:
			at := spanOf(f, *c.Range)
			f = d.project.newFile(d.name, slices.Concat(f.Src[:at.Start], []byte(c.Text), f.Src[at.End:]))
		}
	}
	d.version = p.TextDocument.Version
	s.setText(d, f)
	return nil, nil
}

// setText gives a document a new text and starts its check.
func (s *Server) setText(d *document, f *source.File) {
	d.file = f
	if d.isConfig() {
		d.project.configure()
		return
	}
	s.recheck(d)
}

func (s *Server) didSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docAt(p.TextDocument.URI); d != nil && !s.client.watch {
		d.project.rescan()
	}
	return nil, nil
}

func (s *Server) didClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docAt(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	d.stop()
	delete(s.docs, d.name)
	if d.isConfig() {
		d.project.configure() // what the disk holds counts again
	} else {
		s.notify(protocol.ServerTextDocumentPublishDiagnostics, protocol.PublishDiagnosticsParams{URI: d.uri, Diagnostics: []protocol.Diagnostic{}})
	}
	d.project.rescan()
	return nil, nil
}

// docAt is the open text of a URI, or nil.
func (s *Server) docAt(uri string) *document {
	name, ok := nameOf(uri)
	if !ok {
		return nil
	}
	return s.docs[name]
}

// snapshot is an open text as it is at one moment.
type snapshot struct {
	*document
	file    *source.File
	version int32
	project *project
}

// open is the snapshot of a URI; ok is false if it is not open.
func (s *Server) open(uri string) (snap snapshot, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docAt(uri)
	if d == nil {
		return snapshot{}, false
	}
	return snapshot{d, d.file, d.version, d.project}, true
}

// maxText is the size of a text that is checked, in bytes.
const maxText = 16 << 20

// text is what a file of a project holds: the open text, else the disk's. It is
// nil if it cannot be read.
func (s *Server) text(p *project, name string) *source.File {
	s.mu.Lock()
	d := s.docs[name]
	var f *source.File
	if d != nil {
		f = d.file
	}
	s.mu.Unlock()
	if f != nil {
		return f
	}
	src, err := readFile(name)
	if err != nil {
		return nil
	}
	return p.newFile(name, src)
}

// readFile reads a plain file of at most maxText bytes.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxText {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(name)
}
