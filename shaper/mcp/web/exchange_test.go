package web_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
		p := carrying(t, web.WithMemory(16_000))
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
