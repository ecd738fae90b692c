// Package project owns what a folder holds for coding agents: agents, skills,
// commands, plugins, marketplaces and settings, and why each counts.
//
//	p, err := project.Find(root, project.Options{})
//	for _, it := range p.Items { fmt.Println(it.Path, it.Kind, it.Reason) }
//
// Things are found where the clients look (.claude/agents at any depth), where
// a manifest of a plugin or marketplace leads, and in folders named agents
// whose files look like agents. The package reads manifests and the beginning
// of Markdown files; it does not know rules, and it writes nothing.
package project

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
)

// Kind is what an item is. Its text is the word that users see.
type Kind string

// The kinds of items.
const (
	Agent       Kind = "agent"        // Markdown that defines an agent
	CodexAgent  Kind = "codex-agent"  // TOML below .codex/agents, or named by config_file
	CodexConfig Kind = "codex-config" // .codex/config.toml
	Skill       Kind = "skill"        // SKILL.md
	Command     Kind = "command"      // Markdown that a client offers as /name
	Plugin      Kind = "plugin"       // plugin.json
	Marketplace Kind = "marketplace"  // marketplace.json
	Hooks       Kind = "hooks"        // hook settings
	Workflow    Kind = "workflow"     // JSON below .claude/workflows
	Document    Kind = "document"     // Markdown below a folder of agents that is none
)

// Origin says why an item counts.
type Origin int

// The origins, the strongest first.
const (
	// ByClient is a folder or file that a client reads by itself.
	ByClient Origin = iota + 1
	// ByManifest is a plugin.json or marketplace.json that leads to it.
	ByManifest
	// ByContent is a folder whose files look like agents, or like skills.
	ByContent
)

// Item is one file that a project holds.
type Item struct {
	// Path is slash-separated and relative to the root of the project.
	Path string
	Kind Kind
	// Origin, Via and Reason say why it counts: Via is the folder or manifest
	// that leads to it, Reason one phrase for people that names it.
	Origin Origin
	Via    string
	Reason string
	// Client is the client whose place it is ("claude", "codex", "gemini",
	// "opencode", "copilot", "cursor"); empty for plugins and collections.
	Client string
}

// Folder is a folder of agents in Markdown.
type Folder struct {
	// Path is the folder that counts (".claude/agents", "plugins/x/agents"),
	// not one below it; "." is the root of the project.
	Path string
	// Origin, Via, Reason and Client are those of its agents.
	Origin Origin
	Via    string
	Reason string
	Client string
	// Agents are the paths of its files, also in folders below, sorted. Those of
	// a client's folder were not read: documents may be among them.
	Agents []string
}

// Project is what a folder holds.
type Project struct {
	// Items are sorted by path; each file is there once.
	Items []Item
	// Plugins are sorted by root.
	Plugins []PluginFolder
	// Truncated is true if the folder holds more files than are looked at.
	Truncated bool
	// Problems are files that could not be read, Notes what was left out for
	// safety; both are for people.
	Problems []error
	Notes    []string

	tree    Tree
	index   map[string]int // of Items by path
	rest    []string       // Markdown that is no item, sorted
	set     map[string]bool
	configs []CodexConfigFile
}

// Tree is how the files of a project are read.
type Tree struct {
	// Files are the paths to judge, in any order; see Wanted.
	Files []string
	// Read returns the beginning of a file, at most limit bytes.
	Read func(path string, limit int) ([]byte, error)
	// Stat tells what lies at a path, which need not be among Files. Nil means
	// that only Files and the folders above them exist.
	Stat func(path string) (fs.FileMode, error)
}

// New judges the files of a tree. A broken manifest leads nowhere; the rules
// of package lint tell what is wrong with it.
func New(t Tree) *Project {
	p := &Project{tree: t, index: map[string]int{}, set: map[string]bool{}}
	files := slices.Sorted(slices.Values(t.Files))
	files = slices.Compact(files)
	for _, f := range files {
		p.set[f] = true
	}
	s := sorter{p: p}
	s.sort(files)
	p.rest = s.markdown
	p.sorted()
	return p
}

// sorted brings the items in order and leaves the rest.
func (p *Project) sorted() {
	slices.SortFunc(p.Items, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	for i, it := range p.Items {
		p.index[it.Path] = i
	}
	p.rest = slices.DeleteFunc(p.rest, func(f string) bool { _, ok := p.index[f]; return ok })
}

// Lookup returns the item at a path.
func (p *Project) Lookup(path string) (Item, bool) {
	if p == nil {
		return Item{}, false
	}
	i, ok := p.index[strings.TrimPrefix(path, "./")]
	if !ok {
		return Item{}, false
	}
	return p.Items[i], true
}

// Seen reports whether a file was looked at, so that it is known whether it is
// an item. Test data and what lies outside of the project are not.
func (p *Project) Seen(path string) bool {
	return p.set[strings.TrimPrefix(path, "./")] && !aside(path)
}

// Of returns the items of the given kinds, sorted by path.
func (p *Project) Of(kinds ...Kind) []Item {
	var list []Item
	for _, it := range p.Items {
		if slices.Contains(kinds, it.Kind) {
			list = append(list, it)
		}
	}
	return list
}

// Folders returns the folders of agents in Markdown, sorted by path.
func (p *Project) Folders() []Folder {
	var list []Folder
	at := map[string]int{}
	for _, it := range p.Of(Agent) {
		dir := folderOf(it)
		i, ok := at[dir]
		if !ok {
			i = len(list)
			at[dir] = i
			list = append(list, Folder{Path: dir, Origin: it.Origin, Via: it.Via, Reason: it.Reason, Client: it.Client})
		}
		list[i].Agents = append(list[i].Agents, it.Path)
	}
	slices.SortFunc(list, func(a, b Folder) int { return cmp.Compare(a.Path, b.Path) })
	return list
}

// Stat tells what lies at a path of the project; the error is that of the file
// system, or fs.ErrNotExist.
func (p *Project) Stat(path string) (fs.FileMode, error) {
	if p.tree.Stat != nil {
		return p.tree.Stat(path)
	}
	if p.set[path] {
		return 0o644, nil
	}
	if path == "." {
		return fs.ModeDir | 0o755, nil
	}
	for f := range p.set {
		if strings.HasPrefix(f, path+"/") {
			return fs.ModeDir | 0o755, nil
		}
	}
	return 0, fs.ErrNotExist
}
