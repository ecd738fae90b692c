package lint

import (
	"bytes"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

// Home is the client whose folder an agent file lies in: it decides which
// vocabulary holds.
type Home int

// The homes of agent files.
const (
	// OtherHome is a folder of another client, or no agent folder at all.
	OtherHome Home = iota
	// ClaudeHome is .claude/agents: Claude Code reads the file.
	ClaudeHome
	// PluginHome is an agents folder elsewhere, as in plugins and collections
	// for Claude Code.
	PluginHome
	// MirrorHome holds mirrors that no client reads by their front matter.
	MirrorHome
)

// HomeOf returns the home of a file by its slash-separated path.
func HomeOf(name string) Home {
	if strings.HasSuffix(name, ".agent.md") { // GitHub Copilot and VS Code
		return OtherHome
	}
	dirs := strings.Split(path.Dir(name), "/")
	last := agentFolder(dirs)
	if last < 0 || dirs[last] == "agent" {
		return OtherHome
	}
	for i := last - 1; i >= 0; i-- {
		direct := i == last-1
		switch dot := strings.HasPrefix(dirs[i], ".") && dirs[i] != "." && dirs[i] != ".."; {
		case direct && dirs[i] == ".claude":
			return ClaudeHome
		case direct && dirs[i] == ".codex":
			return MirrorHome
		case dot && dirs[i] != ".claude" && dirs[i] != ".agents", dot && direct:
			return OtherHome
		}
	}
	return PluginHome
}

// homeOf is HomeOf for a linter that knows what leads to the file.
func (l *Linter) homeOf(name string) Home {
	it, ok := l.Layout.Lookup(name)
	switch {
	case !ok || it.Origin == project.ByClient || strings.HasSuffix(name, ".agent.md"):
		return HomeOf(name)
	}
	return PluginHome
}

// KindOf tells what a file is, by its path and, where that does not decide, by
// its text. ok is false if no rule looks at such files.
func (l *Linter) KindOf(f *source.File) (k Kind, ok bool) {
	name := strings.TrimPrefix(f.Path, "./")
	if it, ok := l.Layout.Lookup(name); ok && !l.isOutput(name) {
		if k := itemKind(it, f.Src); k != 0 {
			return k, true
		}
	}
	if it, ok := project.ByPath(name); ok && it.Kind != project.Agent && it.Kind != project.Workflow && !l.isOutput(name) {
		return itemKind(it, f.Src), true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".toml":
		return CodexAgent, inFolder(name, ".codex", "agents")
	case ".json":
		return l.jsonKind(name, f.Src)
	case ".md", ".markdown", ".mdx", ".txt":
		return l.markdownKind(name, f), true
	}
	return Output, l.isOutput(name) && !binary(f)
}

// itemKind is the kind of a file that the project is known to hold; 0 if its
// text decides.
func itemKind(it project.Item, src []byte) Kind {
	switch it.Kind {
	case project.Agent:
		if project.UpperCase(it.Path) && source.CutFront(src).State == source.FrontNone {
			return Document
		}
		return AgentSpec
	case project.CodexAgent:
		return CodexAgent
	case project.Hooks:
		return HookSettings
	case project.Document:
		return Document
	case project.Skill:
		return Skill
	case project.Command:
		return Command
	case project.Plugin:
		return PluginManifest
	case project.Marketplace:
		return MarketplaceManifest
	case project.CodexConfig:
		return CodexConfig
	}
	return 0
}

func (l *Linter) markdownKind(name string, f *source.File) Kind {
	switch {
	case l.isOutput(name):
		return Output
	case !strings.EqualFold(path.Ext(name), ".md") && path.Ext(name) != ".markdown":
		return Document
	case agentFolder(strings.Split(path.Dir(name), "/")) >= 0:
		if (project.UpperCase(name) || l.noAgents(name)) && source.CutFront(f.Src).State == source.FrontNone {
			return Document
		}
		return AgentSpec
	case agentKeys(f.Src):
		return AgentSpec
	}
	return Document
}

// binary reports whether a file is no text, as git tells it: a picture beside
// the outputs is none of them.
func binary(f *source.File) bool {
	return !f.UTF16() && bytes.IndexByte(f.Src[:min(len(f.Src), 8000)], 0) >= 0
}

// isOutput reports whether the path matches one of the globs for outputs.
func (l *Linter) isOutput(name string) bool {
	for _, glob := range l.Outputs {
		if ok, _ := doublestar.Match(glob, name); ok {
			return true
		}
	}
	return false
}

// noAgents reports whether a file in a folder agents was looked at and is no
// agent, because the files there are none.
func (l *Linter) noAgents(name string) bool { return l.Layout != nil && l.Layout.Seen(name) }

// agentFolder returns the index of the last folder of agents in a path, or -1.
// Pages about agents, in docs/agents, are documents.
func agentFolder(dirs []string) int {
	for i := len(dirs) - 1; i >= 0; i-- {
		if dirs[i] != "agents" && dirs[i] != "agent" {
			continue
		}
		if i > 0 && (dirs[i-1] == "docs" || dirs[i-1] == "doc") {
			return -1
		}
		return i
	}
	return -1
}

// inFolder reports whether two folders follow each other in a path.
func inFolder(name, first, second string) bool {
	return strings.Contains("/"+name, "/"+first+"/"+second+"/")
}

// agentKeys reports whether a text outside the agent folders is an agent's
// definition all the same: it has a name, a description and a key that only
// agents have.
func agentKeys(src []byte) bool {
	if !bytes.HasPrefix(bytes.TrimPrefix(src, []byte(source.BOM)), []byte("---")) {
		return false
	}
	s := agentspec.Parse(source.NewFile("", src))
	if s.Entry("name") == nil || s.Entry("description") == nil {
		return false
	}
	for _, key := range []string{"tools", "disallowedTools", "model", "permissionMode", "maxTurns", "color"} {
		if s.Entry(key) != nil {
			return true
		}
	}
	return false
}

// jsonKind tells hook settings by the path, workflow files by their keys.
func (l *Linter) jsonKind(name string, src []byte) (Kind, bool) {
	if _, ok := hookset.DialectOf(name); ok {
		return HookSettings, true
	}
	return workflowKind(name, src)
}

// treeOf is the agent folder that a file lies in: the path up to the last
// ".claude/agents", else up to the last "agents".
func treeOf(name string) string {
	dir := "/" + path.Dir(name) + "/"
	for _, folder := range []string{"/.claude/agents/", "/agents/"} {
		if n := strings.LastIndex(dir, folder); n >= 0 {
			return dir[:n+len(folder)]
		}
	}
	return dir
}
