package project

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// sorter sorts the files of a tree into items.
type sorter struct {
	p     *Project
	files []string // sorted

	manifests, marketplaces []string
	configs                 []string // .codex/config.toml
	skills                  []string // files SKILL.md
	markdown                []string // other Markdown
	roots                   []*PluginFolder
	taken                   map[string]bool
}

func (s *sorter) sort(files []string) {
	s.files, s.taken = files, map[string]bool{}
	for _, f := range files {
		s.first(f)
	}
	s.codex()
	s.plugins()
	for _, f := range s.roots {
		s.plugin(f)
	}
	s.skillFolders()
	s.agentFolders()
}

// first sorts by the path alone.
func (s *sorter) first(f string) {
	if aside(f) {
		if isMarkdown(f) {
			s.markdown = append(s.markdown, f)
		}
		return
	}
	it, ok := ByPath(f)
	switch {
	case ok:
		s.add(it)
	case strings.EqualFold(path.Base(f), "SKILL.md"):
		s.skills = append(s.skills, f)
		return
	case isMarkdown(f):
		s.markdown = append(s.markdown, f)
		return
	}
	switch it.Kind {
	case Plugin:
		s.manifests = append(s.manifests, f)
	case Marketplace:
		s.marketplaces = append(s.marketplaces, f)
	case CodexConfig:
		s.configs = append(s.configs, f)
	}
}

func isMarkdown(name string) bool {
	switch path.Ext(name) {
	case ".md", ".MD", ".markdown":
		return true
	}
	return false
}

// add adds an item unless its file is one already.
func (s *sorter) add(it Item) {
	if !s.taken[it.Path] {
		s.taken[it.Path] = true
		s.p.Items = append(s.p.Items, it)
	}
}

// plugin adds what a plugin holds.
func (s *sorter) plugin(f *PluginFolder) {
	add := func(kind Kind, listed []string, folder string, fits func(string) bool) {
		how, places := "lists it", listed
		if listed == nil {
			how, places = "is beside the folder "+folder, []string{path.Join(f.Root, folder)}
		}
		for _, place := range places {
			for _, file := range s.below(place) {
				if fits(file) && !aside(file) && (place != f.Root || kind == Skill || path.Dir(file) == f.Root) {
					s.add(Item{Path: file, Kind: kind, Origin: ByManifest, Via: f.via(), Reason: reason(f, how, folder)})
				}
			}
		}
	}
	agent := func(p string) bool { return path.Ext(p) == ".md" && path.Base(p) != "SKILL.md" && !s.page(p) }
	add(Agent, f.Agents, "agents", agent)
	add(Command, f.Commands, "commands", agent)
	skills := f.Skills
	if skills != nil {
		skills = append(slices.Clone(skills), path.Join(f.Root, "skills"))
	}
	add(Skill, skills, "skills", func(p string) bool { return path.Base(p) == "SKILL.md" && !s.inSkill(p) })
	add(Hooks, append([]string{path.Join(f.Root, "hooks", "hooks.json")}, f.Hooks...), "hooks", func(p string) bool { return path.Ext(p) == ".json" })
}

// page reports whether a file is a page about its folder, as README.md: the
// name has no lower-case letter, and no front matter makes it anything else.
func (s *sorter) page(name string) bool {
	if !UpperCase(name) {
		return false
	}
	src, err := s.p.tree.Read(name, maxFront)
	return err == nil && source.CutFront(src).State == source.FrontNone
}

// UpperCase reports whether the name of a file has no lower-case letter before
// its extension.
func UpperCase(name string) bool {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return stem == strings.ToUpper(stem) && stem != strings.ToLower(stem)
}

// reason says for people how a plugin leads to a file.
func reason(f *PluginFolder, how, folder string) string {
	switch {
	case f.Manifest == "" && f.Marketplace == "":
		return fmt.Sprintf("%s: the folder of a plugin", f.Root)
	case how == "lists it":
		return f.via() + " lists it"
	}
	return fmt.Sprintf("%s: the %s of the plugin", f.via(), folder)
}

// below are the files at or below a path, sorted.
func (s *sorter) below(place string) []string {
	if place == "." {
		return s.files
	}
	i, found := slices.BinarySearch(s.files, place)
	if found {
		return s.files[i : i+1]
	}
	i, _ = slices.BinarySearch(s.files, place+"/")
	n := i
	for n < len(s.files) && strings.HasPrefix(s.files[n], place+"/") {
		n++
	}
	return s.files[i:n]
}

// inSkill reports whether a SKILL.md lies below the folder of another skill:
// it is then a template or an example.
func (s *sorter) inSkill(name string) bool {
	for dir := path.Dir(path.Dir(name)); dir != "."; dir = path.Dir(dir) {
		if base := path.Base(dir); base == "skills" || base == "skill" {
			continue
		}
		if _, ok := slices.BinarySearch(s.files, dir+"/SKILL.md"); ok {
			return true
		}
	}
	return false
}

// skillFolders adds the skills of clients and those of other folders skills.
func (s *sorter) skillFolders() {
	for _, f := range s.skills {
		dirs := strings.Split(path.Dir(f), "/")
		n := slices.Index(dirs, "skills")
		if n < 0 {
			n = slices.Index(dirs, "skill")
		}
		if n < 0 || n == len(dirs)-1 || s.inSkill(f) {
			continue
		}
		via := strings.Join(dirs[:n+1], "/")
		it := Item{Path: f, Kind: Skill, Origin: ByContent, Via: via, Reason: via + ": a folder of skills"}
		if n > 0 {
			if client, ok := skillClients()[dirs[n-1]]; ok {
				it.Origin, it.Client = ByClient, client
			}
		}
		s.add(it)
	}
}

// skillClients are the folders of clients that hold skills. Checked 2026-12-07,
// documentation; .agents is read by several.
func skillClients() map[string]string {
	return map[string]string{".claude": "claude", ".codex": "codex", ".agents": "", ".gemini": "gemini",
		".github": "copilot", ".opencode": "opencode", ".cursor": "cursor"}
}
