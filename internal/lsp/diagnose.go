package lsp

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

// recheck starts the check of a text as it is now and gives up that of its
// older one.
func (s *Server) recheck(d *document) {
	d.stop()
	ctx, cancel := context.WithCancel(s.ctx)
	d.stop = cancel
	go s.check(ctx, d, d.file, d.project, d.project.linter)
}

func (s *Server) check(ctx context.Context, d *document, f *source.File, p *project, linter *lint.Linter) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(s.pause):
	}
	r, err := check(ctx, linter, f)
	if err != nil {
		return
	}
	s.mu.Lock()
	stale := ctx.Err() != nil
	if !stale {
		d.result, d.checked = r, f
	}
	s.mu.Unlock()
	if !stale {
		s.publish(p)
	}
}

// check lints one text; one that is too large gives nothing.
func check(ctx context.Context, linter *lint.Linter, f *source.File) (r lint.Result, err error) {
	if len(f.Src) > maxText {
		return lint.Result{Path: f.Path}, nil
	}
	_, failed := protect(func() (any, error) { r, err = linter.FileContext(ctx, f); return nil, nil })
	return r, cmp.Or(err, failed)
}

// results are what the files of a project gave, the open texts in the place of
// the files on disk; nil before the files were read.
func (p *project) results() []lint.Result {
	if p.files == nil {
		return nil
	}
	var all []lint.Result
	open := map[string]bool{}
	for _, d := range p.server.docs {
		if d.project == p && d.checked != nil {
			open[d.file.Path] = true
			all = append(all, d.result)
		}
	}
	for path, e := range p.files {
		if !open[path] {
			all = append(all, e.result)
		}
	}
	return all
}

// publish sends the findings of the open texts of a project whose findings
// changed. Texts that changed since their last check wait for the next one.
func (s *Server) publish(p *project) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mu.Lock()
	results, linter := p.results(), p.linter
	docs := docsOf(s.docs)
	s.mu.Unlock()
	across := linter.Project(results)
	for _, d := range docs {
		s.mu.Lock()
		f, version, result := d.checked, d.version, d.result
		current := f != nil && f == d.file && d.project == p
		related := s.client.related
		s.mu.Unlock()
		if !current {
			continue
		}
		list := s.diagnostics(p, f, findings(f, result, across), related)
		s.mu.Lock()
		if d.file == f && (d.sentFor != f || !reflect.DeepEqual(d.sent, list)) && s.docs[d.name] == d {
			d.sent, d.sentFor = list, f
			s.notify(protocol.ServerTextDocumentPublishDiagnostics,
				protocol.PublishDiagnosticsParams{URI: d.uri, Version: ptr(uint32(version)), Diagnostics: list})
		}
		s.mu.Unlock()
	}
}

// findings are those of a text by itself and those of all files together that
// stand in it.
func findings(f *source.File, r lint.Result, across []lint.Diagnostic) []lint.Diagnostic {
	all := slices.Clone(r.Diagnostics)
	for _, d := range across {
		if d.Path == f.Path {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b lint.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Rule, b.Rule))
	})
	return all
}

// findingsOf checks a text anew unless that was done already.
func (s *Server) findingsOf(ctx context.Context, d snapshot) ([]lint.Diagnostic, error) {
	s.mu.Lock()
	result, checked, linter := d.result, d.checked, d.project.linter
	s.mu.Unlock()
	if checked != d.file {
		var err error
		if result, err = check(ctx, linter, d.file); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	results := d.project.results()
	s.mu.Unlock()
	return findings(d.file, result, linter.Project(results)), nil
}

// maxShown is how many findings of one text are sent; a person reads fewer.
const maxShown = 1000

func (s *Server) diagnostics(p *project, f *source.File, all []lint.Diagnostic, related bool) []protocol.Diagnostic {
	list := []protocol.Diagnostic{}
	for i, d := range all {
		if i == maxShown {
			list = append(list, protocol.Diagnostic{Severity: ptr(protocol.DiagnosticSeverityInformation), Source: ptr("judgelint"),
				Message: fmt.Sprintf("%d more findings are not shown (judgelint lint lists them all)", len(all)-i)})
			break
		}
		list = append(list, s.diagnostic(p, f, d, related))
	}
	return list
}

func (s *Server) diagnostic(p *project, f *source.File, d lint.Diagnostic, related bool) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range:    rangeOf(f, d.Span),
		Severity: ptr(severity(d.Severity)),
		Code:     &protocol.IntegerOrString{Value: d.Rule},
		Source:   ptr("judgelint"),
		Message:  d.Message,
	}
	if d.Help != "" {
		out.Message += "\n" + d.Help
	}
	if !related {
		return out
	}
	for _, r := range d.Related {
		at, uri := f, uriOf(p.nameOf(f.Path))
		if r.Path != "" && r.Path != f.Path {
			uri = uriOf(p.nameOf(r.Path))
			if at = s.text(p, p.nameOf(r.Path)); at == nil {
				continue
			}
		}
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: protocol.Location{URI: uri, Range: rangeOf(at, r.Span)}, Message: r.Message})
	}
	return out
}

func severity(s lint.Severity) protocol.DiagnosticSeverity {
	switch s {
	case lint.Error:
		return protocol.DiagnosticSeverityError
	case lint.Warning:
		return protocol.DiagnosticSeverityWarning
	}
	return protocol.DiagnosticSeverityInformation
}
