package gitdir

import (
	"io/fs"
	"syscall"
)

// changeTime is when the file's content or attributes changed last: a program
// can set the other time, not this one.
func changeTime(info fs.FileInfo) (stamp, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}, false
	}
	return stamp{uint32(s.Ctim.Sec), uint32(s.Ctim.Nsec)}, true
}
