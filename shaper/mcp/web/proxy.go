package web

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/clients"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// Proxy stands between the clients of a server and the server. It is an [http.Handler] for
// "/", "/mcp" and the path of the server.
type Proxy struct {
	server   *mcp.Server
	upstream *url.URL
	name     string // of the server among replicas
	gate     gate
	header   http.Header
	sessions *clients.Recent[*session]
	streams  streams
	ids      eventIDs
	memory   *memory
	forward  *httputil.ReverseProxy
	failed   func(Failure)
	health   http.Handler
	pages    Pages

	nameless  bool // clients are known without their own names
	isReplica bool // other replicas reach the archive
}

// Option changes a [Proxy].
type Option func(*Proxy)

// WithHosts names further hosts of the proxy and of requesting pages, beside the machine
// itself (localhost, 127.0.0.1, ::1). A name with a port, such as localhost:6274, allows that
// port alone. Without it a page of the machine itself may use only the port of the proxy.
func WithHosts(names ...string) Option { return func(p *Proxy) { p.gate.allow(names) } }

// WithClientToken requires that each request has the token in the header [TokenHeader].
// The token "" requires nothing.
func WithClientToken(token string) Option { return func(p *Proxy) { p.gate.require(token) } }

// WithHeader adds headers to each request to the server, such as the operator's credentials.
func WithHeader(header http.Header) Option { return func(p *Proxy) { p.header = header } }

// New returns a proxy in front of the MCP server at a URL. eng is an [*mcp.Server]; a
// [*shaper.Engine] or the value that autoload.MustLoad returns gets one without options. For
// a program that calls [Proxy.Begin] alone the URL only names the server among replicas, or is nil.
func New(eng mcp.Engine, upstream *url.URL, opts ...Option) *Proxy {
	server := mcp.ServerOf(eng)
	upstream = cmp.Or(upstream, &url.URL{})
	p := &Proxy{server: server, upstream: upstream, gate: gate{hosts: map[string]bool{}}}
	p.name = upstream.String()
	keys, isReplica := server.ReplicaKeys(p.name)
	p.ids, p.isReplica = newEventIDs(keys), isReplica
	p.sessions = clients.New(mostSessions, func() *session { return newSession(server) })
	p.forward = &httputil.ReverseProxy{
		Rewrite: p.rewrite, ModifyResponse: p.modify, ErrorHandler: p.fails, FlushInterval: -1,
		Transport: final{remote.Transport(256)}, ErrorLog: log.New(io.Discard, "", 0),
	}
	p.memory = &memory{most: defaultMemory}
	for _, o := range opts {
		o(p)
	}
	return p
}

const defaultGrace = 5 * time.Second

// Serve answers requests until ctx is done. Then pending requests have grace to end; 0 is 5
// seconds. Listening streams end at once, and a request without an answer after grace gets an
// error. The error is that of the listener.
func (p *Proxy) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	answers, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	s := &http.Server{
		Handler: p, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: log.New(io.Discard, "", 0), BaseContext: func(net.Listener) context.Context { return answers },
	}
	s.RegisterOnShutdown(p.streams.close)
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(&bounded{Listener: l, most: mostConnections}) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	if !ends(s, cmp.Or(grace, defaultGrace)) {
		giveUp()
		ends(s, time.Second)
	}
	if err := s.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// ends reports whether all requests were answered within some time.
func ends(s *http.Server, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return s.Shutdown(ctx) == nil
}

// ServeHTTP answers a request of a client.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch why := p.gate.refusal(r); {
	case why != "":
		refuse(w, http.StatusForbidden, why)
	case p.health != nil && r.URL.Path == healthPath && p.upstream.Path != healthPath:
		p.checkHealth(w, r)
	case p.pages != nil && !p.isEndpoint(r.URL.Path) && p.pages.Has(r.URL.Path):
		p.pages.ServeHTTP(w, r)
	case !p.isEndpoint(r.URL.Path):
		refuse(w, http.StatusNotFound, "there is nothing at this path")
	case !methods[r.Method]:
		w.Header().Set("Allow", "GET, POST, DELETE, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, "no such method")
	case r.Method == http.MethodPost:
		p.post(w, r)
	default:
		p.pass(w, r, p.listening(r), nil)
	}
}

// ListChanged notifies listening clients if their list of tools has changed. It also reports
// the fault that [mcp.Server.SetFault] set to clients that take log messages. It is for
// programs that follow the configuration, and does not wait for the clients.
func (p *Proxy) ListChanged() { p.streams.tell() }

// rewrite makes the request to the server. The query is the operator's alone: a member added
// by a client could change the meaning of the operator's URL.
func (p *Proxy) rewrite(r *httputil.ProxyRequest) {
	to := *p.upstream
	to.Path, to.RawPath = cmp.Or(to.Path, "/"), ""
	r.Out.URL, r.Out.Host = &to, ""
	if p.pages == nil {
		r.Out.Header.Del("Authorization")
	}
	for _, name := range []string{"Cookie", "Accept-Encoding", "Connection", "Upgrade", TokenHeader} {
		r.Out.Header.Del(name)
	}
	p.ids.openIn(r.Out.Header)
	for name, values := range p.header {
		r.Out.Header[http.CanonicalHeaderKey(name)] = values
	}
}
