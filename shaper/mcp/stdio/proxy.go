package stdio

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// Proxy stands between one client and a server that it starts.
type Proxy struct {
	Server *mcp.Server
	In     io.Reader // messages of the client
	Out    io.Writer // messages for the client
	Stderr *os.File  // the server's standard error; nil discards it

	// Signals are passed on to the server, and to the processes that it started.
	Signals <-chan os.Signal
	// Changes receives a value whenever the configuration may have changed. If the client's
	// list of tools is out of date, it is told to list again. A client that takes log messages
	// also hears of the fault that [mcp.Server.SetFault] set.
	Changes <-chan struct{}
	// Grace is the server's time to end after the client has ended; 0 is 5 seconds. Then the
	// server is told to end, and after the same time again it is killed. While the client
	// waits for an answer, the server has a minute.
	Grace time.Duration
}

const (
	defaultGrace = 5 * time.Second
	longestWait  = time.Minute
	lateWords    = 2 * time.Second
)

// ErrClient is the error of a client whose end takes no more messages.
var ErrClient = errors.New("the client takes no more messages")

// Run starts a server and returns its exit status after its end: 128 and the number of a
// signal that ended it. By then the client has all its output, or the error is [ErrClient] with
// the cause. Other errors are failures to start, as in [os/exec].
//
// When ctx is done, the server is told to end. Run does not wait for the client: input after
// the server's end stays unread.
func (p *Proxy) Run(ctx context.Context, name string, args ...string) (status int, err error) {
	child, err := start(p.Stderr, name, args...)
	if err != nil {
		return 0, err
	}
	err = p.relay(ctx, &child.peer)
	return child.status(), err
}

// Bridge is [Proxy.Run] for a server that carry speaks to, in place of a process. carry gets the
// client's lines from in and writes the server's to out. It returns when in has ended and all
// answers are written, or soon after ctx is done. A signal ends ctx. The error is [ErrClient].
func (p *Proxy) Bridge(ctx context.Context, carry func(ctx context.Context, in io.Reader, out io.Writer)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	end := &peer{process: stopper(stop), stdin: stdin, stdout: stdout, ended: make(chan struct{})}
	end.said.Reader = stdout
	go func() {
		defer close(end.ended)
		defer out.Close()
		defer in.Close()
		carry(ctx, in, out)
	}()
	return p.relay(ctx, end)
}

// relay carries messages between the client and a server until the server has ended.
func (p *Proxy) relay(ctx context.Context, to *peer) error {
	r := &relay{
		exchange: p.Server.Session().Exchange(), limit: p.Server.Limit(),
		client: &writer{to: p.Out}, server: &writer{to: to.stdin},
	}
	clientEnded, serverSilent, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(clientEnded)
		if r.fromClient(ctx, p.In) != nil {
			io.Copy(io.Discard, p.In) // the server takes no more, and goes on all the same
		}
		to.stdin.Close()
	}()
	go func() {
		defer close(serverSilent)
		if r.fromServer(ctx, &to.said) != nil {
			to.stdout.Close()
			to.stdin.Close()
			close(gone)
		}
	}()
	go p.tellChanges(r, to.ended)
	p.attend(ctx, to, r, either(clientEnded, gone))
	to.lastWords(serverSilent, min(p.grace(), lateWords))
	return r.client.failed()
}

// either is closed with the first of two.
func either(a, b <-chan struct{}) <-chan struct{} {
	one := make(chan struct{})
	go func() {
		defer close(one)
		select {
		case <-a:
		case <-b:
		}
	}()
	return one
}

func (p *Proxy) grace() time.Duration { return cmp.Or(p.Grace, defaultGrace) }

// attend waits until the server has ended, and sees to it that it does when the client
// has.
func (p *Proxy) attend(ctx context.Context, server *peer, r *relay, clientEnded <-chan struct{}) {
	grace := p.grace()
	var patience <-chan time.Time
	waited, told, done := time.Duration(0), false, ctx.Done()
	for {
		select {
		case <-server.ended:
			return
		case s := <-p.Signals:
			server.signal(s)
		case <-clientEnded:
			clientEnded, patience = nil, time.After(grace)
		case <-done:
			server.terminate()
			done, told, patience = nil, true, time.After(grace)
		case <-patience:
			patience = time.After(grace)
			waited += grace
			switch {
			case told:
				server.kill()
			case waited >= longestWait || !r.exchange.Waits():
				server.terminate()
				told = true
			}
		}
	}
}

// tellChanges tells the client when the list of tools has changed.
func (p *Proxy) tellChanges(r *relay, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case _, more := <-p.Changes:
			if !more {
				return
			}
			r.tellFault()
			if msg := r.exchange.ListChanged(); msg != nil {
				r.client.write(append(msg, '\n'), true)
			}
		}
	}
}

// counted counts reads, to tell if output still arrives.
type counted struct {
	io.Reader
	reads   atomic.Int64
	waiting atomic.Bool
}

func (c *counted) Read(p []byte) (int, error) {
	c.waiting.Store(true)
	n, err := c.Reader.Read(p)
	c.waiting.Store(false)
	c.reads.Add(1)
	return n, err
}
