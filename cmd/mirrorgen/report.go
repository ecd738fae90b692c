package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/mirror"
)

// report prints what one run found and did.
type report struct {
	*job
	plan    *mirror.Plan
	ignored []string // mirrors that git ignores
}

// print writes the report and returns the exit status.
func (r *report) print() int {
	records := cli.Sort(r.records())
	exit := cli.OK
	if slices.ContainsFunc(records, func(c cli.Record) bool { return c.Severity == cli.Error }) {
		exit = cli.Found
	}
	out := r.env.Stdout
	rep := &cli.Report{Records: records, Files: len(r.plan.Mirrors), Color: r.color}
	switch r.format {
	case "json":
		r.printJSON(out, rep, exit)
		return exit
	case "github":
		cli.Print(out, "github", rep)
	default:
		r.printDiffs(out)
		cli.Print(out, "text", rep)
	}
	r.printActions()
	return exit
}

// records turns what is to be told in this run into records. Losses are told
// with the mirrors that are written, and always in JSON.
func (r *report) records() []cli.Record {
	var records []cli.Record
	touched := map[string]bool{}
	for _, m := range r.plan.Mirrors {
		if m.State == mirror.InStep {
			continue
		}
		touched[m.Agent+"\x00"+m.Target] = true
		if r.check || r.refused(&m) || m.State == mirror.Stale && !r.removed(&m) {
			records = append(records, r.ofMirror(&m))
		}
	}
	for i := range r.plan.Problems {
		p := &r.plan.Problems[i]
		field := p.Rule == mirror.RuleLoss || p.Rule == mirror.RuleTranslated
		if field && p.Level != mirror.Error && r.format != "json" && (r.check || !touched[p.Agent+"\x00"+p.Target]) {
			continue
		}
		records = append(records, r.ofProblem(p))
	}
	if r.plan.LockStale && (r.check || r.dryRun) {
		records = append(records, cli.Record{Rule: mirror.RuleLock, Severity: r.driftLevel(), Path: mirror.LockFile,
			Message: "does not list the mirrors as they are", Help: "run mirrorgen"})
	}
	if r.plan.Interrupted && (r.check || r.dryRun) {
		records = append(records, cli.Record{Rule: mirror.RuleLock, Severity: r.driftLevel(), Path: mirror.LockFile,
			Message: "an earlier run was interrupted while it wrote, or one is writing now", Help: "run mirrorgen"})
	}
	for _, path := range r.ignored {
		records = append(records, cli.Record{Rule: "mirror-ignored", Severity: cli.Warning, Path: path,
			Message: "git ignores it: other clones will not have it", Help: "take it out of .gitignore, or commit it with git add --force"})
	}
	return records
}

// refused reports whether a mirror is somebody else's work, which this run does
// not overwrite.
func (r *report) refused(m *mirror.Mirror) bool {
	return !r.mode.Adopt && (m.State == mirror.Edited || m.State == mirror.Foreign)
}

// removed reports whether this run removes a mirror, or would.
func (r *report) removed(m *mirror.Mirror) bool {
	return slices.Contains(r.plan.Actions(), mirror.Action{Path: m.Path, Verb: "remove"})
}

// driftLevel is the severity of what this run would mend: an error only for
// --check.
func (r *report) driftLevel() cli.Severity {
	if r.check {
		return cli.Error
	}
	return cli.Info
}

func (r *report) ofProblem(p *mirror.Problem) cli.Record {
	rec := cli.Record{Path: p.Path}
	if p.File != nil {
		rec = cli.At(p.File, p.Span)
	}
	if p.Rule == mirror.RuleLoss || p.Rule == mirror.RuleTranslated { // one line each, without the source
		rec = cli.Record{Path: rec.Path, Line: rec.Line, Column: rec.Column, EndLine: rec.EndLine,
			EndColumn: rec.EndColumn, Offset: rec.Offset, EndOffset: rec.EndOffset}
	}
	rec.Rule, rec.Message, rec.Help = p.Rule, p.Message, p.Help
	rec.Severity = []cli.Severity{cli.Error, cli.Warning, cli.Info}[p.Level]
	if p.Rule == mirror.RuleVerdict && r.check {
		rec.Severity = cli.Error
	}
	return rec
}

// ofMirror tells of a mirror that is not in step: what is wrong, and the
// command that mends it.
func (r *report) ofMirror(m *mirror.Mirror) cli.Record {
	rec := cli.Record{Path: m.Path, Severity: r.driftLevel(), Line: m.Line(), Help: "run mirrorgen"}
	if rec.Line > 0 {
		rec.Column, rec.EndLine, rec.EndColumn = 1, rec.Line, 1
	}
	what := ""
	if m.Why != "" {
		what = " (" + m.Why + ")"
	}
	switch m.State {
	case mirror.Missing:
		rec.Rule, rec.Message = mirror.RuleMissing, "is missing; its source is "+m.Source
	case mirror.Outdated:
		rec.Rule, rec.Message = mirror.RuleDiffers, "differs from "+m.Source+what
	case mirror.Edited:
		rec.Rule, rec.Message = mirror.RuleEdited, "was edited since it was written, and differs from "+m.Source+what
		rec.Help = "run mirrorgen --adopt to overwrite it"
	case mirror.Foreign:
		rec.Rule, rec.Message = mirror.RuleForeign, "is not ours and differs from "+m.Source+what
		rec.Help = "run mirrorgen --adopt to take it over"
	case mirror.Stale:
		rec.Rule, rec.Message = mirror.RuleStale, "is no mirror any more; it was made from "+m.Source+what
		rec.Help = "run mirrorgen --prune to remove it"
		if m.Why != "" {
			rec.Help = "run mirrorgen --prune --adopt to remove it"
		}
		if !r.check {
			rec.Severity = cli.Warning
		}
	}
	if m.LostVerdict() {
		rec.Message += ", and has lost its verdict block"
	}
	if r.refused(m) {
		rec.Severity = cli.Error
	}
	return rec
}

func (r *report) printDiffs(w io.Writer) {
	for i := range r.plan.Mirrors {
		m := &r.plan.Mirrors[i]
		if r.check || r.dryRun || r.refused(m) {
			w.Write(painted(m.Diff(), r.color))
		}
	}
}

// painted makes the characters of a diff visible that a terminal hides or obeys,
// and colours its lines.
func painted(text []byte, color bool) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		code := ""
		if color && len(line) > 0 {
			code = map[byte]string{'+': "32", '-': "31", '@': "36"}[line[0]]
		}
		if code == "" {
			fmt.Fprintln(&b, visible(string(line)))
		} else {
			fmt.Fprintf(&b, "\x1b[%sm%s\x1b[0m\n", code, visible(string(line)))
		}
	}
	return b.Bytes()
}

// visible is a line of a diff with its tabs, and everything else that does not
// show spelled out.
func visible(text string) string {
	parts := strings.Split(text, "\t")
	for i := range parts {
		parts[i] = cli.OneLine(parts[i])
	}
	return strings.Join(parts, "\t")
}

// printActions says what was done, or would be, and on standard error how it
// stands.
func (r *report) printActions() {
	if r.check {
		if fix := r.fix(); fix != "" {
			fmt.Fprintln(r.env.Stderr, "mirrorgen: not in step; "+fix)
		}
		return
	}
	for _, a := range r.plan.Actions() {
		fmt.Fprintln(r.env.Stdout, a.Verb, a.Path)
	}
	if r.plan.LockStale && !r.dryRun { // nothing else changes, but what is ours does
		fmt.Fprintln(r.env.Stdout, "update", mirror.LockFile)
	}
	switch {
	case r.plan.Held:
		fmt.Fprintln(r.env.Stderr, "mirrorgen: nothing was written; mend the errors, or skip these agents with --keep-going")
	case r.dryRun:
		for _, route := range r.plan.Routes {
			fmt.Fprintln(r.env.Stderr, "mirrorgen: "+cli.OneLine(route))
		}
		fmt.Fprintln(r.env.Stderr, "mirrorgen: nothing was written (--dry-run)")
	}
}

// fix is the one command that mends everything that a command can mend: not the
// mirrors of agents with errors.
func (r *report) fix() string {
	flags, bad := map[string]bool{}, map[string]bool{}
	for _, p := range r.plan.Problems {
		bad[p.Agent] = bad[p.Agent] || p.Level == mirror.Error
	}
	for _, m := range r.plan.Mirrors {
		if bad[m.Agent] {
			continue
		}
		switch m.State {
		case mirror.Edited, mirror.Foreign:
			flags["--adopt"] = true
		case mirror.Stale:
			flags["--prune"] = true
			flags["--adopt"] = flags["--adopt"] || m.Why != ""
		case mirror.InStep:
			continue
		}
		flags[""] = true
	}
	if !flags[""] && !r.plan.LockStale && !r.plan.Interrupted {
		return ""
	}
	command := []string{"run mirrorgen"}
	for _, flag := range []string{"--adopt", "--prune"} {
		if flags[flag] {
			command = append(command, flag)
		}
	}
	return strings.Join(command, " ")
}

// jsonMirror is a mirror as JSON shows it.
type jsonMirror struct {
	mirror.Mirror
	Diff string `json:"diff"`
}

func (r *report) printJSON(w io.Writer, rep *cli.Report, exit int) {
	mirrors := []jsonMirror{}
	for i := range r.plan.Mirrors {
		m := &r.plan.Mirrors[i]
		mirrors = append(mirrors, jsonMirror{*m, string(m.Diff())})
	}
	actions := r.plan.Actions()
	if r.check {
		actions = nil
	}
	cli.WriteJSON(w, struct {
		Version     int             `json:"version"`
		Mirrors     []jsonMirror    `json:"mirrors"`
		Actions     []mirror.Action `json:"actions"`
		Diagnostics []cli.Record    `json:"diagnostics"`
		Summary     cli.Summary     `json:"summary"`
		Exit        int             `json:"exit"`
	}{1, mirrors, cli.NonNil(actions), cli.NonNil(rep.Records), cli.Summarize(rep.Files, rep.Records), exit})
}
