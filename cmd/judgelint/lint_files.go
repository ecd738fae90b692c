package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/hookset"
	"github.com/judgelint/judgelint/internal/collect"
	"github.com/judgelint/judgelint/lint"
	"github.com/judgelint/judgelint/project"
	"github.com/judgelint/judgelint/source"
)

// look finds what the project holds.
func (r *lintRun) look() error {
	if r.layout != nil {
		return nil
	}
	layout, err := project.Find(r.root, project.Options{})
	if err != nil {
		return err
	}
	r.layout, r.linter.Layout = layout, layout
	for _, arg := range r.flags.paths {
		layout.Adopt(collect.Relative(r.root, r.env.Path(arg)))
	}
	if layout.Truncated {
		fmt.Fprintf(r.env.Stderr, "%s: the folder holds too many files: only the first were looked at; name files or folders\n", lintName)
	}
	return nil
}

// isContext reports whether an item is one that some rules must see with all
// others.
func isContext(it project.Item) bool { return it.Kind != project.Workflow }

// wants tells by its path whether a file that was met in a folder is of a kind
// that rules look at.
func (r *lintRun) wants(p string) bool {
	if path.Ext(p) == ".json" {
		_, found := project.ByPath(p)
		_, settings := hookset.DialectOf(p)
		return found || settings || strings.Contains("/"+path.Dir(p)+"/", "/workflows/") ||
			strings.HasSuffix(p, ".spec.json") || strings.HasSuffix(p, ".prompts.json")
	}
	_, ok := r.linter.KindOf(source.NewFile(p, nil))
	return ok
}

// collect fills the inputs, sorted by path.
func (r *lintRun) collect() error {
	f, err := collect.New(r.root, r.wants)
	if err != nil {
		return err
	}
	if r.flags.staged {
		err = r.collectStaged(f)
	} else {
		err = r.collectFiles(f)
	}
	if err != nil {
		return err
	}
	if r.flags.stdin {
		if err := r.addStandardInput(f); err != nil {
			return err
		}
	}
	r.addContext()
	slices.SortFunc(r.inputs, func(a, b lintInput) int { return cmp.Compare(a.path, b.path) })
	return nil
}

func (r *lintRun) collectFiles(f *collect.Finder) error {
	if err := r.look(); err != nil {
		return err
	}
	for _, arg := range r.flags.paths {
		if r.flags.allowEmpty || r.flags.changed != "" {
			f.Arg(r.env.Dir, arg)
		} else if f.Arg(r.env.Dir, arg) {
			r.given = append(r.given, givenPath{arg, f.Path(r.env.Dir, arg)})
		} else {
			r.failEmpty(arg)
		}
	}
	whole := len(r.flags.paths) == 0 && !r.flags.stdin
	if whole {
		for _, glob := range r.linter.Outputs {
			f.Glob(glob)
		}
		for _, dir := range []string{".claude/agents", ".codex/agents", ".agents/plugins"} {
			if f.Ignored(dir) {
				r.ignored = append(r.ignored, dir)
			}
		}
	}
	files, problems, notes := f.Files()
	if whole {
		files = r.withItems(files)
		problems, notes = append(problems, r.layout.Problems...), append(notes, r.layout.Notes...)
	}
	for _, p := range problems {
		r.fail(p)
	}
	for _, note := range notes {
		fmt.Fprintf(r.env.Stderr, "%s: %s\n", lintName, note)
	}
	chosen := func(string) bool { return true }
	if r.flags.changed != "" {
		changed, err := collect.Changed(r.root, r.flags.changed)
		if err != nil {
			return fmt.Errorf("--changed: %w", err)
		}
		slices.Sort(changed)
		chosen = func(p string) bool { _, ok := slices.BinarySearch(changed, p); return ok }
	}
	for _, file := range files {
		if chosen(file.Path) {
			r.inputs = append(r.inputs, lintInput{path: file.Path, name: file.Name, chosen: true})
		}
	}
	return nil
}

// withItems adds the items of the project to the files that were found by
// globs.
func (r *lintRun) withItems(files []collect.File) []collect.File {
	have := map[string]bool{}
	for _, file := range files {
		have[file.Path] = true
	}
	for _, it := range r.layout.Items {
		if !have[it.Path] {
			files = append(files, collect.File{Path: it.Path, Name: r.nameOf(it.Path)})
		}
	}
	return files
}

// nameOf opens a file of the project.
func (r *lintRun) nameOf(p string) string { return filepath.Join(r.root, filepath.FromSlash(p)) }

// collectStaged takes paths and texts from git's index. All agent files of the
// index are the context.
func (r *lintRun) collectStaged(f *collect.Finder) error {
	staged, err := collect.Staged(r.root)
	if err != nil {
		return fmt.Errorf("--staged: %w", err)
	}
	slices.Sort(staged)
	entries, err := collect.Index(r.root)
	if err != nil {
		return fmt.Errorf("--staged: %w", err)
	}
	if r.blobs, err = collect.OpenBlobs(r.root, maxInput); err != nil {
		return fmt.Errorf("--staged: %w", err)
	}
	r.lookStaged(entries)
	output := func(p string) bool {
		return slices.ContainsFunc(r.linter.Outputs, func(g string) bool { return f.Matches(g, p) })
	}
	for _, e := range entries {
		it, found := r.layout.Lookup(e.Path)
		_, chosen := slices.BinarySearch(staged, e.Path)
		if len(r.flags.paths) > 0 {
			chosen = chosen && r.wants(e.Path) && f.Under(r.env.Dir, r.flags.paths, e.Path)
		} else {
			chosen = chosen && (found || output(e.Path))
		}
		if chosen || found && isContext(it) {
			r.inputs = append(r.inputs, lintInput{path: e.Path, blob: e.Blob, chosen: chosen})
		}
	}
	return nil
}

// lookStaged finds what the index holds.
func (r *lintRun) lookStaged(entries []collect.Entry) {
	blobs := map[string]string{}
	t := project.Tree{Stat: func(p string) (fs.FileMode, error) {
		info, err := os.Stat(r.nameOf(p))
		if err != nil {
			return 0, err
		}
		return info.Mode(), nil
	}}
	for _, e := range entries {
		if project.Wanted(e.Path) {
			t.Files = append(t.Files, e.Path)
			blobs[e.Path] = e.Blob
		}
	}
	t.Read = func(p string, limit int) ([]byte, error) {
		src, err := r.blobs.Read(blobs[p])
		return src[:min(len(src), limit)], err
	}
	r.layout = project.New(t)
	r.linter.Layout = r.layout
}

// addStandardInput reads standard input. It takes the place of the file whose
// name it bears.
func (r *lintRun) addStandardInput(f *collect.Finder) error {
	name := f.Path(r.env.Dir, r.flags.stdinName)
	src, err := io.ReadAll(io.LimitReader(r.env.Stdin, maxInput+1))
	if err == nil && len(src) > maxInput {
		err = errTooLarge
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.inputs = slices.DeleteFunc(r.inputs, func(in lintInput) bool { return in.path == name })
	r.inputs = append(r.inputs, lintInput{path: name, src: src, chosen: true})
	return nil
}

var errTooLarge = fmt.Errorf("more than %d MiB", maxInput>>20)

// addContext adds the agent files of the project that were not asked for, if
// one that was belongs to them.
func (r *lintRun) addContext() {
	if r.flags.staged || !slices.ContainsFunc(r.inputs, r.needsContext) {
		return
	}
	have := map[string]bool{}
	for _, in := range r.inputs {
		have[in.path] = true
	}
	for _, it := range r.layout.Items {
		if !have[it.Path] && isContext(it) {
			r.inputs = append(r.inputs, lintInput{path: it.Path, name: r.nameOf(it.Path)})
		}
	}
}

func (r *lintRun) needsContext(in lintInput) bool {
	if len(r.flags.paths) == 0 && !r.flags.stdin && r.flags.changed == "" {
		return false // everything was asked for
	}
	kind, ok := r.linter.KindOf(source.NewFile(in.path, in.src))
	return ok && kind&(lint.AgentSpec|lint.CodexAgent|lint.HookSettings|lint.Skill|lint.Command|lint.CodexConfig) != 0
}

// open reads an input. A file of no bytes is a text like any other.
func (r *lintRun) open(in *lintInput) (*source.File, error) {
	var src []byte
	var err error
	switch {
	case in.blob != "":
		src, err = r.blobs.Read(in.blob)
	case in.name != "":
		src, err = readFile(in.name)
	default:
		src = in.src
	}
	if err != nil {
		return nil, pathError(in.path, err)
	}
	return source.NewFile(in.path, src), nil
}

// readFile is os.ReadFile with a bound.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := 0
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		size = int(min(info.Size(), maxInput+1)) // once that is read, nothing is asked for the end
	}
	src := make([]byte, 0, size+1)
	for {
		n, err := f.Read(src[len(src):cap(src)])
		src = src[:len(src)+n]
		switch {
		case len(src) > maxInput:
			return nil, errTooLarge
		case errors.Is(err, io.EOF), err == nil && len(src) == size:
			return src, nil
		case err != nil:
			return nil, err
		case len(src) == cap(src):
			src = slices.Grow(src, cap(src)+512)
		}
	}
}
