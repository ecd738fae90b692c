package project

import (
	"path"
	"slices"
	"strings"
)

// place is a folder that a client reads by itself, at any depth of a project.
type place struct {
	dir    string // the last elements of its path
	kind   Kind
	exts   []string
	flat   bool // folders below do not count
	client string
	reason string
}

// places are checked in order; the first that fits decides. Checked
// 2026-12-07: loaders and documentation of the clients (Claude Code 2.1.332,
// Codex 0.171.0, Gemini CLI, opencode, Copilot CLI, Cursor).
func places() []place {
	md := []string{".md"}
	return []place{
		{dir: ".claude/agents", kind: Agent, exts: []string{".md", ".MD", ".markdown"}, client: "claude", reason: "the agents of Claude Code"},
		{dir: ".claude/commands", kind: Command, exts: md, client: "claude", reason: "the commands of Claude Code"},
		{dir: ".claude/workflows", kind: Workflow, exts: []string{".json"}, client: "claude", reason: "the workflows of the project"},
		{dir: ".codex/agents", kind: Agent, exts: md, client: "codex", reason: "mirrors of agents"},
		{dir: ".codex/agents", kind: CodexAgent, exts: []string{".toml"}, client: "codex", reason: "the agents of Codex"},
		{dir: ".gemini/agents", kind: Agent, exts: md, flat: true, client: "gemini", reason: "the agents of Gemini CLI"},
		{dir: ".github/agents", kind: Agent, exts: md, flat: true, client: "copilot", reason: "the agents of Copilot"},
		{dir: ".cursor/agents", kind: Agent, exts: md, client: "cursor", reason: "the agents of Cursor"},
		{dir: ".opencode/agent", kind: Agent, exts: md, client: "opencode", reason: "the agents of opencode"},
		{dir: ".opencode/agents", kind: Agent, exts: md, client: "opencode", reason: "the agents of opencode"},
	}
}

// settings are single files that a client reads by itself.
func settings() []place {
	return []place{
		{dir: ".claude/settings.json", kind: Hooks, client: "claude", reason: "the settings of Claude Code"},
		{dir: ".claude/settings.local.json", kind: Hooks, client: "claude", reason: "the settings of Claude Code"},
		{dir: ".codex/hooks.json", kind: Hooks, client: "codex", reason: "the hooks of Codex"},
		{dir: ".codex/config.toml", kind: CodexConfig, client: "codex", reason: "the configuration of Codex"},
		{dir: ".gemini/settings.json", kind: Hooks, client: "gemini", reason: "the settings of Gemini CLI"},
	}
}

// ByPath judges a file by its path alone, as a client does that looks into its
// folders. ok is false if the path says nothing: a manifest or the content of
// the folder may still make the file count.
func ByPath(name string) (it Item, ok bool) {
	name = strings.TrimPrefix(name, "./")
	rooted := "/" + name
	base, ext := path.Base(name), path.Ext(name)
	switch ext {
	case ".md", ".MD", ".markdown", ".toml", ".json":
	default:
		return Item{}, false
	}
	for _, s := range settings() {
		if strings.HasSuffix(rooted, "/"+s.dir) {
			return Item{Path: name, Kind: s.kind, Origin: ByClient, Via: name, Reason: s.reason, Client: s.client}, true
		}
	}
	if ext == ".json" {
		if it, ok := manifestByPath(name); ok {
			return it, true
		}
		if path.Base(path.Dir(name)) == "hooks" && path.Base(path.Dir(path.Dir(name))) == ".github" {
			return Item{Path: name, Kind: Hooks, Origin: ByClient, Via: path.Dir(name), Reason: "the hooks of Copilot", Client: "copilot"}, true
		}
	}
	best, at := place{}, -1
	for _, pl := range places() {
		n := strings.LastIndex(rooted, "/"+pl.dir+"/")
		below := ""
		if n >= 0 {
			below = rooted[n+len(pl.dir)+2:]
		}
		if n > at && slices.Contains(pl.exts, ext) && !(pl.flat && strings.Contains(below, "/")) && base != "SKILL.md" {
			best, at = pl, n
		}
	}
	if at < 0 {
		return Item{}, false
	}
	via := strings.TrimPrefix(rooted[:at+1+len(best.dir)], "/")
	return Item{Path: name, Kind: best.kind, Origin: ByClient, Via: via, Reason: via + ": " + best.reason, Client: best.client}, true
}

// manifestByPath knows the manifests of plugins and marketplaces.
func manifestByPath(name string) (it Item, ok bool) {
	dir, base := path.Dir(name), path.Base(name)
	it = Item{Path: name, Origin: ByClient, Via: name}
	var folders []string
	switch base {
	case "plugin.json":
		it.Kind, it.Reason, folders = Plugin, "the manifest of a plugin", manifestFolders()
	case "marketplace.json":
		it.Kind, it.Reason, folders = Marketplace, "the manifest of a marketplace", append(manifestFolders(), ".agents/plugins")
	}
	for _, f := range folders {
		if strings.HasSuffix("/"+dir, "/"+f) {
			return it, true
		}
	}
	return Item{}, false
}

// manifestFolders hold the manifests of a plugin for Claude Code, Codex, Cursor
// and Copilot.
func manifestFolders() []string {
	return []string{".claude-plugin", ".codex-plugin", ".cursor-plugin", ".github/plugin"}
}

// RootOf is the folder that the paths of a manifest count from; "." is the root
// of the project.
func RootOf(manifest string) string {
	dir := "/" + path.Dir(manifest)
	for _, f := range append(manifestFolders(), ".agents/plugins") {
		if above, ok := strings.CutSuffix(dir, "/"+f); ok {
			return path.Clean(strings.TrimPrefix(above, "/"))
		}
	}
	return path.Dir(manifest)
}

// Wanted tells by its path whether a file can be an item, or tell something
// about one: Find collects these.
func Wanted(name string) bool {
	switch path.Ext(name) {
	case ".md", ".MD", ".markdown":
		return true
	case ".toml":
		return strings.Contains("/"+name, "/.codex/")
	case ".json":
		if base := path.Base(name); base == "hooks.json" || base == "plugin.json" || base == "marketplace.json" {
			return true
		}
		_, ok := ByPath(name)
		return ok
	}
	return false
}

// aside reports whether a path lies in a folder of test data: what is there is
// wrong on purpose as often as not, and no client loads it.
func aside(name string) bool {
	for dir := range strings.SplitSeq(path.Dir(name), "/") {
		switch dir {
		case "testdata", "fixtures", "__fixtures__", "node_modules":
			return true
		}
	}
	return false
}
