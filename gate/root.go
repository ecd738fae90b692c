package gate

import (
	"os"
	"path/filepath"
	"strings"
)

// ConfigName is the name of the project's configuration.
const ConfigName = "judgelint.toml"

// Project returns the root of the project that an event belongs to: the folder
// that the host names (if cwd lies below it), else the nearest parent of cwd
// with a configuration or .git, else cwd itself. The folder of the process
// decides only for an event without a folder, and then sure is false if it
// shows no sign of a project: nothing must be written there.
//
// getenv reads the variables in which hosts name the project; workdir is the
// folder of the process.
func Project(cwd string, getenv func(string) string, workdir string) (root string, sure bool) {
	for _, name := range []string{"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"} {
		dir := getenv(name)
		if filepath.IsAbs(dir) && (!filepath.IsAbs(cwd) || below(dir, cwd)) {
			return filepath.Clean(dir), true
		}
	}
	if filepath.IsAbs(cwd) {
		root, _ := nearest(cwd)
		return root, true
	}
	return nearest(workdir)
}

// nearest returns the closest of dir and its parents that is a project; if
// none is, dir itself and false. A worktree that a client made for an agent
// belongs to the project that it stands in.
func nearest(dir string) (string, bool) {
	dir = filepath.Clean(dir)
	if project, _, ok := agentWorktree(dir); ok {
		dir = project
	}
	for d := dir; ; d = filepath.Dir(d) {
		if exists(filepath.Join(d, ConfigName)) || exists(filepath.Join(d, ".git")) {
			return d, true
		}
		if d == filepath.Dir(d) {
			return dir, false
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// agentWorktree splits a path in a worktree below .claude/worktrees into the
// project and the rest of the path within the worktree.
func agentWorktree(path string) (project, rest string, ok bool) {
	sep := string(filepath.Separator)
	mark := sep + filepath.Join(".claude", "worktrees") + sep
	i := strings.Index(path, mark)
	if i < 0 {
		return "", "", false
	}
	_, rest, _ = strings.Cut(path[i+len(mark):], sep)
	return path[:i], rest, true
}

// below reports whether path is dir or lies below it, if need be after
// following links.
func below(dir, path string) bool {
	if _, ok := relative(dir, path); ok {
		return true
	}
	realDir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	realPath, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	_, ok := relative(realDir, realPath)
	return ok
}

// relative returns path relative to dir, if it is dir or lies below it.
func relative(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && filepath.IsLocal(rel)
}
