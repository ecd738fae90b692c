package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// maxCopy is the size of a file that can hold copies, at most.
const maxCopy = 8 << 20

// SyncTree syncs the copies in files below fsys: those that paths name, and the
// files of folders that they name. Sources are looked for everywhere. write is
// called for each file with a stale copy, with its new content; without write,
// stale copies are problems. files is the number of files with marks.
//
// The error is about a file that cannot be read, or is that of write.
func SyncTree(fsys fs.FS, paths []string, write func(path string, content []byte) error) (files int, problems []Problem, err error) {
	sourceFiles, err := collect(fsys, ".", isSource)
	if err != nil {
		return 0, nil, err
	}
	var marked []*source.File
	for _, p := range paths {
		found, err := collect(fsys, p, func(string) bool { return true })
		if err != nil {
			return 0, nil, err
		}
		marked = append(marked, slices.DeleteFunc(found, func(f *source.File) bool { return isSource(f.Path) || !HasMarks(f) })...)
	}
	sources, problems := ReadSources(sourceFiles)
	for _, f := range marked {
		synced := Sync(f, sources)
		if write == nil {
			problems = append(problems, synced.Problems(f)...)
			continue
		}
		problems = append(problems, synced.Wrong...)
		if len(synced.Stale(f)) == 0 {
			continue
		}
		if err := write(f.Path, synced.Text); err != nil {
			return 0, nil, err
		}
	}
	return len(marked), problems, nil
}

func isSource(name string) bool {
	return strings.HasSuffix(name, ".spec.json") || strings.HasSuffix(name, ".prompts.json")
}

// collect reads a file, or the files of a folder, whose path wants accepts, in
// the order of their paths. Links, folders of tools and of other people's code,
// and large files are left out.
func collect(fsys fs.FS, name string, wants func(string) bool) ([]*source.File, error) {
	var files []*source.File
	err := fs.WalkDir(fsys, name, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return named(p, err)
		}
		if d.IsDir() {
			if p != name && slices.Contains([]string{".git", "node_modules", "vendor", "testdata", ".judgelint"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxCopy || !wants(p) {
			return nil // gone meanwhile, a link, a device, no text, not wanted
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return named(p, err)
		}
		files = append(files, source.NewFile(p, src))
		return nil
	})
	return files, err
}

// named puts the path in front of an error, once.
func named(p string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("%s: %w", p, err)
}
