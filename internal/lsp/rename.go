package lsp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/mirror"
	"github.com/judgelint/judgelint/source"
)

// place is a mention in a file of a project.
type place struct {
	mention
	file *source.File
}

// mentionIn is the agent named at a place of an open text.
func (s *Server) mentionIn(d snapshot, off int) (mention, bool) {
	return mentionAt(mentions(d.file, s.linterOf(d.project)), off)
}

func (s *Server) linterOf(p *project) *lint.Linter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return p.linter
}

// placesOf are all mentions of an agent in a project, sorted by path.
func (s *Server) placesOf(ctx context.Context, p *project, name string) ([]place, error) {
	linter := s.linterOf(p)
	var all []place
	for _, path := range s.paths(ctx, p) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f := s.text(p, p.nameOf(path))
		if f == nil {
			continue
		}
		for _, m := range mentions(f, linter) {
			if m.name == name {
				all = append(all, place{m, f})
			}
		}
	}
	return all, nil
}

// definitionsOf are the places that define an agent. Sources come before the
// mirrors that are written from them.
func (s *Server) definitionsOf(ctx context.Context, p *project, name string) []place {
	all, err := s.placesOf(ctx, p, name)
	if err != nil {
		return nil
	}
	all = slices.DeleteFunc(all, func(at place) bool { return !at.defines })
	mirror := func(at place) int {
		if h := lint.HomeOf(at.file.Path); h == lint.ClaudeHome {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b place) int { return mirror(a) - mirror(b) })
	return all
}

func (s *Server) location(p *project, at place) protocol.Location {
	return protocol.Location{URI: s.uriIn(p, at.file), Range: rangeOf(at.file, at.span)}
}

// uriIn is the URI of a file, in the editor's spelling if it is open.
func (s *Server) uriIn(p *project, f *source.File) string {
	name := p.nameOf(f.Path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[name]; d != nil {
		return d.uri
	}
	return uriOf(name)
}

func (s *Server) definition(ctx context.Context, p *protocol.DefinitionParams) (any, error) {
	locations := []protocol.Location{}
	d, ok := s.open(p.TextDocument.URI)
	if !ok {
		return locations, nil
	}
	m, ok := s.mentionIn(d, offsetAt(d.file, p.Position))
	if !ok {
		return locations, nil
	}
	all := s.definitionsOf(ctx, d.project, m.name)
	if len(all) > 0 && lint.HomeOf(all[0].file.Path) == lint.ClaudeHome {
		all = all[:1] // the others are its mirrors
	}
	for _, at := range all {
		locations = append(locations, s.location(d.project, at))
	}
	return locations, nil
}

func (s *Server) references(ctx context.Context, p *protocol.ReferenceParams) (any, error) {
	locations := []protocol.Location{}
	d, ok := s.open(p.TextDocument.URI)
	if !ok {
		return locations, nil
	}
	m, ok := s.mentionIn(d, offsetAt(d.file, p.Position))
	if !ok {
		return locations, nil
	}
	all, err := s.placesOf(ctx, d.project, m.name)
	for _, at := range all {
		if !at.defines || p.Context.IncludeDeclaration {
			locations = append(locations, s.location(d.project, at))
		}
	}
	return locations, err
}

// renamed is the agent that a rename at a place would rename.
func (s *Server) renamed(ctx context.Context, uri string, at protocol.Position) (d snapshot, m mention, err error) {
	d, ok := s.open(uri)
	if ok {
		m, ok = s.mentionIn(d, offsetAt(d.file, at))
	}
	if !ok {
		return d, m, errors.New("there is no name of an agent at this place")
	}
	if len(s.definitionsOf(ctx, d.project, m.name)) == 0 {
		return d, m, fmt.Errorf("no file of the project defines the agent %q", m.name)
	}
	return d, m, nil
}

func (s *Server) prepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (any, error) {
	d, m, err := s.renamed(ctx, p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, refused(err)
	}
	return protocol.RangeWithPlaceholder{Range: rangeOf(d.file, m.span), Placeholder: m.name}, nil
}

// refused is an error that the editor shows to its user.
func refused(err error) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
}

// rename changes an agent's name in every file of the project that names it,
// and the names of its files.
func (s *Server) rename(ctx context.Context, p *protocol.RenameParams) (any, error) {
	d, m, err := s.renamed(ctx, p.TextDocument.URI, p.Position)
	if err == nil {
		err = s.checkName(ctx, d.project, m.name, p.NewName)
	}
	if err != nil {
		return nil, refused(err)
	}
	all, err := s.placesOf(ctx, d.project, m.name)
	if err != nil {
		return nil, err
	}
	var files []fileEdit
	var moves []protocol.RenameFile
	for i := 0; i < len(all); {
		f := all[i].file
		edit := fileEdit{uri: s.uriIn(d.project, f), version: s.versionOf(d.project, f)}
		for ; i < len(all) && all[i].file == f; i++ {
			edit.edits = append(edit.edits, textEdit(f, source.Edit{Span: all[i].span, New: p.NewName}))
			if to, ok := renamedFile(f.Path, m.name, p.NewName); ok && all[i].defines {
				moves = append(moves, protocol.RenameFile{Kind: "rename", OldURI: edit.uri, NewURI: uriOf(d.project.nameOf(to))})
			}
		}
		files = append(files, edit)
	}
	if edit, ok := s.lockEdit(d.project, moves); ok {
		files = append(files, edit)
	}
	return s.workspaceEdit(files, moves...), nil
}

// lockEdit keeps the list of owned mirrors true to the paths of the renamed
// files. Their sums are for mirrorgen to write.
func (s *Server) lockEdit(p *project, moves []protocol.RenameFile) (fileEdit, bool) {
	s.mu.Lock()
	able := s.client.renameFiles
	s.mu.Unlock()
	f := s.text(p, p.nameOf(mirror.LockFile))
	if !able || f == nil || len(moves) == 0 {
		return fileEdit{}, false
	}
	paths := map[string]string{}
	for _, m := range moves {
		from, _ := nameOf(m.OldURI)
		to, _ := nameOf(m.NewURI)
		paths[p.pathOf(from)] = p.pathOf(to)
	}
	text, err := mirror.MoveInLock(string(f.Src), paths)
	if err != nil || text == string(f.Src) {
		return fileEdit{}, false
	}
	edit := textEdit(f, difference(f.Src, []byte(text)))
	return fileEdit{s.uriIn(p, f), s.versionOf(p, f), []protocol.TextEdit{edit}}, true
}

// versionOf is the version of an open text, else nil.
func (s *Server) versionOf(p *project, f *source.File) *int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[p.nameOf(f.Path)]; d != nil {
		return ptr(d.version)
	}
	return nil
}

// checkName refuses a name that would break what it is written into, or that
// another agent bears.
func (s *Server) checkName(ctx context.Context, p *project, old, name string) error {
	switch {
	case name == "":
		return errors.New("the new name is empty")
	case strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}), strings.HasPrefix(name, "-"), strings.HasPrefix(name, "."), strings.HasSuffix(name, "."):
		return fmt.Errorf("the new name is %q; write letters, digits and dashes", name)
	case name != old && len(s.definitionsOf(ctx, p, name)) > 0:
		return fmt.Errorf("another agent has the name %q", name)
	}
	return nil
}

// renamedFile is the path of a file that bears its agent's name, after the
// rename.
func renamedFile(p, old, name string) (string, bool) {
	dir, base := path.Split(p)
	stem, ending, _ := strings.Cut(base, ".")
	if filepath.IsAbs(filepath.FromSlash(p)) || stem != old {
		return "", false
	}
	return dir + name + "." + ending, true
}
