package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/gate"
	"github.com/judgelint/judgelint/roster"
)

// wikiJudges are the judges of the wiki preset.
func wikiJudges() []string {
	return []string{
		"branch-depth-auditor", "coverage-auditor", "project-readiness-auditor",
		"wiki-adversarial-reviewer", "wiki-diagram-reviewer",
	}
}

// gate checks the settings of the gate and hands them on, together with the
// language, which is read before.
func (r *reader) gate(t *gateTable, extends string) {
	g, judges := &r.c.Gate, &r.c.Roster
	g.Contracts, judges.Language = r.c.Contracts, r.c.Verdict
	if extends == "wiki" {
		judges.Judges = wikiJudges()
		g.Claims = &gate.Claims{}
	}
	for _, c := range r.c.Contracts.Declared { // who has a contract has to keep it
		judges.Judges = append(judges.Judges, c.Agents...)
	}
	if t == nil {
		return
	}
	r.stateDir(t.StateDir)
	r.oneOf("gate.mode", t.Mode, "enforce", "observe")
	r.retries("gate.verdict.retries", t.Verdict.Retries, &g.VerdictRetries)
	r.oneOf("gate.verdict.prose", t.Verdict.Prose, "tell", "block")
	g.ProseBlocks = t.Verdict.Prose == "block"
	g.StateDir, g.Observe, g.Protect = t.StateDir, t.Mode == "observe", t.Protect
	r.agents(judges, t)
	if c := t.Claims; c != nil {
		g.Claims = &gate.Claims{Patterns: c.Patterns, Require: c.Require}
		r.retries("gate.claims.retries", c.Retries, &g.Claims.Retries)
		r.notBlank("gate.claims.patterns", c.Patterns)
		r.notBlank("gate.claims.require", c.Require)
	}
	if u := t.UI; u != nil {
		g.UI = &gate.UI{Globs: u.Globs, Exclude: u.Exclude, Command: u.Command}
		r.retries("gate.ui.retries", u.Retries, &g.UI.Retries)
		r.globs("gate.ui.globs", u.Globs)
		r.globs("gate.ui.exclude", u.Exclude)
	}
}

func (r *reader) agents(o *roster.Options, t *gateTable) {
	r.notBlank("gate.judges", t.Judges)
	r.notBlank("gate.not_judges", t.NotJudges)
	for _, name := range t.Judges {
		if slices.Contains(t.NotJudges, name) {
			r.fault("gate.not_judges", "", "%q is in gate.judges as well", name)
		}
	}
	o.Judges, o.NotJudges = append(o.Judges, t.Judges...), t.NotJudges
}

// stateDir checks that the state folder lies below the project.
func (r *reader) stateDir(dir string) {
	local := filepath.FromSlash(dir)
	if dir != "" && (!filepath.IsLocal(local) || filepath.Clean(local) == "." || strings.ContainsAny(dir, "\\\x00")) {
		r.fault("gate.state_dir", "", "must be a folder below the project, with slashes, found %q", dir)
	}
}

// retries checks a number of blocks. Clients end a turn after 8 blocks.
func (r *reader) retries(path string, n, into *int) {
	r.between(path, n, 1, 7)
	if n != nil {
		*into = *n
	}
}

func (r *reader) notBlank(path string, words []string) {
	for i, w := range words {
		if strings.TrimSpace(w) == "" {
			r.fault(fmt.Sprintf("%s.%d", path, i), "", "must not be empty")
		}
	}
}

func (r *reader) globs(path string, globs []string) {
	for i, g := range globs {
		if g == "" || !doublestar.ValidatePattern(g) {
			r.fault(fmt.Sprintf("%s.%d", path, i), "", "is no pattern: %q", g)
		}
	}
}
