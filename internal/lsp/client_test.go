package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/judgelint/judgelint/source"
)

// editor is the other side of a server: what a client of the protocol does.
type editor struct {
	t    *testing.T
	root string
	conn *jsonrpc2.Conn
	done chan error

	mu    sync.Mutex
	news  *sync.Cond
	shown map[string]published // by file below root
	calls []string
}

// published is a notification with findings. The type of the library cannot
// read the code of a finding, only write it.
type published struct {
	URI         string
	Version     *int32
	Diagnostics []struct {
		Range              protocol.Range
		Severity           int
		Code               string
		Source, Message    string
		RelatedInformation []protocol.DiagnosticRelatedInformation
	}
}

// Handle keeps what the server tells.
func (e *editor) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !req.Notif {
		e.calls = append(e.calls, req.Method)
		go conn.Reply(ctx, req.ID, nil)
		return
	}
	var p published
	if err := json.Unmarshal(*req.Params, &p); err != nil {
		e.t.Error(err)
	}
	name, _ := nameOf(p.URI)
	rel, _ := filepath.Rel(e.root, name)
	e.shown[filepath.ToSlash(rel)] = p
	e.news.Broadcast()
}

const allAbilities = `{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"]},
	"didChangeWatchedFiles":{"dynamicRegistration":true}},"textDocument":{"publishDiagnostics":{"relatedInformation":true}}}`

// start runs a server for a folder with files, a txtar without the marks: path,
// text, path, text.
func start(t *testing.T, abilities string, files ...string) *editor {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, root: root, done: make(chan error, 1), shown: map[string]published{}}
	e.news = sync.NewCond(&e.mu)
	for i := 0; i < len(files); i += 2 {
		e.write(files[i], files[i+1])
	}
	ours, theirs := net.Pipe()
	go func() { e.done <- New("test").Serve(context.Background(), theirs) }()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(ours, jsonrpc2.VSCodeObjectCodec{}), e)
	t.Cleanup(func() { e.conn.Close() })
	var result protocol.InitializeResult
	e.call("initialize", map[string]any{"processId": nil, "rootUri": uriOf(root), "capabilities": json.RawMessage(abilities),
		"workspaceFolders": []any{map[string]any{"uri": uriOf(root), "name": "x"}}}, &result)
	if result.ServerInfo == nil || result.ServerInfo.Name != "judgelint-lsp" {
		t.Fatalf("initialize: %+v", result)
	}
	e.notify("initialized", struct{}{})
	return e
}

func (e *editor) write(path, text string) {
	e.t.Helper()
	name := filepath.Join(e.root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) uri(path string) string {
	return uriOf(filepath.Join(e.root, filepath.FromSlash(path)))
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	if err := e.conn.Call(ctx, method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) refused(method string, params any) string {
	e.t.Helper()
	err := e.conn.Call(context.Background(), method, params, nil)
	if err == nil {
		e.t.Fatalf("%s: was not refused", method)
	}
	return err.Error()
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) open(path, text string) {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(path), "languageId": "markdown", "version": 1, "text": text}})
}

func (e *editor) change(path string, version int, changes ...any) {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(path), "version": version}, "contentChanges": changes})
}

func whole(text string) any { return map[string]any{"text": text} }

func part(l1, c1, l2, c2 int, text string) any {
	return map[string]any{"text": text, "range": map[string]any{
		"start": map[string]any{"line": l1, "character": c1}, "end": map[string]any{"line": l2, "character": c2}}}
}

// wait waits until the findings of a file are as wanted: "LINE:COLUMN rule",
// counted as in the protocol, joined by blanks.
func (e *editor) wait(path string, want ...string) published {
	e.t.Helper()
	expired := false
	timer := time.AfterFunc(60*time.Second, func() { e.mu.Lock(); expired = true; e.news.Broadcast(); e.mu.Unlock() })
	defer timer.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		shown, ok := e.shown[path]
		if got := brief(shown); ok && got == strings.Join(want, " | ") {
			return shown
		} else if expired {
			e.t.Fatalf("%s: %s\nwant %s", path, got, strings.Join(want, " | "))
		}
		e.news.Wait()
	}
}

// brief is a list of findings in one line.
func brief(p published) string {
	var out []string
	for _, d := range p.Diagnostics {
		out = append(out, where(d.Range.Start)+" "+cmp.Or(d.Code, "-"))
	}
	return strings.Join(out, " | ")
}

func where(p protocol.Position) string { return fmt.Sprintf("%d:%d", p.Line, p.Character) }

// at is the place of a mark ‸ in a text, and the text without it.
func at(uri, text string) (params map[string]any, clean string) {
	i := strings.Index(text, "‸")
	clean = strings.Replace(text, "‸", "", 1)
	f := source.NewFile("", []byte(clean))
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": placeOf(f, i)}, clean
}

// apply makes a change of a workspace on the texts of the files, as an editor
// does, and returns the texts that changed by path; a renamed file under its
// new path.
func (e *editor) apply(raw json.RawMessage) map[string]string {
	e.t.Helper()
	var edit struct {
		Changes         map[string][]protocol.TextEdit
		DocumentChanges []struct {
			Kind, OldURI, NewURI string
			TextDocument         struct{ URI string }
			Edits                []protocol.TextEdit
		}
	}
	if err := json.Unmarshal(raw, &edit); err != nil {
		e.t.Fatalf("%v: %s", err, raw)
	}
	out := map[string]string{}
	path := func(uri string) string {
		name, _ := nameOf(uri)
		rel, _ := filepath.Rel(e.root, name)
		return filepath.ToSlash(rel)
	}
	change := func(uri string, edits []protocol.TextEdit) {
		src, err := os.ReadFile(filepath.Join(e.root, path(uri)))
		if err != nil {
			e.t.Fatal(err)
		}
		f := source.NewFile("", src)
		var list []source.Edit
		for _, one := range edits {
			list = append(list, source.Edit{Span: spanOf(f, one.Range), New: one.NewText})
		}
		out[path(uri)] = string(source.Apply(src, list))
	}
	for uri, edits := range edit.Changes {
		change(uri, edits)
	}
	for _, c := range edit.DocumentChanges {
		if c.Kind == "rename" {
			out[path(c.NewURI)] = out[path(c.OldURI)]
			delete(out, path(c.OldURI))
			continue
		}
		change(c.TextDocument.URI, c.Edits)
	}
	return out
}
