package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

const (
	secretCall   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`
	secretResult = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"secret":"s3cret","a":1}}}`
	openResult   = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"a":1}}}`
)

// carrying is a proxy whose bytes a program carries.
func carrying(t *testing.T, opts ...web.Option) *web.Proxy {
	return web.New(mcp.New(mcptest.Engine(t, mcptest.Secretive), mcp.WithLimit(10_000)), nil, opts...)
}

func requestOf(t *testing.T, method, body string, headers ...string) (*http.Request, []byte) {
	r := httptest.NewRequestWithContext(t.Context(), method, "/mcp", nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	return r, []byte(body)
}

func headerOf(kind string) http.Header {
	return http.Header{"Content-Type": {kind}, "X-Free": {"s3cret"}}
}

// carried begins a call, and fails unless the server gets it.
func carried(t *testing.T, p *web.Proxy) *web.Exchange {
	t.Helper()
	r, body := requestOf(t, http.MethodPost, secretCall, "Accept-Encoding: gzip")
	x, forward, instead := p.Begin(r, body)
	if instead != nil || string(forward) != secretCall || r.Header.Get("Accept-Encoding") != "" {
		t.Fatalf("%s, %v, %v", forward, instead, r.Header)
	}
	t.Cleanup(x.Close)
	return x
}

// A whole body comes after its last part, an event with its last line.
func TestExchange(t *testing.T) {
	p := carrying(t)
	x := carried(t, p)
	header := headerOf("application/json; x=s3cret")
	form, instead := x.Response(200, header)
	if form != web.Whole || instead != nil || len(header) != 1 || header.Get("Content-Type") != "application/json" {
		t.Errorf("%v, %v, %v", form, instead, header)
	}
	first, instead := x.Body([]byte(secretResult[:50]), false)
	last, refusal := x.Body([]byte(secretResult[50:]), true)
	if first != nil || instead != nil || refusal != nil || string(last) != openResult || header.Get("Content-Length") != "76" {
		t.Errorf("%s, %s, %v", first, last, header)
	}

	x = carried(t, p)
	if form, _ := x.Response(200, headerOf("text/event-stream")); form != web.Stream {
		t.Error(form)
	}
	for _, part := range [][2]string{{": s3cret\n", ":\n"}, {"data: " + secretResult + "\n", ""}, {"\nda", "data: " + openResult + "\n\n"}, {"ta: {}", ""}} {
		if out, instead := x.Body([]byte(part[0]), false); string(out) != part[1] || instead != nil {
			t.Errorf("%q: %q, %v", part[0], out, instead)
		}
	}
	if out, instead := x.Body(nil, true); string(out) != "data: {}" || instead != nil {
		t.Errorf("%q, %v", out, instead)
	}
}

// Other answers of the server are refused or pass as they do in a proxy.
func TestExchangeRefusals(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(secretResult))
	w.Close()
	for name, c := range map[string]struct {
		status  int
		header  http.Header
		body    string
		want    string // the body for the client
		refused int    // the status of an answer in its place
	}{
		"gzip":               {200, http.Header{"Content-Encoding": {"gzip"}}, zipped.String(), openResult, 0},
		"an empty gzip":      {202, http.Header{"Content-Encoding": {"gzip"}}, "", "", 0},
		"no gzip":            {200, http.Header{"Content-Encoding": {"gzip"}}, secretResult, "", 502},
		"br":                 {200, http.Header{"Content-Encoding": {"br"}}, secretResult, "", 502},
		"gzip twice":         {200, http.Header{"Content-Encoding": {"gzip", "gzip"}}, secretResult, "", 502},
		"a redirection":      {302, http.Header{"Location": {"s3cret"}}, "", "", 502},
		"a login":            {401, http.Header{"Www-Authenticate": {`Bearer scope="a"`}}, "", "", 0},
		"an odd session":     {200, http.Header{"Mcp-Session-Id": {"a b"}}, secretResult, "", 502},
		"two types":          {200, http.Header{"Content-Type": {"text/plain", "application/json"}}, secretResult, "", 502},
		"a text":             {200, http.Header{"Content-Type": {"text/plain"}}, "s3cret", "", 502},
		"over the limit":     {200, http.Header{}, `{"id":1,"result":{"a":"` + strings.Repeat("s3cret", 2000) + `"}}`, `already ran`, 0},
		"a part of a result": {200, http.Header{}, secretResult[:60], "", 502},
	} {
		x := carried(t, carrying(t))
		_, instead := x.Response(c.status, c.header)
		var out []byte
		if instead == nil {
			out, instead = x.Body([]byte(c.body), true)
		}
		status := 0
		if instead != nil {
			status = instead.Status
			if instead.Reason == "" || !strings.Contains(string(instead.Body), `"id":1`) || bytes.Contains(instead.Body, []byte("s3cret")) {
				t.Errorf("%s: %+v", name, instead)
			}
		}
		if status != c.refused || !strings.Contains(string(out), c.want) || bytes.Contains(out, []byte("s3cret")) {
			t.Errorf("%s: %d, %s", name, status, out)
		}
	}
}

// Some requests are answered without the server.
func TestExchangeAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		method, body string
		header       string
		status       int // 0 is that the server gets the request
	}{
		"a coding":       {http.MethodPost, secretCall, "Content-Encoding: gzip", 415},
		"over the limit": {http.MethodPost, strings.Repeat(" ", 10_001), "", 413},
		"over memory":    {http.MethodPost, strings.Repeat(" ", 9_000), "", 413},
		"no message":     {http.MethodPost, "", "", 0},
		"no post":        {http.MethodGet, "", "", 0},
	} {
		fails := web.WithFailures(func(f web.Failure) { t.Errorf("%s: the server failed: %v", name, f) })
		p := carrying(t, web.WithMemory(16_000), fails)
		r, body := requestOf(t, c.method, c.body, c.header)
		x, _, instead := p.Begin(r, body)
		x.Close()
		if (instead != nil) != (c.status > 0) || instead != nil && instead.Status != c.status {
			t.Errorf("%s: %+v", name, instead)
		}
	}
}

// All proxies of a program may share one bound of memory. A closed exchange returns its share.
func TestExchangeMemory(t *testing.T) {
	first := carrying(t, web.WithMemory(30_000))
	second := carrying(t, web.WithMemoryOf(first))
	long := secretCall + strings.Repeat(" ", 9_000)
	r, body := requestOf(t, http.MethodPost, long)
	x, _, instead := first.Begin(r, body)
	y, _, busy := second.Begin(r, body)
	if instead != nil || busy == nil || busy.Status != 503 {
		t.Errorf("%v, %+v", instead, busy)
	}
	x.Close()
	y.Close()
	if x, _, instead = second.Begin(r, body); instead != nil {
		t.Errorf("%+v", instead)
	}
	x.Close()
}

// An exchange without its request, or with its headers alone.
func TestExchangeUnseen(t *testing.T) {
	p := carrying(t, web.WithoutClientNames())
	r, _ := requestOf(t, http.MethodPost, "")
	for _, x := range []*web.Exchange{p.BeginUnknown(t.Context()), p.BeginUnseen(r, "t")} {
		x.Response(200, headerOf("application/json"))
		if out, instead := x.Body([]byte(secretResult), true); string(out) != openResult || instead != nil {
			t.Errorf("%s, %v", out, instead)
		}
		x.Close()
	}
	if p.BeginUnseen(r, mcp.RetrieveTool) != nil {
		t.Error("the message of shape_retrieve is needed")
	}
}

// An exchange that is closed in the middle ends its reader.
func TestExchangeClosed(t *testing.T) {
	for _, kind := range []string{"application/json", "text/event-stream"} {
		x := carried(t, carrying(t))
		x.Response(200, headerOf(kind))
		x.Body([]byte("{"), false)
		x.Close()
		if out, _ := x.Body([]byte("}"), true); len(out) > 0 {
			t.Errorf("%s: %s", kind, out)
		}
	}
}

// gives sends a response in parts, and returns the body for the client.
func gives(t *testing.T, x *web.Exchange, kind string, parts ...string) string {
	t.Helper()
	if _, instead := x.Response(200, headerOf(kind)); instead != nil {
		t.Fatal(instead.Reason)
	}
	var all []byte
	for i, part := range parts {
		out, instead := x.Body([]byte(part), i == len(parts)-1)
		if instead != nil {
			t.Fatal(instead.Reason)
		}
		all = append(all, out...)
	}
	return string(all)
}

// An exchange gives the bytes of a proxy over HTTP, wherever a body is cut.
func TestExchangeIsAProxy(t *testing.T) {
	for _, c := range []struct{ kind, body string }{
		{"application/json", " " + secretResult + "\n"},
		{"application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"{\"secret\":\"s3cret\"}"}}`},
		{"text/event-stream", ":s3cret\n\nevent: message\nretry: 5\ndata: " + secretResult + "\n\ndata: {\"secret\":\"s3cret\""},
		{"text/event-stream", "\ufeffdata: {\"jsonrpc\":\"2.0\",\"id\":1,\r\ndata: \"result\":{\"secret\":\"s3cret\"}}\r\r: é\n\ndata\n\n"},
	} {
		s := stand(t, mcptest.Secretive, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			w.Write([]byte(c.body))
		})
		res := s.ask(t, http.MethodPost, secretCall)
		proxied, err := io.ReadAll(res.Body)
		if want := string(proxied); err != nil || strings.Contains(want, "s3cret") || want == "" {
			t.Fatalf("%s: %v", want, err)
		}
		p := carrying(t)
		for i := range c.body {
			if got := gives(t, carried(t, p), c.kind, c.body[:i], c.body[i:]); got != string(proxied) {
				t.Fatalf("cut at %d: %q, want %q", i, got, proxied)
			}
		}
	}
}

// An event that does not pass leaves a client no id to fetch the rest by, so that its call fails.
func TestExchangeAfterLongEvent(t *testing.T) {
	r, body := requestOf(t, http.MethodPost, secretCall, "Mcp-Session-Id: s")
	x, _, _ := carrying(t).Begin(r, body)
	t.Cleanup(x.Close)
	got := gives(t, x, "text/event-stream", "id: 1\ndata: {\"method\":\""+strings.Repeat("s3cret", 2000)+"\"}\n\n")
	if !strings.HasPrefix(got, `data: {"jsonrpc":"2.0","id":1,"error":`) || strings.Contains(got, "s3cret") {
		t.Error(got)
	}
}

// A message that needs no server has its answer at once; a batch has both.
func TestExchangeInstead(t *testing.T) {
	p := web.New(mcp.New(mcptest.Engine(t, profiles.Spec{Global: profiles.Global{ToolList: &profiles.ToolList{Deny: []string{"t"}}}})), nil)
	begin := func(body string) (*web.Exchange, string, *web.Answer) {
		r, text := requestOf(t, http.MethodPost, body)
		x, forward, instead := p.Begin(r, text)
		t.Cleanup(x.Close)
		return x, string(forward), instead
	}
	const denied = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: t"}}`
	if _, _, instead := begin(secretCall); instead == nil || instead.Status != 200 || instead.Reason != "" || string(instead.Body) != denied {
		t.Errorf("%+v", instead)
	}
	if _, _, instead := begin(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"t"}}`); instead == nil || instead.Status != 202 || instead.Body != nil {
		t.Errorf("%+v", instead)
	}
	const list = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	const note = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	x, forward, instead := begin("[" + secretCall + "," + list + "]")
	if forward != "["+list+"]" || instead != nil {
		t.Fatalf("%s, %+v", forward, instead)
	}
	if got := gives(t, x, "application/json", `[{"jsonrpc":"2.0","id":2,"result":{}}]`); got != `[{"jsonrpc":"2.0","id":2,"result":{}},`+denied+"]" {
		t.Error(got)
	}
	x, _, _ = begin("[" + secretCall + "," + list + "]")
	if got := gives(t, x, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n"); got != "data: ["+denied+"]\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n" {
		t.Errorf("%q", got)
	}
	x, _, _ = begin("[" + secretCall + "," + note + "]")
	x.Response(202, http.Header{})
	if out, instead := x.Body(nil, true); out != nil || instead == nil || instead.Status != 200 || string(instead.Body) != "["+denied+"]" {
		t.Errorf("%s, %+v", out, instead)
	}
}

// A client that resumes a stream sends the id that it was told; the server gets its own.
func TestExchangeResumes(t *testing.T) {
	p := carrying(t)
	x := carried(t, p)
	got := gives(t, x, "text/event-stream", "id: s3cret words\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n")
	id, _, found := strings.Cut(strings.TrimPrefix(got, "id: "), "\n")
	if !found || strings.Contains(got, "s3cret") {
		t.Fatal(got)
	}
	r, _ := requestOf(t, http.MethodGet, "", "Last-Event-ID: "+id)
	x, _, _ = p.Begin(r, nil)
	defer x.Close()
	if own := r.Header.Get("Last-Event-ID"); own != "s3cret words" {
		t.Error(own)
	}
	if got := gives(t, x, "text/event-stream", "data: "+secretResult+"\n\n"); strings.Contains(got, "s3cret") {
		t.Error(got)
	}
}
