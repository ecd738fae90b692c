package mirror

import (
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/judgelint/judgelint/agentspec"
	"github.com/judgelint/judgelint/source"
)

// agentFolders returns the folders of a project that hold agents and belong to
// no client, sorted by path.
func agentFolders(root *os.Root) ([]string, error) {
	var folders []string
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir():
			return nil
		case hidden(name), skipped(name):
			return fs.SkipDir
		case path.Base(name) == "agents" && holdsAgents(root, name):
			folders = append(folders, name)
			return fs.SkipDir
		}
		return nil
	})
	return folders, err
}

func holdsAgents(root *os.Root, dir string) bool {
	all, named := 0, 0
	fs.WalkDir(root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(name, ".md") {
			all++
			if data, err := readFile(root, name); err == nil && agentspec.Parse(source.NewFile(name, data)).Name() != "" {
				named++
			}
		}
		return nil
	})
	return named > 0 && named*2 >= all
}
