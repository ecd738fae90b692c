package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/internal/jsontree"
	"github.com/judgelint/judgelint/internal/md"
	"github.com/judgelint/judgelint/internal/near"
	"github.com/judgelint/judgelint/source"
	"github.com/judgelint/judgelint/verdict"
)

// The bounds of the check of citations.
const (
	maxCites    = 10_000
	maxCited    = 64 << 20 // bytes of a file that is read
	maxSearched = 50_000   // files that are looked at for the nearest path
)

// Cites checks that the places that an answer cites exist.
type Cites struct {
	// Root is the folder of the project, as the process can open it. Links that
	// lead out of it are not followed.
	Root string
	// Severity is that of a place that does not exist.
	Severity verdict.Severity
	// Known reports whether a path exists elsewhere, such as in an earlier
	// commit. Nil knows nothing.
	Known func(path string) bool
}

// Check returns a problem (rule cite-missing) for each cited place that does
// not exist below the root, in document order. The time is linear in the text;
// each cited file is read once.
func (c Cites) Check(f *source.File) []verdict.Problem {
	cited := citations(f)
	if len(cited) == 0 {
		return nil
	}
	var found []verdict.Problem
	if len(cited) > maxCites {
		p := problem("cite-missing", cited[maxCites].at, fmt.Sprintf("more than %d places are cited; those from here on are not checked", maxCites), "")
		p.Severity = verdict.Warning
		found, cited = append(found, p), cited[:maxCites]
	}
	root, err := os.OpenRoot(c.Root)
	if err != nil {
		p := problem("cite-missing", cited[0].at, fmt.Sprintf("the cited places cannot be checked: %v", fileError(c.Root, err)), "")
		p.Severity = verdict.Warning
		return []verdict.Problem{p}
	}
	defer root.Close()
	k := checkedCites{Cites: c, root: root, files: map[string]*citedFile{}}
	for i := range cited {
		k.plan(&cited[i])
	}
	for i := range cited {
		if p, bad := k.check(&cited[i]); bad {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b verdict.Problem) int { return a.Span.Start - b.Span.Start })
	return found
}

// citation is one cited place.
type citation struct {
	path string // as it is written, with slashes
	line int    // the last line that is cited
	at   source.Span
}

// citedFile is what is known of one cited file.
type citedFile struct {
	need  int // the last line that anybody cites
	lines int // how many it has, at most need
	err   error
	read  bool
}

type checkedCites struct {
	Cites
	root  *os.Root
	files map[string]*citedFile
	names map[string][]string // paths by file name, made when it is needed
}

// local is a cited path relative to the root; ok is false if it leads out.
func (k *checkedCites) local(p string) (string, bool) {
	if path.IsAbs(p) {
		abs, err := filepath.Abs(k.Root)
		rest, under := strings.CutPrefix(p, strings.TrimSuffix(filepath.ToSlash(abs), "/")+"/")
		if err != nil || !under {
			return p, false
		}
		p = rest
	}
	p = path.Clean(p)
	return p, filepath.IsLocal(filepath.FromSlash(p))
}

// plan notes how far the file of a citation has to be read.
func (k *checkedCites) plan(c *citation) {
	if p, ok := k.local(c.path); ok {
		if k.files[p] == nil {
			k.files[p] = &citedFile{}
		}
		k.files[p].need = max(k.files[p].need, c.line)
	}
}

// check tells what is wrong with one citation.
func (k *checkedCites) check(c *citation) (p verdict.Problem, bad bool) {
	tell := func(message, help string) (verdict.Problem, bool) {
		p := problem("cite-missing", c.at, message, help)
		p.Severity = k.Severity
		return p, true
	}
	name, ok := k.local(c.path)
	if !ok {
		return tell(fmt.Sprintf("%s lies outside the project", clip(c.path)), "cite a file of the project, relative to its root")
	}
	if c.vague() && !k.isFolder(name) {
		return p, false
	}
	file := k.files[name]
	if !file.read {
		file.read = true
		file.lines, file.err = k.count(name, file.need)
	}
	switch {
	case file.err == errLarge:
		return p, false
	case file.err != nil && k.Known != nil && k.Known(name):
		return p, false
	case errors.Is(file.err, errFolder):
		return tell(fmt.Sprintf("%s is a folder", clip(name)), "cite a file")
	case file.err != nil:
		help := "cite a place that exists"
		if other := k.nearest(name); other != "" {
			help = "the nearest path is " + other
		}
		return tell(fmt.Sprintf("%s does not exist", clip(name)), help)
	case c.line < 1:
		return tell(fmt.Sprintf("%s has no line %d; lines count from 1", clip(name), c.line), "cite a line that exists")
	case c.line > file.lines:
		return tell(fmt.Sprintf("%s has %d lines, no line %d", clip(name), file.lines, c.line), "cite a line that exists")
	}
	return p, false
}

// vague reports whether a citation may be something else: a path whose last
// part has no extension, such as an image with its tag.
func (c *citation) vague() bool { return !strings.Contains(path.Base(c.path), ".") }

// isFolder reports whether the first part of a path is a folder of the project.
func (k *checkedCites) isFolder(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	info, err := k.root.Stat(first)
	return err == nil && info.IsDir()
}

var (
	errLarge  = errors.New("too large")
	errFolder = errors.New("is a folder")
)

// count returns the number of lines of a file, need at most.
func (k *checkedCites) count(name string, need int) (int, error) {
	info, err := k.root.Stat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return 0, err
	case info.IsDir():
		return 0, errFolder
	case !info.Mode().IsRegular():
		return 0, errors.New("is no file")
	case info.Size() > maxCited:
		return 0, errLarge
	}
	f, err := k.root.Open(filepath.FromSlash(name))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return countLines(io.LimitReader(f, maxCited), need)
}

// countLines counts LF, CRLF and lone CR, up to need lines.
func countLines(r io.Reader, need int) (int, error) {
	buf := make([]byte, 64<<10)
	lines, last := 0, byte('\n')
	for {
		n, err := r.Read(buf)
		for _, b := range buf[:n] {
			if last == '\n' || last == '\r' && b != '\n' {
				lines++ // a line begins
			}
			last = b
		}
		if lines > need || err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// nearest is the path that was most likely meant: the same file name elsewhere,
// or a name that is only misspelled in the same folder.
func (k *checkedCites) nearest(name string) string {
	if k.names == nil {
		k.names = map[string][]string{}
		k.search()
	}
	same := k.names[path.Base(name)]
	if len(same) > 0 {
		return slices.MinFunc(same, func(a, b string) int { return near.Distance(clip(name), clip(a)) - near.Distance(clip(name), clip(b)) })
	}
	entries, err := fs.ReadDir(k.root.FS(), path.Dir(name))
	if err != nil {
		return ""
	}
	var files []string
	for _, e := range entries[:min(len(entries), 2000)] {
		if !e.IsDir() {
			files = append(files, e.Name())
		}
	}
	if word := near.Word(path.Base(name), files); word != "" {
		return path.Join(path.Dir(name), word)
	}
	return ""
}

// search notes the files of the project by their names.
func (k *checkedCites) search() {
	seen := 0
	fs.WalkDir(k.root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case e.IsDir() && p != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules" || e.Name() == "vendor"):
			return fs.SkipDir
		case seen > maxSearched:
			return fs.SkipAll
		case !e.IsDir():
			seen++
			k.names[e.Name()] = append(k.names[e.Name()], p)
		}
		return nil
	})
}

// citations finds the cited places of a text: path:line, path:line-line,
// path#Lline, and in JSON objects and in verdict blocks a file or path with a
// line. Other code fences are no text of the author.
func citations(f *source.File) []citation {
	s := citeScanner{f: f}
	if o := objects(f); len(o) == 1 && !o[0].fenced {
		s.object(&o[0])
		s.scan(o[0].at)
		return s.found
	}
	d := md.Parse(f, false)
	from := 0
	for _, fence := range d.Fences {
		s.scan(source.Span{Start: from, End: fence.Span.Start})
		from = fence.Span.End
		s.fence(fence)
	}
	s.scan(source.Span{Start: from, End: len(f.Src)})
	return s.found
}

type citeScanner struct {
	f     *source.File
	found []citation
}

// fence reads the findings of a fence.
func (s *citeScanner) fence(fence source.Fence) {
	if fence.InQuote {
		return
	}
	o := fencedObject(s.f, fence)
	if bytes.HasPrefix(bytes.TrimSpace(o.text), []byte("{")) {
		s.object(&o)
		return
	}
	file := citation{}
	for _, line := range fence.Lines {
		key, value, ok := strings.Cut(string(bytes.TrimSpace(s.f.Text(line))), ":")
		value = strings.TrimSpace(value)
		switch {
		case ok && key == "finding":
			s.scan(line)
		case ok && (key == "file" || key == "path") && value != "":
			file = citation{path: value, at: line}
		case ok && key == "line" && file.path != "":
			s.member(file.path, value, source.Span{Start: file.at.Start, End: line.End})
			file = citation{}
		}
	}
}

// object reads the members file or path with line of a JSON object.
func (s *citeScanner) object(o *object) {
	tree, bad := jsontree.Parse(o.text)
	if bad != nil {
		return
	}
	var walk func(v *jsontree.Value)
	walk = func(v *jsontree.Value) {
		name := v.Get("file")
		if !name.Is(jsontree.String) {
			name = v.Get("path")
		}
		if line := v.Get("line"); name.Is(jsontree.String) && line != nil {
			s.member(name.Text, line.Text, o.span(name.Span))
		}
		for i := range v.Items {
			walk(&v.Items[i])
		}
	}
	walk(&tree.Root)
}

// member adds the citation of a path and a line that stand apart: "12", "12-15".
func (s *citeScanner) member(name, line string, at source.Span) {
	first, rest := number(line)
	if first < 0 || name == "" || len(name) > 1000 || strings.ContainsAny(name, "\n\x00") {
		return
	}
	if after, ok := strings.CutPrefix(rest, "-"); ok {
		if last, _ := number(after); last >= 0 {
			first = max(first, last)
		}
	}
	s.found = append(s.found, citation{path: strings.ReplaceAll(name, `\`, "/"), line: first, at: at})
}

// number reads up to seven digits at the start of a text, -1 for none.
func number(text string) (n int, rest string) {
	i := 0
	for i < len(text) && i < 8 && '0' <= text[i] && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		i++
	}
	if i == 0 || i == 8 {
		return -1, text
	}
	return n, text[i:]
}
