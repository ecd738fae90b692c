package project

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

// maxFront is how much of a file is read to see its front matter: descriptions
// of real agents have up to some thousand bytes.
const maxFront = 64 << 10

// folderOf is the folder of agents that an item belongs to.
func folderOf(it Item) string {
	if it.Origin == ByClient || it.Origin == ByContent {
		return it.Via
	}
	dirs := strings.Split(path.Dir(it.Path), "/")
	for i := len(dirs) - 1; i >= 0; i-- {
		if dirs[i] == "agents" {
			return strings.Join(dirs[:i+1], "/")
		}
	}
	return path.Dir(it.Path)
}

// agentFolders finds folders agents that no client and no plugin leads to, but
// whose files are agents: in each folder at or below it at least half of the
// Markdown must begin with front matter that has a name.
func (s *sorter) agentFolders() {
	byDir := map[string][]string{}
	for _, f := range s.markdown {
		if _, ok := agentsAbove(f); ok && !s.taken[f] && path.Ext(f) == ".md" && !aside(f) && !s.page(f) {
			byDir[path.Dir(f)] = append(byDir[path.Dir(f)], f)
		}
	}
	real := map[string]bool{}
	for dir, files := range byDir {
		named := s.p.named(files, func(src []byte) bool { return agentspec.ReadName(src) != "" })
		if 2*named < len(files) {
			continue
		}
		delete(byDir, dir)
		via, _ := agentsAbove(files[0])
		real[via] = true
		why := fmt.Sprintf("%s: files that begin with front matter and a name", via)
		if dir != via {
			why = fmt.Sprintf("%s: files of %s begin with front matter and a name", via, path.Base(dir))
		}
		for _, f := range files {
			s.add(Item{Path: f, Kind: Agent, Origin: ByContent, Via: via, Reason: why})
		}
	}
	for dir, files := range byDir {
		if via, _ := agentsAbove(files[0]); real[via] && dir != via {
			for _, f := range files {
				s.add(Item{Path: f, Kind: Document, Origin: ByContent, Via: via, Reason: via + ": a document below a folder of agents"})
			}
		}
	}
}

// agentsAbove is the folder agents that a file lies in, the deepest one. Those
// of documentation and those in hidden folders, which belong to clients, are
// none.
func agentsAbove(name string) (dir string, ok bool) {
	dirs := strings.Split(path.Dir(name), "/")
	for i := len(dirs) - 1; i >= 0; i-- {
		switch {
		case strings.HasPrefix(dirs[i], ".") && dirs[i] != ".":
			return "", false
		case dirs[i] == "agents" && dir == "":
			if i > 0 && (dirs[i-1] == "docs" || dirs[i-1] == "doc") {
				return "", false
			}
			dir = strings.Join(dirs[:i+1], "/")
		}
	}
	return dir, dir != ""
}

// named counts the files whose beginning fits. It stops as soon as it is sure
// that at least half of them do, or that fewer do.
func (p *Project) named(files []string, fits func(src []byte) bool) int {
	n := 0
	for i, f := range files {
		if 2*n >= len(files) || 2*(n+len(files)-i) < len(files) {
			break
		}
		if src, err := p.tree.Read(f, maxFront); err == nil && fits(src) {
			n++
		}
	}
	return n
}

// Candidate is a folder that nothing leads to and whose files look like agents.
type Candidate struct {
	Path  string
	Files int // Markdown in it
}

// maxCandidates bounds how many files are read to find candidates.
const maxCandidates = 20000

// Candidates are the folders that nothing leads to and whose files look like
// agents: at least half of the Markdown of a folder begins with front matter
// that has a name and a description. The largest come first. It reads the
// beginning of all other Markdown, so it is asked only where nothing was found.
func (p *Project) Candidates() []Candidate {
	byDir := map[string][]string{}
	for i, f := range p.rest {
		if i == maxCandidates {
			break
		}
		if mayBeAgent(f) {
			byDir[path.Dir(f)] = append(byDir[path.Dir(f)], f)
		}
	}
	var list []Candidate
	for dir, files := range byDir {
		if p.areAgents(files) {
			list = append(list, Candidate{Path: dir, Files: len(files)})
		}
	}
	slices.SortFunc(list, func(a, b Candidate) int {
		if a.Files != b.Files {
			return b.Files - a.Files
		}
		return strings.Compare(a.Path, b.Path)
	})
	return list
}

// mayBeAgent sorts out Markdown that is something else by its place although it
// can have a name and a description.
func mayBeAgent(name string) bool {
	if path.Ext(name) != ".md" || path.Base(name) == "SKILL.md" {
		return false
	}
	for dir := range strings.SplitSeq(path.Dir(name), "/") {
		switch dir {
		case "skills", "skill", "commands", "command", "output-styles", "prompts", "rules", "instructions", "node_modules":
			return false
		}
	}
	return true
}

// areAgents reports whether the files of a folder look like agents.
func (p *Project) areAgents(files []string) bool {
	n := p.named(files, agentLike)
	return n > 0 && 2*n >= len(files)
}

// Adopt takes the files of a folder that a user names, and of the folders
// below, for agents if they look like it, as Candidates says. A folder in which
// something is known stays as it is.
func (p *Project) Adopt(dir string) {
	below := func(f string) bool { return dir == "." || strings.HasPrefix(f, dir+"/") }
	if slices.ContainsFunc(p.Items, func(it Item) bool { return below(it.Path) }) {
		return
	}
	byDir := map[string][]string{}
	for _, f := range p.rest {
		if below(f) && mayBeAgent(f) && !aside(f) {
			byDir[path.Dir(f)] = append(byDir[path.Dir(f)], f)
		}
	}
	for at, files := range byDir {
		if !p.areAgents(files) {
			continue
		}
		for _, f := range files {
			p.Items = append(p.Items, Item{Path: f, Kind: Agent, Origin: ByContent, Via: at, Reason: at + ": files that begin with a name and a description"})
		}
	}
	p.sorted()
}

// agentLike reports whether a text begins with front matter that has a name and
// a description.
func agentLike(src []byte) bool {
	if !bytes.HasPrefix(bytes.TrimPrefix(src, []byte(source.BOM)), []byte("---")) {
		return false
	}
	spec := agentspec.Parse(source.NewFile("", src))
	return spec.Name() != "" && spec.Description() != ""
}
