package web

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// Exchange is one request of a client with its response, for a program that carries the bytes
// itself. An example is a filter that a gateway asks about each part of a message. Messages and
// headers get the treatment of a [Proxy]. Four things differ:
//
//   - The login of a client is the gateway's: Authorization passes, and so does status 401.
//   - All headers of a request pass but Accept-Encoding. Last-Event-ID becomes that of the server.
//   - Without a hiding rule redirections and Set-Cookie pass, and so do bodies in other codings
//     than gzip.
//   - A body in gzip is decoded.
//
// An Exchange belongs to one goroutine.
type Exchange struct {
	proxy  *Proxy
	turn   *turn
	res    *http.Response
	status int // of the server
	parts  *parts
	sum    output        // bytes for the client
	err    error         // of the body; valid once done is closed
	done   chan struct{} // closed after the body
	gone   context.CancelFunc
}

// Answer is the response of a proxy in place of the server's. A Body is JSON.
type Answer struct {
	Status int
	Body   []byte
	Reason string // of a refusal; it holds no content
}

func refused(status int, why string) *Answer { return &Answer{status, nobodys(why), why} }

// Form is the treatment of a response's body.
type Form int

const (
	Whole     Form = iota // the client gets the body after its end
	Stream                // the client gets each event after its last line
	Unchanged             // the body passes without [Exchange.Body]
)

// WithoutClientNames has clients known by their session, or else by their address and their
// credentials. It is for [Proxy.BeginUnseen], since a client's name is in the message.
func WithoutClientNames() Option { return func(p *Proxy) { p.nameless = true } }

// Begin takes a request with its whole body. Methods other than POST have none. It changes the
// headers of r to those that the server gets. forward is the body for the server, body
// itself if nothing changes. An answer that is not nil is for the client, and the server gets
// nothing.
func (p *Proxy) Begin(r *http.Request, body []byte) (x *Exchange, forward []byte, instead *Answer) {
	p.ids.openIn(r.Header)
	r.Header.Del("Accept-Encoding")
	if r.Method != http.MethodPost {
		return p.carry(r, p.listening(r)), nil, nil
	}
	load := &load{of: p.memory}
	if refusal := p.unfit(r, body, load); refusal != nil {
		return p.carry(r, &turn{load: load}), nil, refusal
	}
	x = p.carry(r, p.turn(r, body, load))
	if body == nil {
		body = []byte{}
	}
	forward, reply := x.turn.exchange.FromClient(r.Context(), body)
	switch {
	case forward == nil && reply == nil:
		return x, nil, &Answer{Status: http.StatusAccepted}
	case forward == nil:
		return x, nil, &Answer{Status: http.StatusOK, Body: reply}
	}
	x.turn.instead, x.turn.body = reply, body
	return x, forward, nil
}

// unfit refuses a request that is not read, as [Proxy.post] does. The load holds its body.
func (p *Proxy) unfit(r *http.Request, body []byte, l *load) *Answer {
	if r.Header.Get("Content-Encoding") != "" {
		return refused(http.StatusUnsupportedMediaType, noCoding)
	}
	if limit := p.server.Limit(); len(body) > limit {
		return refused(http.StatusRequestEntityTooLarge, tooLong(int64(limit)))
	}
	switch err := l.hold(requestCopies * int64(len(body))); err {
	case nil:
		return nil
	case errBusy:
		return refused(http.StatusServiceUnavailable, err.Error())
	default:
		return refused(http.StatusRequestEntityTooLarge, err.Error())
	}
}

// BeginUnseen takes a tools/call by its headers alone. It returns nil if the body is needed
// ([mcp.Exchange.Calls]). Rules for clients by their names do not act.
func (p *Proxy) BeginUnseen(r *http.Request, tool string) *Exchange {
	x := p.carry(r, p.turn(r, nil, &load{of: p.memory}))
	if !x.turn.exchange.Calls(tool) {
		x.Close()
		return nil
	}
	r.Header.Del("Accept-Encoding")
	return x
}

// BeginUnknown takes a response whose request is not known. The hiding rules of every tool act.
// It returns nil while tools are limited by name, since the tool may be a denied one.
func (p *Proxy) BeginUnknown(ctx context.Context) *Exchange {
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, "/", nil)
	client := newSession(p.server)
	x := p.carry(r, &turn{load: &load{of: p.memory}, session: client, exchange: client.client.Exchange()})
	if x.turn.exchange.LimitsTools() {
		x.Close()
		return nil
	}
	return x
}

func (p *Proxy) carry(r *http.Request, t *turn) *Exchange {
	ctx, gone := context.WithCancel(context.WithValue(r.Context(), turnKey{}, t))
	return &Exchange{
		proxy: p, turn: t, gone: gone, done: make(chan struct{}),
		parts: &parts{next: make(chan part), wants: make(chan struct{}), closed: make(chan struct{}), gone: ctx.Done()},
		res:   &http.Response{Request: r.WithContext(ctx), ContentLength: -1},
	}
}

// Response takes the status and the headers of the response, and changes the headers to those
// of the client. [Exchange.Body] may change Content-Type and Content-Length once more at the end
// of a whole body. An answer that is not nil is for the client in place of the response.
func (x *Exchange) Response(status int, header http.Header) (form Form, instead *Answer) {
	p, t, res := x.proxy, x.turn, x.res
	x.status, res.StatusCode, res.Header, res.Body = status, status, header, x.parts
	hides := p.server.Hides()
	if hides && hasOddSession(header) {
		return Whole, x.refusal(oddSession)
	}
	p.note(t, res)
	if coding := strings.Join(header.Values("Content-Encoding"), ", "); strings.EqualFold(coding, "gzip") {
		res.Body = &unzipped{parts: x.parts}
		header.Del("Content-Encoding")
	} else if coding != "" && !hides {
		return Unchanged, nil
	}
	if err := unusable(res); hides && err != nil && status != http.StatusUnauthorized {
		return Whole, x.refusal(err)
	}
	kind, err := p.judgeHeaders(res, t, hides)
	if err != nil {
		return Whole, x.refusal(err)
	}
	handle := func() error { return x.whole(kind, hides) }
	switch {
	case kind == remote.EventStream:
		form = Stream
		s := p.newStream(t, res.Body, &x.sum)
		handle = func() error { return s.run(res.Request.Context(), res.Body) }
	case hides && isJSONType(kind):
		header.Set("Content-Type", "application/json") // until the body is known
	case hides:
		header.Set("Content-Type", "text/plain; charset=utf-8")
	}
	go x.run(handle)
	x.parts.wait(x.done)
	return form, nil
}

// run handles the body. A panic is an error of the exchange, and does not end the process.
func (x *Exchange) run(handle func() error) {
	defer close(x.done)
	defer func() {
		if recover() != nil {
			x.err = fault(noText)
		}
	}()
	x.err = handle()
}

// whole handles a body that is one message, or a text.
func (x *Exchange) whole(kind string, hides bool) error {
	if err := x.proxy.whole(x.res, x.turn, kind, hides); err != nil {
		return err
	}
	_, err := io.Copy(&x.sum, x.res.Body)
	return err
}

// Body takes the next part of the body, and returns the bytes for the client. The last part
// may be empty. An answer that is not nil is for the client in place of the response. If the
// client has a part of the response already, the connection must end instead. A closed exchange
// returns nothing.
func (x *Exchange) Body(next []byte, isLast bool) (out []byte, instead *Answer) {
	x.parts.give(part{next, isLast}, x.done)
	if x.res.Request.Context().Err() != nil {
		return nil, nil
	}
	out = x.sum.take()
	select {
	case <-x.done:
		if x.err != nil {
			return nil, x.refusal(x.err)
		}
		if x.res.StatusCode != x.status { // 202 became 200, since a batch has an answer of the proxy
			return nil, &Answer{Status: x.res.StatusCode, Body: out}
		}
	default:
	}
	return out, nil
}

// Close ends the exchange and releases its memory.
func (x *Exchange) Close() {
	x.gone()
	x.turn.load.end()
}

// refusal is the answer in place of a message that cannot be handed on.
func (x *Exchange) refusal(err error) *Answer {
	why, isBusy := reasonOf(err)
	x.proxy.failure(x.turn, why)
	status := http.StatusBadGateway
	if isBusy {
		status = http.StatusServiceUnavailable
	}
	return &Answer{status, x.turn.lost(why), why}
}

// part is a part of a body.
type part struct {
	text   []byte
	isLast bool
}

// parts is a body that comes in parts. Its reader runs in another goroutine, and says when it
// has read all of them, so that its output is complete.
type parts struct {
	next   chan part
	wants  chan struct{} // the reader has read all parts
	closed chan struct{} // by the reader
	once   sync.Once
	gone   <-chan struct{} // the exchange ended
	last   part            // the rest of the current part
}

func (b *parts) Read(p []byte) (int, error) {
	for len(b.last.text) == 0 {
		if b.last.isLast {
			return 0, io.EOF
		}
		select {
		case b.wants <- struct{}{}:
		case <-b.closed:
			return 0, io.ErrClosedPipe
		case <-b.gone:
			return 0, io.ErrUnexpectedEOF
		}
		select {
		case b.last = <-b.next:
		case <-b.closed:
			return 0, io.ErrClosedPipe
		case <-b.gone:
			return 0, io.ErrUnexpectedEOF
		}
	}
	n := copy(p, b.last.text)
	b.last.text = b.last.text[n:]
	return n, nil
}

func (b *parts) Close() error {
	b.once.Do(func() { close(b.closed) })
	return nil
}

// give gives the reader a part, and waits until it was read or the reader is done.
func (b *parts) give(next part, done <-chan struct{}) {
	select {
	case b.next <- next:
		b.wait(done)
	case <-done:
	case <-b.gone:
	}
}

func (b *parts) wait(done <-chan struct{}) {
	select {
	case <-b.wants:
	case <-done:
	case <-b.gone:
	}
}

// unzipped is a body in gzip, decoded. Its first part is read with its first byte.
type unzipped struct {
	*parts
	from *gzip.Reader
}

func (u *unzipped) Read(p []byte) (n int, err error) {
	if u.from == nil {
		if u.from, err = gzip.NewReader(u.parts); err != nil {
			u.from = nil
			return 0, err // io.EOF of an empty body
		}
	}
	return u.from.Read(p)
}

// output holds bytes for the client. It is safe for concurrent use: notifications come at
// any time.
type output struct {
	mu  sync.Mutex
	all []byte
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = append(o.all, text...)
	return len(text), nil
}

// take returns all bytes and forgets them.
func (o *output) take() (all []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	all, o.all = o.all, nil
	return all
}
