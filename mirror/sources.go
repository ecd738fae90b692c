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

// readAgents reads the sources of all groups, sorted by path within each, and
// reports clashes of what is to be written.
func (p *planner) readAgents() ([]*agent, error) {
	var list []*agent
	for _, g := range p.groups {
		if g.skills {
			continue
		}
		for _, dir := range g.dirs {
			found, err := p.readFolder(g, dir)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
	}
	p.claimAgents(list)
	return list, nil
}

// readFolder reads the agents in one folder of a group.
func (p *planner) readFolder(g *group, name string) ([]*agent, error) {
	files, err := p.findSources(name)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	dir, err := p.root.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer dir.Close()
	agents := make([]*agent, len(files))
	errs := make([]error, len(files))
	parallel(len(files), func(i int) {
		agents[i], errs[i] = p.readAgent(dir, name, files[i])
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var list []*agent
	var documents []string
	for _, a := range agents {
		switch {
		case a == nil:
		case a.document && !p.mirrored(a.path):
			documents = append(documents, strings.TrimPrefix(a.path, name+"/"))
		default:
			a.group = g
			list = append(list, a)
		}
	}
	p.tellDocuments(name, documents)
	return list, nil
}

// mirrored reports whether a source has mirrors of ours.
func (p *planner) mirrored(source string) bool {
	for _, e := range p.owned {
		if e.source == source {
			return true
		}
	}
	return false
}

// tellDocuments tells of the files of a folder that no client takes for agents.
func (p *planner) tellDocuments(dir string, files []string) {
	if len(files) == 0 {
		return
	}
	level := Info
	if dir == SourceDir {
		level = Warning // nothing else is expected there
	}
	what := "1 file without front matter is no agent: "
	if n := len(files); n > 1 {
		what = fmt.Sprintf("%d files without front matter are no agents: ", n)
	}
	if more := len(files) - 3; more > 0 {
		files = append(files[:3:3], fmt.Sprintf("and %d more", more))
	}
	p.plan.Problems = append(p.plan.Problems, Problem{Rule: RuleSource, Level: level, Path: dir,
		Message: what + strings.Join(files, ", "),
		Help:    "an agent begins with a line ---, name and description, and a line ---"})
}

// sourceFile is a file below a folder of sources.
type sourceFile struct {
	path string
	mode fs.FileMode // its type
}

// readAgent reads one source; dir is the folder of sources with the path below.
// What is no file, a link that
// leads nowhere or out of the project, a file that is too large and a path that
// would break the lines of the lock file give an agent that is refused.
func (p *planner) readAgent(dir *os.Root, below string, s sourceFile) (*agent, error) {
	if strings.ContainsFunc(s.path, unicode.IsControl) {
		return refusedAgent(s.path, "its path holds a control character"), nil
	}
	if s.mode.IsRegular() {
		data, err := readFile(dir, strings.TrimPrefix(s.path, below+"/"))
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

// findSources returns the Markdown files below a folder, sorted by path.
// Folders behind a symbolic link are told and not entered.
func (p *planner) findSources(dir string) ([]sourceFile, error) {
	var files []sourceFile
	err := fs.WalkDir(p.root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == dir && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case err != nil:
			return fmt.Errorf("%s: %w", name, cause(err))
		case d.IsDir() && !entered(dir, name):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0 && entered(dir, name) && p.linkedFolder(name):
			p.tellLink(name)
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
