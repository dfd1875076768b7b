package extproc_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	filter "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	pb "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/spf13/pflag"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extproc"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/inmemory"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

const (
	none     = filter.ProcessingMode_NONE
	streamed = filter.ProcessingMode_STREAMED
	buffered = filter.ProcessingMode_BUFFERED
	duplex   = filter.ProcessingMode_FULL_DUPLEX_STREAMED
)

// canary is a value that rules hides everywhere.
const canary = "c4n4ry"

// rules hide secret, and leave note out of get.
const rules = `{"privacy":{"drop":["secret"]},"tool_overrides":{"get":{"exclude_fields":["note"]}}}`

// notes are the counts and the log of a service.
type notes struct {
	mu     sync.Mutex
	counts map[string]int
	log    []string
}

func (n *notes) Add(service, method, outcome string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.counts[service+" "+method+" "+outcome]++
}

func (n *notes) Fault(kind, sentence string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.log = append(n.log, kind+": "+sentence)
}

// logged reports whether a line of the log holds a text.
func (n *notes) logged(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.log, func(line string) bool { return strings.Contains(line, text) })
}

// serving is a service with a connection to it.
type serving struct {
	notes
	all     *tenants.Table
	service *extproc.Service
	server  *grpc.Server
	client  pb.ExternalProcessorClient
	file    string // of the configuration
}

// serve starts a service with a configuration and flags.
func serve(t testing.TB, rules string, flags ...string) *serving {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_STATE_HOME", dir)
	s := &serving{notes: notes{counts: map[string]int{}}, file: filepath.Join(dir, "rules.json")}
	if err := os.WriteFile(s.file, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	o := extproc.Options{Limit: 1 << 20}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.Add(set)
	set.IntVar(&o.Limit, "limit", o.Limit, "")
	named := set.String("tenants", "", "")
	if err := set.Parse(flags); err != nil {
		t.Fatal(err)
	}
	from := tenants.Options{Config: config.Options{Path: s.file}, Key: "tenant", Limit: o.Limit}
	if *named != "" {
		from.Config, from.File = config.Options{}, filepath.Join(dir, "tenants.json")
		if err := os.WriteFile(from.File, []byte(*named), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.all, err = tenants.Open(app.New(app.Process(), nil), from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.all.Close)
	s.service = extproc.New(s.all, o, s)
	var conn *grpc.ClientConn
	s.server, conn = inmemory.Serve(t, func(to *grpc.Server) { pb.RegisterExternalProcessorServer(to, s.service) })
	s.client = pb.NewExternalProcessorClient(conn)
	return s
}

// envoy is the gateway in front of a service, with modes.
func (s *serving) envoy(t testing.TB, request, response filter.ProcessingMode_BodySendMode) envoy {
	return envoy{TB: t, client: s.client, request: request, response: response, overrides: true}
}

// post is a request with a message.
func post(body string, headers ...string) message {
	return message{
		headers: append([]string{":method: POST", ":path: /mcp", ":authority: x", "content-type: application/json", "accept-encoding: gzip", "content-length: " + strconv.Itoa(len(body))}, headers...),
		parts:   []string{body},
	}
}

// reply is a response with a body.
func reply(kind, body string, headers ...string) message {
	return message{headers: append([]string{":status: 200", "content-type: " + kind, "content-length: " + strconv.Itoa(len(body))}, headers...), parts: []string{body}}
}

// cut cuts the body of a message at some bytes.
func (m message) cut(at ...int) message {
	body := m.body()
	m.parts = nil
	before := 0
	for _, i := range append(at, len(body)) {
		m.parts = append(m.parts, body[before:i])
		before = i
	}
	return m
}

const (
	call   = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get","arguments":{}}}`
	result = `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"{\"a\":1,\"note\":2,\"secret\":\"c4n4ry\"}"}],"structuredContent":{"a":1,"note":2,"secret":"c4n4ry"}}}`
)

// exchanges are three documents and two event streams.
var exchanges = map[string]struct{ request, kind, response string }{
	"a result": {call, "application/json", result},
	"a list": {
		`{"jsonrpc":"2.0","id":"l","method":"tools/list"}`, "application/json; charset=utf-8",
		`{"jsonrpc":"2.0","id":"l","result":{"tools":[{"name":"get","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"a":{},"note":{}},"required":["a","note"]}}]}}`,
	},
	"an error": {call, "application/json", `{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"no {\"secret\":\"c4n4ry\"}","data":{"secret":"c4n4ry"}}}`},
	"a stream": {
		call, "text/event-stream",
		": c4n4ry\n\nid: 1\nretry: 10\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":{\"secret\":\"c4n4ry\",\"é\":\"ü\"}}}\n\n" +
			"event: message\nid: 2\ndata: " + result + "\n\n",
	},
	"a stream of lines in CRLF": {
		call, "text/event-stream; charset=UTF-8",
		"\ufeffid: c4n4ry text\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\r\ndata: \"result\":{\"content\":[],\"structuredContent\":{\"secret\":\"c4n4ry\",\r\ndata:\"a\":1}}}\r\n\r\ndata: {\"secret\":\"c4n4ry\"",
	},
}

// proxied returns the response of the proxy over HTTP to the same exchange.
func proxied(t *testing.T, s *serving, request, kind, response string) (body string) {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Write([]byte(response))
	}))
	defer upstream.Close()
	to, _ := url.Parse(upstream.URL)
	tenant, err := s.all.Of("")
	if err != nil {
		t.Fatal(err)
	}
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader(request))
	web.New(mcp.New(tenant.Engine), to).ServeHTTP(w, r)
	return w.Body.String()
}

// withoutIDs replaces the encryption of ids, whose key differs.
func withoutIDs(stream string) string {
	before, rest, found := strings.Cut(stream, "id: shape-")
	if !found {
		return stream
	}
	return before + "id: *" + rest[strings.IndexAny(rest, "\r\n"):]
}

// Every mode of bodies gives the response of the proxy, wherever a body is cut.
func TestEveryModeAndByte(t *testing.T) {
	s := serve(t, rules)
	modes := []struct {
		name   string
		change func(*envoy)
	}{
		{"BUFFERED", func(e *envoy) { e.request, e.response = buffered, buffered }},
		{"BUFFERED without overrides", func(e *envoy) { e.request, e.response, e.overrides = buffered, buffered, false }},
		{"NONE", func(e *envoy) { e.request, e.response = none, none }},
		{"STREAMED", func(e *envoy) { e.request, e.response = streamed, streamed }},
		{"STREAMED without overrides", func(e *envoy) { e.request, e.response, e.overrides = streamed, streamed, false }},
		{"STREAMED, early", func(e *envoy) { e.request, e.response, e.early = streamed, streamed, true }},
		{"STREAMED, arrived", func(e *envoy) { e.request, e.response, e.arrived = streamed, streamed, true }},
		{"BUFFERED and STREAMED", func(e *envoy) { e.request, e.response = buffered, streamed }},
		{"FULL_DUPLEX_STREAMED", func(e *envoy) { e.request, e.response = duplex, duplex }},
		{"BUFFERED and FULL_DUPLEX_STREAMED", func(e *envoy) { e.request, e.response = buffered, duplex }},
		{"FULL_DUPLEX_STREAMED and BUFFERED", func(e *envoy) { e.request, e.response = duplex, buffered }},
		{"FULL_DUPLEX_STREAMED with lengths", func(e *envoy) { e.request, e.response, e.keepsLength = duplex, duplex, true }},
		{"STREAMED with lengths", func(e *envoy) { e.request, e.response, e.keepsLength = streamed, streamed, true }},
	}
	for name, x := range exchanges {
		want := withoutIDs(proxied(t, s, x.request, x.kind, x.response))
		if want == "" || strings.Contains(want, canary) {
			t.Fatalf("%s: the proxy gives %q", name, want)
		}
		for _, m := range modes {
			e := s.envoy(t, none, none)
			m.change(&e)
			for i := range len(x.response) + 1 {
				at := i % len(x.request)
				got, err := e.ask(t.Context(), post(x.request).cut(at), func(r message) message {
					if length := r.header("content-length"); r.body() != x.request || r.header("accept-encoding") != "" || length != "" && length != strconv.Itoa(len(x.request)) {
						t.Fatalf("%s, %s, %d: the server gets %v", name, m.name, i, r)
					}
					return reply(x.kind, x.response, "x-free: c4n4ry", "mcp-session-id: s1").cut(i)
				})
				if err != nil || withoutIDs(got.body()) != want {
					t.Fatalf("%s, %s, cut at %d: %v\n%q, want\n%q", name, m.name, i, err, got.body(), want)
				}
				if all := fmt.Sprint(got); strings.Contains(all, canary) || got.header("mcp-session-id") != "s1" || got.header(":status") != "200" {
					t.Fatalf("%s, %s, cut at %d: %s", name, m.name, i, all)
				}
				if length := got.header("content-length"); length != "" && length != strconv.Itoa(len(got.body())) {
					t.Fatalf("%s, %s: content-length %s of %d bytes", name, m.name, length, len(got.body()))
				}
			}
		}
	}
}

// A body of single bytes is one, too.
func TestSingleBytes(t *testing.T) {
	s := serve(t, rules)
	for name, x := range exchanges {
		want := withoutIDs(proxied(t, s, x.request, x.kind, x.response))
		all := make([]int, len(x.response))
		for i := range all {
			all[i] = i
		}
		for _, mode := range []filter.ProcessingMode_BodySendMode{streamed, duplex} {
			got, err := s.envoy(t, mode, mode).ask(t.Context(), post(x.request), func(message) message { return reply(x.kind, x.response).cut(all...) })
			if err != nil || withoutIDs(got.body()) != want {
				t.Errorf("%s, %s: %v, %q", name, mode, err, got.body())
			}
		}
	}
}

// JSON in BUFFERED mode has a true length, also without a hiding rule.
func TestContentLength(t *testing.T) {
	for _, rules := range []string{rules, `{"tool_overrides":{"get":{"exclude_fields":["note"]}}}`} {
		s := serve(t, rules)
		got, err := s.envoy(t, buffered, buffered).ask(t.Context(), post(call), func(message) message { return reply("application/json", result) })
		if err != nil || got.header("content-length") != strconv.Itoa(len(got.body())) || len(got.body()) >= len(result) {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// An event goes out with the part that ends it, not later.
func TestEventsComeAtOnce(t *testing.T) {
	s := serve(t, rules)
	e := s.envoy(t, buffered, streamed)
	got, err := e.ask(t.Context(), post(call), func(message) message {
		return message{headers: []string{":status: 200", "content-type: text/event-stream"}, parts: []string{"data: {\"jsonrpc\":\"2.0\",", "\"method\":\"a\"}\n\nda", "ta: " + result + "\n\n", ""}}
	})
	if err != nil || got.parts[0] != "" || got.parts[1] != "data: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n" || !strings.HasPrefix(got.parts[2], "data: ") || got.parts[3] != "" {
		t.Errorf("%v: %q", err, got.parts)
	}
}

func zipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

// cases are exchanges with one oddity.
var cases = []struct {
	name     string
	rules    string // "" is rules
	flags    []string
	gateway  func(*envoy)
	request  message // post(call) without headers
	response message // a result without headers
	status   string  // of the client; "" is 200, "failed" is the end by the filter
	has, not string  // of the response's headers and body
	log      string
	unasked  bool // the server is not asked
	outcome  string
}{
	{name: "the headers agree", request: post(call, "mcp-method: tools/call", "mcp-name: get"), has: `{"a":1}`},
	{name: "an encoded name agrees", request: post(call, "mcp-method: tools/call", "mcp-name: =?base64?Z2V0?="), has: `{"a":1}`},
	{name: "the name differs", request: post(call, "mcp-name: other"), status: "400", has: `"code":-32020`, unasked: true, log: "Mcp-Name", outcome: "refused"},
	{name: "the method differs", request: post(call, "mcp-method: tools/list"), status: "400", has: `"id":7`, unasked: true},
	{name: "a broken encoding", request: post(call, "mcp-name: =?base64?%%?="), status: "400", unasked: true, has: "-32020"},
	{name: "two names", request: post(call, "mcp-name: get", "mcp-name: get"), status: "400", unasked: true, has: "-32020"},
	{name: "a message with two names", request: post(`{"id":7,"method":"tools/call","params":{"name":"get","name":"x"}}`, "mcp-name: get"), status: "400", unasked: true, has: "-32020"},
	{name: "the name of another method's message", request: post(`{"id":7,"method":"tools/list"}`, "mcp-name: x"), response: reply("application/json", `{"id":7,"result":{"tools":[]}}`), has: `"tools":[]`},

	{name: "trusted headers", flags: []string{"--trust-headers"}, request: post(call, "mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: get"), has: `{"a":1}`},
	{name: "trusted headers decide", flags: []string{"--trust-headers"}, request: post(call, "mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: other"), has: `"note":2`},
	{name: "trusted headers of an old revision", flags: []string{"--trust-headers"}, request: post(call, "mcp-protocol-version: 2025-11-25", "mcp-method: tools/call", "mcp-name: other"), status: "400", has: "-32020", unasked: true},
	{name: "trusted headers without overrides", flags: []string{"--trust-headers"}, gateway: func(e *envoy) { e.overrides = false }, request: post(call, "mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: get"), has: `{"a":1}`},
	{name: "trusted headers in duplex mode", flags: []string{"--trust-headers"}, gateway: func(e *envoy) { e.request, e.response = duplex, duplex }, request: post(call, "mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: get"), has: `{"a":1}`},
	{name: "trusted headers of a denied tool", rules: `{"global":{"tools":{"deny":["get"]}}}`, flags: []string{"--trust-headers"}, request: post(call, "mcp-protocol-version: 2026-07-28", "mcp-method: tools/call", "mcp-name: get"), has: "Unknown tool: get", unasked: true, outcome: "answered"},

	{name: "a denied tool", rules: `{"global":{"tools":{"deny":["get"]}}}`, has: "Unknown tool: get", unasked: true, outcome: "answered"},
	{name: "a broken configuration has no engine", rules: `{}`, has: canary},
	{name: "gzip", response: reply("application/json", zipped(result), "content-encoding: gzip"), has: `{"a":1}`, not: "gzip"},
	{name: "gzip in parts", gateway: func(e *envoy) { e.response = streamed }, response: reply("application/json", zipped(result), "content-encoding: gzip").cut(3, 40), has: `{"a":1}`, not: "gzip"},
	{name: "gzip of a stream", gateway: func(e *envoy) { e.response = duplex }, response: reply("text/event-stream", zipped("data: "+result+"\n\n"), "content-encoding: gzip").cut(3, 40), has: `{"a":1}`, not: "gzip"},
	{name: "gzip that is none", response: reply("application/json", result, "content-encoding: gzip"), status: "502", has: `"id":7`},
	{name: "another coding", response: reply("application/json", result, "content-encoding: br"), status: "502", has: `"id":7`, log: "encoded", outcome: "refused"},
	{name: "another coding without a hiding rule", rules: `{}`, response: reply("application/json", result, "content-encoding: br"), has: canary},
	{name: "another coding in duplex mode", rules: `{}`, gateway: func(e *envoy) { e.request, e.response = duplex, duplex }, response: reply("application/json", result, "content-encoding: br").cut(9), has: canary},
	{name: "a request with a coding", request: post(call, "content-encoding: gzip"), status: "415", unasked: true},

	{name: "BUFFERED_PARTIAL", gateway: func(e *envoy) { e.response = filter.ProcessingMode_BUFFERED_PARTIAL }, status: "500", unasked: true, has: "BUFFERED_PARTIAL", log: "BUFFERED_PARTIAL", outcome: "fault"},
	{name: "BUFFERED_PARTIAL of requests", gateway: func(e *envoy) { e.request = filter.ProcessingMode_BUFFERED_PARTIAL }, status: "500", unasked: true, log: "BUFFERED_PARTIAL"},
	{name: "no body of the response", gateway: func(e *envoy) { e.response, e.overrides = none, false }, status: "500", log: "response_body_mode", outcome: "fault"},
	{name: "no body of the response, and no rule", rules: `{}`, gateway: func(e *envoy) { e.response, e.overrides = none, false }, has: canary},
	{name: "modes that are not told", gateway: func(e *envoy) { e.untold = true }, status: "500", log: "protocol_config"},
	{name: "no body of the request", gateway: func(e *envoy) { e.request, e.overrides = none, false }, has: `{"a":1}`, log: "request_body_mode"},
	{name: "no body of the request, and denied tools", rules: `{"global":{"tools":{"deny":["x"]}}}`, gateway: func(e *envoy) { e.request, e.overrides = none, false }, status: "500", log: "request_body_mode"},
	{name: "no request", gateway: func(e *envoy) { e.skipsRequest = true }, has: `{"a":1}`, log: "request_body_mode"},
	{name: "no headers of the response", gateway: func(e *envoy) { e.skipsResponse, e.overrides = true, false }, status: "500", log: "out of order"},
	{name: "headers of the response by override", gateway: func(e *envoy) { e.skipsResponse = true }, has: `{"a":1}`},

	{name: "trailers", gateway: func(e *envoy) { e.trailers = true }, response: message{headers: reply("application/json", result).headers, parts: []string{result}, trailers: []string{"x-t: c4n4ry"}}, has: `{"a":1}`},
	{name: "trailers in duplex mode", gateway: func(e *envoy) { e.request, e.response = duplex, duplex }, request: message{headers: post(call).headers, parts: []string{call}, trailers: []string{"x-t: 1"}}, response: message{headers: reply("application/json", result).headers, parts: []string{result}, trailers: []string{"x-t: c4n4ry"}}, has: `{"a":1}`},
	{name: "trailers of a stream", gateway: func(e *envoy) { e.response, e.trailers = streamed, true }, response: message{headers: reply("text/event-stream", "").headers, parts: []string{"data: " + result + "\n\n"}, trailers: []string{"x-t: c4n4ry"}}, has: `{"a":1}`},
	{name: "trailers of JSON in STREAMED mode", gateway: func(e *envoy) { e.response, e.trailers = streamed, true }, response: message{headers: reply("application/json", result).headers, parts: []string{result}, trailers: []string{"x-t: c4n4ry"}}, status: "failed", log: "trailers"},
	{name: "trailers of a request in BUFFERED mode", gateway: func(e *envoy) { e.trailers = true }, request: message{headers: post(call).headers, parts: []string{call}, trailers: []string{"x-t: 1"}}, has: `{"a":1}`},

	{name: "a stream and JSON of another type", response: reply("text/html", result), status: "502", has: `"id":7`},
	{name: "a cut document", response: reply("application/json", result[:40]), status: "502"},
	{name: "a cut document in STREAMED mode", gateway: func(e *envoy) { e.response = streamed }, response: reply("application/json", result[:40]), has: `"error"`},
	{name: "an error of the server", response: message{headers: []string{":status: 503", "content-type: text/plain; c=c4n4ry"}, parts: []string{`no healthy upstream {"secret":"c4n4ry"}`}}, status: "503", has: "no healthy upstream"},
	{name: "a login", response: message{headers: []string{":status: 401", `www-authenticate: Bearer resource_metadata="https://x/y", error_description="c4n4ry"`}}, status: "401", has: `resource_metadata="https://x/y"`},
	{name: "a redirection", response: message{headers: []string{":status: 307", "location: /c4n4ry"}}, status: "502"},
	{name: "a redirection without a hiding rule", rules: `{}`, response: message{headers: []string{":status: 307", "location: /x"}}, status: "307", has: "location: /x"},
	{name: "accepted", request: post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), response: message{headers: []string{":status: 202", "x-c: c4n4ry"}}, status: "202"},
	{name: "a session that is text", response: reply("application/json", result, "mcp-session-id: c4n4ry is text"), status: "502", has: `"id":7`},
	{name: "the end of a session", request: message{headers: []string{":method: DELETE", ":path: /mcp", "mcp-session-id: s"}}, response: message{headers: []string{":status: 204"}}, status: "204"},
	{name: "a put", request: message{headers: []string{":method: PUT", ":path: /x", "content-length: 3"}, parts: []string{"abc"}}, response: reply("text/plain", `{"secret":"c4n4ry"}`), not: canary},
	{name: "a stream without a request", request: message{headers: []string{":method: GET", ":path: /mcp"}}, response: reply("text/event-stream", "data: {\"method\":\"m\",\"params\":{\"secret\":\"c4n4ry\"}}\n\n"), has: `"method":"m"`},
	{name: "an empty request", request: message{headers: []string{":method: POST", ":path: /mcp"}}, response: message{headers: []string{":status: 400"}}, status: "400"},
	{name: "a response without an answer", response: message{headers: []string{":status: 200"}}},

	{name: "a request over the limit", flags: []string{"--limit=50"}, status: "413", unasked: true, has: "more than 50 bytes", outcome: "refused"},
	{name: "a request over the limit in duplex mode", flags: []string{"--limit=50"}, gateway: func(e *envoy) { e.request, e.response = duplex, duplex }, request: post(call).cut(40, 60), status: "413", unasked: true},
	{name: "a request over the limit in STREAMED mode", flags: []string{"--limit=50"}, gateway: func(e *envoy) { e.request = streamed }, request: post(call).cut(40, 60), status: "413", unasked: true},
	{name: "a response over the limit", flags: []string{"--limit=100"}, has: "already ran", not: `"a":1`},
	{name: "a response over the limit without a hiding rule", rules: `{}`, flags: []string{"--limit=100"}, has: canary},
	{name: "a response over the limit in duplex mode", rules: `{}`, flags: []string{"--limit=100"}, gateway: func(e *envoy) { e.request, e.response = duplex, duplex }, response: reply("application/json", result).cut(50, 120, 140), has: canary},
	{name: "an event over the limit", flags: []string{"--limit=100"}, gateway: func(e *envoy) { e.response = streamed }, response: reply("text/event-stream", "data: "+result+"\n\n").cut(50, 90), has: "already ran"},
	{name: "an event over the limit without a hiding rule", rules: `{}`, flags: []string{"--limit=100"}, gateway: func(e *envoy) { e.response = streamed }, response: reply("text/event-stream", "data: "+result+"\n\n").cut(50, 90), has: canary},

	{name: "observed", gateway: func(e *envoy) { e.observes = true }, response: reply("application/json", result), has: canary, log: "observability_mode"},
}

func TestOddExchanges(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.rules == "" {
				c.rules = rules
			}
			if c.request.headers == nil {
				c.request = post(call)
			}
			if c.response.headers == nil {
				c.response = reply("application/json", result)
			}
			s := serve(t, c.rules, c.flags...)
			e := s.envoy(t, buffered, buffered)
			if c.gateway != nil {
				c.gateway(&e)
			}
			asked := false
			got, err := e.ask(t.Context(), c.request, func(message) message {
				asked = true
				return c.response
			})
			if (err != nil) != (c.status == "failed") || asked == c.unasked {
				t.Fatalf("%v, the server was asked: %v; %v", err, asked, s.log)
			}
			status := c.status
			if status == "" {
				status = "200"
			}
			all := strings.Join(got.headers, "\n") + "\n" + got.body() + strings.Join(got.trailers, "\n")
			if err == nil && got.header(":status") != status {
				t.Errorf("%s, want status %s; %v", all, status, s.log)
			}
			if !strings.Contains(all, c.has) || c.not != "" && strings.Contains(all, c.not) {
				t.Errorf("%s\nhas no %q, or has %q; %v", all, c.has, c.not, s.log)
			}
			if c.has != canary && strings.Contains(all, canary) {
				t.Errorf("the secret: %s", all)
			}
			if !s.logged(c.log) && c.log != "" {
				t.Errorf("the log: %q", s.log)
			}
			outcome := c.outcome
			if outcome == "" {
				return
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			if n := s.counts["ext_proc process "+outcome]; n != 1 {
				t.Errorf("%v, want one %s", s.counts, outcome)
			}
		})
	}
}

// Metadata of the stream names the tenant and the server.
func TestMetadata(t *testing.T) {
	s := serve(t, `{"tool_overrides":{"github.get":{"exclude_fields":["note"]}}}`)
	for server, want := range map[string]bool{"github": false, "other": true} {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "mcp-server", server)
		got, err := s.envoy(t, buffered, buffered).ask(ctx, post(call), func(message) message { return reply("application/json", result) })
		if err != nil || strings.Contains(got.body(), `"note":2`) != want {
			t.Errorf("%s: %v, %s", server, err, got.body())
		}
	}
}
