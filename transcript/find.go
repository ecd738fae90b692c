package transcript

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Homes are the folders in which the clients keep sessions, existing or not:
// those of Claude Code (CLAUDE_CONFIG_DIR, else ~/.claude) and of Codex
// (CODEX_HOME, else ~/.codex). Without a home folder there are none.
func Homes(getenv func(string) string) []string {
	home := getenv("HOME")
	if home == "" {
		home = getenv("USERPROFILE")
	}
	var dirs []string
	for _, h := range []struct{ variable, folder, below string }{
		{"CLAUDE_CONFIG_DIR", ".claude", "projects"},
		{"CODEX_HOME", ".codex", "sessions"},
	} {
		dir := getenv(h.variable)
		if dir == "" && home != "" {
			dir = filepath.Join(home, h.folder)
		}
		if dir != "" {
			dirs = append(dirs, filepath.Join(dir, h.below))
		}
	}
	return dirs
}

// Find returns the kept sessions below the folders, sorted by path. A folder
// that does not exist holds none; links are not followed. The error
// joins what could not be looked into; all that could be is returned.
func Find(dirs []string) ([]File, error) {
	var files []File
	var troubles []error
	seen := map[string]bool{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil && os.IsNotExist(err) && path == dir:
				return nil
			case err != nil:
				troubles = append(troubles, err)
				return nil // the rest can still be read
			case !d.Type().IsRegular() || filepath.Ext(path) != ".jsonl" || seen[path]:
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil // gone since the folder was read
			}
			seen[path] = true
			files = append(files, File{Client: clientOf(path), Path: path, Info: info})
			return nil
		})
		if err != nil {
			troubles = append(troubles, err)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, errors.Join(troubles...)
}

// clientOf tells the client by the name that it gives to its files.
func clientOf(path string) Client {
	if strings.HasPrefix(filepath.Base(path), "rollout-") {
		return Codex
	}
	return Claude
}
