package bridge

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// handshake is the state of the session with the server (MCP up to 2025-11-25).
type handshake struct {
	request  []byte   // initialize; nil before it
	id       string   // Mcp-Session-Id, "" without one
	version  string   // that was negotiated
	endpoint *url.URL // of HTTP+SSE; nil for Streamable HTTP
	older    *source  // its stream
	isLost   bool     // the stream of HTTP+SSE has ended
	turn     int      // counts the handshakes
	stop     context.CancelFunc
	isOver   bool // the client has ended
}

func (b *Bridge) handshake() handshake {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.shake
}

// negotiated notes the version in the answer of a handshake.
func (b *Bridge) negotiated(result []byte) {
	var of struct {
		Version string `json:"protocolVersion"`
	}
	json.Unmarshal(result, &of)
	b.mu.Lock()
	b.shake.version = of.Version
	b.mu.Unlock()
}

// listening returns the context of the listening stream of a session. It is nil if the client
// or the session has ended, and if another stream brings all messages.
func (b *Bridge) listening(of handshake) context.Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.shake.isOver || b.shake.turn != of.turn || b.shake.endpoint != nil {
		return nil
	}
	if b.shake.stop != nil {
		b.shake.stop()
	}
	ctx, stop := context.WithCancel(context.Background())
	b.shake.stop = stop
	return ctx
}

// stopListening ends the streams that answer no request. The client has ended.
func (b *Bridge) stopListening() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shake.isOver = true
	if b.shake.stop != nil && b.shake.endpoint == nil {
		b.shake.stop()
	}
	for key, c := range b.calls {
		if c.Method == "subscriptions/listen" {
			b.drop(c, key)
			c.cancel()
		}
	}
}

// endSession ends the session.
func (b *Bridge) endSession(ctx context.Context) {
	now := b.handshake()
	if now.stop != nil {
		now.stop()
	}
	if now.id == "" || now.endpoint != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, farewellTime)
	defer cancel()
	if res, err := b.send(ctx, http.MethodDelete, nil, now, ""); err == nil {
		res.Body.Close()
	}
}

const (
	renewTime    = 30 * time.Second // for a repeated handshake
	endpointTime = 10 * time.Second // for the first event of HTTP+SSE
)

// renew repeats the handshake of the client, for a server that has forgotten it. Of concurrent
// calls one does it.
func (b *Bridge) renew(ctx context.Context, lost handshake) error {
	b.renewing.Lock()
	defer b.renewing.Unlock()
	if now := b.handshake(); now.turn != lost.turn && !now.isLost {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	if lost.request == nil {
		return Fault("the server knows no session")
	}
	b.mu.Lock()
	b.shake.id, b.shake.version = "", ""
	b.mu.Unlock()
	if lost.endpoint != nil {
		if err := b.opensOlder(ctx); err != nil {
			return err
		}
	}
	hello := b.quiet(lost.request, cancel)
	b.post(ctx, hello, func() {})
	if now := b.handshake(); now.version == "" {
		return Fault("the server has forgotten the session and opens no other one")
	}
	b.post(ctx, b.quiet([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), cancel), func() {})
	return nil
}

// quiet returns a call of the bridge's own.
func (b *Bridge) quiet(body []byte, cancel context.CancelFunc) *call {
	c := newCall(body, cancel)
	c.isQuiet = true
	b.mu.Lock()
	defer b.mu.Unlock()
	for key := range c.keys {
		b.calls[key] = c
	}
	return c
}

// opensOlder opens the stream of HTTP+SSE (MCP 2024-11-05). It returns once the server has
// named the address for messages. Another origin is refused: the credentials are not for it.
func (b *Bridge) opensOlder(ctx context.Context) error {
	stream, stop := context.WithCancel(context.WithoutCancel(ctx))
	res, err := b.send(stream, http.MethodGet, nil, handshake{}, "")
	if err != nil {
		stop()
		return err
	}
	if res.StatusCode != http.StatusOK || mediaType(res) != remote.EventStream {
		res.Body.Close()
		stop()
		return Fault("the server has no stream of events")
	}
	named := make(chan bool, 1)
	s := &source{}
	s.endpoint = func(text string) {
		to, err := b.upstream.Parse(text)
		isOwn := err == nil && to.Scheme == b.upstream.Scheme && to.Host == b.upstream.Host
		if s.endpoint = nil; isOwn {
			b.mu.Lock()
			b.shake.endpoint, b.shake.older, b.shake.isLost, b.shake.stop = to, s, false, stop
			b.shake.turn++
			b.mu.Unlock()
		}
		named <- isOwn
	}
	go func() {
		defer stop()
		defer res.Body.Close()
		b.carry(s, res.Body)
		b.lose(s)
	}()
	isOwn := false
	select {
	case isOwn = <-named:
	case <-ctx.Done():
	case <-time.After(endpointTime):
	}
	if !isOwn {
		stop()
		return Fault("the server names no address for messages at its own origin")
	}
	return nil
}

// lose ends the calls that wait for the stream of HTTP+SSE.
func (b *Bridge) lose(of *source) {
	b.mu.Lock()
	var waiting []*call
	if b.shake.older == of {
		b.shake.isLost = true
		waiting = slices.Collect(maps.Values(b.calls))
	}
	b.mu.Unlock()
	for _, c := range waiting {
		b.fail(c, remote.EndedEarly)
	}
}
