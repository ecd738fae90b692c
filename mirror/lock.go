package mirror

import (
	"fmt"
	"maps"
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

// lockFile is a list of owned mirrors by path.
type lockFile map[string]lockEntry

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
