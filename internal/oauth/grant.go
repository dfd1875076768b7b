package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// Grant is a login at a server, as a [Store] keeps it.
type Grant struct {
	Resource string    `json:"resource"` // the audience of the tokens
	Issuer   string    `json:"issuer"`
	TokenURL string    `json:"token_url"`
	ID       string    `json:"client_id"`
	Secret   string    `json:"client_secret,omitempty"`
	InForm   bool      `json:"secret_in_form,omitempty"` // the secret is sent in the form
	Port     int       `json:"port"`                     // that a registered client returns to
	Access   string    `json:"access_token,omitempty"`
	Refresh  string    `json:"refresh_token,omitempty"`
	Expires  time.Time `json:"expires,omitzero"`
	Scope    string    `json:"scope,omitempty"`
}

// read takes over the stored login. A login for another audience or another client is none.
func (c *Client) read() {
	if c.Store == nil {
		return
	}
	var g Grant
	text, err := c.Store.Get(c.Server.String())
	if err == nil && json.Unmarshal([]byte(text), &g) == nil && covers(g.Resource, c.Server) && (c.ID == "" || c.ID == g.ID) {
		c.grant = g
	}
}

// write stores the login. Some stores have no room for a long access token; they keep the rest.
func (c *Client) write() {
	if c.Store == nil {
		return
	}
	text, _ := json.Marshal(c.grant)
	err := c.Store.Set(c.Server.String(), string(text))
	if err != nil && c.grant.Refresh != "" {
		short := c.grant
		short.Access = ""
		text, _ = json.Marshal(short)
		err = c.Store.Set(c.Server.String(), string(text))
	}
	if err != nil && c.Note != nil {
		c.Note("the login lasts as long as this process: " + err.Error())
	}
}

// covers reports whether a server belongs to a resource. The origins are equal, and the path of
// the resource is that of the server or lies above it.
func covers(resource string, server *url.URL) bool {
	of, err := url.Parse(resource)
	if err != nil || !strings.EqualFold(of.Scheme, server.Scheme) || !strings.EqualFold(of.Host, server.Host) || of.User != nil || of.Fragment != "" || of.RawQuery != "" && of.RawQuery != server.RawQuery {
		return false
	}
	above := strings.TrimSuffix(of.Path, "/")
	return server.Path == above || strings.HasPrefix(server.Path, above+"/")
}

// refusal is the error code of a token endpoint, such as invalid_grant.
type refusal string

func (r refusal) Error() string { return "the authorization server refuses: " + string(r) }

// isRefused reports whether the authorization server refused a token for good.
func isRefused(err error) bool {
	_, ok := errors.AsType[refusal](err)
	return ok
}

// refresh renews the access token. A refused refresh token is forgotten.
func (c *Client) refresh(ctx context.Context) error {
	token := c.grant.Refresh
	err := c.ask(ctx, &c.grant, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}})
	if isRefused(err) {
		if c.read(); c.grant.Refresh != "" && c.grant.Refresh != token { // another process was faster
			return nil
		}
		c.grant.Access, c.grant.Refresh = "", ""
	}
	if err == nil {
		c.write()
	}
	return err
}

const noJSON = bridge.Fault("the answer of the authorization server is no JSON of the expected form")

// An answer of the authorization server is bounded.
const (
	mostAnswer = 1 << 20 // bytes
	answerTime = 30 * time.Second
)

// ask asks the token endpoint for tokens of a grant.
func (c *Client) ask(ctx context.Context, g *Grant, form url.Values) error {
	form.Set("resource", g.Resource)
	if g.Secret == "" || g.InForm {
		form.Set("client_id", g.ID)
	}
	if g.InForm {
		form.Set("client_secret", g.Secret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return unusable
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if g.Secret != "" && !g.InForm {
		req.SetBasicAuth(url.QueryEscape(g.ID), url.QueryEscape(g.Secret))
	}
	var got struct {
		Access  string      `json:"access_token"`
		Type    string      `json:"token_type"`
		Refresh string      `json:"refresh_token"`
		Expires json.Number `json:"expires_in"`
		Scope   string      `json:"scope"`
		Error   string      `json:"error"`
	}
	status, err := c.fetch(req, &got)
	switch {
	case err != nil:
		return err
	case status == http.StatusBadRequest || status == http.StatusUnauthorized:
		return refusal(code(got.Error))
	case status != http.StatusOK || !strings.EqualFold(got.Type, "Bearer") || !isPlain(got.Access):
		return bridge.Fault("the authorization server gives no usable token")
	}
	g.Access, g.Expires = got.Access, time.Time{}
	if seconds, err := got.Expires.Float64(); err == nil {
		g.Expires = time.Now().Add(time.Duration(min(seconds, 1e9)) * time.Second)
	}
	if got.Refresh != "" {
		g.Refresh = got.Refresh
	}
	if got.Scope != "" {
		g.Scope = got.Scope
	}
	return nil
}

// fetch sends a request to another server than the MCP server, and reads the JSON in its answer.
func (c *Client) fetch(req *http.Request, into any) (status int, err error) {
	if err := c.mayAsk(req.URL); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(req.Context(), answerTime)
	defer cancel()
	req.Header.Set("Accept", "application/json")
	res, err := c.Next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return 0, bridge.Fault("the authorization server cannot be reached")
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if err != nil {
		return 0, bridge.Fault("the answer of the authorization server did not come whole")
	}
	if json.Unmarshal(text, into) != nil && res.StatusCode < 300 {
		return 0, noJSON
	}
	return res.StatusCode, nil
}

// isPlain reports whether a text is visible ASCII without white space.
func isPlain(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// code returns an error code of OAuth, or a word for a text that is none.
func code(text string) string {
	if text == "" || len(text) > 40 || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return "an unknown error"
	}
	return text
}
