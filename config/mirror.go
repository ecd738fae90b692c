package config

import (
	"maps"
	"slices"

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
	for _, name := range t.Targets {
		r.oneOf("mirror.targets", name, mirror.TargetNames()...)
	}
	if t.Targets != nil {
		o.Targets = t.Targets
	}
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
