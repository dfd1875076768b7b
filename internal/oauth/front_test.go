package oauth_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

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
