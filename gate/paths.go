package gate

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Clean returns a path as it is compared: relative to the project, with
// slashes, without "." and "..". A path outside the project stays as it is.
func Clean(project, p string) string {
	p = strings.ReplaceAll(p, `\`, "/")
	if native := filepath.FromSlash(p); filepath.IsAbs(native) {
		if rel, ok := relative(project, native); ok {
			p = filepath.ToSlash(rel)
		}
	}
	p = path.Clean(p)
	// In a worktree that a client made for an agent it is the same file.
	if rest, ok := strings.CutPrefix(p, ".claude/worktrees/"); ok {
		if _, rest, ok := strings.Cut(rest, "/"); ok {
			p = rest
		}
	}
	return p
}

func cleanAll(project string, paths []string) []string {
	cleaned := make([]string, 0, len(paths))
	seen := make(map[string]bool, len(paths))
	for _, p := range paths {
		if p = Clean(project, p); !seen[p] {
			seen[p] = true
			cleaned = append(cleaned, p)
		}
	}
	return cleaned
}

// InProject returns the path of a file that was edited in folder cwd, relative
// to the project and with slashes. In a worktree of the project it is relative
// to that worktree: there it is the same file. ok is false for a file outside.
func InProject(project, cwd, p string) (rel string, ok bool) {
	if strings.ContainsRune(p, 0) {
		return "", false
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(cwd, p)
	}
	p = filepath.Clean(p)
	if rel, ok = relative(project, p); !ok {
		rel, ok = throughLinks(project, p)
	}
	if ok {
		if _, rest, in := agentWorktree(filepath.Join(project, rel)); in {
			rel = rest
		}
		return filepath.ToSlash(rel), rel != ""
	}
	return inWorktree(project, p)
}

// throughLinks is relative for paths that name the project by another way,
// such as /tmp for /private/tmp. The file itself may be gone.
func throughLinks(project, p string) (string, bool) {
	realProject, err := filepath.EvalSymlinks(project)
	if err != nil {
		return "", false
	}
	realDir, err := filepath.EvalSymlinks(filepath.Dir(p))
	if err != nil {
		return "", false
	}
	return relative(realProject, filepath.Join(realDir, filepath.Base(p)))
}

// inWorktree is InProject for a git worktree that lies outside the project.
func inWorktree(project, p string) (string, bool) {
	for dir := filepath.Dir(p); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		if err != nil {
			continue
		}
		if !info.Mode().IsRegular() || info.Size() > 4096 {
			return "", false
		}
		link, err := os.ReadFile(filepath.Join(dir, ".git"))
		gitDir, ok := strings.CutPrefix(strings.TrimSpace(string(link)), "gitdir: ")
		if err != nil || !ok || !below(filepath.Join(project, ".git"), gitDir) {
			return "", false
		}
		rel, ok := relative(dir, p)
		return filepath.ToSlash(rel), ok
	}
	return "", false
}

// DefaultGlobs are the UI files of a project that names none.
func DefaultGlobs() []string {
	return []string{"ui/**", "frontend/**", "**/*.tsx", "**/*.jsx", "**/*.vue", "**/*.svelte", "**/*.css", "**/*.xaml"}
}

// DefaultExclude are the files that are no UI files although a glob matches.
func DefaultExclude() []string {
	return []string{
		"**/*.test.*", "**/*.spec.*", "**/*.stories.*", "**/*_test.*", "**/__tests__/**",
		"**/test/**", "**/tests/**", "**/node_modules/**", "**/dist/**",
	}
}

// matches reports whether a path fits one of the globs. A glob that is none
// matches nothing.
func matches(globs []string, p string) bool {
	for _, glob := range globs {
		if ok, err := doublestar.Match(strings.TrimPrefix(glob, "./"), p); err == nil && ok {
			return true
		}
	}
	return false
}
