package web

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// isAllowed reports whether a request was meant for this proxy. A page of another site
// may send requests to an address of the machine, by a name of its own that leads there
// (DNS rebinding); its Host or its Origin tells (MCP 2025-11-25, transports).
func (p *Proxy) isAllowed(r *http.Request) bool {
	if !p.isOurs(r.Host) {
		return false
	}
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if err != nil || !p.isOurs(u.Host) {
			return false
		}
	}
	return true
}

// isOurs reports whether a host, with or without a port, is this machine's alone or was
// named.
func (p *Proxy) isOurs(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback() || p.hosts[host]
}

// isEndpoint reports whether a path is that of the server, or one by which clients most
// often know one. All others are refused: a server may tell there of places that a client
// would ask instead.
func (p *Proxy) isEndpoint(path string) bool {
	return path == "/" || path == "/mcp" || path == p.upstream.Path
}

// methods are those of Streamable HTTP, and the one by which browsers ask whether they
// may.
var methods = map[string]bool{
	http.MethodPost: true, http.MethodGet: true, http.MethodDelete: true, http.MethodOptions: true,
}
