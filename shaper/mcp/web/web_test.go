package web_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

var (
	// briefly takes b out of the results of t, and lets its caller choose.
	briefly = profiles.Spec{Tools: []profiles.Tool{{
		Name: "t", ExcludeFields: []string{"b"}, Delivery: profiles.Delivery{Caller: &[]string{"fields"}},
	}}}
)

// standing is a proxy in front of a server.
type standing struct {
	*web.Proxy
	url    string
	rules  *mcptest.Changing
	server *mcp.Server
}

// stand puts a proxy in front of a server that answers as told.
func stand(t testing.TB, spec profiles.Spec, upstream http.HandlerFunc, opts ...web.Option) *standing {
	t.Helper()
	up := httptest.NewServer(upstream)
	t.Cleanup(up.Close)
	return standAt(t, spec, up.URL+"/a/mcp?key=1", opts...)
}

func standAt(t testing.TB, spec profiles.Spec, at string, opts ...web.Option) *standing {
	t.Helper()
	return standOver(t, spec, nil, at, opts...)
}

// standOver is a proxy over an engine with options.
func standOver(t testing.TB, spec profiles.Spec, engine []shaper.Option, at string, opts ...web.Option) *standing {
	t.Helper()
	to, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	rules, eng := mcptest.NewChanging(t, spec, engine...)
	server := mcp.New(eng, mcp.WithLimit(10_000))
	p := web.New(server, to, opts...)
	front := httptest.NewServer(p)
	t.Cleanup(front.Close)
	return &standing{p, front.URL, rules, server}
}

// ask sends a request; headers are "name: value".
func (s *standing) ask(t testing.TB, method, body string, headers ...string) *http.Response {
	t.Helper()
	return askAt(t, s.url+"/mcp", method, body, headers...)
}

func askAt(t testing.TB, at, method, body string, headers ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if req.Header.Set(name, value); name == "Host" {
			req.Host = value
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// says sends a message and returns the answer.
func (s *standing) says(t testing.TB, msg string, headers ...string) string {
	t.Helper()
	return all(t, s.ask(t, http.MethodPost, msg, headers...))
}

func all(t testing.TB, res *http.Response) string {
	t.Helper()
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// answers is a server that answers all with one text.
func answers(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, text)
	}
}

const (
	asJSON   = "application/json; charset=utf-8"
	asEvents = "text/event-stream"

	callT   = `{"id":1,"method":"tools/call","params":{"name":"t"}}`
	resultT = `{"id":1,"result":{"content":[],"structuredContent":{"a":1,"b":2}}}`
	shapedT = `{"id":1,"result":{"content":[],"structuredContent":{"a":1}}}`

	listing  = `{"id":1,"result":{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"a":{},"b":{}},"required":["a"]}}]}}`
	listingT = `{"id":1,"result":{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"a":{}}}}]}}`
)

// TestRequests checks the request that the server gets.
func TestRequests(t *testing.T) {
	var got *http.Request
	var body []byte
	s := stand(t, briefly, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		if bytes.Contains(body, []byte("tools/list")) {
			answers(asJSON, listing)(w, r)
		}
	}, web.WithHeader(http.Header{"authorization": {"Bearer ours"}, "X-Tenant": {"a", "b"}}), web.WithHosts("Shape.Example"))
	s.says(t, `{"id":1,"method":"tools/list"}`, "Authorization: Bearer theirs", "User-Agent: c/1")
	s.says(t, `{"id":2,"method":"tools/call","params":{"arguments":{"_fields":["a"],"x":1},"name":"t"}}`, "Authorization: Bearer theirs",
		"Cookie: a=b", "Accept-Encoding: gzip", "Connection: Upgrade", "Upgrade: websocket",
		"X-Forwarded-For: 1.2.3.4", "Host: shape.example:80", "Origin: https://shape.example", "Mcp-Method: tools/call", "Accept: a, b", "User-Agent: c/1")
	if want := `{"id":2,"method":"tools/call","params":{"arguments":{"x":1},"name":"t"}}`; string(body) != want {
		t.Errorf("the server gets %s", body)
	}
	if got.URL.String() != "/a/mcp?key=1" || !strings.HasPrefix(got.Host, "127.0.0.1:") || got.ContentLength != int64(len(body)) {
		t.Errorf("%v of %s, %d bytes", got.URL, got.Host, got.ContentLength)
	}
	want := http.Header{
		"Authorization": {"Bearer ours"}, "X-Tenant": {"a", "b"}, "Mcp-Method": {"tools/call"}, "Accept": {"a, b"},
		"User-Agent": {"c/1"}, "Origin": {"https://shape.example"}, "Content-Length": {fmt.Sprint(len(body))},
	}
	if fmt.Sprint(got.Header) != fmt.Sprint(want) {
		t.Errorf("headers\n got %v\nwant %v", got.Header, want)
	}
}

// A request that is not meant for the proxy does not reach the server.
func TestGate(t *testing.T) {
	s := stand(t, mcptest.Plainly, answers(asJSON, "{}"), web.WithHosts("shape.example", "localhost:6274", "named.example:82"))
	for _, c := range []struct {
		method, path string
		status       int
		headers      []string
	}{
		{"POST", "/mcp", 200, nil},
		{"POST", "/", 200, []string{"Host: localhost"}},
		{"POST", "", 200, []string{"Host: [::1]:3000"}},
		{"POST", "/mcp", 200, []string{"Host: SHAPE.example:1"}},
		{"POST", "/mcp", 403, []string{"Host: evil.example"}},
		{"POST", "/mcp", 403, []string{"Host: 10.0.0.1:80"}},
		{"POST", "/mcp", 403, []string{"Host: localhost.evil.example"}},
		{"POST", "/mcp", 403, []string{"Origin: http://127.0.0.1:6273"}},
		{"POST", "/mcp", 200, []string{"Origin: http://localhost:6274"}},
		{"POST", "/mcp", 403, []string{"Origin: http://localhost"}},
		{"POST", "/mcp", 200, []string{"Origin: http://127.0.0.1:8090", "Host: localhost:8090"}},
		{"POST", "/mcp", 200, []string{"Origin: https://[::1]", "Host: localhost"}},
		{"POST", "/mcp", 403, []string{"Origin: http://localhost:8091", "Host: localhost:8090"}},
		{"POST", "/mcp", 403, []string{"Host: named.example:81"}},
		{"POST", "/mcp", 200, []string{"Host: named.example:82"}},
		{"POST", "/mcp", 403, []string{"Origin: https://evil.example"}},
		{"POST", "/mcp", 403, []string{"Origin: null"}},
		{"POST", "/mcp", 403, []string{"Origin: http://%"}},
		{"POST", "/mcp/x", 404, nil},
		{"POST", "/a/mcp", 200, nil},
		{"GET", "/.well-known/oauth-protected-resource", 404, nil},
		{"OPTIONS", "/mcp", 200, nil},
		{"PUT", "/mcp", 405, nil},
		{"HEAD", "/mcp", 405, nil},
		{"POST", "/mcp", 415, []string{"Content-Encoding: gzip"}},
	} {
		res := askAt(t, s.url+c.path, c.method, "{}", c.headers...)
		if text := all(t, res); res.StatusCode != c.status || res.StatusCode >= 400 && c.method != "HEAD" && !strings.Contains(text, `"error"`) {
			t.Errorf("%v: %d %s", c, res.StatusCode, text)
		}
	}
}

// TestResponses checks the client's version of the server's answers.
func TestResponses(t *testing.T) {
	const redirected, unauthorized = "leads elsewhere", "--upstream-header"
	for _, c := range []struct {
		name   string
		up     http.HandlerFunc
		status int
		want   string // contained in the client's output; all of it for a message
	}{
		{"json", answers(asJSON, resultT), 200, shapedT},
		{"events", answers(asEvents, ": hi\n\nid: 1\ndata: "+resultT+"\n\n"), 200, ":\n\nid: 1\ndata: " + shapedT + "\n\n"},
		{"nothing", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(202) }, 202, ""},
		{"a text", answers("text/plain", "oh\n"), 502, "no JSON in UTF-8"},
		{"an error", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			answers(asJSON, `{"id":null,"error":{"code":1,"message":"m"}}`)(w, r)
		}, 400, `{"id":null,"error":{"code":1,"message":"m"}}`},
		{"elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusTemporaryRedirect) }, 502, redirected},
		{"unauthorized", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(401) }, 502, unauthorized},
		{"encoded", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			answers(asJSON, resultT)(w, r)
		}, 502, "encoded"},
		{"half", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			answers(asJSON, resultT)(w, r)
		}, 502, "whether it did what was asked is not known"},
		{"none", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, 502, "the server ended before it answered"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, briefly, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Set-Cookie", "a=b")
				c.up(w, r)
			})
			res := s.ask(t, http.MethodPost, callT)
			text := all(t, res)
			if res.StatusCode != c.status || !strings.Contains(text, c.want) || c.status < 500 && text != c.want {
				t.Errorf("%d %s", res.StatusCode, text)
			}
			if c.status == 502 && !strings.HasPrefix(text, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"`) {
				t.Errorf("the error is not of the call: %s", text)
			}
			if res.Header.Get("Set-Cookie") != "" {
				t.Error("a cookie was set")
			}
		})
	}
}

// A server that is not there is an error of the call, and of nothing where no answer was
// asked for.
func TestServerIsGone(t *testing.T) {
	up := httptest.NewServer(nil)
	up.Close()
	s := standAt(t, mcptest.Plainly, up.URL+"/mcp")
	const gone = `,"error":{"code":-32603,"message":"the server cannot be reached"}}`
	for msg, want := range map[string]string{
		`{"id":"\u00e91","method":"x"}`:                 `{"jsonrpc":"2.0","id":"é1"` + gone,
		`{"method":"notifications/initialized"}`:        `{"jsonrpc":"2.0","id":null` + gone,
		`[{"id":1,"method":"x"},{"id":2,"method":"x"}]`: `[{"jsonrpc":"2.0","id":1` + gone + `,{"jsonrpc":"2.0","id":2` + gone + "]",
	} {
		if got := s.says(t, msg); got != want {
			t.Errorf("%s: %s", msg, got)
		}
	}
	if got := all(t, s.ask(t, http.MethodGet, "")); got != `{"jsonrpc":"2.0","id":null`+gone {
		t.Error(got)
	}
}

// A call that is refused does not get to the server, and neither does one of several.
func TestRefused(t *testing.T) {
	heard := ""
	up := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch heard = string(body); {
		case strings.Contains(heard, "tools/list"):
			answers(asJSON, listing)(w, r)
		case strings.Contains(heard, "notifications"):
			w.WriteHeader(202)
		case strings.Contains(r.Header.Get("Accept"), "event-stream"):
			answers(asEvents, "data: {\"id\":2,\"result\":{}}\n\n")(w, r)
		default:
			answers(asJSON, ` [{"id":2,"result":{}}] `)(w, r)
		}
	}
	s := stand(t, briefly, up)
	s.says(t, `{"id":1,"method":"tools/list"}`)
	const wrong = `{"id":1,"method":"tools/call","params":{"name":"t","arguments":{"_fields":7}}}`
	const refused = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error executing tool: t did not run: _fields is a list of texts, of one at least"}],"isError":true}}`
	heard = ""
	if got := s.says(t, wrong); got != refused || heard != "" {
		t.Errorf("%s; the server hears %q", got, heard)
	}
	batch := "[" + wrong + `,{"id":2,"method":"ping"}]`
	for accept, want := range map[string]string{
		"application/json":  `[{"id":2,"result":{}},` + refused + "]",
		"text/event-stream": "data: [" + refused + "]\n\ndata: {\"id\":2,\"result\":{}}\n\n",
	} {
		if got := s.says(t, batch, "Accept: "+accept); got != want || heard != `[{"id":2,"method":"ping"}]` {
			t.Errorf("%s\n got %s\nwant %s\nheard %s", accept, got, want, heard)
		}
	}
	if got := s.says(t, "["+wrong+`,{"method":"notifications/x"}]`); got != "["+refused+"]" {
		t.Error(got)
	}
	heard = ""
	if res := s.ask(t, "POST", strings.Replace(wrong, `"id":1,`, "", 1)); res.StatusCode != http.StatusAccepted || all(t, res) != "" || heard != "" {
		t.Errorf("a notification: %s; the server hears %q", res.Status, heard)
	}
}

// Messages over the limit.
func TestLimits(t *testing.T) {
	long := `{"x":"` + strings.Repeat("x", 100_000) + `","secret":1}`
	kind := asJSON
	up := func(w http.ResponseWriter, r *http.Request) {
		text := `{"result":` + long + `,"id":1}`
		if kind == asEvents {
			text = "id: 7\ndata: " + text + "\n\n"
		}
		answers(kind, text)(w, r)
	}
	open, closed := stand(t, mcptest.Plainly, up), stand(t, mcptest.Secretive, up)
	if res := open.ask(t, http.MethodPost, long); res.StatusCode != 413 {
		t.Error(res.Status)
	}
	const fault = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error executing tool: t already ran, but its result cannot be shown: the response has more than 10000 bytes, and something may be hidden in it"}],"isError":true}}`
	if got := open.says(t, callT); got != `{"result":`+long+`,"id":1}` {
		t.Errorf("%.100s", got)
	}
	if got := closed.says(t, callT); got != fault {
		t.Errorf("%.1000s", got)
	}
	kind = asEvents
	if got := open.says(t, callT); got != "id: 7\ndata: {\"result\":"+long+",\"id\":1}\n\n" {
		t.Errorf("%.100s", got)
	}
	if got := closed.says(t, callT); got != "data: "+fault+"\n\n" {
		t.Errorf("%.1000s", got)
	}
}

// A message over the limit that ends before it is whole is one that did not come.
func TestLongInterrupted(t *testing.T) {
	s := stand(t, mcptest.Plainly, answers(asEvents, `data: {"id":1,"result":{"x":"`+strings.Repeat("x", 100_000)))
	got := s.says(t, callT)
	if _, last, _ := strings.Cut(got, "xxx\n\n"); !strings.HasPrefix(last, `data: {"jsonrpc":"2.0","id":1,"error":`) {
		t.Errorf("%.100q … %.200q", got, last)
	}
}
