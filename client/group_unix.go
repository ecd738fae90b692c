//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// shell returns the shell that runs a command line, and its arguments.
func shell(line string) (program string, args []string) { return "sh", []string{"-c", line} }

// group makes the client the head of a process group of its own, so that a
// signal reaches all that it starts, and an interrupt from the keyboard does
// not reach it behind our back.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithUs(cmd.SysProcAttr)
}

// terminate asks the group to end.
func terminate(cmd *exec.Cmd) { signal(cmd, syscall.SIGTERM) }

// kill ends the group.
func kill(cmd *exec.Cmd) { signal(cmd, syscall.SIGKILL) }

func signal(cmd *exec.Cmd, s syscall.Signal) {
	if pid := cmd.Process.Pid; pid > 1 { // -1 would be everybody
		_ = syscall.Kill(-pid, s) // the group may be gone
	}
}
