// Package bridge gives a client that speaks lines an MCP server over HTTP.
//
// It hands messages on and reads of them only the members that the protocol repeats in HTTP:
// ids, methods, names, versions. A session, its end, resumed streams and cancelled requests
// follow MCP, transports, of the versions 2024-11-05 to 2026-07-28.
package bridge

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// Bridge carries the messages of one client to an MCP server over HTTP. A message of the client
// is a line, and so is each message for it. It speaks Streamable HTTP of both eras, and HTTP+SSE
// of MCP 2024-11-05 if the server refuses the former.
//
// A request is sent again in two cases: no connection was made, or the server refused it since
// it has forgotten the session. In the second case the bridge repeats the handshake first. A
// request whose answer cannot come gets an error response.
type Bridge struct {
	// Transport sends the requests; nil is a transport of its own. It follows no redirection.
	Transport http.RoundTripper
	Header    http.Header   // added to each request, such as the operator's credentials
	Limit     int           // bytes of a message; 0 is 64 MiB. A longer one of the server is not held as a whole
	Failed    func(Failure) // called for each failed request, also concurrently; nil does nothing

	upstream *url.URL
	out      lineWriter
	running  sync.WaitGroup // calls
	tools    toolHeaders

	mu       sync.Mutex
	calls    map[string]*call // that wait for an answer, by the keys of their ids
	shake    handshake
	renewing sync.Mutex // held while the handshake is repeated
}

const (
	defaultLimit = 64 << 20
	mostCalls    = 1 << 12         // of a client at once
	farewellTime = 5 * time.Second // for the last request, that ends the session
)

// Failure is a failed request of the client: its Method and Tool, and the Reason.
type Failure = remote.Failure

// New returns a bridge to the MCP server at a URL.
func New(upstream *url.URL) *Bridge {
	to := *upstream
	to.Path = cmp.Or(to.Path, "/")
	return &Bridge{upstream: &to, calls: map[string]*call{}}
}

// Run reads the client's messages from in and writes the server's to out. It returns when in has
// ended and all requests have their answers, or soon after ctx is done. Then the session with
// the server has ended, too. A bridge runs once.
func (b *Bridge) Run(ctx context.Context, in io.Reader, out io.Writer) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b.out.to = out
	b.Limit = cmp.Or(b.Limit, defaultLimit)
	if b.Transport == nil {
		b.Transport = Transport()
	}
	messages := make(chan []byte, mostQueued)
	go b.read(in, messages)
	for body := range messages {
		b.take(ctx, body)
	}
	b.stopListening()
	b.running.Wait()
	b.endSession(context.WithoutCancel(ctx))
}

// Transport returns the transport that a bridge without one uses. It keeps connections for
// concurrent requests, and nothing is compressed on the way.
func Transport() http.RoundTripper { return remote.Transport(64) }

// mostQueued bounds the messages of the client that wait while an earlier one opens the session.
const mostQueued = 1 << 8

// read reads the client's messages until they end.
func (b *Bridge) read(in io.Reader, messages chan<- []byte) {
	defer close(messages)
	from := lines.New(in, b.Limit)
	for {
		line, goesOn, err := from.Next()
		if err != nil {
			return
		}
		if goesOn {
			b.refuseLong(from, line)
		} else if text := bytes.TrimSpace(line); len(text) > 0 {
			messages <- bytes.Clone(text)
		}
	}
}

// refuseLong answers a message of the client over the limit, and skips the rest of it.
func (b *Bridge) refuseLong(from *lines.Reader, line []byte) {
	var id lines.ID
	for goesOn, err := true, error(nil); err == nil; line, goesOn, err = from.Next() {
		if id.Take(line); !goesOn {
			break
		}
	}
	if id := id.Text(); id != nil {
		b.out.put(mcp.Failure(id, "the message is longer than the limit (--limit)"))
	}
}

// call is one HTTP request with messages of the client.
type call struct {
	head
	body    []byte
	keys    map[string]bool // of the requests in it without an answer; guarded by Bridge.mu
	ended   chan struct{}   // closed when none is left
	cancel  context.CancelFunc
	isQuiet bool // it is the bridge's own, and the client gets no answer
}

// newCall returns a call with a message or a batch.
func newCall(body []byte, cancel context.CancelFunc) *call {
	c := &call{body: body, cancel: cancel, ended: make(chan struct{}), keys: map[string]bool{}}
	heads := readHeads(body)
	if len(heads) == 1 {
		c.head = heads[0]
	}
	for _, h := range heads {
		if key := keyOfID(h.ID); key != "" && h.Method != "" {
			c.keys[key] = true
		}
	}
	return c
}

// take sends messages of the client. It returns once they are on their way, so that the server
// gets them in order.
func (b *Bridge) take(ctx context.Context, body []byte) {
	ctx, cancel := context.WithCancel(ctx)
	c := newCall(body, cancel)
	if c.Method == "notifications/cancelled" && b.cancels(c) {
		cancel()
		return
	}
	if !b.begin(c) {
		b.fail(c, "the client waits for too many answers")
		cancel()
		return
	}
	sent := make(chan struct{})
	tell := sync.OnceFunc(func() { close(sent) })
	b.running.Go(func() {
		defer cancel()
		defer tell()
		reached := tell
		if c.Method == "initialize" || c.Method == "notifications/initialized" {
			reached = func() {} // later messages wait until the server has taken it
		}
		b.post(ctx, c, reached)
	})
	<-sent
}

// begin notes that a call waits for its answers.
func (b *Bridge) begin(c *call) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.calls)+len(c.keys) > mostCalls {
		return false
	}
	for key := range c.keys {
		b.calls[key] = c
	}
	if c.Method == "initialize" {
		b.shake.request = c.body
	}
	return true
}

// cancels cancels the call that a notification names, and reports whether that is all. Without a
// handshake the end of the HTTP request is the notification (MCP 2026-07-28).
func (b *Bridge) cancels(c *call) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := keyOfID(c.Params.RequestID)
	other := b.calls[key]
	if other == nil {
		return b.shake.request == nil
	}
	b.drop(other, key) // it may stay without an answer
	if other.isStateless() {
		other.cancel()
	}
	return other.isStateless()
}

// drop notes that a request of a call has its answer, or will have none. The caller holds the
// lock.
func (b *Bridge) drop(c *call, key string) {
	if b.calls[key] == c {
		delete(b.calls, key)
	}
	if len(c.keys) == 0 {
		return
	}
	if delete(c.keys, key); len(c.keys) == 0 {
		close(c.ended)
	}
}

// waits reports whether a call lacks an answer.
func (b *Bridge) waits(c *call) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(c.keys) > 0
}

// fail answers the requests of a call that have no answer with an error.
func (b *Bridge) fail(c *call, why string) {
	b.mu.Lock()
	keys := slices.Sorted(maps.Keys(c.keys))
	for _, key := range keys {
		b.drop(c, key)
	}
	b.mu.Unlock()
	if c.isQuiet || len(keys) == 0 && len(c.ID) > 0 { // it was answered or cancelled
		return
	}
	if b.Failed != nil {
		b.Failed(Failure{Method: c.Method, Tool: c.tool(), Reason: why})
	}
	for _, key := range keys {
		b.out.put(mcp.Failure(lines.OfKey(key), why))
	}
}

// lineWriter writes messages as lines.
type lineWriter struct {
	mu sync.Mutex
	to io.Writer
}

// put writes a message. An end of a line in it is white space between tokens.
func (w *lineWriter) put(msg []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to.Write(append(flat(msg), '\n'))
}

// flat returns a copy of a text without ends of lines.
func flat(text []byte) []byte {
	out := append(make([]byte, 0, len(text)+1), text...)
	for i, c := range out {
		if c == '\n' || c == '\r' {
			out[i] = ' '
		}
	}
	return out
}
