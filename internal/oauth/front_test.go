package oauth_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/oauth"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// front puts a proxy that hands tokens on in front of a world, and returns its address.
func (w *world) front(t testing.TB, hosts ...string) string {
	t.Helper()
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"hidden"}}}})
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		t.Fatal(err)
	}
	w.back = func(q url.Values) { q.Del("iss") } // it names the server itself
	upstream, _ := url.Parse(w.URL + "/mcp")
	up := httptest.NewServer(web.New(eng, upstream, web.WithAuthorization(oauth.NewFront(upstream, hosts))))
	t.Cleanup(up.Close)
	return up.URL
}

// A client logs in at the proxy and gets tokens for the server, renewals and more scope.
func TestFront(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.answer = `{"jsonrpc":"2.0","id":1,"result":{"hidden":"x","open":1}}`
	c := w.client(t)
	c.Server, _ = url.Parse(w.front(t) + "/mcp")
	const want = `200 {"jsonrpc":"2.0","id":1,"result":{"open":1}}`
	for range 2 {
		if got := ask(t, c); got != want {
			t.Error(got)
		}
		w.revoke()
	}
	w.scope = "write"
	if got := ask(t, c); got != want || w.logins != 2 || w.renewed != 2 {
		t.Errorf("%s after %d logins, %d renewals", got, w.logins, w.renewed)
	}
	for _, has := range w.tokens {
		if has.audience != w.URL+"/mcp" {
			t.Errorf("a token for %s", has.audience)
		}
	}
}

// The addresses of the proxy name no other place than its own, and lead to the login alone.
func TestFrontPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := w.front(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	do := func(method, path, body string) (*http.Response, string) {
		req, _ := http.NewRequestWithContext(t.Context(), method, at+path, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return res, string(text)
	}
	res, text := do("POST", "/mcp", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`)
	if got := res.Header.Get("Www-Authenticate"); res.StatusCode != 401 || got != `Bearer resource_metadata="`+at+`/.well-known/oauth-protected-resource/mcp"` || !strings.Contains(text, `"id":7,"error"`) {
		t.Errorf("%d %s %s", res.StatusCode, got, text)
	}
	for path, want := range map[string]string{
		"/.well-known/oauth-protected-resource/mcp": `"resource":"` + at + `/mcp"`,
		"/.well-known/oauth-protected-resource":     `"resource":"` + at + `"`,
		"/.well-known/oauth-authorization-server":   `"token_endpoint":"` + at + `/token"`,
		"/.well-known/openid-configuration":         `"issuer":"` + at + `"`,
	} {
		if res, text := do("GET", path, ""); res.StatusCode != 200 || !strings.Contains(text, want) || strings.Contains(text, w.URL) {
			t.Errorf("%s: %d %s", path, res.StatusCode, text)
		}
	}
	res, _ = do("GET", "/authorize?client_id=a&resource="+url.QueryEscape(at+"/mcp")+"&redirect_uri=https%3A%2F%2Fother.example", "")
	to, _ := url.Parse(res.Header.Get("Location"))
	if q := to.Query(); res.StatusCode != 302 || "http://"+to.Host+to.Path != w.URL+"/as/authorize" || q.Get("resource") != w.URL+"/mcp" || q.Get("client_id") != "a" {
		t.Errorf("%d %s", res.StatusCode, to)
	}
	if res, text := do("POST", "/token", "grant_type=authorization_code&code=SECRET&resource=x"); res.StatusCode != 400 || text != `{"error":"invalid_grant"}`+"\n" {
		t.Errorf("%d %s", res.StatusCode, text)
	}
	for _, c := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/token", "", 404}, {"POST", "/authorize", "", 405}, {"POST", "/token", "a=%", 400}, {"POST", "/token", strings.Repeat("x", 70_000), 400}, {"GET", "/other", "", 404},
	} {
		if res, _ := do(c.method, c.path, c.body); res.StatusCode != c.want {
			t.Errorf("%s %s: %d", c.method, c.path, res.StatusCode)
		}
	}
}

// A login at a host that the operator did not name is refused.
func TestFrontHosts(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		w, other := newWorld(t), newWorld(t)
		w.change = func(m map[string]any) { m["token_endpoint"] = other.URL + "/as/token" }
		var hosts []string
		if named {
			hosts = []string{strings.TrimPrefix(other.URL, "http://")}
		}
		res, err := http.Get(w.front(t, hosts...) + "/.well-known/oauth-authorization-server")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if named != (res.StatusCode == 200) || !named && !strings.Contains(string(text), "--auth-host") {
			t.Errorf("%t: %d %s", named, res.StatusCode, text)
		}
	}
}

// Under a hiding rule the answers 401 and 403 name the metadata at the proxy, also at an address
// of IPv6.
func TestFrontAtIPv6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.scope = "write"
	w.tokens["little"] = token{audience: w.URL + "/mcp", scope: "read"}
	at := w.front(t)
	for token, want := range map[string]string{"none": "401 Bearer ", "little": `403 Bearer error="insufficient_scope", scope="write", `} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`))
		req.Header.Set("Authorization", "Bearer "+token)
		req.Host = "[::1]:8090"
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		want += `resource_metadata="http://[::1]:8090/.well-known/oauth-protected-resource/mcp"`
		if got := strconv.Itoa(res.StatusCode) + " " + res.Header.Get("Www-Authenticate"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A server without metadata is not asked again for each request, but after five seconds.
func TestFrontAfterFault(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	dead := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		rw.WriteHeader(500)
	}))
	defer dead.Close()
	upstream, _ := url.Parse(dead.URL + "/mcp")
	f := oauth.NewFront(upstream, nil)
	now := time.Unix(0, 0)
	f.Now = func() time.Time { return now }
	get := func(ctx context.Context) (int, int32) {
		before, w := asked.Load(), httptest.NewRecorder()
		f.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/.well-known/oauth-authorization-server", nil))
		return w.Code, asked.Load() - before
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if code, _ := get(gone); code != 502 {
		t.Error(code)
	}
	for i, later := range []time.Duration{0, 0, 4 * time.Second, time.Second, 0} {
		now = now.Add(later)
		if code, n := get(t.Context()); code != 502 || n > 0 != (i == 0 || i == 3) {
			t.Errorf("%d: %d after %d requests", i, code, n)
		}
	}
}
