package oauth_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/oauth"
)

// world is an MCP server with its authorization server. Both are strict: a token is good for one
// audience, and a code or a refresh token for one use.
type world struct {
	*httptest.Server
	mu       sync.Mutex
	tokens   map[string]token // access tokens
	codes    map[string]url.Values
	renewals map[string]token
	clients  map[string][]string // redirect addresses, by client
	logins   int
	renewed  int

	metadata string // where the server has its metadata; "" is at its path
	resource string // "" is the server itself
	audience string // of all tokens; "" is the resource that was asked for
	challenge,
	scope string // needed
	secret  string                 // of the client "known"
	change  func(m map[string]any) // of the authorization server's metadata
	back    func(q url.Values)     // changes the end of a login
	expires any
	answer  string // of the MCP server
	foreign bool   // a token of another audience came
	isPage  bool   // a page is in the place of missing metadata
}

type token struct{ audience, scope, client string }

func newWorld(t testing.TB) *world {
	w := &world{tokens: map[string]token{}, codes: map[string]url.Values{}, renewals: map[string]token{}, clients: map[string][]string{}, expires: 3600}
	mux := http.NewServeMux()
	w.Server = httptest.NewServer(mux)
	t.Cleanup(w.Close)
	w.metadata = "/.well-known/oauth-protected-resource/mcp"
	mux.HandleFunc("/mcp", w.serve)
	mux.HandleFunc("/.well-known/oauth-protected-resource/", func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path != w.metadata && w.isPage {
			io.WriteString(rw, "<html>")
			return
		}
		if r.URL.Path != w.metadata {
			http.NotFound(rw, r)
			return
		}
		say(rw, 200, map[string]any{"resource": w.audienceOf(w.resource), "authorization_servers": []string{w.URL + "/as"}, "scopes_supported": []string{"read"}})
	})
	mux.HandleFunc("/.well-known/oauth-protected-resource", func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path != w.metadata {
			http.NotFound(rw, r)
			return
		}
		say(rw, 200, map[string]any{"resource": w.audienceOf(w.resource), "authorization_servers": []string{w.URL + "/as"}})
	})
	mux.HandleFunc("/.well-known/oauth-authorization-server/as", func(rw http.ResponseWriter, _ *http.Request) {
		m := map[string]any{
			"issuer": w.URL + "/as", "authorization_endpoint": w.URL + "/as/authorize", "token_endpoint": w.URL + "/as/token", "registration_endpoint": w.URL + "/as/register",
			"code_challenge_methods_supported": []string{"S256"}, "authorization_response_iss_parameter_supported": true, "scopes_supported": []string{"read", "write", "offline_access"},
		}
		if w.change != nil {
			w.change(m)
		}
		say(rw, 200, m)
	})
	mux.HandleFunc("/as/authorize", w.authorize)
	mux.HandleFunc("/as/token", w.token)
	mux.HandleFunc("/as/register", w.register)
	return w
}

func (w *world) audienceOf(resource string) string {
	if resource == "" {
		return w.URL + "/mcp"
	}
	return resource
}

func say(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

// serve is the MCP server.
func (w *world) serve(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text, _ := io.ReadAll(r.Body)
	if strings.Contains(r.Header.Get("Authorization"), "foreign") {
		w.foreign = true
	}
	has, ok := w.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	switch {
	case !ok || has.audience != w.audienceOf(w.resource):
		rw.Header().Set("WWW-Authenticate", strings.ReplaceAll(w.challenge, "URL", w.URL))
		rw.WriteHeader(401)
	case w.scope != "" && !slices.Contains(strings.Fields(has.scope), w.scope):
		rw.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+w.scope+`"`)
		rw.WriteHeader(403)
	case w.answer != "":
		rw.Header().Set("Content-Type", "application/json")
		io.WriteString(rw, w.answer)
	default:
		fmt.Fprintf(rw, "served %s", text)
	}
}

func (w *world) register(rw http.ResponseWriter, r *http.Request) {
	var about struct {
		Redirects []string `json:"redirect_uris"`
	}
	json.NewDecoder(r.Body).Decode(&about)
	w.mu.Lock()
	defer w.mu.Unlock()
	id := "client-" + rand.Text()
	w.clients[id] = about.Redirects
	say(rw, 201, map[string]any{"client_id": id, "token_endpoint_auth_method": "none"})
}

func (w *world) authorize(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := r.URL.Query()
	if id := q.Get("client_id"); id != "known" && !slices.Contains(w.clients[id], q.Get("redirect_uri")) || q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" {
		http.Error(rw, "bad request", 400)
		return
	}
	w.logins++
	code := "SECRET-code-" + rand.Text()
	w.codes[code] = q
	to, _ := url.Parse(q.Get("redirect_uri"))
	back := url.Values{"code": {code}, "state": q["state"], "iss": {w.URL + "/as"}}
	if w.back != nil {
		w.back(back)
	}
	to.RawQuery = back.Encode()
	http.Redirect(rw, r, to.String(), http.StatusFound)
}

func (w *world) token(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.ParseForm()
	f := r.PostForm
	id, secret, isBasic := r.BasicAuth()
	if !isBasic {
		id, secret = f.Get("client_id"), f.Get("client_secret")
	}
	if id == "known" && secret != w.secret {
		say(rw, 401, map[string]any{"error": "invalid_client", "error_description": "SECRET"})
		return
	}
	var t token
	switch f.Get("grant_type") {
	case "authorization_code":
		q, ok := w.codes[f.Get("code")]
		delete(w.codes, f.Get("code"))
		sum := sha256.Sum256([]byte(f.Get("code_verifier")))
		if !ok || q.Get("client_id") != id || q.Get("redirect_uri") != f.Get("redirect_uri") || q.Get("resource") != f.Get("resource") || q.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
			say(rw, 400, map[string]any{"error": "invalid_grant", "error_description": "SECRET"})
			return
		}
		t = token{f.Get("resource"), q.Get("scope"), id}
	case "refresh_token":
		var ok bool
		t, ok = w.renewals[f.Get("refresh_token")]
		delete(w.renewals, f.Get("refresh_token"))
		if !ok || t.client != id || t.audience != f.Get("resource") {
			say(rw, 400, map[string]any{"error": "invalid_grant", "error_description": "SECRET"})
			return
		}
		w.renewed++
	}
	if w.audience != "" {
		t.audience = w.audience
	}
	access, renewal := "SECRET-access-"+rand.Text(), "SECRET-renewal-"+rand.Text()
	w.tokens[access], w.renewals[renewal] = t, t
	say(rw, 200, map[string]any{"access_token": access, "token_type": "bearer", "expires_in": w.expires, "refresh_token": renewal, "scope": t.scope})
}

// revoke ends all access tokens.
func (w *world) revoke() {
	w.mu.Lock()
	clear(w.tokens)
	w.mu.Unlock()
}

// client returns a client whose browser is at hand.
func (w *world) client(t testing.TB) *oauth.Client {
	server, err := url.Parse(w.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	return &oauth.Client{Server: server, Next: http.DefaultTransport, Show: func(page string) { go browse(page) }}
}

func browse(page string) {
	if res, err := http.Get(page); err == nil {
		res.Body.Close()
	}
}

// ask sends a request and returns the answer in words.
func ask(t testing.TB, c *oauth.Client) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.Server.String(), strings.NewReader("hi"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.RoundTrip(req)
	if err != nil {
		if strings.Contains(err.Error(), "SECRET") {
			t.Errorf("a secret in an error: %v", err)
		}
		return err.Error()
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return fmt.Sprint(res.StatusCode, " ", string(text))
}

const served = "200 served hi"

// A login serves concurrent requests, is kept, and is renewed with each refresh token once.
func TestLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.client(t)
	c.Store = oauth.Folder(filepath.Join(t.TempDir(), "state", "logins"))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := ask(t, c); got != served {
				t.Error(got)
			}
		})
	}
	all.Wait()
	if w.logins != 1 {
		t.Errorf("%d logins", w.logins)
	}
	for range 2 {
		w.revoke()
		if got := ask(t, c); got != served {
			t.Error(got)
		}
	}
	other := w.client(t)
	other.Store = c.Store
	if got := ask(t, other); got != served {
		t.Error(got)
	}
	w.revoke()
	third := w.client(t)
	third.Store = c.Store
	if got := ask(t, third); got != served { // the stored token is no good any more
		t.Error(got)
	}
	w.revoke()
	ask(t, other)
	if got := ask(t, c); got != served || w.logins != 1 || w.renewed != 4 { // it takes over the token of the other one
		t.Errorf("%s after %d logins and %d renewals", got, w.logins, w.renewed)
	}
	clear(w.renewals)
	w.revoke()
	if got := ask(t, c); got != served || w.logins != 2 || len(w.clients) != 1 {
		t.Errorf("%s after %d logins of %d clients", got, w.logins, len(w.clients))
	}
	files, _ := filepath.Glob(filepath.Join(string(c.Store.(oauth.Folder)), "*"))
	if len(files) != 1 {
		t.Fatalf("%q", files)
	}
	if info, err := os.Stat(files[0]); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := c.Store.Delete(c.Server.String()); err != nil {
		t.Error(err)
	}
	if text, err := c.Store.Get(c.Server.String()); text != "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// A stored login for another audience is none.
func TestForeignLogin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.client(t)
	c.Store = oauth.Folder(filepath.Join(t.TempDir(), "logins"))
	if err := c.Store.Set(c.Server.String(), `{"resource":"http://other.example/mcp","access_token":"foreign"}`); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, c); got != served || w.foreign {
		t.Errorf("%s, foreign token: %t", got, w.foreign)
	}
}

// A token that is about to end is renewed before the request.
func TestExpiry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.expires = "5"
	c := w.client(t)
	for range 3 {
		if got := ask(t, c); got != served {
			t.Error(got)
		}
	}
	if w.logins != 1 || w.renewed != 2 {
		t.Errorf("%d logins, %d renewals", w.logins, w.renewed)
	}
}

// A server that needs more scope gets a login that adds it.
func TestStepUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.client(t)
	ask(t, c)
	w.scope = "write"
	if got := ask(t, c); got != served || w.logins != 2 {
		t.Errorf("%s after %d logins", got, w.logins)
	}
	for _, has := range w.tokens {
		if has.scope != "read offline_access" && has.scope != "read offline_access write" {
			t.Errorf("scope %q", has.scope)
		}
	}
}

// Each place of the metadata is found, and each kind of client logs in.
func TestWays(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*world, *oauth.Client){
		"at the root": func(w *world, _ *oauth.Client) { w.metadata = "/.well-known/oauth-protected-resource" },
		"a parent":    func(w *world, _ *oauth.Client) { w.resource = w.URL },
		"in the challenge": func(w *world, _ *oauth.Client) {
			w.metadata = "/.well-known/oauth-protected-resource/other"
			w.challenge = `Basic x, Bearer a=b, resource_metadata="URL/.well-known/oauth-protected-resource/other", scope="read"`
		},
		"known, in the header": func(w *world, c *oauth.Client) { w.secret = "s"; c.ID, c.Secret = "known", "s" },
		"known, in the form": func(w *world, c *oauth.Client) {
			w.secret = "s"
			c.ID, c.Secret = "known", "s"
			w.change = func(m map[string]any) { m["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"} }
		},
		"pages in place of metadata": func(w *world, _ *oauth.Client) { w.metadata, w.isPage = "/.well-known/oauth-protected-resource", true },
		"no end of tokens":           func(w *world, _ *oauth.Client) { w.expires = nil },
		"no name in the end": func(w *world, _ *oauth.Client) {
			w.change = func(m map[string]any) { delete(m, "authorization_response_iss_parameter_supported") }
			w.back = func(q url.Values) { q.Del("iss") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c := w.client(t)
			prepare(w, c)
			if got := ask(t, c); got != served {
				t.Error(got)
			}
		})
	}
}

// Metadata, logins and tokens that are not for this server are refused.
func TestRefusals(t *testing.T) {
	t.Parallel()
	change := func(name string, value any) func(*world, *oauth.Client) {
		return func(w *world, _ *oauth.Client) { w.change = func(m map[string]any) { m[name] = value } }
	}
	back := func(name, value string) func(*world, *oauth.Client) {
		return func(w *world, _ *oauth.Client) { w.back = func(q url.Values) { q.Set(name, value) } }
	}
	for name, c := range map[string]struct {
		prepare func(*world, *oauth.Client)
		want    string
	}{
		"other audience": {func(w *world, _ *oauth.Client) { w.audience = "https://other.example/mcp" }, "401 "},
		"other resource": {func(w *world, _ *oauth.Client) { w.resource = "https://other.example/mcp" }, "is for another server (resource)"},
		"other host":     {func(w *world, _ *oauth.Client) { w.resource = "http://other.example/mcp" }, "is for another server (resource)"},
		"longer path":    {func(w *world, _ *oauth.Client) { w.resource = w.URL + "/mc" }, "is for another server (resource)"},
		"metadata elsewhere": {func(w *world, _ *oauth.Client) {
			w.challenge = `Bearer resource_metadata="http://169.254.169.254/latest"`
		}, "at another origin"},
		"other issuer":    {change("issuer", "https://other.example"), "(issuer)"},
		"no PKCE":         {change("code_challenge_methods_supported", []string{"plain"}), "PKCE"},
		"a script":        {change("authorization_endpoint", "javascript:alert(1)"), "not usable"},
		"plain HTTP":      {change("token_endpoint", "http://other.example/token"), "not usable"},
		"an address":      {change("registration_endpoint", "https://10.0.0.1/register"), "not usable"},
		"no registration": {change("registration_endpoint", ""), "--client-id"},
		"iss":             {back("iss", "https://other.example"), "(iss)"},
		"no iss":          {back("iss", ""), "(iss)"},
		"refused": {func(w *world, _ *oauth.Client) {
			w.back = func(q url.Values) { q.Del("code"); q.Set("error", "access_denied") }
		}, "access_denied"},
		"odd error":    {back("error", "SECRET <b>"), "an unknown error"},
		"other code":   {back("code", "SECRET-x"), "refuses: invalid_grant"},
		"wrong secret": {func(w *world, c *oauth.Client) { w.secret = "s"; c.ID, c.Secret = "known", "SECRET" }, "refuses: invalid_client"},
		"no metadata":  {func(w *world, _ *oauth.Client) { w.metadata = "none" }, "names no way to log in"},
		"insecure":     {func(_ *world, c *oauth.Client) { c.Server.Host = "server.example"; c.Next = unauthorized{} }, "needs a server with https"},
		"to this machine": {func(w *world, c *oauth.Client) {
			c.Server = &url.URL{Scheme: "https", Host: "server.example", Path: "/mcp"}
			c.Next = moved{w.URL}
		}, "not usable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			client := w.client(t)
			c.prepare(w, client)
			if got := ask(t, client); !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if len(w.tokens) > 0 && name != "other audience" {
				t.Error("tokens were given")
			}
		})
	}
}

// unauthorized answers each request with status 401.
type unauthorized struct{}

func (unauthorized) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 401, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

// moved sends requests for server.example to another address. It knows no other host.
type moved struct{ to string }

func (m moved) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "server.example" {
		return nil, io.ErrUnexpectedEOF
	}
	to, _ := url.Parse(m.to)
	out := r.Clone(r.Context())
	out.URL.Scheme, out.URL.Host = to.Scheme, to.Host
	if strings.HasPrefix(r.URL.Path, "/.well-known/") {
		rec := httptest.NewRecorder()
		say(rec, 200, map[string]any{"resource": "https://server.example/mcp", "authorization_servers": []string{m.to + "/as"}})
		return rec.Result(), nil
	}
	return http.DefaultTransport.RoundTrip(out)
}

// The end of another login does not end this one.
func TestState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.client(t)
	c.Show = func(page string) {
		at, _ := url.Parse(page)
		to := at.Query().Get("redirect_uri")
		go func() {
			for _, query := range []string{"?code=x", "?code=x&state=y", "?error=access_denied&state="} {
				res, err := http.Get(to + query)
				if err != nil || res.StatusCode != 404 {
					t.Errorf("%v, %v", res, err)
				}
			}
			browse(page)
		}()
	}
	if got := ask(t, c); got != served {
		t.Error(got)
	}
}

// A login that is not finished ends with the request, and its token goes to no other origin.
func TestLoginBounds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.client(t)
	ctx, cancel := context.WithCancel(t.Context())
	c.Show = func(string) { cancel() }
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, c.Server.String(), nil)
	if _, err := c.RoundTrip(req); err == nil || !strings.Contains(err.Error(), "not finished") {
		t.Error(err)
	}
	if got := ask(t, c); !strings.Contains(got, "the last one failed") {
		t.Error(got)
	}
	c = w.client(t)
	ask(t, c)
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "" {
			t.Errorf("another origin gets %s", got)
		}
	}))
	defer other.Close()
	req, _ = http.NewRequestWithContext(t.Context(), http.MethodGet, other.URL, nil)
	if _, err := c.RoundTrip(req); err != nil {
		t.Error(err)
	}
	if err := c.Login(t.Context()); err != nil || w.logins != 2 {
		t.Errorf("%v after %d logins", err, w.logins)
	}
}
