package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/lint"
)

// baselineFile lists findings that a project has decided to live with for now.
// They are known by their fingerprint, so that moving a line keeps them.
type baselineFile struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

// baselineEntry is one finding; rule, path and message are there for people.
type baselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	Path        string `json:"path"`
	Message     string `json:"message"`
}

func readBaseline(name string) (*baselineFile, error) {
	src, err := readFile(name)
	if err != nil {
		return nil, pathError(name, err)
	}
	var b baselineFile
	if err := json.Unmarshal(src, &b); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if b.Version != 1 {
		return nil, fmt.Errorf("%s: version %d of the baseline is not known; want 1", name, b.Version)
	}
	return &b, nil
}

// withoutBaseline takes the listed findings out of records, and tells which
// entries do not occur any more.
func (r *lintRun) withoutBaseline(records []cli.Record) ([]cli.Record, error) {
	b, err := readBaseline(r.env.Path(r.flags.baseline))
	if err != nil {
		return nil, err
	}
	listed := map[string]baselineEntry{}
	for _, entry := range b.Findings {
		listed[entry.Fingerprint] = entry
	}
	var fresh []cli.Record
	for _, rec := range records {
		if _, ok := listed[rec.Fingerprint]; !ok {
			fresh = append(fresh, rec)
			continue
		}
		delete(listed, rec.Fingerprint)
	}
	stale := 0
	for _, entry := range listed {
		if !r.keeps(entry) {
			stale++
		}
	}
	if stale > 0 {
		fmt.Fprintf(r.env.Stderr, "%s: %s: %d of %d entries do not occur any more; --write-baseline takes them out\n",
			lintName, r.flags.baseline, stale, len(b.Findings))
	}
	return fresh, nil
}

// keeps reports whether this run says nothing about an entry: its file was not
// asked for, or its rule did not run.
func (r *lintRun) keeps(entry baselineEntry) bool {
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
	entries := map[string]baselineEntry{}
	old, err := readBaseline(name)
	switch {
	case err == nil:
		for _, entry := range old.Findings {
			if r.keeps(entry) {
				entries[entry.Fingerprint] = entry
			}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return r.env.Errorf(lintName, "%v", err)
	}
	for _, rec := range records {
		entries[rec.Fingerprint] = baselineEntry{rec.Fingerprint, rec.Rule, rec.Path, rec.Message}
	}
	if err := saveBaseline(name, slices.Collect(maps.Values(entries))); err != nil {
		return r.env.Errorf(lintName, "%v", pathError(r.flags.baseline, err))
	}
	fmt.Fprintf(r.env.Stderr, "%s: %s lists %d findings\n", lintName, r.flags.baseline, len(entries))
	return cli.OK
}

// saveBaseline writes the entries by path, rule and fingerprint, if that
// changes the file.
func saveBaseline(name string, entries []baselineEntry) error {
	slices.SortFunc(entries, func(a, b baselineEntry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	var text bytes.Buffer
	if err := cli.WriteJSON(&text, baselineFile{1, cli.NonNil(entries)}); err != nil {
		return err
	}
	old, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.WriteFile(name, text.Bytes(), 0o644)
	case err != nil || bytes.Equal(old, text.Bytes()):
		return err
	}
	return rewrite(name, text.Bytes())
}
