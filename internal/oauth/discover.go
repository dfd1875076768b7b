package oauth

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// resource is the metadata of an MCP server (RFC 9728).
type resource struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// issuer is the metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
type issuer struct {
	Issuer     string   `json:"issuer"`
	Authorize  string   `json:"authorization_endpoint"`
	Token      string   `json:"token_endpoint"`
	Register   string   `json:"registration_endpoint"`
	Challenges []string `json:"code_challenge_methods_supported"`
	Methods    []string `json:"token_endpoint_auth_methods_supported"`
	Scopes     []string `json:"scopes_supported"`
	NamesSelf  bool     `json:"authorization_response_iss_parameter_supported"`
}

const (
	unlisted = bridge.Fault("the login of the server is at a host that --auth-host does not name")
	unusable = bridge.Fault("the server names an address for the login that is not usable: it must be https, and it may be on this machine only if the server is")
)

// mayAsk returns an error if an address of the metadata must not be asked. A server elsewhere
// cannot lead the client to this machine, to its network by an address without a name, or to
// plain HTTP. A host in Hosts with a port allows that port alone.
func (c *Client) mayAsk(to *url.URL) error {
	host := to.Hostname()
	_, noIP := netip.ParseAddr(host)
	isUsable := to.Scheme == "https" && (noIP != nil || host == c.Server.Hostname())
	if isLocal(host) {
		isUsable = isLocal(c.Server.Hostname()) && (to.Scheme == "http" || to.Scheme == "https")
	}
	switch {
	case !isUsable || host == "" || to.User != nil:
		return unusable
	case c.Hosts != nil && to.Host != c.Server.Host && !slices.Contains(c.Hosts, to.Host) && !slices.Contains(c.Hosts, host):
		return unlisted
	}
	return nil
}

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// get reads a metadata document. ok is false if the server has none there. Some servers answer
// with a page then.
func (c *Client) get(ctx context.Context, at *url.URL, into any) (ok bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return false, unusable
	}
	status, err := c.fetch(req, into)
	if err == noJSON {
		return false, nil
	}
	return status == http.StatusOK, err
}

// Paths of metadata documents.
const (
	resourcePath = "/.well-known/oauth-protected-resource"
	issuerPath   = "/.well-known/oauth-authorization-server"
	openIDPath   = "/.well-known/openid-configuration"
)

// wellKnown returns the address of a metadata document, before the path of the thing that it
// describes.
func wellKnown(of *url.URL, document, path string) *url.URL {
	return &url.URL{Scheme: of.Scheme, Host: of.Host, Path: document + strings.TrimSuffix(path, "/")}
}

// discover finds the authorization server of the MCP server.
func (c *Client) discover(ctx context.Context, asked challenge) (resource, issuer, error) {
	if c.Server.Scheme != "https" && !isLocal(c.Server.Hostname()) {
		return resource{}, issuer{}, bridge.Fault("a login needs a server with https, or one on this machine (--upstream-header sends a header)")
	}
	places := []*url.URL{wellKnown(c.Server, resourcePath, c.Server.Path), wellKnown(c.Server, resourcePath, "")}
	if asked.metadata != "" {
		at, err := url.Parse(asked.metadata)
		if err != nil || at.Scheme != c.Server.Scheme || at.Host != c.Server.Host {
			return resource{}, issuer{}, bridge.Fault("the server names metadata at another origin (resource_metadata)")
		}
		places = append([]*url.URL{at}, places...)
	}
	for _, at := range places {
		var of resource
		ok, err := c.get(ctx, at, &of)
		if err != nil {
			return of, issuer{}, err
		}
		if !ok {
			continue
		}
		if !covers(of.Resource, c.Server) {
			return of, issuer{}, bridge.Fault("the metadata of the server is for another server (resource)")
		}
		if len(of.Servers) == 0 {
			return of, issuer{}, bridge.Fault("the metadata of the server names no authorization server")
		}
		by, err := c.issuerOf(ctx, of.Servers[0])
		return of, by, err
	}
	origin := &url.URL{Scheme: c.Server.Scheme, Host: c.Server.Host} // MCP 2025-03-26
	by, err := c.issuerOf(ctx, origin.String())
	return resource{Resource: c.Server.String()}, by, err
}

// issuerOf reads the metadata of an authorization server, and checks that it is its own.
func (c *Client) issuerOf(ctx context.Context, name string) (of issuer, err error) {
	at, err := url.Parse(name)
	if err != nil {
		return of, unusable
	}
	path := strings.TrimSuffix(at.Path, "/")
	appended := *at
	appended.Path = path + openIDPath
	for _, place := range []*url.URL{wellKnown(at, issuerPath, path), wellKnown(at, openIDPath, path), &appended} {
		of = issuer{}
		ok, err := c.get(ctx, place, &of)
		if err != nil {
			return of, err
		}
		if ok {
			return of, c.check(&of, name)
		}
	}
	return of, bridge.Fault("the server wants to know who asks, and names no way to log in (--upstream-header sends a header)")
}

// check checks the metadata of an authorization server.
func (c *Client) check(of *issuer, name string) error {
	if strings.TrimSuffix(of.Issuer, "/") != strings.TrimSuffix(name, "/") {
		return bridge.Fault("the metadata of the authorization server is for another one (issuer)")
	}
	if !slices.Contains(of.Challenges, "S256") {
		return bridge.Fault("the authorization server does not support PKCE with S256 (code_challenge_methods_supported)")
	}
	for _, text := range []string{of.Authorize, of.Token, of.Register} {
		to, err := url.Parse(text)
		if err != nil {
			return unusable
		}
		if err := c.mayAsk(to); text != "" && err != nil {
			return err
		}
	}
	if of.Authorize == "" || of.Token == "" {
		return bridge.Fault("the authorization server names no address for logins or tokens")
	}
	return nil
}
