package agentspec

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// Files returns the paths of the agent files below dir, at any depth, sorted.
// A folder that does not exist has none. Only the ending ".md" in lower case
// counts, as for the clients.
func Files(fsys fs.FS, dir string) ([]string, error) {
	return files(fsys, dir, func(err error) error { return err })
}

// files is Files with a say in what becomes of a folder that cannot be read.
func files(fsys fs.FS, dir string, unreadable func(error) error) ([]string, error) {
	var paths []string
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && p == dir && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return unreadable(err)
		case !d.IsDir() && path.Ext(p) == ".md":
			paths = append(paths, p)
		}
		return nil
	})
	return paths, err
}

// LoadDir reads and parses the agent files below dir, sorted by path.
func LoadDir(fsys fs.FS, dir string) ([]*Spec, error) {
	paths, err := Files(fsys, dir)
	if err != nil {
		return nil, err
	}
	specs := make([]*Spec, 0, len(paths))
	for _, p := range paths {
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, err
		}
		specs = append(specs, Parse(source.NewFile(p, src)))
	}
	return specs, nil
}

// Find returns the file below dir that defines the agent name, or nil. The
// file NAME.md is tried first; only if it is missing or bears another name are
// all others read. A folder that cannot be read hides none but its own, and is
// an error only if the agent is not found.
func Find(fsys fs.FS, dir, name string) (*source.File, error) {
	first := path.Join(dir, name+".md")
	if name != "" && !strings.ContainsAny(name, `/\`) && fs.ValidPath(first) {
		src, err := readPlain(fsys, first)
		if err == nil && ReadName(src) == name {
			return source.NewFile(first, src), nil
		}
	}
	var missed error
	paths, err := files(fsys, dir, func(err error) error {
		missed = err
		return fs.SkipDir
	})
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		if p == first {
			continue
		}
		if src, err := readPlain(fsys, p); err == nil && ReadName(src) == name {
			return source.NewFile(p, src), nil
		}
	}
	return nil, missed
}

// readPlain reads a plain file, or one that a link leads to: opening a pipe
// would hang.
func readPlain(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	return fs.ReadFile(fsys, name)
}

// ReadName is the name in an agent file, the same as that of Parse. It costs a
// look at the front matter: YAML is parsed only where the name could hide.
func ReadName(src []byte) string {
	front := source.CutFront(src)
	if front.State == source.FrontNone {
		return ""
	}
	if name, ok := quickName(src[front.Text.Start:front.Text.End]); ok {
		return name
	}
	return Parse(source.NewFile("", src)).Name()
}

// quickName reads the name from front matter of the simple form, where no line
// at the left edge can belong to the value of another one. It is not ok if the
// front matter has another form.
func quickName(front []byte) (name string, ok bool) {
	seen := false               // a name was read
	last, block := false, false // the last entry is the name; it is a block scalar
	for len(front) > 0 {
		line := front
		if n := bytes.IndexByte(front, '\n'); n >= 0 {
			line, front = front[:n], front[n+1:]
		} else {
			front = nil
		}
		line = bytes.TrimRight(line, " \t\r")
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key := keyOf(line)
		isName := string(line[:key]) == "name"
		value := line[key:]
		if key > 0 {
			value = bytes.TrimLeft(line[key+1:], " \t")
			last, block = isName, len(value) > 0 && (value[0] == '|' || value[0] == '>')
		}
		switch {
		case block && line[0] == ' ':
		case bytes.IndexByte(line, '\r') >= 0, key == 0 && (last || line[0] != ' '):
			return "", false
		case !isName && !oneLine(value):
			return "", false
		case isName && (seen || !plainWord(value)):
			return "", false
		case isName:
			name, seen = string(value), true
		}
	}
	return name, true
}

// oneLine reports whether a value surely ends with its line, or is of a kind
// whose further lines are indented. In an indented line everything after a
// blank may begin a value.
func oneLine(value []byte) bool {
	indented := len(value) > 0 && value[0] == ' '
	for i, c := range value {
		if i > 0 && (!indented || value[i-1] != ' ') {
			continue
		}
		switch c {
		case '"', '\'':
			if quotedLen(value[i:]) != len(value)-i || len(value)-i < 2 || value[len(value)-1] != c {
				return false
			}
			return true
		case '[':
			rest := value[i+1:]
			return len(rest) > 0 && bytes.IndexAny(rest, "[]{}'\"#") == len(rest)-1 && rest[len(rest)-1] == ']'
		case '{', '&', '!', '*', '?':
			return false
		}
	}
	return true
}

// plainWord reports whether a value is text in any reading: ASCII letters,
// digits and some marks, beginning with a letter, and no word of YAML.
func plainWord(value []byte) bool {
	for i, c := range value {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'):
		default:
			return false
		}
	}
	switch strings.ToLower(string(value)) {
	case "", "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return true
}
