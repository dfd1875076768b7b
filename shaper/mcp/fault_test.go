package mcp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

const (
	faultMessage = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"shape","data":"c.json:1:1: a fault"}}`
	mendMessage  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"notice","logger":"shape","data":"the configuration is mended and in use"}}`
)

// logging is a client whose server has some capabilities.
func logging(t *testing.T, capabilities string) (*mcp.Server, *mcp.Exchange) {
	t.Helper()
	server := mcp.New(mcptest.Engine(t, mcptest.Plainly))
	x := server.Session().Exchange()
	sent(t, x, "initialize", `{"capabilities":`+capabilities+`}`)
	return server, x
}

func hears(t *testing.T, x *mcp.Exchange, want string) {
	t.Helper()
	if got := string(x.LogMessage()); got != want {
		t.Errorf("the client hears %q, want %q", got, want)
	}
	if again := x.LogMessage(); again != nil {
		t.Errorf("the client hears it twice: %s", again)
	}
}

// A client of a server with logging hears each state once: the fault, and the mend. It
// hears nothing before it is initialized, and nothing of a fault that came and went.
func TestFaultIsLogged(t *testing.T) {
	server, x := logging(t, `{"logging":{}}`)
	hears(t, x, "")
	server.SetFault("c.json:1:1: a fault")
	hears(t, x, "")
	x.FromClient(t.Context(), []byte(`{"method":"notifications/initialized"}`))
	hears(t, x, faultMessage)
	for range 10 {
		server.SetFault("")
		server.SetFault("c.json:1:1: a fault")
	}
	hears(t, x, "")
	server.SetFault("c.json:2:2: another fault")
	hears(t, x, strings.Replace(faultMessage, "1:1: a", "2:2: another", 1))
	server.SetFault("")
	hears(t, x, mendMessage)
	for range 10 {
		server.SetFault("c.json:1:1: a fault")
		server.SetFault("")
	}
	hears(t, x, "")
}

// Clients that take no log messages get none: the server declares no logging, or the
// client wants higher levels alone.
func TestFaultIsLoggedToClientsThatTakeLogs(t *testing.T) {
	for _, c := range []struct {
		capabilities, then string
		fault, mend        bool
	}{
		{`{"tools":{}}`, ``, false, false},
		{`{"tools":{}}`, `debug`, true, true},
		{`{"logging":{}}`, `warning`, true, false},
		{`{"logging":{}}`, `error`, false, false},
		{`{"logging":{}}`, `info`, true, true},
	} {
		server, x := logging(t, c.capabilities)
		x.FromClient(t.Context(), []byte(`{"method":"notifications/initialized"}`))
		if c.then != "" {
			x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":3,"method":"logging/setLevel","params":{"level":%q}}`, c.then))
		}
		server.SetFault("c.json:1:1: a fault")
		if got := x.LogMessage() != nil; got != c.fault {
			t.Errorf("%+v: the fault is told: %v", c, got)
		}
		server.SetFault("")
		if got := x.LogMessage() != nil; got != c.mend {
			t.Errorf("%+v: the mend is told: %v", c, got)
		}
	}
}

// Without a handshake (MCP 2026-07-28) a client hears of it while a request waits that
// asked for messages of the level.
func TestFaultIsLoggedToRequests(t *testing.T) {
	server := mcp.New(mcptest.Engine(t, mcptest.Plainly))
	x := server.Session().Exchange()
	server.SetFault("c.json:1:1: a fault")
	ask := func(id int, method, level string) {
		x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":%d,"method":%q,"params":{"name":"t","_meta":{"io.modelcontextprotocol/logLevel":%q}}}`, id, method, level))
	}
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/call","params":{"name":"t"}}`))
	hears(t, x, "")
	ask(2, "subscriptions/listen", "debug")
	hears(t, x, "")
	ask(3, "tools/call", "error")
	hears(t, x, "")
	ask(4, "tools/call", "warning")
	x.FromServer(t.Context(), []byte(`{"id":4,"result":{"content":[]}}`))
	hears(t, x, "")
	ask(5, "tools/call", "info")
	hears(t, x, faultMessage)
	server.SetFault("")
	hears(t, x, mendMessage)
}

// counterAtFault panics with content.
type counterAtFault struct{ tokens.Counter }

func (counterAtFault) Name() string { return "faulty" }
func (counterAtFault) Most(int) int { return math.MaxInt }

func (counterAtFault) Count(text []byte) int {
	if strings.Contains(string(text), "S3CRET") {
		panic(string(text))
	}
	return len(text)
}

// A panic is an error of the one response. The session goes on.
func TestPanicIsOfOneResponse(t *testing.T) {
	rules := mcptest.Rules(t, profiles.Spec{Global: profiles.Global{Budget: &profiles.Budget{MaxTokens: 1000, Counter: "faulty"}}})
	engine, err := shaper.New(rules, shaper.WithCounters(counterAtFault{tokens.Estimate{}}))
	if err != nil {
		t.Fatal(err)
	}
	x := mcp.New(engine).Session().Exchange()
	call := func(text string) string {
		x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"t"}}`))
		return string(x.FromServer(t.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":9,"result":{"content":[{"type":"text","text":%q}]}}`, text)))
	}
	got := call("S3CRET")
	if !strings.Contains(got, `"id":9`) || !strings.Contains(got, `"isError":true`) || !strings.Contains(got, "fault") || strings.Contains(got, "S3CRET") {
		t.Error(got)
	}
	if got = call("all is well"); !strings.Contains(got, `"all is well"`) || strings.Contains(got, "isError") {
		t.Error(got)
	}
}
