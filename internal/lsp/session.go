package lsp

import (
	"context"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

func (s *Server) initialize(_ context.Context, p *protocol.InitializeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client = abilities(&p.Capabilities)
	for _, f := range p.WorkspaceFolders {
		if name, ok := nameOf(f.URI); ok {
			s.folders = append(s.folders, name)
		}
	}
	if len(s.folders) == 0 && p.RootURI != nil {
		if name, ok := nameOf(*p.RootURI); ok {
			s.folders = append(s.folders, name)
		}
	}
	s.state = ready
	return protocol.InitializeResult{
		Capabilities: capabilities(),
		ServerInfo:   &protocol.InitializeResultServerInfo{Name: "judgelint-lsp", Version: &s.version},
	}, nil
}

func abilities(c *protocol.ClientCapabilities) clientAbilities {
	var a clientAbilities
	yes := func(b *bool) bool { return b != nil && *b }
	if w := c.Workspace; w != nil {
		a.watch = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		if e := w.WorkspaceEdit; e != nil {
			a.versions = yes(e.DocumentChanges)
			for _, kind := range e.ResourceOperations {
				a.renameFiles = a.renameFiles || kind == "rename"
			}
			a.versions = a.versions || a.renameFiles // both stand in the same list
		}
	}
	if t := c.TextDocument; t != nil && t.PublishDiagnostics != nil {
		a.related = yes(t.PublishDiagnostics.RelatedInformation)
	}
	return a
}

func capabilities() protocol.ServerCapabilities {
	return protocol.ServerCapabilities{
		TextDocumentSync: protocol.TextDocumentSyncOptions{OpenClose: ptr(true), Change: ptr(protocol.TextDocumentSyncKindIncremental), Save: true},
		CodeActionProvider: protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAll}},
		HoverProvider:      true,
		CompletionProvider: &protocol.CompletionOptions{TriggerCharacters: []string{":", " ", ",", "\"", "-", "`"}},
		DefinitionProvider: true,
		ReferencesProvider: true,
		RenameProvider:     protocol.RenameOptions{PrepareProvider: ptr(true)},
		Workspace: &protocol.ServerCapabilitiesWorkspace{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: ptr(true), ChangeNotifications: &protocol.BoolOrString{Value: true}}},
	}
}

// initialized asks the editor to tell of changed files.
func (s *Server) initialized(context.Context, *protocol.InitializedParams) (any, error) {
	s.mu.Lock()
	conn, watch := s.conn, s.client.watch
	s.mu.Unlock()
	if !watch {
		return nil, nil
	}
	params := protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{
			Watchers: []protocol.FileSystemWatcher{{GlobPattern: "**/*.{md,toml,json}"}}},
	}}}
	go func() { // the answer comes as a message of its own
		if conn.Call(s.ctx, protocol.ServerClientRegisterCapability, params, nil) != nil {
			s.mu.Lock()
			s.client.watch = false
			s.mu.Unlock()
		}
	}()
	return nil, nil
}

func (s *Server) shutdown(context.Context, *struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		d.stop()
	}
	s.state = closing
	return nil, nil
}
