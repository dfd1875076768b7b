//go:build unix

package stdio

import (
	"os/exec"
	"syscall"
)

// alone keeps a server apart from the signals of a terminal, which are passed on to it,
// and together with what it starts.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func (c *child) terminate() { c.signal(syscall.SIGTERM) }

// kill ends a server with all that it has started.
func (c *child) kill() { syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }

func (c *child) status() int {
	if wait, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return 128 + int(wait.Signal())
	}
	return c.cmd.ProcessState.ExitCode()
}
