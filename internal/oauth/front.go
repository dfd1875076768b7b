package oauth

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// Front serves the addresses of a login for clients of a proxy that passes their tokens on. The
// clients take the proxy for the server and for its authorization server. Front puts the address
// of the server in the place of the proxy's (resource), so that the tokens are for the server.
type Front struct {
	Now func() time.Time // the clock

	client Client

	mu    sync.Mutex
	of    resource
	by    issuer
	fault error     // of the last reading
	until time.Time // its outcome stays in use
}

// The outcome of a reading of metadata stays in use for a while.
const (
	keptTime  = time.Minute
	faultTime = 5 * time.Second
)

// NewFront returns a front for an MCP server. It asks this server and the named hosts alone.
func NewFront(server *url.URL, hosts []string) *Front {
	if hosts == nil {
		hosts = []string{}
	}
	return &Front{Now: time.Now, client: Client{Server: server, Next: bridge.Transport(), Hosts: hosts}}
}

// Addresses of MCP 2025-03-26.
const (
	authorizePath = "/authorize"
	tokenPath     = "/token"
	registerPath  = "/register"
)

// Metadata returns the address of the metadata for a path of the proxy.
func (f *Front) Metadata(origin, path string) string { return origin + resourcePath + path }

// Has reports whether there is an address at a path.
func (f *Front) Has(path string) bool {
	switch path {
	case resourcePath, issuerPath, openIDPath, authorizePath, tokenPath, registerPath:
		return true
	}
	return strings.HasPrefix(path, resourcePath+"/")
}

// ServeHTTP answers a request at one of the addresses.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	of, by, err := f.metadata(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	origin := "http://" + r.Host
	switch path := r.URL.Path; {
	case path == authorizePath && r.Method == http.MethodGet:
		f.authorize(w, r, &of, &by)
	case path == tokenPath && r.Method == http.MethodPost:
		f.token(w, r, &of, &by)
	case path == registerPath && r.Method == http.MethodPost && by.Register != "":
		f.forward(w, r, by.Register, http.MaxBytesReader(w, r.Body, mostAsked), registrationMembers)
	case r.Method != http.MethodGet:
		http.Error(w, "no such method", http.StatusMethodNotAllowed)
	case path == issuerPath || path == openIDPath:
		answer(w, http.StatusOK, by.at(origin))
	case strings.HasPrefix(path, resourcePath):
		answer(w, http.StatusOK, map[string]any{
			"resource": origin + strings.TrimPrefix(path, resourcePath), "authorization_servers": []string{origin},
			"scopes_supported": of.Scopes, "bearer_methods_supported": []string{"header"},
		})
	default:
		http.NotFound(w, r)
	}
}

// at returns the metadata of an authorization server as the one of the proxy.
func (by *issuer) at(origin string) map[string]any {
	m := map[string]any{
		"issuer": origin, "authorization_endpoint": origin + authorizePath, "token_endpoint": origin + tokenPath, "response_types_supported": []string{"code"},
		"grant_types_supported": []string{"authorization_code", "refresh_token"}, "code_challenge_methods_supported": []string{"S256"},
	}
	if by.Register != "" {
		m["registration_endpoint"] = origin + registerPath
	}
	if by.Methods != nil {
		m["token_endpoint_auth_methods_supported"] = by.Methods
	}
	if by.Scopes != nil {
		m["scopes_supported"] = by.Scopes
	}
	return m
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

// metadata returns the metadata of the server. After some time it is read again, sooner after a
// fault. A request whose client is gone reads nothing for others.
func (f *Front) metadata(ctx context.Context) (resource, issuer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Now().Before(f.until) {
		return f.of, f.by, f.fault
	}
	asked, err := f.client.probe(ctx)
	if err == nil {
		f.of, f.by, err = f.client.discover(ctx, asked)
	}
	if kept := keptTime; ctx.Err() == nil {
		if f.fault = err; err != nil {
			kept = faultTime
		}
		f.until = f.Now().Add(kept)
	}
	return f.of, f.by, err
}

// authorize leads the browser to the authorization server.
func (f *Front) authorize(w http.ResponseWriter, r *http.Request, of *resource, by *issuer) {
	to, _ := url.Parse(by.Authorize) // check has parsed it
	query := r.URL.Query()
	for name, values := range to.Query() {
		query[name] = values
	}
	query.Set("resource", of.Resource)
	to.RawQuery = query.Encode()
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to.String(), http.StatusFound)
}

// mostAsked bounds a request for tokens or for a registration, in bytes.
const mostAsked = 64 << 10

// token asks the authorization server for tokens in the place of the client.
func (f *Front) token(w http.ResponseWriter, r *http.Request, of *resource, by *issuer) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostAsked))
	form, bad := url.ParseQuery(string(text))
	if err != nil || bad != nil {
		answer(w, http.StatusBadRequest, map[string]string{"error": "invalid_request"})
		return
	}
	form.Set("resource", of.Resource)
	f.forward(w, r, by.Token, strings.NewReader(form.Encode()), tokenMembers)
}

// Members of answers that clients need. Each other one may hold any text, and is dropped.
var (
	tokenMembers        = []string{"access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token", "error"}
	registrationMembers = []string{"client_id", "client_secret", "client_id_issued_at", "client_secret_expires_at", "redirect_uris", "grant_types", "response_types", "token_endpoint_auth_method", "scope", "client_name", "error"}
)

// forward sends a request to an address of the authorization server, and passes members of its
// answer on.
func (f *Front) forward(w http.ResponseWriter, r *http.Request, to string, body io.Reader, members []string) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, to, body)
	if err != nil {
		http.Error(w, unusable.Error(), http.StatusBadGateway)
		return
	}
	req.Header.Set("Content-Type", r.Header.Get("Content-Type"))
	if id, secret, ok := r.BasicAuth(); ok {
		req.SetBasicAuth(id, secret)
	}
	var got map[string]any
	status, err := f.client.fetch(req, &got)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	passed := map[string]any{}
	for _, name := range members {
		if value, ok := got[name]; ok {
			passed[name] = value
		}
	}
	if text, isText := passed["error"].(string); isText {
		passed["error"] = code(text)
	}
	answer(w, status, passed)
}
