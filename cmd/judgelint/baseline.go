package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/rewrite"
	"github.com/judgelint/judgelint/lint"
)

func readBaseline(name string) (*cli.Baseline, error) {
	src, err := readFile(name)
	if err != nil {
		return nil, pathError(name, err)
	}
	b, err := cli.ReadBaseline(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// withoutBaseline takes the listed findings out of records, and tells which
// entries do not occur any more.
func (r *lintRun) withoutBaseline(records []cli.Record) ([]cli.Record, error) {
	b, err := readBaseline(r.env.Path(r.flags.baseline))
	if err != nil {
		return nil, err
	}
	fresh, gone := b.Without(records)
	if stale := slices.DeleteFunc(gone, r.keeps); len(stale) > 0 {
		fmt.Fprintf(r.env.Stderr, "%s: %s: %d of %d entries do not occur any more; --write-baseline takes them out\n",
			lintName, r.flags.baseline, len(stale), len(b.Findings))
	}
	return fresh, nil
}

// keeps reports whether this run says nothing about an entry: its file was not
// asked for, or its rule did not run.
func (r *lintRun) keeps(entry cli.BaselineEntry) bool {
	rule := lint.Lookup(entry.Rule)
	if rule == nil {
		return false
	}
	if !r.runs(rule.Name) {
		return true
	}
	if i, ok := r.find(entry.Path); ok {
		return !r.inputs[i].chosen || r.slots[i].err != nil
	}
	_, err := os.Lstat(filepath.Join(r.root, filepath.FromSlash(entry.Path)))
	return !errors.Is(err, fs.ErrNotExist)
}

// runs reports whether a rule is among those of this run.
func (r *lintRun) runs(rule string) bool {
	l := r.linter
	return (len(l.Select) == 0 || slices.Contains(l.Select, rule)) && !slices.Contains(l.Ignore, rule)
}

// writeBaseline lists the findings of this run, and the old entries that it
// says nothing about.
func (r *lintRun) writeBaseline(records []cli.Record) int {
	if r.trouble {
		return r.env.Errorf(lintName, "%s: not written, because files could not be read", r.flags.baseline)
	}
	name := r.env.Path(r.flags.baseline)
	var kept []cli.BaselineEntry
	old, err := readBaseline(name)
	switch {
	case err == nil:
		kept = slices.DeleteFunc(old.Findings, func(entry cli.BaselineEntry) bool { return !r.keeps(entry) })
	case !errors.Is(err, fs.ErrNotExist):
		return r.env.Errorf(lintName, "%v", err)
	}
	b := cli.NewBaseline(records, kept)
	if err := saveBaseline(name, b); err != nil {
		return r.env.Errorf(lintName, "%v", pathError(r.flags.baseline, err))
	}
	fmt.Fprintf(r.env.Stderr, "%s: %s lists %d findings\n", lintName, r.flags.baseline, len(b.Findings))
	return cli.OK
}

// saveBaseline writes a baseline, if that changes the file.
func saveBaseline(name string, b *cli.Baseline) error {
	text, err := b.Bytes()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.WriteFile(name, text, 0o644)
	case err != nil || bytes.Equal(old, text):
		return err
	}
	return rewrite.File(name, text)
}
