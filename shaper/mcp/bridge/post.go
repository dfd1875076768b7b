package bridge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// connectDelays are the waits before a request without a connection is sent again.
var connectDelays = []time.Duration{100 * time.Millisecond, 400 * time.Millisecond, 1600 * time.Millisecond}

// post sends a call and carries its answers. reached is called once the request is written.
func (b *Bridge) post(ctx context.Context, c *call, reached func()) {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { reached() }})
	for isAgain := false; ; isAgain = true {
		now := b.handshake()
		var res *http.Response
		err := error(Fault("the server's stream of answers has ended"))
		if !now.isLost || c.Method == "initialize" {
			res, err = b.send(ctx, http.MethodPost, c, now, "")
		}
		forgotten := now.isLost || err == nil && res.StatusCode == http.StatusNotFound && now.id != ""
		if forgotten && !isAgain && !c.isQuiet && !c.isStateless() && c.Method != "initialize" {
			if res != nil {
				res.Body.Close()
			}
			if err = b.renew(ctx, now); err == nil {
				continue
			}
		}
		if err != nil {
			b.fail(c, reason(err))
			return
		}
		defer res.Body.Close()
		b.receive(ctx, c, now, res)
		return
	}
}

// Fault is an error whose words are for the client. A Transport can return one. Every other
// error becomes words that tell nothing of it.
type Fault string

func (f Fault) Error() string { return string(f) }

const noAnswer = "the server's answer is neither JSON nor an event stream"

const versionHeader = "Mcp-Protocol-Version"

// reason returns the words for a failed request.
func reason(err error) string {
	if why, isOurs := errors.AsType[Fault](err); isOurs {
		return string(why)
	}
	return remote.Reason(err)
}

// send sends a request to the server. A call is the content of a POST; last is the event that a
// GET goes on from.
func (b *Bridge) send(ctx context.Context, method string, c *call, now handshake, last string) (*http.Response, error) {
	to := b.upstream
	if now.endpoint != nil && method == http.MethodPost {
		to = now.endpoint
	}
	var body io.Reader
	if c != nil {
		body = bytes.NewReader(c.body)
	}
	req, err := http.NewRequestWithContext(ctx, method, to.String(), body)
	if err != nil {
		return nil, err
	}
	h := req.Header
	h.Set("Accept", remote.EventStream)
	if c != nil {
		h.Set("Accept", "application/json, "+remote.EventStream)
		h.Set("Content-Type", "application/json")
	}
	switch {
	case c != nil && c.isStateless():
		if err := c.setHeaders(h, &b.tools); err != nil {
			return nil, err
		}
	case c == nil || c.Method != "initialize":
		setIf(h, remote.SessionHeader, now.id)
		setIf(h, versionHeader, now.version)
	}
	setIf(h, remote.LastEventHeader, last)
	for name, values := range b.Header {
		h[http.CanonicalHeaderKey(name)] = values
	}
	for _, delay := range connectDelays {
		res, err := b.Transport.RoundTrip(req)
		if !remote.IsUnreached(err) || !pause(ctx, delay) {
			return res, err
		}
		if req.GetBody != nil {
			req.Body, _ = req.GetBody()
		}
	}
	return b.Transport.RoundTrip(req)
}

func setIf(h http.Header, name, value string) {
	if value != "" {
		h.Set(name, value)
	}
}

// pause waits, and reports whether ctx goes on.
func pause(ctx context.Context, delay time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(delay):
		return true
	}
}

// receive carries the answers of a call.
func (b *Bridge) receive(ctx context.Context, c *call, now handshake, res *http.Response) {
	if res.StatusCode >= 300 {
		b.refuse(ctx, c, now, res)
		return
	}
	if c.Method == "initialize" {
		b.mu.Lock()
		b.shake.id = res.Header.Get(remote.SessionHeader)
		b.shake.turn++
		b.mu.Unlock()
	}
	switch kind := mediaType(res); {
	case kind == remote.EventStream:
		b.stream(ctx, c, res.Body)
	case !b.waits(c):
	case now.endpoint != nil: // the answers come on the other stream
		select {
		case <-c.ended:
		case <-ctx.Done():
		}
	case kind == "" || strings.HasSuffix(kind, "json"):
		b.whole(c, res.Body)
	default:
		b.fail(c, noAnswer)
	}
	if b.waits(c) {
		b.fail(c, remote.EndedEarly)
	} else if c.Method == "notifications/initialized" {
		b.listen(now)
	}
}

// mediaType returns the type of a response, "" if it names none.
func mediaType(res *http.Response) string {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return kind
}

// whole carries an answer of one message or one batch.
func (b *Bridge) whole(c *call, body io.Reader) {
	text, err := io.ReadAll(io.LimitReader(body, int64(b.Limit)+1))
	switch {
	case err != nil || len(bytes.TrimSpace(text)) == 0:
	case len(text) <= b.Limit:
		b.deliver(bytes.TrimSpace(text))
	default:
		b.out.mu.Lock()
		defer b.out.mu.Unlock()
		var piece [32 << 10]byte
		b.out.to.Write(flat(text))
		for err == nil {
			var n int
			n, err = body.Read(piece[:])
			b.out.to.Write(flat(piece[:n]))
		}
		b.out.to.Write([]byte("\n"))
		if err == io.EOF {
			b.allAnswered(c)
		}
	}
}

// allAnswered notes that a call has all its answers.
func (b *Bridge) allAnswered(c *call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key := range c.keys {
		b.drop(c, key)
	}
}

// deliver hands a message or a batch of the server to the client. A text that is no JSON is
// dropped: it would end the connection of many clients.
func (b *Bridge) deliver(msg []byte) {
	heads := readHeads(msg)
	isOwn := len(heads) == 0
	for _, h := range heads {
		key := keyOfID(h.ID)
		if h.Method != "" || key == "" {
			continue
		}
		b.mu.Lock()
		of := b.calls[key]
		if of != nil {
			b.drop(of, key)
		}
		b.mu.Unlock()
		if of != nil {
			isOwn = isOwn || of.isQuiet
			b.learn(of, &h)
		}
	}
	if !isOwn {
		b.out.put(msg)
	}
}

// learn keeps the facts of an answer that later requests need.
func (b *Bridge) learn(of *call, h *head) {
	switch of.Method {
	case "initialize":
		b.negotiated(h.Result)
	case "tools/list":
		if of.isStateless() {
			b.tools.learn(h.Result)
		}
	}
}

// refuse handles a response with the status of a failure. After initialize some of them say that
// the server may speak HTTP+SSE (MCP, transports: backwards compatibility).
func (b *Bridge) refuse(ctx context.Context, c *call, now handshake, res *http.Response) {
	body, _ := io.ReadAll(io.LimitReader(res.Body, int64(b.Limit)))
	res.Body.Close()
	switch code := res.StatusCode; {
	case code < 400:
		b.fail(c, remote.Elsewhere)
	case code == http.StatusUnauthorized:
		b.fail(c, remote.NoAccess)
	case c.Method == "initialize" && now.endpoint == nil && slices.Contains(olderStatus, code) && b.opensOlder(ctx) == nil:
		b.post(ctx, c, func() {})
	default:
		b.refused(c, code, body)
	}
}

// olderStatus are the statuses of a server that may speak HTTP+SSE alone.
var olderStatus = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed}

// refused answers a call that the server refused with a status. An error of JSON-RPC in the
// body is the answer. A server that knows no discovery lacks the method.
func (b *Bridge) refused(c *call, code int, body []byte) {
	key := keyOfID(c.ID)
	of := readHeads(body)
	switch {
	case key == "" || !b.waits(c):
	case len(of) == 1 && len(of[0].Error) > 0 && of[0].Error[0] == '{':
		b.deliver(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":%s}`, c.ID, of[0].Error))
		return
	case c.Method == "server/discover" && code < 500:
		b.deliver(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, c.ID))
		return
	}
	b.fail(c, "the server answers with status "+strconv.Itoa(code))
}
