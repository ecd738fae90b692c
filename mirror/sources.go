package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode"

	"github.com/judgelint/judgelint/source"
)

// readAgents reads all sources, sorted by path, and reports clashes of names.
func (p *planner) readAgents() ([]*agent, error) {
	files, err := p.findSources()
	if err != nil || len(files) == 0 {
		return nil, err
	}
	dir, err := p.root.OpenRoot(SourceDir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", SourceDir, cause(err))
	}
	defer dir.Close()
	agents := make([]*agent, len(files))
	errs := make([]error, len(files))
	parallel(len(files), func(i int) {
		agents[i], errs[i] = p.readAgent(dir, files[i])
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

// sourceFile is a file below SourceDir.
type sourceFile struct {
	path string
	mode fs.FileMode // its type
}

// readAgent reads one source; dir is SourceDir. What is no file, a link that
// leads nowhere or out of the project, a file that is too large and a path that
// would break the lines of the lock file give an agent that is refused.
func (p *planner) readAgent(dir *os.Root, s sourceFile) (*agent, error) {
	if strings.ContainsFunc(s.path, unicode.IsControl) {
		return refusedAgent(s.path, "its path holds a control character"), nil
	}
	if s.mode.IsRegular() {
		data, err := readFile(dir, strings.TrimPrefix(s.path, SourceDir+"/"))
		switch {
		case err == nil:
			return newAgent(source.NewFile(s.path, data)), nil
		case errors.Is(err, errTooLarge):
			return refusedAgent(s.path, err.Error()), nil
		}
		return nil, fmt.Errorf("%s: %w", s.path, cause(err))
	}
	if s.mode&fs.ModeSymlink == 0 {
		return refusedAgent(s.path, "not a regular file"), nil
	}
	info, err := p.root.Stat(s.path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	var data []byte
	if err == nil {
		data, err = readFile(p.root, s.path)
	}
	if err != nil {
		return refusedAgent(s.path, "a symbolic link that cannot be followed: "+cause(err).Error()), nil
	}
	return newAgent(source.NewFile(s.path, data)), nil
}

func refusedAgent(path, message string) *agent {
	return &agent{path: path, problems: []Problem{{Rule: RuleSource, Path: path, Message: message}}}
}

// findSources returns the Markdown files below SourceDir, sorted by path.
// Folders behind a symbolic link are told and not entered.
func (p *planner) findSources() ([]sourceFile, error) {
	var files []sourceFile
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
			files = append(files, sourceFile{name, d.Type()})
		}
		return nil
	})
	return files, err
}

func (p *planner) linkedFolder(name string) bool {
	info, err := p.root.Stat(name)
	return err == nil && info.IsDir()
}
