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
		if !a.ok() {
			broken[a.path] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.owned)) {
		e := p.owned[name]
		if live[name] || broken[e.source] || !p.inScope(e) {
			continue
		}
		if err := p.addStale(e); err != nil {
			return err
		}
	}
	return nil
}

// inScope reports whether this run is about an owned mirror.
func (p *planner) inScope(e lockEntry) bool {
	if !p.wanted(stemOf(e.path)) {
		return false
	}
	return p.options.OnlyTargets == nil || slices.Contains(p.options.OnlyTargets, e.target)
}

func (p *planner) addStale(e lockEntry) error {
	t := targetOf(e)
	if t == nil {
		return fmt.Errorf("%s: %q is no place of a mirror of %q; delete the line", LockFile, e.path, e.target)
	}
	m := Mirror{Path: e.path, Target: e.target, Agent: stemOf(e.path), Source: e.source, State: Stale, Owned: true}
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
	d, bad := t.form.read(source.NewFile(e.path, m.Have))
	if bad != nil || !strings.Contains(e.sum, sumOf(d.body)) {
		m.Why = "its body was edited"
	}
	p.plan.Mirrors = append(p.plan.Mirrors, m)
	return nil
}

// targetOf returns the target of an owned mirror, or nil if its path cannot be
// one of that target: a line of the lock file must not name any other file.
func targetOf(e lockEntry) *Target {
	for _, t := range Targets() {
		if t.Name != e.target || path.Ext(e.path) != t.ext || path.Clean(e.path) != e.path || badName(stemOf(e.path)) != "" {
			continue
		}
		dir := path.Dir(e.path)
		if t.needsPlugin() {
			before, after, _ := strings.Cut(t.dir, "{plugin}")
			plugin := strings.TrimSuffix(strings.TrimPrefix(dir, before), after)
			if badName(plugin) == "" && t.folder(plugin) == dir {
				return &t
			}
		} else if dir == t.dir {
			return &t
		}
	}
	return nil
}
