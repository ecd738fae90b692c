package project

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/judgelint/judgelint/internal/collect"
)

// Options says how Find looks.
type Options struct {
	// Limit is the number of files and folders that are looked at; 0 means
	// 300,000.
	Limit int
}

const defaultLimit = 300000

// Find judges the files below root, an absolute path of the file system. What
// git ignores, other repositories below, node_modules and hidden folders other
// than those of coding agents are left out; links are not followed out of the
// project. The error is that of the folder itself.
func Find(root string, o Options) (*Project, error) {
	f, err := collect.New(root, Wanted)
	if err != nil {
		return nil, err
	}
	if o.Limit == 0 {
		o.Limit = defaultLimit
	}
	whole := f.Tree(o.Limit)
	files, problems, notes := f.Files()
	names := make(map[string]string, len(files))
	t := Tree{Files: make([]string, 0, len(files))}
	for _, file := range files {
		t.Files = append(t.Files, file.Path)
		names[file.Path] = file.Name
	}
	t.Read = func(p string, limit int) ([]byte, error) { return readStart(names[p], limit) }
	t.Stat = func(p string) (fs.FileMode, error) {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(p)))
		if err != nil {
			return 0, err
		}
		return info.Mode(), nil
	}
	p := New(t)
	p.Truncated = !whole
	// What lies elsewhere was not asked for.
	for _, problem := range problems {
		if hidden(problem.Error()) {
			p.Problems = append(p.Problems, problem)
		}
	}
	for _, note := range notes {
		name, _, _ := strings.Cut(note, ": ")
		if _, ok := ByPath(name); ok {
			p.Notes = append(p.Notes, note)
		}
	}
	return p, nil
}

// hidden reports whether a message is about a folder of a client.
func hidden(message string) bool {
	name, _, _ := strings.Cut(message, ": ")
	return strings.Contains("/"+name, "/.")
}

// readStart reads the beginning of a file.
func readStart(name string, limit int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	src := make([]byte, min(info.Size(), int64(limit)))
	n, err := io.ReadFull(f, src)
	if err == io.ErrUnexpectedEOF {
		err = nil
	}
	return src[:n], err
}
