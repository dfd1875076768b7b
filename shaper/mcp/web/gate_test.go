package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// A request without the secret of the clients gets to no handler, and the server does not
// get the secret.
func TestClientToken(t *testing.T) {
	const token = "a secret of clients"
	heard := 0
	s := stand(t, mcptest.Plainly, func(w http.ResponseWriter, r *http.Request) {
		if heard++; r.Header.Get(web.TokenHeader) != "" {
			t.Error("the server gets the secret")
		}
		answers(asJSON, "{}")(w, r)
	}, web.WithClientToken(token), web.WithHealth(http.NotFoundHandler()))
	page := httptest.NewServer(web.Guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }), nil, token))
	defer page.Close()
	for _, c := range []struct {
		header string
		status int
	}{
		{"A: b", 403}, {"X-Shape-Token: ", 403}, {"X-Shape-Token: " + token + "x", 403}, {"Authorization: Bearer " + token, 403},
		{"X-Shape-Token: " + token, 200},
	} {
		for _, at := range []string{s.url + "/mcp", page.URL} {
			res := askAt(t, at, http.MethodPost, callT, c.header)
			if text := all(t, res); res.StatusCode != c.status || c.status == 403 && !strings.Contains(text, "X-Shape-Token is missing or wrong") {
				t.Errorf("%s: %d %s", c.header, res.StatusCode, text)
			}
		}
	}
	if res := askAt(t, s.url+"/healthz", http.MethodGet, ""); res.StatusCode != 403 {
		t.Errorf("the health: %d", res.StatusCode)
	}
	if heard != 1 {
		t.Errorf("the server heard %d requests", heard)
	}
	for header, status := range map[string]int{"Host: evil.example": 403, "Origin: http://evil.example": 403, "Host: localhost:1": 200} {
		open := web.Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), nil, "")
		guarded := httptest.NewServer(open)
		if res := askAt(t, guarded.URL, http.MethodGet, "", header); res.StatusCode != status {
			t.Errorf("%s: %d", header, res.StatusCode)
		}
		guarded.Close()
	}
}
