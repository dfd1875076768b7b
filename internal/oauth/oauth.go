// Package oauth is the OAuth client of a bridge to an MCP server (MCP, authorization). A person
// logs in with a browser once. Later requests carry the access token, and a refresh token renews
// it.
//
// The tokens go to the server and to its authorization server alone. No error and no log holds a
// token, or text of an answer of these servers. Redirections are not followed.
package oauth

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/bearer"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// Client adds access tokens to the requests to one server. It is an [http.RoundTripper], and safe
// for concurrent use.
type Client struct {
	Server *url.URL          // the MCP server; other origins get no token
	Next   http.RoundTripper // sends requests; it follows no redirection
	Store  Store             // keeps the login; nil keeps it in memory

	// ID and Secret are of a client that the authorization server knows already. The ID can be the
	// address of a document about the client. Without an ID the client registers itself.
	ID, Secret string
	Port       int // of the local address that a login returns to; 0 is any

	Hosts []string // beside that of the server, hosts that may be asked; nil is no limit

	// Show shows a person the address of the login page. It does not wait for the login.
	Show func(page string)
	// Note reports that a login cannot be kept.
	Note func(text string)

	mu     sync.Mutex // held during a login or a renewal: concurrent requests wait for one
	grant  Grant
	failed time.Time // of the last login
}

// Store keeps the logins at servers, each as one secret text.
type Store interface {
	Get(server string) (secret string, err error) // "" if there is none
	Set(server, secret string) error
	Delete(server string) error
}

const (
	loginTime  = 5 * time.Minute  // for a person to log in
	failedTime = time.Minute      // without a further page after a login that failed
	earlier    = 10 * time.Second // before its end an access token is renewed
)

// RoundTrip sends a request with the access token. If the server asks for a login or for more
// scope, it sends the request again after the login.
func (c *Client) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") != "" || r.URL.Scheme != c.Server.Scheme || r.URL.Host != c.Server.Host {
		return c.Next.RoundTrip(r)
	}
	token, err := c.token(r.Context())
	isNew := false
	for tries := 0; err == nil; tries++ {
		again := with(r, token)
		if tries > 0 && r.Body != nil {
			if again.Body, err = r.GetBody(); err != nil {
				break
			}
		}
		var res *http.Response
		if res, err = c.Next.RoundTrip(again); err != nil {
			break
		}
		asked, ok := readChallenge(res)
		if !ok || r.Body != nil && r.GetBody == nil || isNew && !asked.needsScope || tries > 1 {
			return res, nil
		}
		res.Body.Close()
		token, isNew, err = c.renew(r.Context(), token, asked)
	}
	return nil, err
}

// with returns a request with a token.
func with(r *http.Request, token string) *http.Request {
	if token == "" {
		return r
	}
	out := r.Clone(r.Context())
	out.Header.Set("Authorization", "Bearer "+token)
	return out
}

// token returns the access token, renewed if it is about to end. It is "" without a login, and
// before the server asked for one: a keyring may ask its user in turn.
func (c *Client) token(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := &c.grant
	if !g.ends() || g.Refresh == "" {
		return g.Access, nil
	}
	if err := c.refresh(ctx); err != nil && !isRefused(err) {
		return "", err
	}
	return g.Access, nil
}

// ends reports whether the access token is missing or about to end.
func (g *Grant) ends() bool {
	return g.Access == "" || !g.Expires.IsZero() && time.Until(g.Expires) < earlier
}

// renew returns another token than the one that the server refused. A concurrent request or
// another process may have one. Else isNew is true: it is a refreshed one, or one of a new login.
func (c *Client) renew(ctx context.Context, refused string, asked challenge) (token string, isNew bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.grant.Access != refused && !c.grant.ends() {
		return c.grant.Access, false, nil
	}
	if c.read(); c.grant.Access != refused && !c.grant.ends() {
		return c.grant.Access, false, nil
	}
	if !asked.needsScope && c.grant.Refresh != "" {
		if err := c.refresh(ctx); err == nil || !isRefused(err) {
			return c.grant.Access, true, err
		}
	}
	if time.Since(c.failed) < failedTime {
		return "", false, bridge.Fault("the server wants a login, and the last one failed or gave too little scope")
	}
	err = c.login(ctx, asked)
	if err != nil || asked.needsScope && !hasScope(c.grant.Scope, asked.scope) {
		c.failed = time.Now()
	}
	return c.grant.Access, true, err
}

// hasScope reports whether a scope holds each word of another one.
func hasScope(scope, needed string) bool {
	has := strings.Fields(scope)
	return !slices.ContainsFunc(strings.Fields(needed), func(one string) bool { return !slices.Contains(has, one) })
}

// Login logs in, even if an earlier login holds.
func (c *Client) Login(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	asked, err := c.probe(ctx)
	if err != nil {
		return err
	}
	return c.login(ctx, asked)
}

// probe returns the challenge in the server's answer to a request without a token.
func (c *Client) probe(ctx context.Context) (challenge, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Server.String(), nil)
	if err != nil {
		return challenge{}, err
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	res, err := c.Next.RoundTrip(req)
	if err != nil {
		return challenge{}, bridge.Fault("the server cannot be reached")
	}
	res.Body.Close()
	asked, _ := readChallenge(res)
	return asked, nil
}

// challenge is the wish of a server in an answer with status 401 or 403.
type challenge struct {
	needsScope bool // the token is good, and its scope is not
	metadata   string
	scope      string
}

// readChallenge reads a response. ok is false if no login would change it.
func readChallenge(res *http.Response) (c challenge, ok bool) {
	found := bearer.Parameters(res.Header.Values("Www-Authenticate")...)
	c = challenge{metadata: found["resource_metadata"], scope: found["scope"]}
	c.needsScope = res.StatusCode == http.StatusForbidden && found["error"] == "insufficient_scope"
	return c, res.StatusCode == http.StatusUnauthorized || c.needsScope
}
