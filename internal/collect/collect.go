// Package collect finds the files that a command line names: files, folders
// and globs, the way people expect from other linters.
//
// What is named is taken. What is found in a folder or by a glob is taken if it
// is wanted, if git does not ignore it, and if no hidden folder (but those of
// coding agents), no node_modules and no other project lies on the way. Links
// are followed once and never out of the project.
package collect

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/judgelint/judgelint/internal/gitignore"
)

// File is one file that was found.
type File struct {
	// Path is slash-separated and relative to the project root; absolute for a
	// named file outside.
	Path string
	// Name opens the file.
	Name string
}

// Finder collects the files of one project. It must not be shared between
// goroutines.
type Finder struct {
	wants    func(path string) bool
	root     string // project root
	real     string // the same without links
	ignore   *gitignore.Matcher
	top      string // folder of the repository
	fromTop  string // path from there to the root
	found    map[string]File
	walked   map[string]bool // folders without links
	links    []link
	problems []error
	notes    []string
	bounded  bool // the walk ends when left is used up
	left     int
}

// search is what one argument asks for.
type search struct {
	// named is true for the place of the argument itself, which is taken
	// without more questions.
	named bool
	// pattern is a glob that the files must match, or "".
	pattern string
	// linked is set below a link that was followed: what was walked on its own
	// path is not met again there.
	linked bool
	// ignore is set for a named folder that git ignores: what lies in it is
	// judged as if it were not.
	ignore *gitignore.Matcher
}

// link is a symbolic link that was met.
type link struct {
	path string
	search
}

// New returns a Finder for the project at root, an absolute path of the file
// system. wants tells by its path whether a file that was not named itself is
// wanted. Ignore files count from the folder of the repository downwards.
func New(root string, wants func(path string) bool) (*Finder, error) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, plain(root, err)
	}
	top := Repository(root)
	if top == "" {
		top = root
	}
	rel, err := filepath.Rel(top, root)
	if err != nil {
		return nil, err
	}
	return &Finder{wants: wants, root: root, real: real, ignore: gitignore.New(top), top: top, fromTop: filepath.ToSlash(rel),
		found: map[string]File{}, walked: map[string]bool{}}, nil
}

// Repository returns the nearest folder from dir upwards that holds a .git
// entry, or "".
func Repository(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Arg adds what one argument names; a relative one starts at dir. An argument
// that is no file and no folder is a glob if it holds one of *?[{. matched is
// false if a folder or glob holds nothing that is wanted; a missing file is a
// problem.
func (f *Finder) Arg(dir, arg string) (matched bool) {
	name := arg
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	info, err := os.Lstat(name)
	switch {
	case err == nil:
		return f.named(f.pathOf(name), info)
	case strings.ContainsAny(arg, meta):
		return f.Glob(f.pathOf(name))
	}
	f.problems = append(f.problems, plain(arg, err))
	return true
}

const meta = "*?[{"

// Glob adds the wanted files that match a slash-separated pattern relative to
// the root and reports whether there are any. A folder that does not exist
// holds none.
func (f *Finder) Glob(pattern string) (matched bool) {
	base := pattern
	if strings.ContainsAny(pattern, meta) {
		base, _ = doublestar.SplitPattern(pattern)
	}
	info, err := os.Lstat(f.nameOf(base))
	if err != nil {
		return false
	}
	if s := (search{pattern: pattern}); info.IsDir() || f.take(s, base) {
		return f.start(base, info, s)
	}
	return false
}

// Tree adds the wanted files of the whole project, looking at no more than
// limit files and folders. whole is false if there are more.
func (f *Finder) Tree(limit int) (whole bool) {
	f.bounded, f.left = true, limit
	f.walk(".", f.real, search{}, true)
	f.follow()
	f.bounded = false
	return f.left > 0
}

// Files returns all files that were added, sorted by path, each once. problems
// are files that could not be read, notes what was left out for safety.
func (f *Finder) Files() (files []File, problems []error, notes []string) {
	f.follow()
	for _, file := range f.found {
		files = append(files, file)
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return files, f.problems, f.notes
}

// start begins at the place of an argument.
func (f *Finder) start(p string, info fs.FileInfo, s search) (matched bool) {
	switch {
	case f.throughLink(p):
		f.links = append(f.links, link{p, s})
		return true
	case info.IsDir():
		return f.walk(p, f.realOf(p), f.inside(s, p), true)
	case info.Mode().IsRegular():
		f.found[p] = File{Path: p, Name: f.nameOf(p)}
	default:
		f.problems = append(f.problems, fmt.Errorf("%s: not a regular file", p))
	}
	return true
}

// named begins at a place that the user named. Outside of the project nobody
// but the user can have put it there: links and pipes are fine.
func (f *Finder) named(p string, info fs.FileInfo) (matched bool) {
	if outside(p) && !info.IsDir() {
		if stat, err := os.Stat(f.nameOf(p)); err != nil || !stat.IsDir() {
			f.found[p] = File{Path: p, Name: f.nameOf(p)}
			return true
		}
		return f.walk(p, f.nameOf(p), search{}, true)
	}
	return f.start(p, info, search{named: true})
}

// inside is the search for what lies in the folder dir.
func (f *Finder) inside(s search, dir string) search {
	if s.named && s.ignore == nil && f.ignored(s, dir, true) {
		s.ignore = gitignore.New(f.top)
		s.ignore.Include(path.Join(f.fromTop, dir))
	}
	s.named = false
	return s
}

// throughLink reports whether a path inside the project is a link or has one
// on its way.
func (f *Finder) throughLink(p string) bool {
	if outside(p) {
		return false
	}
	real, err := filepath.EvalSymlinks(f.nameOf(p))
	return err != nil || real != filepath.Join(f.real, filepath.FromSlash(p))
}

// take reports whether a file that was met is taken.
func (f *Finder) take(s search, p string) bool {
	return s.named || (s.pattern == "" || doublestar.MatchUnvalidated(s.pattern, p)) && f.wants(p) && !f.ignored(s, p, false)
}

// enter reports whether a folder that was met is looked into.
func (f *Finder) enter(s search, p string) bool {
	return !skipped(path.Base(p)) && mayHold(s.pattern, p) && !f.ignored(s, p, true)
}

// walk adds the wanted files below a folder; real is the folder's own name
// without links. first is true for the folder of an argument. matched is true
// if there is a file or a link that may lead to one.
func (f *Finder) walk(dir, real string, s search, first bool) (matched bool) {
	entries, err := os.ReadDir(real)
	if err != nil {
		f.problems = append(f.problems, plain(dir, err))
		return true
	}
	if !first && otherProject(entries) {
		return false
	}
	f.walked[real] = true
	for _, e := range entries {
		if f.left--; f.bounded && f.left <= 0 {
			break
		}
		p, name := path.Join(dir, e.Name()), filepath.Join(real, e.Name())
		switch {
		case e.IsDir():
			matched = f.enter(s, p) && !(s.linked && f.walked[name]) && f.walk(p, name, s, false) || matched
		case e.Type()&fs.ModeSymlink != 0:
			f.links = append(f.links, link{p, s})
			matched = true
		case e.Type().IsRegular() && f.take(s, p):
			f.found[p] = File{Path: p, Name: name}
			matched = true
		}
	}
	return matched
}

// follow looks at the links that were met: after everything else, so that a
// file is known by its own path, and in the order of their paths.
func (f *Finder) follow() {
	for len(f.links) > 0 {
		batch := f.links
		f.links = nil
		slices.SortFunc(batch, func(a, b link) int {
			return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.pattern, b.pattern))
		})
		for _, l := range batch {
			f.followOne(l)
		}
	}
}

func (f *Finder) followOne(l link) {
	real, err := filepath.EvalSymlinks(f.nameOf(l.path))
	if err != nil {
		if l.named { // one that was only met may lead nowhere
			f.problems = append(f.problems, plain(l.path, err))
		}
		return
	}
	info, err := os.Stat(real)
	if err != nil {
		return
	}
	isDir := info.IsDir()
	wanted := l.named || isDir && f.enter(l.search, l.path) || info.Mode().IsRegular() && f.take(l.search, l.path)
	switch {
	case !wanted:
	case !within(f.real, real):
		f.leave(l, isDir)
	case isDir && (l.named || !f.walked[real]):
		s := f.inside(l.search, l.path)
		s.linked = true
		f.walk(l.path, real, s, l.named)
	case !isDir:
		f.found[l.path] = File{Path: l.path, Name: f.nameOf(l.path)}
	}
}

// leave tells that a link out of the project is not followed: what it leads to
// could end in a public log.
func (f *Finder) leave(l link, isDir bool) {
	const why = "%s: is a link out of the project, which is not followed"
	switch {
	case l.named:
		f.problems = append(f.problems, fmt.Errorf(why, l.path))
	case !isDir:
		f.notes = append(f.notes, fmt.Sprintf(why, l.path))
	}
}

// Path is what an argument is called in the project: relative to the root, or
// absolute if it lies outside.
func (f *Finder) Path(dir, arg string) string {
	if filepath.IsAbs(arg) {
		return f.pathOf(arg)
	}
	return f.pathOf(filepath.Join(dir, arg))
}

// pathOf is a name of the file system as a path of the project.
func (f *Finder) pathOf(name string) string { return Relative(f.root, name) }

// Relative is an absolute name of the file system as a path of the project at
// root: relative to it, or absolute if it lies outside.
func Relative(root, name string) string {
	rel, err := filepath.Rel(root, name)
	if err != nil || outside(filepath.ToSlash(rel)) {
		return filepath.ToSlash(filepath.Clean(name))
	}
	return filepath.ToSlash(rel)
}

// realOf is the name without links of a path that has none inside the project.
func (f *Finder) realOf(p string) string {
	if outside(p) {
		return f.nameOf(p)
	}
	return filepath.Join(f.real, filepath.FromSlash(p))
}

func (f *Finder) nameOf(p string) string {
	name := filepath.FromSlash(p)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.root, name)
}

// Ignored reports whether a folder of the project exists and git ignores it.
func (f *Finder) Ignored(dir string) bool {
	info, err := os.Stat(f.nameOf(dir))
	return err == nil && info.IsDir() && f.ignored(search{}, dir, true)
}

func (f *Finder) ignored(s search, p string, isDir bool) bool {
	m := f.ignore
	if s.ignore != nil {
		m = s.ignore
	}
	return !outside(p) && m.Ignored(path.Join(f.fromTop, p), isDir)
}

func outside(p string) bool {
	return p == ".." || strings.HasPrefix(p, "../") || path.IsAbs(p) || filepath.IsAbs(filepath.FromSlash(p))
}

func within(root, name string) bool {
	rel, err := filepath.Rel(root, name)
	return err == nil && !outside(filepath.ToSlash(rel))
}

// skipped reports whether a folder is not entered unless it is named: hidden
// ones but those that hold agents, and what package managers install.
func skipped(name string) bool {
	switch name {
	case ".claude", ".codex", ".agents", ".gemini", ".opencode", ".github", ".cursor",
		".claude-plugin", ".codex-plugin", ".cursor-plugin":
		return false
	}
	return strings.HasPrefix(name, ".") || name == "node_modules"
}

// mayHold reports whether files below a folder can match a pattern.
func mayHold(pattern, dir string) bool {
	if pattern == "" || strings.Contains(pattern, "{") {
		return true
	}
	parts := strings.Split(pattern, "/")
	for i, name := range strings.Split(dir, "/") {
		if i < len(parts)-1 && parts[i] == "**" {
			return true
		}
		if i >= len(parts)-1 || !doublestar.MatchUnvalidated(parts[i], name) {
			return false
		}
	}
	return true
}

// otherProject reports whether a folder has a .git of its own: a submodule, a
// linked working tree (as of an agent), a clone.
func otherProject(entries []fs.DirEntry) bool {
	_, found := slices.BinarySearchFunc(entries, ".git", func(e fs.DirEntry, name string) int {
		return cmp.Compare(e.Name(), name)
	})
	return found
}

// plain takes the name of the system call out of a file error.
func plain(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
