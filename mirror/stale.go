package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// findStale adds the mirrors of ours that have no source any more: it was
// deleted, renamed or excluded, or the target was taken out of the
// configuration.
func (p *planner) findStale(agents []*agent) error {
	live := map[string]bool{}
	for _, m := range p.plan.Mirrors {
		live[m.Path] = true
	}
	broken := map[string]bool{} // sources whose mirrors are not known now
	for _, a := range agents {
		broken[a.path] = !a.ok()
	}
	for _, name := range slices.Sorted(maps.Keys(p.owned)) {
		e := p.owned[name]
		if live[name] || broken[e.source] || p.inBrokenSkill(e) || !p.inScope(e) {
			continue
		}
		if err := p.addStale(e); err != nil {
			return err
		}
	}
	return nil
}

// inBrokenSkill reports whether an entry is a file of a skill with an error.
func (p *planner) inBrokenSkill(e lockEntry) bool {
	return slices.ContainsFunc(p.skills, func(s *skill) bool { return !s.ok() && within(s.dir, e.source) })
}

// inScope reports whether this run is about an owned mirror.
func (p *planner) inScope(e lockEntry) bool {
	if !p.wanted(p.owned.nameOf(e)) {
		return false
	}
	if p.options.OnlySource != "" && !p.ofSources(e.source) {
		return false
	}
	target, _ := e.of()
	return p.options.OnlyTargets == nil || slices.Contains(p.options.OnlyTargets, target)
}

// ofSources reports whether a path lies below a source of this run.
func (p *planner) ofSources(name string) bool {
	for _, g := range p.groups {
		if slices.ContainsFunc(g.dirs, func(dir string) bool { return within(dir, name) }) {
			return true
		}
	}
	return false
}

func (p *planner) addStale(e lockEntry) error {
	t := targetOf(e)
	if t == nil {
		return noPlace(e)
	}
	_, isSkill := e.of()
	m := Mirror{Path: e.path, Target: t.Name, Agent: p.owned.nameOf(e), Source: e.source, State: Stale, Owned: true, Skill: isSkill}
	info, err := p.root.Lstat(e.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
		delete(p.plan.lock, e.path) // whatever is there, it is not our file any more
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", e.path, cause(err))
	}
	if m.Have, err = readFile(p.root, e.path); err != nil {
		return fmt.Errorf("%s: %w", e.path, cause(err))
	}
	if !strings.Contains(e.sum, ownSum(&m, t)) {
		m.Why = "its body was edited"
		if !p.knownPlace(e, t) {
			return noPlace(e)
		}
	}
	p.plan.Mirrors = append(p.plan.Mirrors, m)
	return nil
}

func noPlace(e lockEntry) error {
	return fmt.Errorf("%s: %q is no place of a mirror of %q; delete the line", LockFile, e.path, e.target)
}

// ownSum is the digest of what is ours in a file as it is; a word that is no
// digest if that cannot be told.
func ownSum(m *Mirror, t *Target) string {
	if m.Skill {
		return sumOf(foldText(m.Have))
	}
	d, bad := t.form.read(source.NewFile(m.Path, m.Have))
	if bad != nil {
		return "unreadable"
	}
	return sumOf(d.body)
}

// targetOf returns the target of an owned mirror, or nil if its path cannot be
// one of that target: a line of the lock file must not name any other file.
func targetOf(e lockEntry) *Target {
	name, isSkill := e.of()
	if path.Clean(e.path) != e.path || BadFolder(e.path) != "" {
		return nil
	}
	for _, t := range Targets() {
		if t.Name != name {
			continue
		}
		stem, ok := strings.CutSuffix(path.Base(e.path), t.ext)
		if isSkill && t.skills != "" || !isSkill && ok && badName(stem) == "" {
			return &t
		}
	}
	return nil
}

// knownPlace reports whether an owned mirror is where the target has its files
// by default, or where this run has them.
func (p *planner) knownPlace(e lockEntry, t *Target) bool {
	_, isSkill := e.of()
	dirs := []string{t.dir}
	if isSkill {
		dirs[0] = t.skills
	}
	for _, f := range p.folders {
		dirs = append(dirs, f.path)
	}
	return slices.ContainsFunc(dirs, func(dir string) bool {
		before, after, inPlugin := strings.Cut(dir, "{plugin}")
		if !inPlugin {
			return isSkill && within(dir, e.path) || dir == path.Dir(e.path)
		}
		plugin, _, _ := strings.Cut(strings.TrimPrefix(e.path, before), "/")
		dir = before + plugin + after
		return badName(plugin) == "" && (isSkill && within(dir, e.path) || dir == path.Dir(e.path))
	})
}
