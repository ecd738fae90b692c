package main

import (
	"fmt"
	"strings"

	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/lint"
)

// listedFile is one file of --list.
type listedFile struct {
	Path string `json:"path"`
	Kind string `json:"kind"`
	// Via is the folder or manifest that leads to the file, Reason a phrase that
	// says so; both empty for a file that was named.
	Via    string `json:"via,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// list prints what would be checked, and why.
func (r *lintRun) list() int {
	files := []listedFile{}
	for i := range r.inputs {
		in := &r.inputs[i]
		if !in.chosen {
			continue
		}
		if l, ok := r.listed(in); ok {
			files = append(files, l)
		}
	}
	switch {
	case r.flags.format == "json":
		cli.WriteJSON(r.env.Stdout, struct {
			Version int          `json:"version"`
			Files   []listedFile `json:"files"`
		}{1, files})
	case len(files) == 0 && !r.trouble && !r.flags.allowEmpty:
		return r.nothing()
	default:
		for _, l := range files {
			fmt.Fprintf(r.env.Stdout, "%s\t%s\t%s\n", l.Path, l.Kind, l.Reason)
		}
	}
	if r.trouble {
		return cli.Trouble
	}
	return cli.OK
}

// listed describes an input; it is not ok if no rule looks at the file.
func (r *lintRun) listed(in *lintInput) (l listedFile, ok bool) {
	f, err := r.open(in)
	if err != nil {
		r.fail(err)
		return l, false
	}
	kind, ok := r.linter.KindOf(f)
	if !ok {
		return l, false
	}
	l = listedFile{Path: in.path, Kind: kind.String(), Reason: "named"}
	if it, found := r.layout.Lookup(in.path); found {
		l.Via, l.Reason = it.Via, it.Reason
	} else if kind == lint.Output {
		l.Reason = "[lint] outputs of the configuration"
	}
	return l, true
}

// maxCandidatesTold is how many folders a message names.
const maxCandidatesTold = 5

// candidates tells which folders look like agents although nothing leads to
// them.
func (r *lintRun) candidates() {
	if len(r.flags.paths) > 0 || r.flags.stdin || r.layout == nil {
		return
	}
	found := r.layout.Candidates()
	if len(found) == 0 {
		return
	}
	var names []string
	for _, c := range found[:min(len(found), maxCandidatesTold)] {
		names = append(names, fmt.Sprintf("%s (%s)", c.Path, count(c.Files, "file")))
	}
	more := ""
	if n := len(found) - maxCandidatesTold; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	fmt.Fprintf(r.env.Stderr, "  these folders look like agents: %s%s\n  to check them: judgelint lint %s\n",
		strings.Join(names, ", "), more, found[0].Path)
}
