package web

import (
	"bytes"
	"io"
	"net/http"

	"github.com/seed-7aa78ce4/shape/internal/bearer"
)

// Pages are the addresses of a login at the proxy, for clients whose tokens are handed on.
type Pages interface {
	http.Handler
	// Has reports whether there is an address at a path.
	Has(path string) bool
	// Metadata returns the address of the metadata for a path of an origin (RFC 9728).
	Metadata(origin, path string) string
}

// WithAuthorization hands the header Authorization of clients on to the server, and its answers
// 401 and 403 to the clients. The metadata that they name is at the proxy. It is for a proxy that
// this machine alone reaches.
func WithAuthorization(pages Pages) Option { return func(p *Proxy) { p.pages = pages } }

// asksLogin turns an answer with status 401 or 403 into the client's. Its challenge names the
// metadata at the proxy. The text of an answer 401 is the proxy's own.
func (t *turn) asksLogin(res *http.Response) {
	found := bearer.Parameters(res.Header.Values("Www-Authenticate")...)
	found["resource_metadata"] = t.metadata
	value := challengeOf(found)
	res.Header.Set("Www-Authenticate", value)
	if res.StatusCode != http.StatusUnauthorized {
		return
	}
	text := t.lost("the server wants a login")
	res.Body.Close()
	res.Header = http.Header{"Www-Authenticate": {value}, "Content-Type": {"application/json"}}
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
}
