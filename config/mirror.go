package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/mirror"
)

// mirror checks and fills what mirrorgen needs. A judge of the gate is one for
// the mirrors, too.
func (r *reader) mirror(extends string, t *mirrorTable, gate *gateTable) {
	if extends == "wiki" {
		r.c.Mirror = wikiMirror()
	}
	if gate != nil {
		r.c.Mirror.Judges = append(r.c.Mirror.Judges, gate.Judges...)
		r.c.Mirror.NotJudges = gate.NotJudges
	}
	if t == nil {
		return
	}
	o := &r.c.Mirror
	r.mirrorSources(extends, t)
	if t.Plugin != "" {
		o.Plugin = t.Plugin
	}
	if t.Exclude != nil {
		o.Exclude = t.Exclude
	}
	for _, word := range t.Sync {
		r.oneOf("mirror.sync", word, "body", "description")
	}
	if t.Sync != nil && !slices.Contains(t.Sync, "body") {
		r.fault("mirror.sync", "", "must hold \"body\": the body of a mirror is always that of its source")
	}
	o.SyncDescription = slices.Contains(t.Sync, "description")
	for _, target := range slices.Sorted(maps.Keys(t.Target)) {
		r.mirrorKeys(target, t.Target[target])
	}
}

// mirrorSources fills the sources and their targets.
func (r *reader) mirrorSources(extends string, t *mirrorTable) {
	o := &r.c.Mirror
	r.folder("mirror.source", t.Source)
	r.folder("mirror.skills", t.Skills)
	if t.Source != "" {
		o.Source = t.Source
	}
	o.Skills = t.Skills
	if names, folders := r.targets("mirror.targets", t.Targets); names != nil {
		o.Targets, o.Folders = names, folders
	}
	for i, s := range t.Set {
		path := "mirror.set." + strconv.Itoa(i)
		r.folder(path+".source", s.Source)
		r.folder(path+".skills", s.Skills)
		if (s.Source == "") == (s.Skills == "") {
			r.fault(path, "", "must have one of source and skills")
		}
		set := mirror.Set{Source: s.Source, Skills: s.Skills}
		set.Targets, set.Folders = r.targets(path+".targets", s.Targets)
		o.Sets = append(o.Sets, set)
	}
	if extends == "wiki" && o.Sets != nil && o.Source == "" {
		o.Source = mirror.SourceDir // where its judges are
	}
}

// folder checks a folder, or a glob of folders, below the root.
func (r *reader) folder(path, dir string) {
	if why := mirror.BadFolder(dir); dir != "" && why != "" {
		r.fault(path, "", "%q %s", dir, why)
	}
	if !doublestar.ValidatePattern(dir) {
		r.fault(path, "", "%q is no pattern: a bracket is left open", dir)
	}
}

// targets reads a list of targets, or a table from targets to folders. names is
// nil if there is neither.
func (r *reader) targets(path string, value any) (names []string, folders map[string]string) {
	switch value := value.(type) {
	case nil:
		return nil, nil
	case []any:
		names = []string{}
		for _, item := range value {
			name, ok := item.(string)
			if !ok {
				r.fault(path, "", "must be a list of strings, found %v in it", item)
				continue
			}
			r.target(path, name)
			names = append(names, name)
		}
	case map[string]any:
		names, folders = []string{}, map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			dir, ok := value[name].(string)
			if !ok || dir == "" {
				r.fault(path+"."+name, "", "must be a folder, found %v", value[name])
			}
			r.target(path, name)
			r.folder(path+"."+name, dir)
			names, folders[name] = append(names, name), dir
		}
	default:
		r.fault(path, "", "must be a list of targets, or a table of targets and folders")
	}
	return names, folders
}

// target checks the name of a target; an empty one is a name, too.
func (r *reader) target(path, name string) {
	if !slices.Contains(mirror.TargetNames(), name) {
		r.fault(path, "", "must be one of %s, found %q", strings.Join(mirror.TargetNames(), ", "), name)
	}
}

// wikiMirror is the part of the preset: four judges with mirrors, one without.
func wikiMirror() mirror.Options {
	return mirror.Options{
		Plugin:  "wiki-superpowers",
		Exclude: []string{"project-readiness-auditor"},
		Judges: []string{"branch-depth-auditor", "coverage-auditor", "project-readiness-auditor",
			"wiki-adversarial-reviewer", "wiki-diagram-reviewer"},
	}
}

// mirrorKeys fills the platform keys of one target.
func (r *reader) mirrorKeys(target string, t targetTable) {
	path := "mirror.target." + target
	r.oneOf(path, target, mirror.TargetNames()...)
	for _, agent := range slices.Sorted(maps.Keys(t.Agent)) {
		for _, key := range slices.Sorted(maps.Keys(t.Agent[agent])) {
			if key == "name" || key == "developer_instructions" {
				r.fault(path+".agent."+agent+"."+key, "", "comes from the source and cannot be set")
			}
		}
	}
	if r.c.Mirror.Keys == nil {
		r.c.Mirror.Keys = map[string]map[string]map[string]any{}
	}
	r.c.Mirror.Keys[target] = t.Agent
}
