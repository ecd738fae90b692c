//go:build unix

package contract_test

import (
	"syscall"
	"time"
)

// cpu is the processor time of the process so far: unlike the time of day it
// does not count what other processes do.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
