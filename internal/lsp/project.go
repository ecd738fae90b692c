package lsp

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/agenttoml"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/lint"
	layout "github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

// project is a folder with one configuration. Its fields are guarded by the
// server's lock; maps and linters are replaced, never changed.
type project struct {
	server *Server
	root   string
	// linter is that of the last configuration that was sound.
	linter *lint.Linter
	// files are the agent files and settings on disk, by path; nil before the
	// first scan, at whose end scanned is closed.
	files   map[string]entry
	scanned chan struct{}

	scanning, again bool
	anew            bool // the next scan lints every file
	told            bool // the editor shows faults of the configuration
}

// entry is what one file on disk gave.
type entry struct {
	item    layout.Item
	changed time.Time
	size    int64
	name    string // of the agent that it defines, or empty
	result  lint.Result
}

// projectOf returns the project that a file belongs to.
func (s *Server) projectOf(name string) *project {
	dir := filepath.Dir(name)
	root, file := config.Find(dir)
	if file == "" && collect.Repository(root) != root {
		if folder := s.folderOf(name); folder != "" {
			root = folder
		}
	}
	p := s.projects[root]
	if p == nil {
		p = &project{server: s, root: root, scanned: make(chan struct{})}
		s.projects[root] = p
		p.useConfig(&config.Config{})
		p.configure()
	}
	return p
}

// folderOf is the deepest folder of the workspace that holds a file, or "".
func (s *Server) folderOf(name string) string {
	best := ""
	for _, f := range s.folders {
		if rel, err := filepath.Rel(f, name); err == nil && filepath.IsLocal(rel) && len(f) > len(best) {
			best = f
		}
	}
	return best
}

// pathOf is a file's path in the project; absolute for one outside.
func (p *project) pathOf(name string) string {
	if rel, err := filepath.Rel(p.root, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(name)
}

// nameOf is the file of a path in the project.
func (p *project) nameOf(path string) string {
	if name := filepath.FromSlash(path); filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.root, filepath.FromSlash(path))
}

// configure reads the configuration anew, from the open text if there is one.
// One with faults is told and the last sound one stays.
func (p *project) configure() {
	name := filepath.Join(p.root, config.Name)
	d := p.server.docs[name]
	var c *config.Config
	var err error
	switch _, missing := os.Stat(name); {
	case d != nil:
		c, err = config.Parse(config.Name, d.file.Src)
	case errors.Is(missing, fs.ErrNotExist):
		c = &config.Config{}
	default:
		c, err = config.Load(name)
	}
	p.tellFaults(name, d, err)
	if err != nil {
		return
	}
	p.useConfig(c)
	p.anew = true
	p.rescan()
	for _, doc := range p.server.docs {
		if doc.project == p && !doc.isConfig() {
			p.server.recheck(doc)
		}
	}
}

func (p *project) useConfig(c *config.Config) {
	linter := c.Lint
	root := p.root
	linter.IsLink = func(path string) bool {
		info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(path)))
		return err == nil && info.Mode()&os.ModeSymlink != 0
	}
	p.linter = &linter
}

// tellFaults shows what is wrong with the configuration, also if it is not
// open: without it the findings of all other files would be others.
func (p *project) tellFaults(name string, d *document, err error) {
	if err == nil && !p.told && d == nil {
		return
	}
	p.told = err != nil
	uri, f := uriOf(name), p.newFile(name, nil)
	if d != nil {
		uri, f = d.uri, d.file
	} else if src, err := readFile(name); err == nil {
		f = p.newFile(name, src)
	}
	p.server.notify(protocol.ServerTextDocumentPublishDiagnostics,
		protocol.PublishDiagnosticsParams{URI: uri, Diagnostics: faultDiagnostics(f, err)})
}

func faultDiagnostics(f *source.File, err error) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	var faults config.Errors
	switch {
	case err == nil:
		return out
	case !errors.As(err, &faults):
		faults = config.Errors{{Message: err.Error()}}
	}
	for _, e := range faults {
		line := f.Line(max(e.Line, 1))
		at := source.Span{Start: line.Start, End: line.End}
		for n := 1; n < e.Column && at.Start < at.End; n++ {
			at.Start++
			for at.Start < at.End && f.Src[at.Start]&0xc0 == 0x80 {
				at.Start++
			}
		}
		message := e.Message
		if e.Help != "" {
			message += " (" + e.Help + ")"
		}
		out = append(out, protocol.Diagnostic{Range: rangeOf(f, at), Severity: ptr(protocol.DiagnosticSeverityError),
			Source: ptr("judgelint"), Message: message})
	}
	return out
}

// maxFiles is how many files of a project are read beside the open ones.
const maxFiles = 20000

// rescan looks at the files of the project again, beside everything else.
func (p *project) rescan() {
	if p.scanning {
		p.again = true
		return
	}
	p.scanning = true
	go p.scan()
}

func (p *project) scan() {
	s := p.server
	for {
		s.mu.Lock()
		linter, old := p.linter, p.files
		if p.anew {
			old, p.anew = nil, false
		}
		s.mu.Unlock()
		found := scanned{linter: linter, files: map[string]entry{}}
		_, _ = protect(func() (any, error) { found.read(s.ctx, p.root, old); return nil, nil })
		s.mu.Lock()
		again := p.use(found, linter)
		s.mu.Unlock()
		s.publish(p)
		if !again {
			return
		}
	}
}

// use takes what a scan found, if the configuration is still the one that it
// began with. It tells whether to scan again.
func (p *project) use(found scanned, began *lint.Linter) (again bool) {
	s := p.server
	if p.files == nil {
		close(p.scanned)
	}
	moved := p.linter == began && !sameItems(p.linter.Layout, found.linter.Layout)
	p.files = found.files
	if p.linter == began {
		p.linter = found.linter
	}
	for _, d := range s.docs {
		if moved && d.project == p && !d.isConfig() {
			s.recheck(d) // it may be of another kind now
		}
	}
	again = p.again && s.ctx.Err() == nil
	p.again, p.scanning = false, again
	return again
}

func sameItems(a, b *layout.Project) bool {
	return a != nil && b != nil && slices.Equal(a.Items, b.Items)
}

// scanned is what one look at the files of a project found: the linter, which
// knows what they are, and the files.
type scanned struct {
	linter *lint.Linter
	files  map[string]entry
}

// read lints the files of the project that changed since the last time.
func (f *scanned) read(ctx context.Context, root string, old map[string]entry) {
	found, err := layout.Find(root, layout.Options{})
	if err != nil {
		return
	}
	linter := *f.linter
	linter.Layout = found
	f.linter = &linter
	items := found.Of(layout.Agent, layout.CodexAgent, layout.Hooks)
	for _, it := range items[:min(len(items), maxFiles)] {
		name := filepath.Join(root, filepath.FromSlash(it.Path))
		info, err := os.Stat(name)
		if err != nil || ctx.Err() != nil {
			continue
		}
		e := entry{item: it, changed: info.ModTime(), size: info.Size()}
		if o, ok := old[it.Path]; ok && o.item == it && o.changed.Equal(e.changed) && o.size == e.size {
			f.files[it.Path] = o
			continue
		}
		src, err := readFile(name)
		if err != nil {
			continue // told when it is opened
		}
		text := source.NewFile(it.Path, src)
		if e.result, err = linter.FileContext(ctx, text); err != nil {
			continue
		}
		e.result.Diagnostics = nil // only those of open texts are shown
		e.name = strings.Clone(agentName(text, e.result.Kind))
		f.files[it.Path] = e
	}
}

// wait waits until the files of the project are known, or ctx is done.
func (p *project) wait(ctx context.Context) {
	select {
	case <-p.scanned:
	case <-ctx.Done():
	}
}

// agentName is the name of the agent that a file defines, or "".
func agentName(f *source.File, kind lint.Kind) string {
	switch kind {
	case lint.AgentSpec:
		return agentspec.ReadName(f.Src)
	case lint.CodexAgent:
		return agenttoml.Parse(f).Text(agenttoml.Name)
	}
	return ""
}

// paths are the files of the project that can name an agent: those on disk,
// the open ones and the configuration, sorted, each once.
func (s *Server) paths(ctx context.Context, p *project) []string {
	p.wait(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for path := range p.files {
		all = append(all, path)
	}
	for _, d := range s.docs {
		if d.project == p {
			all = append(all, p.pathOf(d.name))
		}
	}
	all = append(all, config.Name)
	slices.Sort(all)
	return slices.Compact(all)
}

func (s *Server) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	moved := false
	touched := map[*project]bool{}
	for _, c := range p.Changes {
		name, ok := nameOf(c.URI)
		if !ok {
			continue
		}
		moved = moved || filepath.Base(name) == config.Name
		for root, p := range s.projects {
			if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
				touched[p] = true
			}
		}
	}
	if moved {
		s.regroup()
	}
	for p := range touched {
		p.rescan()
	}
	return nil, nil
}

// regroup finds the project of each open text again, after a configuration
// came, went or changed, and after folders did.
func (s *Server) regroup() {
	for _, p := range s.projects {
		p.configure()
	}
	for _, d := range s.docs {
		if p := s.projectOf(d.name); p != d.project {
			d.project = p
			s.setText(d, p.newFile(d.name, d.file.Src))
		}
	}
	for root, p := range s.projects {
		if !slices.ContainsFunc(docsOf(s.docs), func(d *document) bool { return d.project == p }) {
			delete(s.projects, root)
		}
	}
}

func docsOf(docs map[string]*document) []*document {
	all := make([]*document, 0, len(docs))
	for _, d := range docs {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *document) int { return strings.Compare(a.name, b.name) })
	return all
}

func (s *Server) didChangeFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range p.Event.Removed {
		if name, ok := nameOf(f.URI); ok {
			s.folders = slices.DeleteFunc(s.folders, func(have string) bool { return have == name })
		}
	}
	for _, f := range p.Event.Added {
		if name, ok := nameOf(f.URI); ok {
			s.folders = append(s.folders, name)
		}
	}
	s.regroup()
	return nil, nil
}
