package bridge_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
)

// bridged is a client of a bridge.
type bridged struct {
	*bridge.Bridge
	in     *io.PipeWriter
	out    *bufio.Reader
	ended  chan struct{}
	cancel context.CancelFunc
	faults chan bridge.Failure
}

// run runs a bridge to a server.
func run(t testing.TB, upstream http.Handler, change ...func(*bridge.Bridge)) *bridged {
	t.Helper()
	up := httptest.NewServer(upstream)
	t.Cleanup(up.Close)
	to, err := url.Parse(up.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, toBridge := io.Pipe()
	fromBridge, out := io.Pipe()
	b := &bridged{bridge.New(to), toBridge, bufio.NewReader(fromBridge), make(chan struct{}), cancel, make(chan bridge.Failure, 16)}
	b.Failed = func(f bridge.Failure) { b.faults <- f }
	for _, c := range change {
		c(b.Bridge)
	}
	go func() {
		defer close(b.ended)
		defer out.Close()
		b.Run(ctx, in, out)
	}()
	t.Cleanup(func() {
		cancel()
		toBridge.Close()
		fromBridge.Close()
		<-b.ended
		up.CloseClientConnections()
	})
	return b
}

// says sends lines.
func (b *bridged) says(t testing.TB, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(b.in, strings.Join(lines, "\n")+"\n"); err != nil {
		t.Fatal(err)
	}
}

// hears reads the next line and compares it.
func (b *bridged) hears(t testing.TB, want string) {
	t.Helper()
	line, err := b.out.ReadString('\n')
	if got := strings.TrimSuffix(line, "\n"); got != want || err != nil {
		t.Errorf("got  %.300s (%v)\nwant %.300s", got, err, want)
	}
}

// log holds the requests that a server got.
type log struct {
	mu   sync.Mutex
	text []string
}

func (l *log) add(r *http.Request, body string, names ...string) {
	line := r.Method + " " + r.URL.Path
	for _, name := range names {
		if v := r.Header.Get(name); v != "" {
			line += " " + name + "=" + v
		}
	}
	l.mu.Lock()
	l.text = append(l.text, strings.TrimSpace(line+" "+body))
	l.mu.Unlock()
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.text, "\n")
}

const (
	hello       = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`
	helloAnswer = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}`
	greeted     = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	listCall    = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	listAnswer  = `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`
)

func body(r *http.Request) string {
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

func sayJSON(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

func sayEvents(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, text)
	w.(http.Flusher).Flush()
}

// A session has its id and the negotiated version in each request, and ends with DELETE.
func TestBridgeSession(t *testing.T) {
	t.Parallel()
	var got log
	listens := make(chan bool)
	b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		msg := body(r)
		if r.Method != http.MethodGet {
			got.add(r, msg, "Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "X-Key")
		}
		switch {
		case r.Method == http.MethodGet:
			sayEvents(w, ": hi\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/x\"}\n\n")
			close(listens)
			<-r.Context().Done()
		case msg == hello:
			w.Header().Set("Mcp-Session-Id", "s1")
			sayJSON(w, 200, helloAnswer)
		case msg == listCall:
			sayEvents(w, "data: "+listAnswer+"\n\n")
		default:
			w.WriteHeader(202)
		}
	}), func(b *bridge.Bridge) { b.Header = http.Header{"x-key": {"k"}} })
	b.says(t, hello)
	b.hears(t, helloAnswer)
	b.says(t, greeted)
	<-listens
	b.hears(t, `{"jsonrpc":"2.0", "method":"notifications/x"}`)
	b.says(t, listCall)
	b.hears(t, listAnswer)
	b.in.Close()
	<-b.ended
	const in = " Mcp-Session-Id=s1 Mcp-Protocol-Version=2025-06-18 X-Key=k"
	if want := "POST /mcp X-Key=k " + hello + "\nPOST /mcp" + in + " " + greeted + "\nPOST /mcp" + in + " " + listCall + "\nDELETE /mcp" + in; got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
}

const stateless = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`

// Without a handshake the headers repeat members of the message, and the end of a request
// cancels it.
func TestBridgeStateless(t *testing.T) {
	t.Parallel()
	const listed = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"},"o":{"properties":{"n":{"type":"integer","x-mcp-header":"N"},"b":{"type":"boolean","x-mcp-header":"B"}}},"x":{"type":"string","x-mcp-header":"X"}}}},` +
		`{"name":"bad","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"B\r\nC"}}}},{"name":"twice","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}},{"name":"number","inputSchema":{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}}]}}`
	called := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":{"a":"ü","o":{"n":12,"b":true},"x":null},` + stateless + `}}`
	var got log
	waits, cancelled := make(chan bool), make(chan bool)
	b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		msg := body(r)
		got.add(r, "", "Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-A", "Mcp-Param-N", "Mcp-Param-B", "Mcp-Param-X")
		switch {
		case strings.Contains(msg, "tools/list"):
			sayJSON(w, 200, listed)
		case strings.Contains(msg, "tools/call"):
			sayEvents(w, "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n\n")
		default:
			sayEvents(w, ":\n\n")
			close(waits)
			<-r.Context().Done()
			close(cancelled)
		}
	}))
	b.says(t, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+stateless+`}}`)
	b.hears(t, listed)
	b.says(t, called)
	b.hears(t, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	for _, name := range []string{"bad", "twice", "number"} {
		b.says(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+name+`",`+stateless+`}}`)
		b.hears(t, `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"the tool did not run: the server asks for an invalid header with its arguments (x-mcp-header)"}}`)
		<-b.faults
	}
	b.says(t, `{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":" u ",`+stateless+`}}`)
	<-waits
	b.says(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	<-cancelled
	b.in.Close()
	<-b.ended
	const era = "POST /mcp Mcp-Protocol-Version=2026-07-28 Mcp-Method="
	if want := era + "tools/list\n" + era + "tools/call Mcp-Name=t Mcp-Param-A==?base64?w7w=?= Mcp-Param-N=12 Mcp-Param-B=true\n" + era + "resources/read Mcp-Name==?base64?IHUg?="; got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
	if len(b.faults) > 0 {
		t.Errorf("a cancelled request is no failure: %v", <-b.faults)
	}
}

// A server that has forgotten the session gets the handshake and the request again, and the
// client sees neither.
func TestBridgeForgotten(t *testing.T) {
	t.Parallel()
	var got log
	session := 0
	b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		msg := body(r)
		if r.Method == http.MethodGet {
			w.WriteHeader(405)
			return
		}
		got.add(r, msg, "Mcp-Session-Id")
		switch {
		case msg == hello:
			session++
			w.Header().Set("Mcp-Session-Id", fmt.Sprint("s", session))
			sayEvents(w, "data: "+helloAnswer+"\n\n")
		case r.Header.Get("Mcp-Session-Id") == "s1" && msg == listCall:
			sayJSON(w, 404, `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
		case msg == listCall:
			sayJSON(w, 200, listAnswer)
		default:
			w.WriteHeader(202)
		}
	}))
	b.says(t, hello, greeted, listCall)
	b.hears(t, helloAnswer)
	b.hears(t, listAnswer)
	b.in.Close()
	<-b.ended
	if want := strings.Join([]string{
		"POST /mcp " + hello, "POST /mcp Mcp-Session-Id=s1 " + greeted, "POST /mcp Mcp-Session-Id=s1 " + listCall,
		"POST /mcp " + hello, "POST /mcp Mcp-Session-Id=s2 " + greeted, "POST /mcp Mcp-Session-Id=s2 " + listCall, "DELETE /mcp Mcp-Session-Id=s2",
	}, "\n"); got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
}

// An answer whose stream breaks off is fetched from the last event on.
func TestBridgeResumes(t *testing.T) {
	t.Parallel()
	part := 0
	b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch part++; {
		case part == 1:
			sayEvents(w, "id: 1\nretry: 1\ndata:\n\nid: 2\ndata: {\"method\":\"a\"}\n\nid: 3\ndata: {\"torn")
		case r.Method != http.MethodGet:
			t.Errorf("%s", r.Method)
		case part < 4:
			sayEvents(w, "id: "+r.Header.Get("Last-Event-Id")+"0\ndata:\n\n")
		case r.Header.Get("Last-Event-Id") == "200":
			sayEvents(w, "data: "+listAnswer+"\n\n")
		}
	}))
	b.says(t, listCall)
	b.hears(t, `{"method":"a"}`)
	b.hears(t, listAnswer)
}

// Each answer that is none becomes an error with the id of the request.
func TestBridgeErrors(t *testing.T) {
	t.Parallel()
	failure := func(why string) string {
		return `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"` + why + `"}}`
	}
	const early = "the server ended before it answered; whether it did what was asked is not known"
	for name, c := range map[string]struct {
		ask, want string
		server    http.HandlerFunc
	}{
		"status":    {listCall, failure("the server answers with status 500"), func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "SECRET", 500) }},
		"no access": {listCall, failure("the server wants to know who asks; its operator can say it with a header (--upstream-header)"), func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }},
		"redirection": {listCall, failure("the server leads elsewhere; that place can be named instead (--upstream)"), func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		}},
		"a page": {listCall, failure("the server's answer is neither JSON nor an event stream"), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "SECRET")
		}},
		"no JSON":  {listCall, failure(early), func(w http.ResponseWriter, _ *http.Request) { sayJSON(w, 200, "SECRET") }},
		"nothing":  {listCall, failure(early), func(http.ResponseWriter, *http.Request) {}},
		"no event": {listCall, failure(early), func(w http.ResponseWriter, _ *http.Request) { sayEvents(w, ":\n\n") }},
		"cut off":  {listCall, failure(early), func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		"an error": {listCall, `{"jsonrpc":"2.0","id":1,"error":{"code":-7,"message":"m"}}`, func(w http.ResponseWriter, _ *http.Request) {
			sayJSON(w, 400, `{"jsonrpc":"2.0","id":null,"error":{"code":-7,"message":"m"}}`)
		}},
		"no discovery": {`{"id":1,"method":"server/discover"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) }},
		"a batch":      {`[{"id":1,"method":"a"},{"method":"n"},{"id":"b","method":"a"}]`, `{"jsonrpc":"2.0","id":"b","error":{"code":-32603,"message":"` + early + `"}}`, func(w http.ResponseWriter, _ *http.Request) { sayJSON(w, 200, ` [{"id":1,"result":{}}]`) }},
		"pretty":       {listCall, `{  "id": 1,  "result": {} }`, func(w http.ResponseWriter, _ *http.Request) { sayJSON(w, 200, "{\n \"id\": 1,\r\n\"result\": {}\n}\n") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := run(t, c.server)
			b.says(t, c.ask)
			if name == "a batch" {
				b.hears(t, `[{"id":1,"result":{}}]`)
			}
			b.hears(t, c.want)
		})
	}
}

// A message over the limit of the server passes in pieces, and one of the client is refused.
func TestBridgeLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(body(r), "list") {
			sayJSON(w, 200, `{"id":1,`+"\n"+`"result":"`+long+`"}`)
			return
		}
		sayEvents(w, "event: message\ndata: {\"id\":\"a\",\r\ndata: \"result\":\""+long+"\"\r\ndata:}\n\ndata: {}\n\n")
	}), func(b *bridge.Bridge) { b.Limit = 1000 })
	b.says(t, listCall)
	b.hears(t, `{"id":1, "result":"`+long+`"}`)
	b.says(t, `{"id":"a","method":"x"}`)
	line, _ := b.out.ReadString('\n')
	if got := strings.ReplaceAll(line, " ", ""); got != `{"id":"a","result":"`+long+`"}`+"\n" {
		t.Errorf("got %.60s of %d bytes", got, len(got))
	}
	b.hears(t, `{}`)
	b.says(t, `{"params":"`+long+`","id":"b","method":"x"}`)
	b.hears(t, `{"jsonrpc":"2.0","id":"b","error":{"code":-32603,"message":"the message is longer than the limit (--limit)"}}`)
}

// tripper fails some times before it hands on.
type tripper struct {
	err   error
	times int
	tried int
}

func (t *tripper) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.tried++; t.tried <= t.times {
		return nil, t.err
	}
	return http.DefaultTransport.RoundTrip(r)
}

// Only a request that met no server is sent again.
func TestBridgeRetries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err   error
		tried int
		want  string
	}{
		"no connection": {&net.OpError{Op: "dial", Err: io.ErrClosedPipe}, 2, listAnswer},
		"broken":        {&net.OpError{Op: "read", Err: io.ErrClosedPipe}, 1, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server ended before it answered; whether it did what was asked is not known"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			way := &tripper{err: c.err, times: 1}
			b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if got := body(r); got != listCall {
					t.Errorf("the server gets %q", got)
				}
				sayJSON(w, 200, listAnswer)
			}), func(b *bridge.Bridge) { b.Transport = way })
			b.says(t, listCall)
			b.hears(t, c.want)
			b.in.Close()
			<-b.ended
			if way.tried != c.tried {
				t.Errorf("tried %d times", way.tried)
			}
		})
	}
}

// A server of MCP 2024-11-05 names the address for messages on a stream that brings the answers.
// After the end of the stream the handshake is repeated.
func TestBridgeOlder(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"/messages?s=1", "http://127.0.0.1:1/messages"} {
		answers, next := make(chan string), make(chan bool)
		b := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/mcp" && r.Method == http.MethodPost:
				w.WriteHeader(405)
			case r.URL.Path == "/mcp":
				sayEvents(w, "event: endpoint\ndata: "+endpoint+"\n\n")
				for answer := range answers {
					if answer == "" {
						return
					}
					sayEvents(w, "event: message\ndata: "+answer+"\n\n")
				}
			default:
				w.WriteHeader(202)
				switch body(r) {
				case hello:
					go func() { answers <- helloAnswer }()
				case listCall:
					next <- true
				}
			}
		}))
		b.says(t, hello)
		if endpoint != "/messages?s=1" {
			b.hears(t, `{"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"the server answers with status 405"}}`)
			close(answers)
			continue
		}
		b.hears(t, helloAnswer)
		b.says(t, greeted, listCall)
		<-next
		answers <- listAnswer
		b.hears(t, listAnswer)
		b.says(t, listCall)
		<-next
		answers <- "" // the stream ends
		b.hears(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server ended before it answered; whether it did what was asked is not known"}}`)
		b.says(t, listCall)
		<-next
		answers <- listAnswer
		b.hears(t, listAnswer)
		close(answers)
	}
}
