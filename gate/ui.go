package gate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/judgelint/judgelint/internal/state"
)

// record notes which UI files a tool changed.
func (g *Gate) record(ev *Event) Decision {
	if g.Options.UI == nil || len(ev.Edited) == 0 || g.Forgetful {
		return Decision{Action: Allow}
	}
	paths := g.uiFiles(ev)
	if len(paths) == 0 {
		return Decision{Action: Allow}
	}
	if !state.ValidID(ev.SessionID) {
		return Decision{Action: Allow, Notice: badSession(ev) + "; the edit is not recorded"}
	}
	if err := g.State.Touch(ev.SessionID, paths); err != nil {
		g.countTrouble(ev, err.Error())
		return Decision{Action: Trouble, Notice: "the edit of " + paths[0] + " is not recorded: " + err.Error()}
	}
	return Decision{Action: Allow, Notice: strings.Join(g.State.Notes(), "; ")}
}

// uiFiles are the edited UI files, relative to the project.
func (g *Gate) uiFiles(ev *Event) []string {
	globs, exclude := g.State.Globs(), g.Options.UI.Exclude
	if globs == nil {
		globs = g.Options.UI.Globs
	}
	if globs == nil {
		globs = DefaultGlobs()
	}
	if exclude == nil {
		exclude = DefaultExclude()
	}
	own := filepath.ToSlash(filepath.Clean(g.Options.Folder())) + "/"
	cwd := ev.Cwd
	if !filepath.IsAbs(cwd) {
		cwd = g.Project
	}
	var files []string
	for _, p := range ev.Edited {
		rel, ok := InProject(g.Project, cwd, p)
		if !ok || strings.HasPrefix(rel, own) || !matches(globs, rel) || matches(exclude, rel) {
			continue
		}
		if !slices.Contains(files, rel) && (g.Ignored == nil || !g.Ignored(g.Project, rel)) {
			files = append(files, rel)
		}
	}
	return files
}

// checkUI compares what a session touched with what was verified. It never
// looks at the flag of the host.
func (g *Gate) checkUI(session string) result {
	r := result{check: nameUI}
	pending, err := g.State.Pending(session)
	if err != nil {
		r.outcome, r.row, r.short = troubled, "pending unreadable", err.Error()
		return r
	}
	if pending == nil || len(pending.Touched) == 0 {
		r.row = "nothing pending"
		return r
	}
	u := ui{
		touched: cleanAll(g.Project, pending.Touched),
		edits:   g.State.Session(session).Edits,
		now:     g.Now(),
	}
	u.result, err = g.State.Result(session)
	if err != nil || u.result != nil && (!known(u.result.Outcome) || u.result.SessionID != "" && u.result.SessionID != session) {
		u.result = nil // as if there were none
	}
	if u.result != nil {
		u.at, u.hasAt = u.result.Time()
		u.covered = cleanAll(g.Project, u.result.Covered)
	}
	command := fmt.Sprintf("judgelint verify --session %s -- YOUR-UI-TEST-COMMAND", session)
	if g.Options.UI != nil && g.Options.UI.Command != "" {
		command = g.Options.UI.Command
	}
	return u.decide(r, command, "judgelint verify --session "+session+` --outcome abstain --detail "WHY"`)
}

func known(outcome string) bool {
	return outcome == state.Pass || outcome == state.Fail || outcome == state.Abstain
}

// ui is what the UI check looks at.
type ui struct {
	touched []string // clean
	edits   map[string]state.Edit
	result  *state.Result // nil if there is none that counts
	covered []string      // clean
	at      time.Time
	hasAt   bool
	now     time.Time
}

func (u *ui) decide(r result, command, abstain string) result {
	open := u.open()
	r.unresolved = u.fingerprint()
	if u.result != nil {
		r.countOnce = u.result.Outcome + " " + u.stamp()
	}
	switch {
	case u.result != nil && u.result.Outcome == state.Fail:
		r.outcome, r.row, r.counter = failed, "fail", state.Fail
		r.short = "the UI check failed: " + firstLine(u.result.Detail)
		r.reason = u.failReason(command)
	case len(open) > 0:
		r.outcome, r.row, r.countOnce = failed, "not covered", ""
		r.short = fmt.Sprintf("%s not verified: %s", plural(len(open), "UI file is", "UI files are"), strings.Join(limit(open, 5), ", "))
		r.reason = openReason(open, command, abstain)
	case u.result.Outcome == state.Abstain:
		r.outcome, r.row, r.counter = abstained, "abstain", state.Abstain
		r.short = fmt.Sprintf("%s not verified, the check abstained: %s", plural(len(u.touched), "UI file was", "UI files were"), orNone(u.result.Detail))
	default:
		r.outcome, r.row, r.counter = passed, "pass", state.Pass
	}
	return r
}

// open are the touched files that the result does not cover, sorted.
func (u *ui) open() []string {
	if u.result == nil {
		return slices.Sorted(slices.Values(u.touched))
	}
	all := u.result.Outcome == state.Abstain && len(u.covered) == 0
	var open []string
	for _, p := range u.touched {
		if !all && !slices.Contains(u.covered, p) || u.editedSince(p) {
			open = append(open, p)
		}
	}
	slices.Sort(open)
	return open
}

// editedSince reports whether a file was edited after the run of the result
// began, as far as we saw the edit. Whole seconds are compared: other writers
// know no finer time. A result that was there when the file was edited is
// older whatever the clock says; an edit that lies in the future was timed by
// a clock that has gone back since, and says nothing.
func (u *ui) editedSince(p string) bool {
	edit, ok := u.edits[p]
	if !ok || !u.hasAt {
		return false
	}
	if edit.After != "" && edit.After == u.result.Stamp {
		return true
	}
	at, err := time.Parse(time.RFC3339, edit.At)
	return err == nil && at.Unix() > u.at.Unix() && at.Unix() <= u.now.Unix()
}

// stamp tells one result from another.
func (u *ui) stamp() string {
	if u.result.At != "" {
		return u.result.At
	}
	return digest(append([]string{u.result.Detail}, u.covered...))
}

// fingerprint is the state that the check is about: the files, the result and
// the last edits.
func (u *ui) fingerprint() string {
	parts := slices.Sorted(slices.Values(u.touched))
	for i, p := range parts {
		parts[i] = p + " " + u.edits[p].At
	}
	if u.result != nil {
		parts = append(parts, u.result.Outcome, u.stamp())
	}
	return digest(parts)
}

func digest(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

func (u *ui) failReason(command string) string {
	lines := []string{"The UI check failed:"}
	lines = append(lines, indent(strings.Split(strings.TrimSpace(orNone(u.result.Detail)), "\n"), 11)...)
	var since []string
	for _, p := range u.touched {
		if u.editedSince(p) {
			since = append(since, p)
		}
	}
	if len(since) > 0 {
		slices.Sort(since)
		lines = append(lines, "Edited since that run: "+strings.Join(limit(since, 5), ", "))
	}
	return strings.Join(append(lines, "Mend it, then verify again by running:", "  "+firstLine(command)), "\n")
}

func openReason(open []string, command, abstain string) string {
	lines := []string{fmt.Sprintf("%s touched and not verified:", plural(len(open), "UI file was", "UI files were"))}
	lines = append(lines, indent(open, 9)...)
	return strings.Join(append(lines,
		"Verify the UI before you end, by running:",
		"  "+firstLine(command),
		"If it cannot be verified here, say so by running:",
		"  "+abstain), "\n")
}

// indent indents the lines and cuts the list after n of them.
func indent(lines []string, n int) []string {
	out := make([]string, 0, n+1)
	for _, l := range limit(lines, n) {
		out = append(out, "  "+clip(strings.TrimRight(l, "\r"), 1, 300))
	}
	return out
}

// limit cuts a list after n elements and says how many more there are.
func limit(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	return append(slices.Clone(list[:n-1]), fmt.Sprintf("and %d more", len(list)-n+1))
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(s)
}

func orNone(detail string) string {
	if strings.TrimSpace(detail) == "" {
		return "(no detail given)"
	}
	return strings.TrimSpace(detail)
}

// plural puts the number in front of the fitting form.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Verified reports whether the UI check of a session is resolved: nothing is
// pending, or a pass or an abstention covers all of it.
func Verified(project, session string, f *state.Folder, now time.Time) bool {
	g := Gate{Project: project, State: f, Now: func() time.Time { return now }}
	r := g.checkUI(session)
	return r.outcome != failed && r.outcome != troubled
}
