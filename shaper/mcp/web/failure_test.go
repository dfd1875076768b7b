package web_test

import (
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// Each failed call of the server is reported once, with its method, its tool and the reason. A
// call with an answer is not.
func TestFailedCalls(t *testing.T) {
	const lost = "the server ended before it answered; whether it did what was asked is not known"
	var got []web.Failure
	tells := web.WithFailures(func(f web.Failure) { got = append(got, f) })
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "s3cret", code) }
	}
	for name, c := range map[string]struct {
		up   http.HandlerFunc
		msg  string
		want []web.Failure
	}{
		"an answer":          {answers(asJSON, resultT), callT, nil},
		"a protocol error":   {answers(asJSON, `{"id":1,"error":{"code":-32602,"message":"s3cret"}}`), callT, nil},
		"a status":           {status(500), callT, []web.Failure{{Method: "tools/call", Tool: "t", Reason: "the server answers with status 500"}}},
		"who asks":           {status(401), listsT, []web.Failure{{Method: "tools/list", Tool: "", Reason: "the server wants to know who asks; its operator can say it with a header (--upstream-header)"}}},
		"a stream that ends": {answers(asEvents, ": hi\n\n"), callT, []web.Failure{{Method: "tools/call", Tool: "t", Reason: lost}}},
		"a batch":            {status(502), `[` + callT + `]`, []web.Failure{{Method: "", Tool: "", Reason: "the server answers with status 502"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got = nil
			s := stand(t, briefly, c.up, tells)
			s.says(t, c.msg)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	got = nil
	s := standAt(t, briefly, "http://127.0.0.1:1/mcp", tells)
	s.says(t, callT)
	if want := []web.Failure{{Method: "tools/call", Tool: "t", Reason: "the server cannot be reached"}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got = nil
	s = stand(t, briefly, status(http.StatusMethodNotAllowed), tells)
	if all(t, s.ask(t, http.MethodGet, "")); got != nil {
		t.Errorf("a server without a stream of its own: %v", got)
	}
}

// The health of the proxy is told to hosts that may ask it, and the server hears nothing.
func TestHealthPath(t *testing.T) {
	heard := 0
	up := func(http.ResponseWriter, *http.Request) { heard++ }
	healthy := web.WithHealth(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "well") }))
	s := stand(t, briefly, up, healthy)
	for _, c := range []struct {
		method, header string
		status         int
	}{
		{"GET", "A: b", 200}, {"HEAD", "A: b", 200}, {"POST", "A: b", 405},
		{"GET", "Host: evil.example", 403}, {"GET", "Origin: http://evil.example", 403},
	} {
		res := askAt(t, s.url+"/healthz", c.method, "", c.header)
		if text := all(t, res); res.StatusCode != c.status || (text == "well") != (c.status == 200 && c.method == "GET") {
			t.Errorf("%s, %s: %d %s", c.method, c.header, res.StatusCode, text)
		}
	}
	if res := askAt(t, stand(t, briefly, up).url+"/healthz", "GET", ""); res.StatusCode != 404 || heard > 0 {
		t.Errorf("without it: %d; the server heard %d", res.StatusCode, heard)
	}
}
