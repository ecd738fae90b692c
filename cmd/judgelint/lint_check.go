package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/rewrite"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/source"
)

// check runs the rules over all inputs; each worker fills the slots of its
// inputs.
func (r *lintRun) check() {
	r.slots = make([]lintSlot, len(r.inputs))
	p := cli.StartProgress(r.env, len(r.inputs))
	defer p.Stop()
	open := func(i int) *source.File {
		f, err := r.open(&r.inputs[i])
		if err != nil && r.inputs[i].chosen {
			r.slots[i].err = err
		}
		return f
	}
	r.linter.Files(len(r.inputs), r.flags.jobs, open, func(i int, f *source.File, res lint.Result) {
		r.slots[i].fill(r, f, res, r.inputs[i].chosen)
		p.Step()
	})
}

// tellUnchecked tells which files were asked for and not checked.
func (r *lintRun) tellUnchecked() {
	for i := range r.slots {
		switch s := &r.slots[i]; {
		case s.err != nil:
			r.fail(s.err)
		case r.inputs[i].chosen && s.result.Kind == 0 && !r.besideWorkflow(r.inputs[i].path):
			fmt.Fprintf(r.env.Stderr, "%s: %s: no rule looks at such a file\n", lintName, r.inputs[i].path)
		}
	}
}

// givenPath is an argument, and what it is called in the project.
type givenPath struct{ arg, path string }

// tellEmpty tells each folder that was asked for and at whose files no rule
// looks: beside others it would pass for checked.
func (r *lintRun) tellEmpty() {
	for _, g := range r.given {
		prefix := g.path + "/"
		if g.path == "." {
			prefix = ""
		}
		first, _ := r.find(prefix)
		below, looked := false, false
		for i := first; i < len(r.inputs) && strings.HasPrefix(r.inputs[i].path, prefix); i++ {
			below = below || r.inputs[i].chosen
			looked = looked || r.inputs[i].chosen && (r.slots[i].result.Kind != 0 || r.slots[i].err != nil)
		}
		if below && !looked && !r.empty() {
			r.failEmpty(g.arg)
		}
	}
}

// failEmpty tells that an argument leads to nothing.
func (r *lintRun) failEmpty(arg string) {
	r.fail(fmt.Errorf("%s: holds no file to check; name other files, or --allow-empty", arg))
}

// besideWorkflow reports whether a file was read only because it lies where
// workflows do: what they work on may lie there as well.
func (r *lintRun) besideWorkflow(p string) bool {
	return path.Ext(p) == ".json" && strings.Contains("/"+path.Dir(p)+"/", "/workflows/") && !slices.Contains(r.flags.paths, p)
}

func (s *lintSlot) fill(r *lintRun, f *source.File, res lint.Result, chosen bool) {
	if chosen && (r.flags.fix || r.flags.diff) && slices.ContainsFunc(res.Diagnostics, fixable) {
		src, made := r.linter.Fix(f)
		if made > 0 {
			s.old, s.new = f.Src, src
			f = source.NewFile(f.Path, src)
			res = r.linter.File(f)
		}
	}
	if chosen {
		for _, d := range res.Diagnostics {
			s.records = append(s.records, recordOf(f, d, nil))
		}
	}
	res.Diagnostics = nil
	s.result = res
}

func fixable(d lint.Diagnostic) bool { return d.Fix != nil && d.Fix.Safe }

// recordOf turns a diagnostic of f into a record. other reads another file of
// the run, for related places; nil if the diagnostic names none.
func recordOf(f *source.File, d lint.Diagnostic, other func(path string) *source.File) cli.Record {
	rec := cli.At(f, d.Span)
	rec.Rule, rec.Severity = d.Rule, cli.Severity(d.Severity.String())
	rec.Message, rec.Help = d.Message, d.Help
	for _, rel := range d.Related {
		at := f
		if rel.Path != "" && rel.Path != f.Path && other != nil {
			at = other(rel.Path)
		}
		rec.Related = append(rec.Related, cli.RelatedAt(at, rel.Span, rel.Message))
	}
	if d.Fix != nil {
		rec.Fix = &cli.Fix{Message: d.Fix.Message, Safe: d.Fix.Safe}
		for _, e := range d.Fix.Edits {
			rec.Fix.Edits = append(rec.Fix.Edits, cli.EditAt(f, e.Span, e.New))
		}
	}
	return rec
}

// records are the findings of the files that were asked for, sorted: of each
// file alone, and of all together where one of them has a part in it.
func (r *lintRun) records() []cli.Record {
	var records []cli.Record
	var results []lint.Result
	for i := range r.slots {
		records = append(records, r.slots[i].records...)
		results = append(results, r.slots[i].result)
	}
	for _, d := range r.linter.Project(results) {
		if r.concerns(d) {
			records = append(records, recordOf(r.text(d.Path), d, r.text))
		}
	}
	return cli.Sort(records)
}

// concerns reports whether a diagnostic is about a file that was asked for, or
// about the folder of one.
func (r *lintRun) concerns(d lint.Diagnostic) bool {
	chosen := func(p string) bool {
		i, ok := r.find(p)
		return ok && r.inputs[i].chosen
	}
	return chosen(d.Path) || r.chosenBelow(d.Path) ||
		slices.ContainsFunc(d.Related, func(rel lint.Related) bool { return chosen(rel.Path) })
}

// chosenBelow reports whether a file below a folder was asked for.
func (r *lintRun) chosenBelow(dir string) bool {
	i, _ := r.find(dir + "/")
	for ; i < len(r.inputs) && strings.HasPrefix(r.inputs[i].path, dir+"/"); i++ {
		if r.inputs[i].chosen {
			return true
		}
	}
	return false
}

func (r *lintRun) find(p string) (i int, ok bool) {
	return slices.BinarySearchFunc(r.inputs, p, func(in lintInput, p string) int { return strings.Compare(in.path, p) })
}

// text reads an input again. One that is gone in the meantime is empty.
func (r *lintRun) text(p string) *source.File {
	if i, ok := r.find(p); ok {
		if r.slots[i].new != nil {
			return source.NewFile(p, r.slots[i].new)
		}
		if f, err := r.open(&r.inputs[i]); err == nil {
			return f
		}
	}
	return source.NewFile(p, nil)
}

// printDiffs shows what --fix would change.
func (r *lintRun) printDiffs() int {
	exit := cli.OK
	for i := range r.slots {
		if s := &r.slots[i]; s.new != nil {
			p := r.inputs[i].path
			r.env.Stdout.Write(diff.Diff("a/"+p, s.old, "b/"+p, s.new))
			exit = cli.Found
		}
	}
	if r.trouble {
		return cli.Trouble
	}
	return exit
}

// writeFixes writes the mended files, and standard input to standard output.
func (r *lintRun) writeFixes() {
	for i := range r.slots {
		in, s := &r.inputs[i], &r.slots[i]
		switch {
		case in.name == "" && in.chosen && s.err == nil:
			text := in.src
			if s.new != nil {
				text = s.new
			}
			r.env.Stdout.Write(text)
		case s.new != nil:
			if err := rewrite.File(in.name, s.new); err != nil {
				s.new = nil
				r.fail(pathError(in.path, err))
			}
		}
	}
}
