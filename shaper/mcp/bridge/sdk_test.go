package bridge_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// asking is a server on the official SDK whose tools use each way to the client.
func asking(started, cancelled chan<- bool, ends <-chan struct{}, closes bool) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "asking", Version: "1"}, nil)
	say := func(text string) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
	}
	add := func(name string, run sdk.ToolHandler) {
		s.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, run)
	}
	add("secret", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return say(`{"secret":1,"open":2}`)
	})
	add("asks", func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		if err := r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1}); err != nil {
			return nil, err
		}
		if closes {
			r.Extra.CloseSSEStream(sdk.CloseSSEStreamArgs{RetryAfter: 1})
		}
		answer, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "well?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}}})
		if err != nil {
			return nil, err
		}
		return say(answer.Action)
	})
	add("waits", func(ctx context.Context, _ *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		started <- true
		select {
		case <-ctx.Done():
			cancelled <- true
		case <-ends:
		}
		return say("late")
	})
	add("grows", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		add("new", func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return say("") })
		return say("grown")
	})
	return s
}

// A client that starts programs gets everything of a server over HTTP, in each version of the
// protocol. The rules of the proxy act.
func TestBridgeOfSDK(t *testing.T) {
	t.Parallel()
	streamable := func(o *sdk.StreamableHTTPOptions) func(*sdk.Server) http.Handler {
		return func(s *sdk.Server) http.Handler {
			return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, o)
		}
	}
	for name, c := range map[string]struct {
		version string
		handler func(*sdk.Server) http.Handler
		asks    bool // the server can send requests
	}{
		"events":    {"2025-06-18", streamable(nil), true},
		"resumed":   {"2025-11-25", streamable(&sdk.StreamableHTTPOptions{EventStore: sdk.NewMemoryEventStore(nil)}), true},
		"JSON":      {"2025-11-25", streamable(&sdk.StreamableHTTPOptions{JSONResponse: true}), true},
		"stateless": {"2026-07-28", streamable(&sdk.StreamableHTTPOptions{Stateless: true}), false},
		"HTTP+SSE": {"2024-11-05", func(s *sdk.Server) http.Handler {
			return sdk.NewSSEHandler(func(*http.Request) *sdk.Server { return s }, nil)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started, cancelled := make(chan bool, 1), make(chan bool, 1)
			server := asking(started, cancelled, t.Context().Done(), name == "resumed")
			up := httptest.NewServer(c.handler(server))
			t.Cleanup(up.Close)
			t.Cleanup(up.CloseClientConnections)
			to, err := url.Parse(up.URL)
			if err != nil {
				t.Fatal(err)
			}
			in, fromClient := io.Pipe()
			toClient, out := io.Pipe()
			ended := make(chan bool)
			go func() {
				defer close(ended)
				proxy := &stdio.Proxy{Server: mcp.New(mcptest.Engine(t, mcptest.Secretive)), In: in, Out: out}
				proxy.Bridge(t.Context(), bridge.New(to).Run)
			}()
			progress, changed := make(chan bool, 1), make(chan bool, 1)
			client := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, &sdk.ClientOptions{
				ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					return &sdk.ElicitResult{Action: "decline"}, nil
				},
				ProgressNotificationHandler: func(context.Context, *sdk.ProgressNotificationClientRequest) { progress <- true },
				ToolListChangedHandler:      func(context.Context, *sdk.ToolListChangedRequest) { changed <- true },
			})
			session, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, &sdk.ClientSessionOptions{ProtocolVersion: c.version})
			if err != nil {
				t.Fatal(err)
			}
			call := func(ctx context.Context, tool string) string {
				params := &sdk.CallToolParams{Name: tool}
				params.SetProgressToken("p")
				res, err := session.CallTool(ctx, params)
				if err != nil {
					return err.Error()
				}
				return res.Content[0].(*sdk.TextContent).Text
			}
			if got := call(t.Context(), "secret"); got != `{"open":2}` {
				t.Errorf("secret: %s", got)
			}
			if c.asks {
				if got := call(t.Context(), "asks"); got != "decline" {
					t.Errorf("asks: %s", got)
				}
				<-progress
			}
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-started; cancel() }()
			if got := call(ctx, "waits"); !strings.Contains(got, "cancel") {
				t.Fatalf("waits: %s", got)
			}
			if c.asks { // of the others the SDK cancels none
				<-cancelled
			}
			if got := call(t.Context(), "grows"); got != "grown" {
				t.Errorf("grows: %s", got)
			}
			if c.asks {
				<-changed
			}
			tools, err := session.ListTools(t.Context(), nil)
			if err != nil || fmt.Sprint(len(tools.Tools)) != "5" {
				t.Errorf("%v tools, %v", tools, err)
			}
			session.Close()
			<-ended
			for range server.Sessions() {
				if c.asks && c.version != "2024-11-05" {
					t.Error("the server still has a session")
				}
			}
		})
	}
}
