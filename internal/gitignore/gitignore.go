// Package gitignore tells which paths of a working tree git ignores.
//
// A Matcher reads the .gitignore files of the tree and .git/info/exclude the
// way git does. It does not read the user's own list (core.excludesFile), so
// that a run gives the same answer on every machine, and it does not know the
// index: a tracked file that a pattern names counts as ignored.
package gitignore

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Matcher answers for one working tree. It keeps what it has read and must not
// be shared between goroutines.
type Matcher struct {
	top     string // folder of the working tree
	exclude []pattern
	files   map[string][]pattern // .gitignore by folder, "." for the top
	folders map[string]bool      // answers for folders
}

// limit bounds the size of an ignore file; a larger one is not read.
const limit = 1 << 20

// New returns a Matcher for the working tree at top, which may be any folder:
// without a .git only .gitignore files are read.
func New(top string) *Matcher {
	m := &Matcher{top: top, files: map[string][]pattern{}, folders: map[string]bool{".": false}}
	if dir := gitDir(top); dir != "" {
		m.exclude = parse(read(filepath.Join(dir, "info", "exclude")))
	}
	return m
}

// Ignored reports whether git ignores name, a cleaned slash-separated path
// relative to the top. isDir tells that name is a folder. A path in an ignored
// folder is ignored.
func (m *Matcher) Ignored(name string, isDir bool) bool {
	if name == "." || name == ".." || strings.HasPrefix(name, "../") || path.IsAbs(name) {
		return false
	}
	if isDir {
		known, ok := m.folders[name]
		if !ok {
			known = m.decide(name, true)
			m.folders[name] = known
		}
		return known
	}
	return m.decide(name, false)
}

// Include makes a folder and those above it count as not ignored, as for a
// folder that a user names. It must come before the first question.
func (m *Matcher) Include(dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		m.folders[dir] = false
	}
}

func (m *Matcher) decide(name string, isDir bool) bool {
	parent := path.Dir(name)
	if m.Ignored(parent, true) {
		return true
	}
	// The nearest file with a matching pattern decides, in it the last one.
	for dir := parent; ; dir = path.Dir(dir) {
		rel := name
		if dir != "." {
			rel = name[len(dir)+1:]
		}
		if ignored, ok := last(m.patterns(dir), rel, isDir); ok {
			return ignored
		}
		if dir == "." {
			break
		}
	}
	ignored, _ := last(m.exclude, name, isDir)
	return ignored
}

func (m *Matcher) patterns(dir string) []pattern {
	list, ok := m.files[dir]
	if !ok {
		list = parse(read(filepath.Join(m.top, filepath.FromSlash(dir), ".gitignore")))
		m.files[dir] = list
	}
	return list
}

func last(list []pattern, rel string, isDir bool) (ignored, ok bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].match(rel, isDir) {
			return !list[i].negated, true
		}
	}
	return false, false
}

// read returns the content of a regular file, nil if there is none. Like git
// it does not follow links here.
func read(name string) []byte {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > limit {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// gitDir returns the folder that holds info/exclude, which linked working
// trees share, or "".
func gitDir(top string) string {
	dir := filepath.Join(top, ".git")
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	link, ok := strings.CutPrefix(strings.TrimSpace(string(read(dir))), "gitdir:")
	if !ok {
		return ""
	}
	dir = under(top, strings.TrimSpace(link))
	if common := strings.TrimSpace(string(read(filepath.Join(dir, "commondir")))); common != "" {
		return under(dir, common)
	}
	return dir
}

func under(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// pattern is one line of an ignore file.
type pattern struct {
	negated bool
	dirOnly bool
	// anchored patterns match the path from the file's folder, others the last
	// element of any path below it.
	anchored bool
	parts    []string // elements; "**" stands for any number of folders
}

func parse(data []byte) []pattern {
	var list []pattern
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		if p, ok := parseLine(strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")); ok {
			list = append(list, p)
		}
	}
	return list
}

func parseLine(line string) (p pattern, ok bool) {
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line = trimBlanks(line)
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	p.parts = strings.Split(line, "/")
	for i, part := range p.parts[:len(p.parts)-1] {
		if escaped(part) { // "\/" is a plain slash
			p.parts[i] = part[:len(part)-1]
		}
	}
	return p, true
}

// trimBlanks cuts blanks off the end, but keeps one after a backslash.
func trimBlanks(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if len(trimmed) < len(line) && escaped(trimmed) {
		return trimmed + " "
	}
	return trimmed
}

// escaped reports whether s ends in a backslash that is not itself escaped.
func escaped(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

func (p *pattern) match(rel string, isDir bool) bool {
	if p.dirOnly && !isDir {
		return false
	}
	if !p.anchored {
		return glob(p.parts[0], path.Base(rel))
	}
	return globPath(p.parts, strings.Split(rel, "/"))
}
