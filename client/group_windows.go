package client

import (
	"os/exec"
	"strconv"
	"syscall"
)

// shell returns the shell that runs a command line, and its arguments.
func shell(line string) (program string, args []string) { return "cmd.exe", []string{"/c", line} }

// group keeps an interrupt from the keyboard away from the client.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// terminate does nothing: Windows has no request that every program hears.
func terminate(*exec.Cmd) {}

// kill ends the client and all that it started.
func kill(cmd *exec.Cmd) {
	if cmd.ProcessState != nil {
		return // its number may belong to another process by now
	}
	_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
}
