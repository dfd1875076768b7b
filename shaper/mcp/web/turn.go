package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// turn is one request of a client with its answer.
type turn struct {
	session  *session
	key      string // the client's key, or its later one if the server gives it no session
	exchange *mcp.Exchange

	isKnown bool   // the client is, by a session that the server gave it
	opens   bool   // a session
	listens bool   // to messages of the server's own
	body    []byte // the client's message
	instead []byte // answers beside the server's

	metadata string // the address of the metadata at the proxy, for a login

	load      *load
	client    *http.ResponseController
	isLimited atomic.Bool // the client has a time limit to read the answer
}

type turnKey struct{}

// pass hands a request on to the server, with a body. The load ends with the answer.
func (p *Proxy) pass(w http.ResponseWriter, r *http.Request, t *turn, body []byte) {
	if p.pages != nil {
		t.metadata = p.pages.Metadata("http://"+r.Host, r.URL.Path)
	}
	out := r.WithContext(context.WithValue(r.Context(), turnKey{}, t)) // a copy: the body of r is the connection's
	out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	out.Body, _ = out.GetBody()
	out.ContentLength, out.TransferEncoding = int64(len(body)), nil
	out.Header = r.Header.Clone()
	keepProtocolHeaders(out.Header)
	defer t.load.end()
	t.client = http.NewResponseController(w)
	defer t.unlimit()
	p.forward.ServeHTTP(finalWriter{w}, out)
}

func turnOf(r *http.Request) *turn { return r.Context().Value(turnKey{}).(*turn) }

// bodyTime bounds the time for a client's request body.
const bodyTime = time.Minute

// post handles messages of a client.
func (p *Proxy) post(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Content-Encoding") != "" {
		refuse(w, http.StatusUnsupportedMediaType, noCoding)
		return
	}
	load := &load{of: p.memory}
	defer load.end()
	body, err := p.read(w, r, load)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		refuse(w, http.StatusRequestEntityTooLarge, tooLong(tooLarge.Limit))
		return
	}
	if err == errLarge {
		refuse(w, http.StatusRequestEntityTooLarge, err.Error())
		return
	}
	if err == errBusy {
		tooBusy(w, nobodys(errBusy.Error()))
		return
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, "the message did not come whole")
		return
	}
	t := p.turn(r, body, load)
	forward, reply := t.exchange.FromClient(r.Context(), body)
	switch {
	case forward == nil && reply == nil:
		w.WriteHeader(http.StatusAccepted)
		return
	case forward == nil:
		answer(w, http.StatusOK, reply)
		return
	}
	t.instead, t.body = reply, body
	p.pass(w, r, t, forward)
}

const noCoding = "messages are not to be encoded"

func tooLong(limit int64) string {
	return "the message has more than " + strconv.FormatInt(limit, 10) + " bytes"
}

// read reads the body of a request.
func (p *Proxy) read(w http.ResponseWriter, r *http.Request, l *load) ([]byte, error) {
	limit := int64(p.server.Limit())
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Now().Add(bodyTime)) // where there is a connection
	defer c.SetReadDeadline(time.Time{})
	return l.readAll(http.MaxBytesReader(w, r.Body, limit), r.ContentLength, requestCopies)
}

// turn finds out whose request it is.
func (p *Proxy) turn(r *http.Request, body []byte, l *load) *turn {
	method, client, version := mcp.Peek(body)
	if p.nameless {
		client, version = "", ""
	}
	t := &turn{load: l, isKnown: r.Header.Get(remote.SessionHeader) != "", opens: method == "initialize", listens: method == "subscriptions/listen"}
	if t.key = p.keyOf(r, client, version); t.opens {
		t.key = p.keyOf(r, "", "") // its later requests do not name it
		t.session = newSession(p.server)
	} else {
		t.session = p.sessions.Of(t.key)
	}
	t.exchange = t.session.client.Exchange()
	if !t.opens {
		p.refresh(r.Context(), t)
	}
	t.belongsTo(r)
	return t
}

// belongsTo sets the client of calls.
func (t *turn) belongsTo(r *http.Request) {
	if kind, secret := mcp.KnownBy(r.Header.Get("Authorization"), r.Header.Get(remote.SessionHeader)); kind != "" {
		t.exchange.BelongsTo(kind, secret)
	} else {
		t.exchange.BelongsToUnknown(t.key)
	}
}

// listening is the turn of a request without a message.
func (p *Proxy) listening(r *http.Request) *turn {
	t := &turn{load: &load{of: p.memory}, key: p.keyOf(r, "", ""), listens: r.Method == http.MethodGet}
	t.session = p.sessions.Of(t.key)
	t.exchange = t.session.rest
	p.refresh(r.Context(), t)
	if p.isReplica {
		t.belongsTo(r)
	}
	return t
}

// refresh takes the state of the client from other replicas.
func (p *Proxy) refresh(ctx context.Context, t *turn) {
	t.exchange.Shares(p.name, t.key)
	t.exchange.Refresh(ctx)
}

// keyOf returns the client's key: its session, or else its address and its own name. The
// address of a replica's client is that of a balancer, and no part of the key.
func (p *Proxy) keyOf(r *http.Request, client, version string) string {
	if id := r.Header.Get(remote.SessionHeader); id != "" {
		return "session " + id
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	if p.isReplica {
		host = ""
	}
	sum := sha256.New()
	for _, part := range []string{host, r.Header.Get("Authorization"), r.UserAgent(), client, version} {
		sum.Write(strconv.AppendQuote(nil, part))
	}
	return "client " + string(sum.Sum(nil))
}

// note records the session of a response.
func (p *Proxy) note(t *turn, res *http.Response) {
	ended := res.StatusCode == http.StatusNotFound || res.Request.Method == http.MethodDelete && res.StatusCode < 300
	switch id := res.Header.Get(remote.SessionHeader); {
	case ended:
		p.sessions.Drop(t.key)
	case !t.opens || res.StatusCode >= 300:
	case id != "":
		t.key, t.isKnown = "session "+id, true
		fallthrough
	default:
		p.sessions.Put(t.key, t.session)
		t.exchange.Shares(p.name, t.key)
	}
}
