package roster

import (
	"io/fs"
	"slices"

	"github.com/judgelint/judgelint/agentspec"
)

// Census names the agents that the specs of some folders define.
type Census struct {
	// Judges must end with a verdict; Hooked bring hooks in their front matter.
	// Both are sorted.
	Judges, Hooked []string
}

// Census reads all specs of the folders below fsys, whose paths are
// slash-separated. A folder that is not there holds none; the error is about one
// that cannot be read.
func (r *Roster) Census(fsys fs.FS, folders []string) (Census, error) {
	var c Census
	for _, folder := range folders {
		specs, err := agentspec.LoadDir(fsys, folder)
		if err != nil {
			return Census{}, err
		}
		for _, s := range specs {
			if s.Entry("hooks") != nil {
				c.Hooked = append(c.Hooked, s.Name())
			}
			if r.Agent(s.Name()).Standing == Judge {
				c.Judges = append(c.Judges, s.Name())
			}
		}
	}
	slices.Sort(c.Judges)
	slices.Sort(c.Hooked)
	c.Judges, c.Hooked = slices.Compact(c.Judges), slices.Compact(c.Hooked)
	return c, nil
}
