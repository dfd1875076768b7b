package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// TokenHeader is the header with the secret of [WithClientToken]. The server does not get
// it. Authorization is no such header: it belongs to the server.
const TokenHeader = "X-Shape-Token"

// gate decides for each request if it is answered.
type gate struct {
	hosts map[string]bool    // in lower case, with or without a port
	token *[sha256.Size]byte // the hash of the clients' secret; nil is none
}

// Guard returns a handler that answers the same requests as a [Proxy] with these hosts and
// this token, and refuses others. It is for pages beside the proxy, such as metrics. The token
// "" means that clients need none.
func Guard(next http.Handler, hosts []string, token string) http.Handler {
	g := gate{hosts: map[string]bool{}}
	g.allow(hosts)
	g.require(token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if why := g.refusal(r); why != "" {
			refuse(w, http.StatusForbidden, why)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (g *gate) allow(hosts []string) {
	for _, host := range hosts {
		g.hosts[strings.ToLower(host)] = true
	}
}

func (g *gate) require(token string) {
	if token != "" {
		g.token = new(sha256.Sum256([]byte(token)))
	}
}

// refusal returns the reason why a request is refused, "" if it is answered. A page of another
// site may reach an address of the machine by a name of its own (DNS rebinding). The Host or
// the Origin reveals such a request (MCP 2025-11-25, transports).
func (g *gate) refusal(r *http.Request) string {
	if name, port := splitHost(r.Host); !isLoopback(name) && !g.isNamed(name, port) {
		return "this host or origin is not allowed"
	}
	for _, origin := range r.Header.Values("Origin") {
		if !g.isOrigin(origin, r.Host) {
			return "this host or origin is not allowed"
		}
	}
	if !g.hasToken(r) {
		return "the header " + TokenHeader + " is missing or wrong"
	}
	return ""
}

// isOrigin reports whether a page of an origin may ask. Another port of this machine is
// another origin, since another program answers there.
func (g *gate) isOrigin(origin, host string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	name, port := splitHost(u.Host)
	if port == "" {
		port = defaultPorts[u.Scheme]
	}
	if g.isNamed(name, port) {
		return true
	}
	_, ours := splitHost(host)
	if ours == "" {
		ours = defaultPorts[u.Scheme]
	}
	return isLoopback(name) && port != "" && port == ours
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// hasToken reports whether a request has the secret, if clients need one. The comparison
// takes the same time for every value.
func (g *gate) hasToken(r *http.Request) bool {
	if g.token == nil {
		return true
	}
	values := r.Header.Values(TokenHeader)
	if len(values) != 1 {
		return false
	}
	sum := sha256.Sum256([]byte(values[0]))
	return subtle.ConstantTimeCompare(sum[:], g.token[:]) == 1
}

// isNamed reports whether the operator named a host, with or without its port.
func (g *gate) isNamed(name, port string) bool {
	return g.hosts[name] || g.hosts[net.JoinHostPort(name, port)]
}

// splitHost returns the name and the port of a host, in lower case and without brackets.
func splitHost(host string) (name, port string) {
	if n, p, err := net.SplitHostPort(host); err == nil {
		host, port = n, p
	}
	return strings.ToLower(strings.Trim(host, "[]")), port
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || ip != nil && ip.IsLoopback()
}

// isEndpoint reports whether a path is that of the server, or a usual path of MCP servers. All
// others are refused: the server may name other addresses there, and a client would call those
// instead.
func (p *Proxy) isEndpoint(path string) bool {
	return path == "/" || path == "/mcp" || path == p.upstream.Path
}

// methods are those of Streamable HTTP, and OPTIONS for the preflight requests of browsers.
var methods = map[string]bool{
	http.MethodPost: true, http.MethodGet: true, http.MethodDelete: true, http.MethodOptions: true,
}
