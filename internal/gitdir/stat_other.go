//go:build !linux

package gitdir

import "io/fs"

// changeTime is not known here.
func changeTime(fs.FileInfo) (stamp, bool) { return stamp{}, false }
