package lint

import (
	"bytes"
	"path"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/platform"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

// manifest is a plugin.json or marketplace.json.
type manifest struct {
	root   jsontree.Value
	broken *jsontree.SyntaxError
	base   int // length of a byte order mark
	// dir is the folder that its paths count from.
	dir string
}

func readManifest(f *source.File) *manifest {
	m := &manifest{dir: project.RootOf(f.Path)}
	src := f.Src
	if bytes.HasPrefix(src, []byte(source.BOM)) {
		m.base = len(source.BOM)
		src = src[m.base:]
	}
	tree, err := jsontree.Parse(src)
	if err != nil {
		m.broken = err
		return m
	}
	m.root = tree.Root
	return m
}

// span is a place of the tree in the file.
func (m *manifest) span(s source.Span) source.Span {
	return source.Span{Start: s.Start + m.base, End: s.End + m.base}
}

// top is the place for what the manifest as a whole lacks.
func (m *manifest) top() source.Span {
	return source.Span{Start: m.root.Span.Start + m.base, End: m.root.Span.Start + m.base + 1}
}

// claudeManifest reports whether Claude Code reads the manifest. Those of other
// clients have keys of their own.
func claudeManifest(p *Pass) bool { return path.Base(path.Dir(p.File.Path)) == ".claude-plugin" }

// part is an object of a manifest that describes one plugin: the plugin.json as
// a whole, or an entry of a marketplace.
type part struct {
	value *jsontree.Value
	keys  []platform.PluginKey
	// dir is the folder of the plugin. known is false if it lies elsewhere.
	dir   string
	known bool
	entry bool
}

// parts are the plugins that a manifest describes.
func (m *manifest) parts(kind Kind) []part {
	if kind == PluginManifest {
		return []part{{value: &m.root, keys: platform.PluginKeys(), dir: m.dir, known: true}}
	}
	var list []part
	entries := m.root.Get("plugins")
	if !entries.Is(jsontree.List) {
		return nil
	}
	for i := range entries.Items {
		e := part{value: &entries.Items[i], keys: platform.EntryKeys(), entry: true}
		if src, ok := m.localSource(e.value); ok {
			e.dir, e.known = project.Below(m.dir, src)
		}
		list = append(list, e)
	}
	return list
}

// localSource is the source of an entry if it lies beside the marketplace.
func (m *manifest) localSource(entry *jsontree.Value) (dir string, ok bool) {
	src := entry.Get("source")
	switch {
	case src.Is(jsontree.String):
		dir = src.Text
		if strings.Contains(dir, "://") || strings.HasPrefix(dir, "git@") {
			return "", false
		}
		if bare := m.root.Get("metadata").Get("pluginRoot"); bare.Is(jsontree.String) && !strings.HasPrefix(dir, ".") {
			dir = path.Join(bare.Text, dir)
		}
		return dir, dir != ""
	case src.Get("source").Str() == "local":
		return src.Get("path").Str(), src.Get("path").Str() != ""
	}
	return "", false
}

// listedPath is a path in a manifest.
type listedPath struct {
	key  platform.PluginKey
	text string
	span source.Span // in the tree
}

// paths are the paths that a part lists, in the order of the text.
func (pt *part) paths() []listedPath {
	var list []listedPath
	for i := range pt.value.Keys {
		key, ok := keyNamed(pt.keys, pt.value.Keys[i].Name)
		if !ok || !key.Paths {
			continue
		}
		for _, v := range pathValues(&pt.value.Items[i], key.Name == "commands") {
			list = append(list, listedPath{key: key, text: v.Text, span: v.Span})
		}
	}
	return list
}

// pathValues are the strings of a value that is one or a list of them; named
// tells that objects may hold one under "source".
func pathValues(v *jsontree.Value, named bool) []*jsontree.Value {
	switch v.Kind {
	case jsontree.String:
		return []*jsontree.Value{v}
	case jsontree.List:
		var all []*jsontree.Value
		for i := range v.Items {
			if v.Items[i].Kind == jsontree.String {
				all = append(all, &v.Items[i])
			}
		}
		return all
	case jsontree.Object:
		var all []*jsontree.Value
		for i := range v.Items {
			if src := v.Items[i].Get("source"); named && src.Is(jsontree.String) {
				all = append(all, src)
			}
		}
		return all
	}
	return nil
}

func keyNamed(keys []platform.PluginKey, name string) (platform.PluginKey, bool) {
	for _, k := range keys {
		if k.Name == name {
			return k, true
		}
	}
	return platform.PluginKey{}, false
}
