package project

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// PluginFolder is a folder that is installed as a plugin.
type PluginFolder struct {
	// Root is the folder; "." is the root of the project.
	Root string
	// Name is that of its manifest or of its entry in a marketplace; empty if
	// neither can be read.
	Name string
	// Manifest is its plugin.json, the first one if there are several for
	// several clients; empty for a plugin that only a marketplace names.
	Manifest string
	// Marketplace is the marketplace.json that names it, or empty.
	Marketplace string
	// Agents, Commands and Skills are the paths that the manifest or the entry
	// lists: files or folders of the project, cleaned. Nil stands for the folders
	// agents, commands and skills.
	Agents, Commands, Skills []string
	// Hooks are the files of hooks that it lists besides hooks/hooks.json.
	Hooks []string
}

// via is the manifest that leads to what the plugin holds.
func (f *PluginFolder) via() string {
	switch {
	case f.Manifest != "":
		return f.Manifest
	case f.Marketplace != "":
		return f.Marketplace
	}
	return f.Root
}

// maxManifest is the size of a manifest at most; the largest that are known
// have some hundred kilobytes.
const maxManifest = 4 << 20

// lists are the keys of a manifest that lead to files.
type lists struct {
	Name     json.RawMessage `json:"name"`
	Agents   json.RawMessage `json:"agents"`
	Commands json.RawMessage `json:"commands"`
	Skills   json.RawMessage `json:"skills"`
	Hooks    json.RawMessage `json:"hooks"`
}

// fill adds what a manifest at path or an entry says to the plugin.
func (l *lists) fill(f *PluginFolder) {
	if name := text(l.Name); name != "" && f.Name == "" {
		f.Name = name
	}
	add := func(to *[]string, raw json.RawMessage) {
		for _, p := range paths(raw) {
			if p, ok := Below(f.Root, p); ok {
				*to = append(*to, p)
			}
		}
	}
	add(&f.Agents, l.Agents)
	add(&f.Commands, l.Commands)
	add(&f.Skills, l.Skills)
	add(&f.Hooks, l.Hooks)
}

// Below is the path that a manifest of the plugin at root means by a path of
// its own. ok is false if it leads out of the plugin or says nothing.
func Below(root, p string) (clean string, ok bool) {
	p = strings.TrimPrefix(p, "${CLAUDE_PLUGIN_ROOT}/")
	if p == "" || path.IsAbs(p) || strings.Contains(p, `\`) {
		return "", false
	}
	if p = path.Clean(p); p == ".." || strings.HasPrefix(p, "../") {
		return "", false
	}
	return path.Join(root, p), true
}

// text is the string of a JSON value, or "".
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// paths are the paths of a value that is one, a list of them, or names with
// objects that hold one under "source".
func paths(raw json.RawMessage) []string {
	if s := text(raw); s != "" {
		return []string{s}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var all []string
		for _, e := range list {
			if s := text(e); s != "" {
				all = append(all, s)
			}
		}
		return all
	}
	var named map[string]struct {
		Source string `json:"source"`
	}
	if json.Unmarshal(raw, &named) != nil {
		return nil
	}
	var all []string
	for _, e := range named {
		if e.Source != "" {
			all = append(all, e.Source)
		}
	}
	slices.Sort(all)
	return all
}

// plugins reads the manifests and fills Plugins.
func (s *sorter) plugins() {
	for _, m := range s.manifests {
		f := s.pluginAt(RootOf(m))
		if f.Manifest != "" && !strings.Contains(m, ".claude-plugin/") {
			continue // the other manifests of one plugin repeat it
		}
		*f = PluginFolder{Root: f.Root, Manifest: m}
		var l lists
		if s.decode(m, &l) {
			l.fill(f)
		}
	}
	for _, m := range s.marketplaces {
		s.entries(m)
	}
	for _, f := range s.files {
		if root, ok := agentsPlugin(f); ok {
			s.pluginAt(root)
		}
	}
	slices.SortFunc(s.roots, func(a, b *PluginFolder) int { return strings.Compare(a.Root, b.Root) })
	for _, f := range s.roots {
		s.p.Plugins = append(s.p.Plugins, *f)
	}
}

// agentsPlugin is the folder below .agents/plugins that a file lies in.
func agentsPlugin(name string) (root string, ok bool) {
	before, after, ok := strings.Cut("/"+name, "/.agents/plugins/")
	if !ok {
		return "", false
	}
	plugin, _, deeper := strings.Cut(after, "/")
	return strings.TrimPrefix(before+"/.agents/plugins/"+plugin, "/"), deeper
}

func (s *sorter) pluginAt(root string) *PluginFolder {
	for _, f := range s.roots {
		if f.Root == root {
			return f
		}
	}
	f := &PluginFolder{Root: root}
	s.roots = append(s.roots, f)
	return f
}

// marketplace is what is read of a marketplace.json.
type marketplace struct {
	Metadata struct {
		PluginRoot string `json:"pluginRoot"`
	} `json:"metadata"`
	Plugins []struct {
		lists
		Source json.RawMessage `json:"source"`
	} `json:"plugins"`
}

// entries adds the plugins of a marketplace whose source lies in the project.
func (s *sorter) entries(name string) {
	var m marketplace
	if !s.decode(name, &m) {
		return
	}
	base := RootOf(name)
	for _, e := range m.Plugins {
		src, ok := LocalSource(e.Source, m.Metadata.PluginRoot)
		if !ok {
			continue
		}
		root, ok := Below(base, src)
		if !ok {
			continue
		}
		f := s.pluginAt(root)
		f.Marketplace = name
		e.lists.fill(f)
	}
}

// LocalSource is the folder that the source of an entry of a marketplace names,
// relative to the marketplace. ok is false if it lies elsewhere, as in another
// repository, or cannot be read. pluginRoot is put before a bare name.
func LocalSource(raw json.RawMessage, pluginRoot string) (dir string, ok bool) {
	if s := text(raw); s != "" {
		if !strings.HasPrefix(s, ".") && pluginRoot != "" {
			s = path.Join(pluginRoot, s)
		}
		return s, !strings.Contains(s, "://") && !strings.HasPrefix(s, "git@")
	}
	var o struct{ Source, Path string }
	if json.Unmarshal(raw, &o) != nil || o.Source != "local" || o.Path == "" {
		return "", false
	}
	return o.Path, true
}

// decode reads a JSON file. A broken one is false.
func (s *sorter) decode(name string, v any) bool {
	src, err := s.p.tree.Read(name, maxManifest)
	if err != nil {
		return false
	}
	return json.Unmarshal(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), v) == nil
}
