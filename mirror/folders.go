package mirror

import (
	"os"
	"slices"

	"github.com/judgelint/judgelint/project"
)

// agentFolders returns the folders of a project that can be sources, sorted by
// path: those of plugins and collections, else those of Claude Code below the
// top. Folders in others are left out. If there is none, looks names folders
// that only look like agents.
func agentFolders(root *os.Root) (folders, looks []string, err error) {
	p, err := project.Find(root.Name(), project.Options{})
	if err != nil {
		return nil, nil, err
	}
	var nested []string
	for _, f := range p.Folders() {
		switch {
		case f.Origin != project.ByClient:
			folders = append(folders, f.Path)
		case f.Client == "claude":
			nested = append(nested, f.Path)
		}
	}
	if folders == nil {
		folders = nested
	}
	if folders == nil {
		for _, c := range p.Candidates() {
			looks = append(looks, c.Path)
		}
	}
	return outermost(folders), looks, nil
}

// outermost leaves out folders that lie in others of the list.
func outermost(dirs []string) []string {
	slices.Sort(dirs)
	var list []string
	for _, dir := range dirs {
		if !slices.ContainsFunc(list, func(d string) bool { return within(d, dir) && entered(d, dir) }) {
			list = append(list, dir)
		}
	}
	return list
}
