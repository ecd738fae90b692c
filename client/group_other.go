//go:build unix && !linux

package client

import "syscall"

// endWithUs does nothing: only Linux ends a process with its parent.
func endWithUs(*syscall.SysProcAttr) {}
