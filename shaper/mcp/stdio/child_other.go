//go:build !unix

package stdio

import (
	"os"
	"os/exec"
)

func alone(*exec.Cmd) {}

func (c *child) signal(s os.Signal) { c.cmd.Process.Signal(s) }

func (c *child) terminate() { c.kill() }

func (c *child) kill() { c.cmd.Process.Kill() }

func (c *child) status() int { return c.cmd.ProcessState.ExitCode() }
