package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/judgelint/judgelint/config"
	"github.com/judgelint/judgelint/internal/cli"
	"github.com/judgelint/judgelint/internal/gitignore"
	"github.com/judgelint/judgelint/mirror"
)

// project is an opened project with what its configuration says.
type project struct {
	dir     string
	root    *os.Root
	options mirror.Options
}

// openProject finds the project of the working folder.
func openProject(e *cli.Env, configFile string) (*project, error) {
	c, dir, err := config.For(e.Dir, configFile)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	p := &project{dir: dir, root: root, options: c.Mirror}
	p.options.Language = c.Verdict
	return p, nil
}

// narrow limits a run to what flags name. The source is a path as others on the
// command line: relative to the working folder.
func (p *project) narrow(e *cli.Env, fs *pflag.FlagSet, source string, targets, agents []string) error {
	p.options.OnlyTargets, p.options.OnlyAgents = chosen(fs, "target", targets), chosen(fs, "agent", agents)
	if !fs.Changed("source") {
		return nil
	}
	if source == "" {
		return errors.New(`--source is ""; want a folder`)
	}
	rel, err := filepath.Rel(p.dir, e.Path(source))
	if err != nil {
		return fmt.Errorf("--source: %s: not in the project", source)
	}
	p.options.OnlySource = filepath.ToSlash(rel)
	return nil
}

// trouble prints an error of the world or the configuration, or a question that
// is open, and returns the exit status.
func trouble(e *cli.Env, command string, err error) int {
	e.Errorf(command, "%v", err)
	var open *mirror.Question
	if errors.As(err, &open) {
		fmt.Fprintln(e.Stderr, cli.OneLine(open.Help()))
		return cli.Found
	}
	var missing *mirror.ConfigError
	if errors.As(err, &missing) && missing.Help != "" {
		fmt.Fprintln(e.Stderr, missing.Help)
	}
	return cli.Trouble
}

// ignored returns those of the mirrors that git ignores.
func (p *project) ignored(plan *mirror.Plan) []string {
	top := workingTree(p.dir)
	prefix, err := filepath.Rel(top, p.dir)
	if err != nil {
		return nil
	}
	matcher := gitignore.New(top)
	var paths []string
	for _, m := range plan.Mirrors {
		if m.State != mirror.Stale && matcher.Ignored(filepath.ToSlash(filepath.Join(prefix, m.Path)), false) {
			paths = append(paths, m.Path)
		}
	}
	return paths
}

// workingTree is the nearest folder with a .git entry, else dir.
func workingTree(dir string) string {
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		parent := filepath.Dir(at)
		if parent == at {
			return dir
		}
		at = parent
	}
}
