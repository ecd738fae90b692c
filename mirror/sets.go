package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
)

// group is one source with the places of its mirrors.
type group struct {
	source string // as it was configured
	skills bool
	dirs   []string // its folders, sorted
	places []*place
}

// place is a target with the folder that a group has for it.
type place struct {
	Target
	folder *folder
}

// sets returns what a run is about: Source, Skills and Sets as one list.
func (o *Options) sets() []Set {
	var list []Set
	for _, s := range []Set{{Source: o.Source, Folders: o.Folders}, {Skills: o.Skills}} {
		if s.Source != "" || s.Skills != "" {
			list = append(list, s)
		}
	}
	list = append(list, o.Sets...)
	if len(list) == 0 {
		list = []Set{{Source: SourceDir, Folders: o.Folders}}
	}
	if o.OnlySource == "" {
		return list
	}
	for _, s := range list {
		if s.Source == o.OnlySource || s.Skills == o.OnlySource {
			return []Set{s}
		}
	}
	return []Set{{Source: o.OnlySource, Folders: o.Folders}}
}

// allNames are the names of targets that the options hold anywhere.
func (o *Options) allNames() []string {
	names := slices.Concat(o.Targets, o.OnlyTargets, slices.Sorted(maps.Keys(o.Folders)))
	for _, s := range o.Sets {
		names = slices.Concat(names, s.Targets, slices.Sorted(maps.Keys(s.Folders)))
	}
	return names
}

// names are the targets of a set in this run: for one with targets of its own
// only those of them that are chosen.
func (o *Options) names(s *Set) []string {
	switch {
	case s.Targets == nil && o.OnlyTargets != nil:
		return o.OnlyTargets
	case s.Targets == nil:
		return o.Targets
	case o.OnlyTargets == nil:
		return s.Targets
	}
	return slices.DeleteFunc(slices.Clone(s.Targets), func(name string) bool { return !slices.Contains(o.OnlyTargets, name) })
}

// prepareGroups finds the folders of all sources and the targets of each.
func (p *planner) prepareGroups() error {
	for _, s := range p.options.sets() {
		g := &group{source: s.Source}
		if s.Skills != "" {
			g.source, g.skills = s.Skills, true
		}
		if err := p.findDirs(g); err != nil {
			return err
		}
		if err := p.findPlaces(g, &s); err != nil {
			return err
		}
		p.groups = append(p.groups, g)
	}
	return nil
}

// findPlaces sets the places of a group, in the order of the table of targets.
func (p *planner) findPlaces(g *group, s *Set) error {
	names := p.options.names(s)
	for _, t := range Targets() {
		if names == nil && !t.On || names != nil && !slices.Contains(names, t.Name) {
			continue
		}
		dir := t.dir
		if g.skills {
			dir = t.skills
		}
		if other := s.Folders[t.Name]; other != "" {
			dir = path.Clean(other)
		}
		if dir == "" { // the client reads no skills
			continue
		}
		if t.readsSource(g.source) && s.Folders[t.Name] == "" && !slices.Contains(p.options.OnlyTargets, t.Name) {
			return &ConfigError{fmt.Sprintf("target %s: %s reads %s by itself", t.Name, t.Client, g.source),
				fmt.Sprintf("take it out of the targets; to have mirrors all the same, name their folder: targets = { %s = %q }", t.Name, t.dir)}
		}
		if why := BadFolder(dir); why != "" {
			return &ConfigError{fmt.Sprintf("folder %q of %s %s", dir, t.Name, why), ""}
		}
		if strings.Contains(dir, "{plugin}") {
			if err := p.findPlugin(); err != nil {
				return err
			}
			dir = strings.ReplaceAll(dir, "{plugin}", p.plugin)
		}
		p.plan.Routes = append(p.plan.Routes, fmt.Sprintf("%s to %s (target %s)", g.source, dir, t.Name))
		g.places = append(g.places, &place{Target: t, folder: p.folder(dir)})
	}
	return nil
}

// folder returns the folder of mirrors at a path, one for all who share it.
func (p *planner) folder(dir string) *folder {
	for _, f := range p.folders {
		if f.path == dir {
			return f
		}
	}
	f := &folder{path: dir, buffers: &p.buffers}
	p.folders = append(p.folders, f)
	return f
}

// BadFolder completes "the folder ...": why a path, slash-separated and relative
// to the root, must not be read from or written to, or "".
func BadFolder(dir string) string {
	parts := strings.Split(strings.ToLower(dir), "/")
	switch {
	case strings.Contains(dir, `\`):
		return `holds a backslash; want "/" between folders`
	case !filepath.IsLocal(filepath.FromSlash(dir)), path.IsAbs(dir):
		return "leads out of the project"
	case strings.ContainsFunc(dir, unicode.IsControl):
		return "holds a control character"
	case slices.Contains(parts, ".git"):
		return "is a folder of git"
	}
	return ""
}

// findDirs resolves the source of a group: a folder, or a glob of folders. Below
// a folder that was found no other is taken: sources are read at any depth.
func (p *planner) findDirs(g *group) error {
	source := path.Clean(g.source)
	if why := BadFolder(source); why != "" {
		return &ConfigError{fmt.Sprintf("source %q %s", g.source, why), ""}
	}
	if !strings.ContainsAny(source, "*?[{") {
		g.dirs = []string{source}
		return p.checkDir(g)
	}
	found, err := doublestar.Glob(p.root.FS(), source, doublestar.WithNoFollow(), doublestar.WithFailOnPatternNotExist())
	if err != nil && !errors.Is(err, doublestar.ErrPatternNotExist) {
		return &ConfigError{fmt.Sprintf("source %q: %v", g.source, cause(err)), ""}
	}
	slices.Sort(found)
	for _, dir := range found {
		if BadFolder(dir) != "" || skipped(dir) || slices.ContainsFunc(g.dirs, func(d string) bool { return within(d, dir) }) {
			continue
		}
		switch info, err := p.root.Lstat(dir); {
		case err != nil:
			return fmt.Errorf("%s: %w", dir, cause(err))
		case info.IsDir():
			g.dirs = append(g.dirs, dir)
		case info.Mode()&fs.ModeSymlink != 0 && p.linkedFolder(dir):
			p.tellLink(dir)
		}
	}
	if len(g.dirs) == 0 && p.options.OnlySource != "" {
		return &ConfigError{fmt.Sprintf("source %q: no folder matches", g.source), ""}
	}
	return nil
}

// checkDir refuses a source that is there and no folder; one that is named on
// the command line must be there.
func (p *planner) checkDir(g *group) error {
	info, err := p.root.Stat(g.dirs[0])
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.options.OnlySource == "":
		return nil
	case err != nil:
		return &ConfigError{fmt.Sprintf("source %q: %v", g.source, cause(err)), ""}
	case !info.IsDir():
		return &ConfigError{fmt.Sprintf("source %q: not a folder", g.source), ""}
	}
	return nil
}

// skipped reports whether a path lies in a folder that holds the code of others.
func skipped(dir string) bool {
	return slices.Contains(strings.Split(dir, "/"), "node_modules")
}

// within reports whether a path is dir or lies in it.
func within(dir, name string) bool {
	return dir == "." || dir == name || strings.HasPrefix(name, dir+"/")
}

// entered reports whether reading the source dir enters a folder below it:
// hidden ones belong to somebody, unless the source lies in one itself.
func entered(dir, name string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")
	if dir == "." {
		rest = name
	}
	return !skipped(rest) && (hidden(dir) || !hidden(rest))
}

func hidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return len(part) > 1 && part[0] == '.' && part != ".." })
}

// checkFolders refuses a folder of mirrors that is, or lies in, one that
// sources are read from: the next run would take the mirrors for sources.
func (p *planner) checkFolders() error {
	real := map[string]string{}
	at := func(dir string) string {
		if real[dir] == "" {
			real[dir] = realPath(p.root, dir)
		}
		return real[dir]
	}
	for _, f := range p.folders {
		for _, g := range p.groups {
			for _, dir := range g.dirs {
				from, to := strings.ToLower(at(dir)), strings.ToLower(at(f.path)) // one folder on some systems
				if from == to {
					return &ConfigError{fmt.Sprintf("%s: this is the folder of the sources, %s", f.path, dir), ""}
				}
				if within(from, to) && entered(from, to) {
					return &ConfigError{fmt.Sprintf("%s: this lies in the folder of the sources, %s", f.path, dir), ""}
				}
			}
		}
	}
	return nil
}

// realPath follows the links on the way to a folder as far as it exists. The
// result is relative to the root where it lies in it.
func realPath(root *os.Root, dir string) string {
	top, err := filepath.EvalSymlinks(root.Name())
	if err != nil {
		return dir
	}
	rest := ""
	for at := dir; ; at = path.Dir(at) {
		real, err := filepath.EvalSymlinks(filepath.Join(top, filepath.FromSlash(at)))
		if err == nil {
			if rel, err := filepath.Rel(top, real); err == nil {
				real = filepath.ToSlash(rel)
			}
			return path.Join(real, rest)
		}
		if at == "." || !errors.Is(err, os.ErrNotExist) {
			return dir
		}
		rest = path.Join(path.Base(at), rest)
	}
}

// tellLink tells that a folder behind a symbolic link is not read.
func (p *planner) tellLink(name string) {
	p.plan.Problems = append(p.plan.Problems, Problem{Rule: RuleSource, Level: Warning, Path: name,
		Message: "a symbolic link to a folder is not followed; what it holds gets no mirrors"})
}
