package web

import (
	"net/http"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/remote"
)

// Failure is a failed call of the server: its Method and Tool, and the Reason.
type Failure = remote.Failure

// WithFailures has f called for each failed call of the server. The call had no answer, an
// answer that cannot be handed on, or an HTTP status from 400 on. f may be called
// concurrently. An answer with a protocol error or a tool error is no failure.
func WithFailures(f func(Failure)) Option { return func(p *Proxy) { p.failed = f } }

// failure reports a failed call.
func (p *Proxy) failure(t *turn, reason string) {
	if p.failed == nil {
		return
	}
	f := Failure{Reason: reason}
	f.Method, f.Tool = mcp.PeekTool(t.body)
	p.failed(f)
}

// healthPath is where [WithHealth] answers.
const healthPath = "/healthz"

// WithHealth has h answer GET and HEAD at /healthz, for hosts and origins that may ask
// the proxy. Without it, or if the server has that path, there is no such page.
func WithHealth(h http.Handler) Option { return func(p *Proxy) { p.health = h } }

// checkHealth answers a request for the health of the proxy.
func (p *Proxy) checkHealth(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "no such method")
		return
	}
	p.health.ServeHTTP(w, r)
}
