package oauth

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// login has a person log in with a browser, and stores the tokens. The browser returns to a local
// address with a code for them.
func (c *Client) login(ctx context.Context, asked challenge) error {
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	of, by, err := c.discover(ctx, asked)
	if err != nil {
		return err
	}
	l, err := c.listen()
	if err != nil {
		return bridge.Fault("no local address for the end of the login: " + err.Error())
	}
	defer l.Close()
	g := Grant{Resource: of.Resource, Issuer: by.Issuer, TokenURL: by.Token, Port: l.Addr().(*net.TCPAddr).Port, Scope: c.scope(asked, &of, &by)}
	if err := c.identify(ctx, &g, &by); err != nil {
		return err
	}
	verifier, state := rand.Text()+rand.Text(), rand.Text()
	sum := sha256.Sum256([]byte(verifier))
	page, _ := url.Parse(by.Authorize) // check has parsed it
	query := page.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": g.ID, "redirect_uri": g.redirect(), "resource": g.Resource, "scope": g.Scope, "state": state,
		"code_challenge": base64.RawURLEncoding.EncodeToString(sum[:]), "code_challenge_method": "S256",
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	page.RawQuery = query.Encode()
	if c.Show != nil {
		c.Show(page.String())
	}
	code, err := c.await(ctx, l, state, &by)
	if err == nil {
		err = c.ask(ctx, &g, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "code_verifier": {verifier}, "redirect_uri": {g.redirect()}})
	}
	switch {
	case err == nil:
		c.grant = g
		c.write()
	case c.grant.Refresh == "" && c.grant.ID == g.ID: // the server may have forgotten the client
		c.grant = Grant{}
		c.write()
	}
	if isRefused(err) {
		return bridge.Fault(err.Error())
	}
	return err
}

// redirect returns the local address that the browser returns to.
func (g *Grant) redirect() string {
	return "http://127.0.0.1:" + strconv.Itoa(g.Port) + callbackPath
}

const callbackPath = "/callback"

// listen opens the local address: at the port that was set, else at the registered one of the
// last login, else at any.
func (c *Client) listen() (net.Listener, error) {
	port := c.Port
	if port == 0 {
		port = c.grant.Port
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil && c.Port == 0 {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	return l, err
}

// scope returns the scope to ask for: that of the challenge, else that of the metadata. If more is
// needed, the scope of the last login stays.
func (c *Client) scope(asked challenge, of *resource, by *issuer) string {
	all := strings.Fields(asked.scope)
	if len(all) == 0 {
		all = of.Scopes
	}
	if asked.needsScope {
		all = append(strings.Fields(c.grant.Scope), all...)
	}
	if slices.Contains(by.Scopes, "offline_access") {
		all = append(slices.Clip(all), "offline_access")
	}
	var once []string
	for _, one := range all {
		if isPlain(one) && !slices.Contains(once, one) {
			once = append(once, one)
		}
	}
	return strings.Join(once, " ")
}

// identify sets the client of a grant: the one that was set, the registered one, or a new one.
func (c *Client) identify(ctx context.Context, g *Grant, by *issuer) error {
	g.InForm = !slices.Contains(by.Methods, "client_secret_basic") && slices.Contains(by.Methods, "client_secret_post")
	last := &c.grant
	switch {
	case c.ID != "":
		g.ID, g.Secret = c.ID, c.Secret
	case last.ID != "" && last.Issuer == g.Issuer && last.Port == g.Port:
		g.ID, g.Secret, g.InForm = last.ID, last.Secret, last.InForm
	case by.Register == "":
		return bridge.Fault("the authorization server registers no clients; --client-id names one that it knows")
	default:
		return c.register(ctx, g, by)
	}
	g.InForm = g.InForm && g.Secret != ""
	return nil
}

// register registers the client (RFC 7591).
func (c *Client) register(ctx context.Context, g *Grant, by *issuer) error {
	about, _ := json.Marshal(map[string]any{
		"client_name": "shape", "redirect_uris": []string{g.redirect()}, "grant_types": []string{"authorization_code", "refresh_token"},
		"response_types": []string{"code"}, "token_endpoint_auth_method": "none", "application_type": "native", "scope": g.Scope,
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, by.Register, bytes.NewReader(about))
	if err != nil {
		return unusable
	}
	req.Header.Set("Content-Type", "application/json")
	var got struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Method string `json:"token_endpoint_auth_method"`
		Error  string `json:"error"`
	}
	status, err := c.fetch(req, &got)
	switch {
	case err != nil:
		return err
	case status >= 300:
		return bridge.Fault("the authorization server does not register the client: " + code(got.Error))
	case got.ID == "":
		return bridge.Fault("the authorization server registers the client without a client_id")
	}
	g.ID, g.Secret = got.ID, got.Secret
	if got.Method == "none" {
		g.Secret = ""
	}
	g.InForm = g.Secret != "" && (got.Method == "client_secret_post" || got.Method == "" && g.InForm)
	return nil
}

// returned is the end of a login.
type returned struct {
	code string
	err  error
}

// await waits until the browser returns with the code. A request with another state is no end of
// this login.
func (c *Client) await(ctx context.Context, l net.Listener, state string, by *issuer) (string, error) {
	ends := make(chan returned, 1)
	s := &http.Server{ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-store")
		q := r.URL.Query()
		if r.URL.Path != callbackPath || r.Method != http.MethodGet || subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) != 1 {
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, "This address ends a login that is not in progress.\n")
			return
		}
		end := returned{code: q.Get("code")}
		switch iss := q.Get("iss"); {
		case by.NamesSelf && iss == "" || iss != "" && iss != by.Issuer:
			end.err = bridge.Fault("the end of the login names another authorization server (iss)")
		case q.Get("error") != "":
			end.err = bridge.Fault("the authorization server refuses the login: " + code(q.Get("error")))
		case end.code == "":
			end.err = bridge.Fault("the login ended without a code")
		}
		if end.err != nil {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, "The login failed: "+end.err.Error()+".\n")
		} else {
			io.WriteString(w, "The login is done. This page can be closed.\n")
		}
		select {
		case ends <- end:
		default:
		}
	})}
	go s.Serve(l)
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		s.Shutdown(ctx) // the page of the browser comes whole
		s.Close()
	}()
	select {
	case end := <-ends:
		return end.code, end.err
	case <-ctx.Done():
		return "", bridge.Fault("the login was not finished in time; \"shape proxy login URL\" logs in beforehand")
	}
}
