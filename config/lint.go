package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/lint"
)

// lint checks the rules and globs of the linter and hands them on, together
// with what other tables say about agents.
func (r *reader) lint(t *lintTable, g *gateTable, extends string) {
	l := &r.c.Lint
	l.Language, l.Preset, l.Contracts = r.c.Verdict, extends, r.c.Contracts
	if extends == "wiki" {
		l.Judges = wikiJudges()
	}
	if g != nil {
		l.Judges, l.NotJudges = append(l.Judges, g.Judges...), g.NotJudges
	}
	if t == nil {
		return
	}
	l.Outputs, l.Select, l.Ignore = t.Outputs, t.Select, t.Ignore
	for _, glob := range t.Outputs {
		if glob == "" || strings.HasPrefix(glob, "/") || !doublestar.ValidatePattern(glob) {
			r.fault("lint.outputs", "", "must be globs relative to the project root, found %q", glob)
		}
	}
	r.rules("lint.select", t.Select)
	r.rules("lint.ignore", t.Ignore)
	for _, name := range slices.Sorted(maps.Keys(t.Severity)) {
		path := "lint.severity." + name
		r.rules(path, []string{name})
		s, ok := lint.ParseSeverity(t.Severity[name])
		if !ok {
			r.fault(path, "", "must be one of error, warning, info, found %q", t.Severity[name])
			continue
		}
		if l.Severity == nil {
			l.Severity = map[string]lint.Severity{}
		}
		l.Severity[name] = s
	}
}

// rules checks that each name is a rule.
func (r *reader) rules(path string, names []string) {
	var known []string
	for _, name := range names {
		if lint.Lookup(name) != nil {
			continue
		}
		for _, rule := range lint.Rules() {
			known = append(known, rule.Name)
		}
		help := "judgelint rules lists them"
		if word := near.Word(name, known); word != "" {
			help = "did you mean \"" + word + "\"?"
		}
		r.fault(path, help, "there is no rule %q", name)
	}
}
