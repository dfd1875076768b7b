package stdio

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// peer is the server's end of the messages.
type peer struct {
	process
	stdin  io.WriteCloser
	stdout io.ReadCloser
	said   counted // reads stdout
	ended  chan struct{}
}

// process is a server that can be told to end.
type process interface {
	signal(os.Signal)
	terminate()
	kill()
}

// stopper ends a server that is no process.
type stopper context.CancelFunc

func (s stopper) signal(os.Signal) { s() }
func (s stopper) terminate()       { s() }
func (s stopper) kill()            { s() }

// child is a server that was started.
type child struct {
	peer
	cmd *exec.Cmd
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
	c := &child{peer{stdin: stdin, stdout: stdout, ended: ended}, cmd}
	c.process, c.said.Reader = c, stdout
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
func (p *peer) lastWords(silent <-chan struct{}, late time.Duration) {
	for {
		before := p.said.reads.Load()
		select {
		case <-silent:
			return
		case <-time.After(late):
		}
		if p.said.waiting.Load() && p.said.reads.Load() == before {
			return
		}
	}
}
