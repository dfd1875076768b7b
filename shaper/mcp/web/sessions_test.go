package web_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/web"
)

// byMethod is a server with one answer for each text in a request.
func byMethod(answer map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		for part, one := range answer {
			if strings.Contains(string(body), part) || r.Method == part {
				one(w, r)
				return
			}
		}
		w.WriteHeader(http.StatusAccepted)
	}
}

const (
	greeting = `{"id":0,"method":"initialize","params":{"clientInfo":{"name":"c","version":"1"}}}`
	listsT   = `{"id":1,"method":"tools/list"}`
)

// Results fit the schema that the client has, known by a session or by its own name.
func TestSessions(t *testing.T) {
	const modern = `"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}`
	for _, c := range []struct {
		name, list, call string
		session          string // that the server gives, and the client names
	}{
		{"a session", listsT, callT, "s1"},
		{"a handshake without one", listsT, callT, ""},
		{"no handshake", `{"id":1,"method":"tools/list","params":{` + modern + `}}`, `{"id":1,"method":"tools/call","params":{"name":"t",` + modern + `}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, briefly, byMethod(map[string]http.HandlerFunc{
				"initialize": func(w http.ResponseWriter, r *http.Request) {
					if c.session != "" {
						w.Header().Set("Mcp-Session-Id", c.session)
					}
					answers(asJSON, `{"id":0,"result":{}}`)(w, r)
				},
				"tools/list": answers(asJSON, listing),
				"tools/call": answers(asEvents, "data: "+resultT+"\n\n"),
				"DELETE":     func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) },
			}))
			var header []string
			if c.session != "" {
				header = []string{"Mcp-Session-Id: " + c.session}
			}
			s.says(t, greeting)
			if got := s.says(t, c.list, header...); got != listingT {
				t.Error(got)
			}
			// A newly visible value waits until the client has listed again.
			s.rules.To(t, profiles.Spec{})
			if got := s.says(t, c.call, header...); got != "data: "+shapedT+"\n\n" {
				t.Error(got)
			}
			if got := s.says(t, c.call, "User-Agent: other", "Mcp-Session-Id: other"); got != "data: "+resultT+"\n\n" {
				t.Errorf("another client: %s", got)
			}
			if s.ask(t, http.MethodDelete, "", header...); c.session != "" {
				if got := s.says(t, c.call, header...); got != "data: "+resultT+"\n\n" {
					t.Errorf("after the end of the session: %s", got)
				}
			}
		})
	}
}

// Two clients may ask under one id.
func TestIdsOfSeveralClients(t *testing.T) {
	first, second := make(chan struct{}), make(chan struct{})
	s := stand(t, briefly, byMethod(map[string]http.HandlerFunc{
		`"t"`: func(w http.ResponseWriter, r *http.Request) {
			close(first)
			<-second
			answers(asJSON, resultT)(w, r)
		},
		`"u"`: answers(asJSON, resultT),
	}))
	got := make(chan string)
	go func() { got <- s.says(t, callT) }()
	<-first
	if of := s.says(t, `{"id":1,"method":"tools/call","params":{"name":"u"}}`); of != resultT {
		t.Error(of)
	}
	close(second)
	if of := <-got; of != shapedT {
		t.Error(of)
	}
}

// A stream that ended before the answer is resumed, or the call is an error.
func TestInterrupted(t *testing.T) {
	hangsUp := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			answers(asEvents, text)(w, r)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
	}
	const lost = `data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server ended before it answered; whether it did what was asked is not known"}}` + "\n\n"
	for _, c := range []struct {
		name, header string
		up           http.HandlerFunc
		want, then   string // of the call, and of the client's later request for its rest
	}{
		{"with a session", "Mcp-Session-Id: s", answers(asEvents, "id: 1\ndata:\n\n"), "id: 1\ndata:\n\n", "data: " + shapedT + "\n\n"},
		{"without one", "A: b", answers(asEvents, "id: 1\ndata:\n\n"), "id: 1\ndata:\n\n" + lost, ""},
		{"without an id", "Mcp-Session-Id: s", answers(asEvents, ": hi\n\n"), ":\n\n" + lost, ""},
		{"by force", "A: b", hangsUp("data: {}\n\ndata: {\"id"), "data: {}\n\n" + lost, ""},
		{"cut off", "A: b", answers(asEvents, "data: {}\n\ndata: {\"id"), "data: {}\n\n" + lost, ""},
		{"who listens", "A: b", answers(asEvents, ": hi\n\n"), ":\n\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(t, briefly, byMethod(map[string]http.HandlerFunc{"POST": c.up, "GET": answers(asEvents, "data: "+resultT+"\n\n")}))
			call := callT
			if c.name == "who listens" {
				call = `{"id":1,"method":"subscriptions/listen"}`
			}
			if got := s.says(t, call, c.header); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got := all(t, s.ask(t, http.MethodGet, "", c.header, "Last-Event-ID: 1")); c.then != "" && got != c.then {
				t.Errorf("%q, want %q", got, c.then)
			}
		})
	}
}

// A listening client is told once of a change of the tools, on its stream and in its protocol.
// No other client is told.
func TestListeners(t *testing.T) {
	open := make(chan struct{})
	defer close(open)
	opens := func(first string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			answers(asEvents, first)(w, r)
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-open:
			}
		}
	}
	const (
		session = "Mcp-Session-Id: s"
		acked   = `{"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l\u0031"},"notifications":{"toolsListChanged":true}}}`
		told    = `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`
		toldBy  = `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l\u0031"}}}`
	)
	s := stand(t, briefly, byMethod(map[string]http.HandlerFunc{
		"initialize":           answers(asJSON, `{"id":0,"result":{"capabilities":{"tools":{"listChanged":true}}}}`),
		"tools/list":           answers(asJSON, listing),
		"GET":                  opens(": hi\n\n"),
		"subscriptions/listen": opens("data: " + acked + "\n\n"),
		"tools/call":           opens(": busy\n\n"),
	}))
	listen := func(method, msg, header, first string) func(want string) {
		lines := bufio.NewScanner(s.ask(t, method, msg, header).Body)
		heard := func(want string) {
			t.Helper()
			if !lines.Scan() || lines.Text() != want || !lines.Scan() || lines.Text() != "" {
				t.Errorf("%s %s hears %q, want %q", method, msg, lines.Text(), want)
			}
		}
		heard(first)
		return heard
	}
	s.says(t, greeting, session)
	s.says(t, listsT, session)
	s.says(t, listsT)
	byGet := listen(http.MethodGet, "", session, ":")
	bySubscription := listen(http.MethodPost, `{"id":"l1","method":"subscriptions/listen"}`, "A: b", "data: "+acked)
	listen(http.MethodPost, callT, session, ":")
	s.ListChanged() // nothing has
	s.rules.To(t, profiles.Spec{})
	s.ListChanged()
	byGet(told)
	bySubscription(toldBy)
	s.ListChanged()
	s.says(t, listsT, session)
	s.says(t, listsT)
	s.rules.To(t, briefly)
	s.ListChanged()
	byGet(told)
	bySubscription(toldBy)
}

// Each session that takes log messages hears of a fault of the configuration once, on an open
// stream or else on the next one.
func TestFaultOnStreams(t *testing.T) {
	hold := make(chan struct{})
	defer close(hold)
	s := stand(t, briefly, byMethod(map[string]http.HandlerFunc{
		"initialize":                answers(asJSON, `{"id":0,"result":{"capabilities":{"logging":{}}}}`),
		"notifications/initialized": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) },
		"tools/call":                answers(asEvents, "data: "+resultT+"\n\n"),
		"GET": func(w http.ResponseWriter, r *http.Request) {
			answers(asEvents, ": hi\n\n")(w, r)
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-hold:
			}
		},
	}))
	const warning = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"shape","data":"c.json:1:1: a fault"}}`
	for _, session := range []string{"Mcp-Session-Id: s", "Mcp-Session-Id: other"} {
		s.says(t, greeting, session)
		s.says(t, `{"method":"notifications/initialized"}`, session)
	}
	lines := bufio.NewScanner(s.ask(t, http.MethodGet, "", "Mcp-Session-Id: s").Body)
	hears := func(want string) {
		t.Helper()
		if !lines.Scan() || lines.Text() != want || !lines.Scan() || lines.Text() != "" {
			t.Errorf("got %q, want %q", lines.Text(), want)
		}
	}
	hears(":")
	s.server.SetFault("c.json:1:1: a fault")
	s.ListChanged()
	hears(warning)
	const shaped = "data: " + shapedT + "\n\n"
	for session, want := range map[string]string{"s": shaped, "other": warning + "\n\n" + shaped, "unknown": shaped} {
		for range 2 {
			if got := s.says(t, callT, "Mcp-Session-Id: "+session); got != want {
				t.Errorf("%s hears %q, want %q", session, got, want)
			}
			want = shaped
		}
	}
	s.server.SetFault("")
	s.ListChanged()
	hears(strings.NewReplacer("warning", "notice", "c.json:1:1: a fault", "the configuration is mended and in use").Replace(warning))
}

// On shutdown the proxy ends listening streams, waits for pending answers, and gives an error
// to a client that waits too long.
func TestServe(t *testing.T) {
	asked, finish := make(chan string, 3), make(chan struct{})
	up := byMethod(map[string]http.HandlerFunc{
		"GET": func(w http.ResponseWriter, r *http.Request) {
			answers(asEvents, ": hi\n\n")(w, r)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"soon": func(w http.ResponseWriter, r *http.Request) {
			asked <- "soon"
			<-finish
			answers(asJSON, resultT)(w, r)
		},
		"never": func(w http.ResponseWriter, r *http.Request) {
			asked <- "never"
			<-r.Context().Done()
		},
	})
	for _, c := range []struct {
		call  string
		grace time.Duration
		want  string
	}{
		{`{"id":1,"method":"tools/call","params":{"name":"soon"}}`, 0, resultT},
		{`{"id":1,"method":"tools/call","params":{"name":"never"}}`, time.Millisecond, "not known"},
	} {
		s := stand(t, mcptest.Plainly, up)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s.url = "http://" + l.Addr().String()
		ctx, stop := context.WithCancel(t.Context())
		ended, heard, got := make(chan error), make(chan string), make(chan string)
		go func() { ended <- s.Serve(ctx, l, c.grace) }()
		go func() { got <- s.says(t, c.call) }()
		<-asked
		listening := s.ask(t, http.MethodGet, "")
		io.CopyN(io.Discard, listening.Body, int64(len(": hi\n\n")))
		go func() { heard <- all(t, listening) }()
		stop()
		if text := <-heard; text != "" {
			t.Errorf("who listens hears %q besides", text)
		}
		if c.grace == 0 {
			close(finish)
		}
		if text := <-got; !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.call, text)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	l.Close()
	if err := web.New(mcptest.Engine(t, mcptest.Plainly), &url.URL{}).Serve(t.Context(), l, 0); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}
