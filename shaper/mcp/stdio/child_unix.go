//go:build unix

package stdio

import (
	"os"
	"os/exec"
	"syscall"
)

// alone keeps a server apart from the signals of a terminal, which are passed on to it,
// and together with the processes that it starts: a group of their own.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// signal sends a signal to a server and to the processes that it started, since the server
// may be behind a script that passes none on.
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
