package stdio

import (
	"os"
	"os/exec"
	"runtime"
	"time"
)

// child is a server that was started.
type child struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	said   counted // reads stdout
	ended  chan struct{}
}

// start starts a server. Its pipes block. Pipes that the runtime polls would wait for its next
// poll, 10 ms for each 64 KiB, beside a blocking standard input.
func start(stderr *os.File, name string, args ...string) (*child, error) {
	cmd := exec.Command(name, args...)
	in, stdin, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stdout, out, err := os.Pipe()
	if err != nil {
		in.Close()
		stdin.Close()
		return nil, err
	}
	stdin.Fd()
	stdout.Fd()
	cmd.Stdin, cmd.Stdout = in, out
	if stderr != nil {
		cmd.Stderr = stderr
	}
	alone(cmd)
	ended := make(chan struct{})
	err = run(cmd, ended)
	in.Close()
	out.Close()
	if err != nil {
		stdin.Close()
		stdout.Close()
		return nil, err
	}
	c := &child{cmd: cmd, stdin: stdin, stdout: stdout, ended: ended}
	c.said.Reader = stdout
	return c, nil
}

// run starts a process, and closes ended when it has ended. It waits on the thread that
// started the process: on Linux the process is killed when that thread ends.
func run(cmd *exec.Cmd, ended chan<- struct{}) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			cmd.Wait()
			close(ended)
		}
		runtime.UnlockOSThread()
	}()
	return <-started
}

// lastWords waits for the rest of the output of an ended server. It stops after some time
// without output: a process that the server left behind may hold its output open.
func (c *child) lastWords(silent <-chan struct{}, late time.Duration) {
	for {
		before := c.said.reads.Load()
		select {
		case <-silent:
			return
		case <-time.After(late):
		}
		if c.said.waiting.Load() && c.said.reads.Load() == before {
			return
		}
	}
}
