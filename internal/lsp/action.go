package lsp

import (
	"context"
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

// fixAll is the kind of the action that makes all safe fixes of a text.
const fixAll protocol.CodeActionKind = "source.fixAll.judgelint"

func (s *Server) codeAction(ctx context.Context, p *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CodeAction{}
	d, ok := s.open(p.TextDocument.URI)
	if !ok || d.isConfig() {
		return actions, nil
	}
	all, err := s.findingsOf(ctx, d)
	if err != nil {
		return nil, err
	}
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		at := spanOf(d.file, p.Range)
		for _, found := range all {
			if found.Fix != nil && found.Path == d.file.Path && found.Span.Start <= at.End && at.Start <= found.Span.End {
				actions = append(actions, s.quickFix(d, found))
			}
		}
	}
	if wanted(p.Context.Only, fixAll) && slices.ContainsFunc(all, func(l lint.Diagnostic) bool { return l.Fix != nil && l.Fix.Safe }) {
		if action, ok := s.fixEverything(d); ok {
			actions = append(actions, action)
		}
	}
	return actions, nil
}

// wanted reports whether a kind is asked for: by itself, by one above it, or
// because nothing is.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == kind || strings.HasPrefix(kind, o+".")
	})
}

func (s *Server) quickFix(d snapshot, found lint.Diagnostic) protocol.CodeAction {
	title := strings.ToUpper(found.Fix.Message[:1]) + found.Fix.Message[1:]
	if !found.Fix.Safe {
		title += " (may change the meaning)"
	}
	var edits []protocol.TextEdit
	for _, e := range found.Fix.Edits {
		edits = append(edits, textEdit(d.file, e))
	}
	return protocol.CodeAction{
		Title: title, Kind: ptr(protocol.CodeActionKindQuickFix), IsPreferred: ptr(found.Fix.Safe),
		Diagnostics: []protocol.Diagnostic{s.diagnostic(d.project, d.file, found, false)},
		Edit:        s.workspaceEdit([]fileEdit{{d.uri, ptr(d.version), edits}}),
	}
}

// fixEverything is one edit from the text to what is left after all safe fixes,
// which may take several rounds.
func (s *Server) fixEverything(d snapshot) (protocol.CodeAction, bool) {
	s.mu.Lock()
	linter := d.project.linter
	s.mu.Unlock()
	src, made := linter.Fix(d.file)
	if made == 0 {
		return protocol.CodeAction{}, false
	}
	edit := textEdit(d.file, difference(d.file.Src, src))
	return protocol.CodeAction{
		Title: "Make all safe fixes", Kind: ptr(fixAll),
		Edit: s.workspaceEdit([]fileEdit{{d.uri, ptr(d.version), []protocol.TextEdit{edit}}}),
	}, true
}

// difference is the one edit that turns a text into another, cut at line
// boundaries so that no character is split.
func difference(old, new []byte) source.Edit {
	start := 0
	for i := 0; i < min(len(old), len(new)) && old[i] == new[i]; i++ {
		if old[i] == '\n' {
			start = i + 1
		}
	}
	oldEnd, newEnd := len(old), len(new)
	for i, j := len(old), len(new); i > start && j > start && old[i-1] == new[j-1]; i, j = i-1, j-1 {
		if old[i-1] == '\n' {
			oldEnd, newEnd = i, j
		}
	}
	return source.Edit{Span: source.Span{Start: start, End: oldEnd}, New: string(new[start:newEnd])}
}

// fileEdit is what changes in one file; version is nil for one that is not open.
type fileEdit struct {
	uri     string
	version *int32
	edits   []protocol.TextEdit
}

// workspaceEdit is the change in the form that the editor takes. Files are
// renamed after their text was changed.
func (s *Server) workspaceEdit(files []fileEdit, renames ...protocol.RenameFile) *protocol.WorkspaceEdit {
	s.mu.Lock()
	client := s.client
	s.mu.Unlock()
	if !client.versions {
		changes := map[protocol.DocumentUri][]protocol.TextEdit{}
		for _, f := range files {
			changes[f.uri] = f.edits
		}
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	out := &protocol.WorkspaceEdit{}
	for _, f := range files {
		change := protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: f.uri}, Version: f.version}}
		for _, e := range f.edits {
			change.Edits = append(change.Edits, e)
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	if client.renameFiles {
		for _, r := range renames {
			out.DocumentChanges = append(out.DocumentChanges, r)
		}
	}
	return out
}
