package mirror

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// LockFile is the list of the mirrors that are ours, at the root.
const LockFile = "mirrorgen.lock"

// journalFile is the next LockFile while a run writes. It is locked as long as
// the run lives, so that two runs do not mix, and found by the next run if one
// was killed: what it lists is ours, too.
const journalFile = "mirrorgen.lock.new"

const lockHeader = "# The mirrors that mirrorgen owns. Commit this file, do not edit it.\n"

// lockEntry is one line of the lock file.
type lockEntry struct {
	path, target, source string
	sum                  string // hex SHA-256 of the body as it was written
}

// ofSkills marks the target of a file of a skill, which is owned as a whole.
const ofSkills = "/skills"

// lockTarget is the target of a mirror as the lock file has it.
func (m *Mirror) lockTarget() string {
	if m.Skill {
		return m.Target + ofSkills
	}
	return m.Target
}

// of splits the target of an entry.
func (e lockEntry) of() (target string, isSkill bool) { return strings.CutSuffix(e.target, ofSkills) }

// lockFile is a list of owned mirrors by path.
type lockFile map[string]lockEntry

// nameOf is the name of the agent or skill whose mirror an entry is. A skill has
// that of the outermost folder with a SKILL.md.
func (l lockFile) nameOf(e lockEntry) string {
	target, isSkill := e.of()
	if !isSkill {
		for _, t := range Targets() {
			if t.Name == target {
				return strings.TrimSuffix(path.Base(e.path), t.ext)
			}
		}
		return ""
	}
	name := ""
	for dir := path.Dir(e.path); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if main, ok := l[path.Join(dir, skillFile)]; ok && main.target == e.target {
			name = path.Base(dir)
		}
	}
	return name
}

// parseLock reads a lock file. Lines are "path TAB target TAB source TAB
// sha256:SUM"; conflict marks of a merge are told with their line.
func parseLock(text string) (lockFile, error) {
	lock := lockFile{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 4 || !strings.HasPrefix(parts[3], "sha256:") {
			return nil, fmt.Errorf("%s:%d: not a line of this file: %q (after a merge conflict keep the lines of both sides, or delete the file and run mirrorgen --adopt)", LockFile, i+1, line)
		}
		lock[parts[0]] = lockEntry{parts[0], parts[1], parts[2], strings.TrimPrefix(parts[3], "sha256:")}
	}
	return lock, nil
}

// String is the file: one line for each mirror, sorted by path.
func (l lockFile) String() string {
	if len(l) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(lockHeader)
	for _, path := range slices.Sorted(maps.Keys(l)) {
		e := l[path]
		fmt.Fprintf(&b, "%s\t%s\t%s\tsha256:%s\n", e.path, e.target, e.source, e.sum)
	}
	return b.String()
}
