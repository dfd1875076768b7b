//go:build unix

package stdio

import (
	"os"
	"os/exec"
	"syscall"
)

// alone puts a server and its processes in a group of their own. So signals of a terminal
// reach it only from the proxy.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// signal sends a signal to a server and its processes. The server may be behind a script that
// passes no signals on.
func (c *child) signal(s os.Signal) {
	if number, ok := s.(syscall.Signal); ok {
		syscall.Kill(-c.cmd.Process.Pid, number)
	}
}

func (c *child) terminate() { c.signal(syscall.SIGTERM) }

func (c *child) kill() { c.signal(syscall.SIGKILL) }

func (c *child) status() int {
	if wait, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return 128 + int(wait.Signal())
	}
	return c.cmd.ProcessState.ExitCode()
}
