// Package eval owns labelled inputs: what a judge is shown, and what a right
// answer decides and names.
//
//	cases, err := eval.Load(os.DirFS("eval"))
//	missing := cases[0].Unnamed(answer)
//
// It knows neither hosts nor contracts: somebody else asks the judge and reads
// its verdict.
package eval

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Case is one labelled input: a folder.
type Case struct {
	// Name is the name of the folder.
	Name string
	// Input is what the judge is shown, in UTF-8.
	Input string
	// Decision is what a right verdict decides: "pass", "fail" or "abstain".
	Decision string
	// Places must be named by a right answer.
	Places []Place
}

// Place is a line of a file, counted from 1; 0 means the file as a whole.
type Place struct {
	Path string
	Line int
}

// String is "path:line".
func (p Place) String() string {
	if p.Line == 0 {
		return p.Path
	}
	return fmt.Sprintf("%s:%d", p.Path, p.Line)
}

// The limits of a set: a person wrote it.
const (
	maxInput  = 4 << 20
	maxExpect = 64 << 10
	maxCases  = 10000
)

// Load reads the cases in the folders of fsys, sorted by name. A folder with a
// file "expect" is a case; its input is the file input.md, or its only .patch,
// .diff or .md file. An error names the file, and the line where it can.
func Load(fsys fs.FS) ([]Case, error) {
	folders, err := fs.Glob(fsys, "*/expect")
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("no case: a case is a folder with a file %q", "expect")
	}
	if len(folders) > maxCases {
		return nil, fmt.Errorf("more than %d cases", maxCases)
	}
	slices.Sort(folders)
	cases := make([]Case, len(folders))
	for i, name := range folders {
		if cases[i], err = load(fsys, path.Dir(name)); err != nil {
			return nil, err
		}
	}
	return cases, nil
}

func load(fsys fs.FS, folder string) (Case, error) {
	c := Case{Name: folder}
	expect, err := read(fsys, folder+"/expect", maxExpect)
	if err != nil {
		return c, err
	}
	if err := c.expect(folder+"/expect", expect); err != nil {
		return c, err
	}
	name, err := inputName(fsys, folder)
	if err != nil {
		return c, err
	}
	c.Input, err = read(fsys, name, maxInput)
	return c, err
}

// read returns a file that is UTF-8 and not too large.
func read(fsys fs.FS, name string, limit int64) (string, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a plain file", name)
	}
	if info.Size() > limit {
		return "", fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(src) {
		return "", fmt.Errorf("%s: not UTF-8", name)
	}
	return string(src), nil
}

func inputName(fsys fs.FS, folder string) (string, error) {
	entries, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range entries {
		switch path.Ext(e.Name()) {
		case ".md", ".patch", ".diff":
			found = append(found, folder+"/"+e.Name())
		}
	}
	if input := folder + "/input.md"; slices.Contains(found, input) {
		return input, nil
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s: needs a file input.md, or one .md, .patch or .diff file; found %d", folder, len(found))
	}
	return found[0], nil
}

// expect reads the lines "decision: WORD" and "place: PATH:LINE"; a line that
// begins with "#" is a note.
func (c *Case) expect(name, text string) error {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, ":")
		if err := c.take(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
	}
	if c.Decision == "" {
		return fmt.Errorf("%s: no line \"decision: pass\", \"fail\" or \"abstain\"", name)
	}
	return nil
}

func (c *Case) take(key, value string) error {
	switch key {
	case "decision":
		switch {
		case c.Decision != "":
			return fmt.Errorf("decision stands twice")
		case value != "pass" && value != "fail" && value != "abstain":
			return fmt.Errorf("decision must be pass, fail or abstain, found %q", value)
		}
		c.Decision = value
	case "place":
		p, err := place(value)
		if err != nil {
			return err
		}
		c.Places = append(c.Places, p)
	default:
		return fmt.Errorf("the key must be decision or place, found %q", key)
	}
	return nil
}

func place(value string) (Place, error) {
	p := Place{Path: value}
	if i := strings.LastIndexByte(value, ':'); i >= 0 {
		n, err := strconv.Atoi(value[i+1:])
		if err != nil || n < 1 {
			return p, fmt.Errorf("place must be PATH or PATH:LINE, found %q", value)
		}
		p = Place{value[:i], n}
	}
	if p.Path == "" {
		return p, fmt.Errorf("place must be PATH or PATH:LINE, found %q", value)
	}
	return p, nil
}

// near is how many lines an answer may be off: a reviewer may name the line
// before a defect, or the head of a short function.
const near = 3

// Unnamed returns the places that an answer does not name. It names a place if
// it holds its path, followed by a line (path:12, path#L12, path, line 12) or a
// range that comes within three lines of it.
func (c *Case) Unnamed(answer string) []Place {
	var missing []Place
	for _, p := range c.Places {
		if !names(answer, p) {
			missing = append(missing, p)
		}
	}
	return missing
}

func names(answer string, p Place) bool {
	for rest := answer; ; {
		i := strings.Index(rest, p.Path)
		if i < 0 {
			return false
		}
		rest = rest[i+len(p.Path):]
		if p.Line == 0 {
			return true
		}
		if from, to, ok := lines(rest); ok && from-near <= p.Line && p.Line <= to+near {
			return true
		}
	}
}

// lines reads the line or the range that follows a path.
func lines(rest string) (from, to int, ok bool) {
	rest = strings.TrimLeft(rest, "`*_\"')]")
	for _, lead := range []string{":", "#L", "#l", " line ", ", line ", " lines ", ", lines ", " (line ", " (lines ", "(", " L"} {
		if after, found := strings.CutPrefix(rest, lead); found {
			from, rest, ok = number(strings.TrimLeft(after, " L"))
			if !ok {
				return 0, 0, false
			}
			if _, end, found := strings.Cut(rest, "-"); found && strings.HasPrefix(rest, "-") {
				if to, _, ok := number(strings.TrimLeft(end, "L")); ok && to >= from {
					return from, to, true
				}
			}
			return from, from, true
		}
	}
	return 0, 0, false
}

func number(s string) (n int, rest string, ok bool) {
	end := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if end == 0 || end > 9 {
		return 0, s, false
	}
	n, err := strconv.Atoi(s[:end])
	return n, s[end:], err == nil
}
