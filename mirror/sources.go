package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/judgelint/judgelint/source"
)

// readAgents reads all sources, sorted by path, and reports clashes of names.
func (p *planner) readAgents() ([]*agent, error) {
	paths, err := p.findSources()
	if err != nil {
		return nil, err
	}
	agents := make([]*agent, len(paths))
	errs := make([]error, len(paths))
	parallel(len(paths), func(i int) {
		agents[i], errs[i] = p.readAgent(paths[i])
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var list []*agent
	for _, a := range agents {
		if a != nil {
			list = append(list, a)
		}
	}
	clashes(list)
	return list, nil
}

// readAgent reads one source. A link that leads nowhere, or out of the project,
// gives an agent that is refused.
func (p *planner) readAgent(file string) (*agent, error) {
	info, err := p.root.Lstat(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, cause(err))
	}
	link := info.Mode()&fs.ModeSymlink != 0
	data, err := readSource(p.root, file)
	f := source.NewFile(file, data)
	switch {
	case err == nil:
		return newAgent(f), nil
	case link || !info.Mode().IsRegular() || info.Size() > maxFile:
		a := &agent{path: file}
		what := ""
		if link {
			what = "a symbolic link that cannot be followed: "
		}
		a.problems = []Problem{{Rule: RuleSource, Path: file, Message: what + cause(err).Error()}}
		return a, nil
	}
	return nil, fmt.Errorf("%s: %w", file, cause(err))
}

// readSource reads a source without opening pipes and devices.
func readSource(root *os.Root, file string) ([]byte, error) {
	info, err := root.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	return readFile(root, file)
}

// findSources returns the paths of the Markdown files below SourceDir, sorted.
// Folders behind a symbolic link are told and not entered.
func (p *planner) findSources() ([]string, error) {
	var paths []string
	err := fs.WalkDir(p.root.FS(), SourceDir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == SourceDir && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return fmt.Errorf("%s: %w", name, cause(err))
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0 && p.linkedFolder(name):
			p.plan.Problems = append(p.plan.Problems, Problem{Rule: RuleSource, Level: Warning, Path: name,
				Message: "a symbolic link to a folder is not followed; its agents get no mirrors"})
		case path.Ext(name) == ".md" && !strings.HasPrefix(d.Name(), "."):
			paths = append(paths, name)
		}
		return nil
	})
	return paths, err
}

func (p *planner) linkedFolder(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.IsDir()
}
