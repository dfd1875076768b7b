package gosdk_test

//lint:file-ignore SA1019 clients of MCP 2025-11-25 are sent these requests

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// newTalker is a server with a key in each text that it sends.
func newTalker() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "weather", Title: "t k-1", Version: "1"}, &sdk.ServerOptions{Instructions: "use k-1"})
	s.AddTool(&sdk.Tool{
		Name: "asks", Title: "t k-1", Description: "d k-1", Meta: sdk.Meta{"api_key": 1, "n": int64(9007199254740993)},
		InputSchema: map[string]any{"type": "object", "properties": map[string]any{"api_key": map[string]any{"type": "string", "default": "v", "description": "d k-1"}}},
	}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		asks := &sdk.ElicitParams{Message: "m k-1", RequestedSchema: map[string]any{"type": "object"}}
		return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{"q": asks}, RequestState: "state"}, nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "p", Description: "d k-1"}, nil)
	s.AddResource(&sdk.Resource{URI: "a:b", Name: "n k-1"}, nil)
	s.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: "a:{b}", Name: "n k-1"}, nil)
	return s
}

// No list, no greeting and no question holds a key. The SDK writes serverInfo into _meta
// behind the middleware.
func TestMessagesOfSDK(t *testing.T) {
	s := newTalker()
	s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, mcptest.Weather)))
	asks := overHTTP(t, s)
	asks("initialize", hello)
	for _, c := range []struct{ method, params, want string }{
		{"initialize", hello, `"instructions":"use ***"`},
		{"initialize", hello, `"title":"t ***"`},
		{"tools/list", `{}`, `"_meta":{"n":9007199254740993},"description":"d ***"`},
		{"tools/list", `{}`, `"inputSchema":{"properties":{"api_key":{"description":"d ***","type":"string"}},"type":"object"}`},
		{"prompts/list", `{}`, `"description":"d ***"`},
		{"resources/list", `{}`, `"name":"n ***"`},
		{"resources/templates/list", `{}`, `"name":"n ***"`},
	} {
		got := asks(c.method, c.params)
		if strings.Contains(got, "k-1") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.method, got, c.want)
		}
	}
}

const hello = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`

// Notifications and requests of the server hold no key, if the middleware sees them.
func TestRequestsOfSDK(t *testing.T) {
	here, _ := sdk.NewInMemoryTransports()
	session, err := newTalker().Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sent sdk.Request
	handle := gosdk.Middleware(mcptest.Engine(t, mcptest.Weather))(func(_ context.Context, _ string, r sdk.Request) (sdk.Result, error) {
		sent = r
		return nil, nil
	})
	for method, params := range map[string]sdk.Params{
		"notifications/progress":             &sdk.ProgressNotificationParams{ProgressToken: "p", Message: "m k-1"},
		"notifications/resources/updated":    &sdk.ResourceUpdatedNotificationParams{Meta: sdk.Meta{"x": "k-1"}, URI: "a:b"},
		"notifications/elicitation/complete": &sdk.ElicitationCompleteParams{Meta: sdk.Meta{"x": "k-1"}, ElicitationID: "e"},
		"roots/list":                         &sdk.ListRootsParams{Meta: sdk.Meta{"x": "k-1"}},
		"elicitation/create":                 &sdk.ElicitParams{Message: "m k-1", RequestedSchema: map[string]any{"type": "object"}},
		"sampling/createMessage": &sdk.CreateMessageWithToolsParams{
			SystemPrompt: "p k-1", MaxTokens: 9, Messages: []*sdk.SamplingMessageV2{{Role: "user", Content: []sdk.Content{&sdk.TextContent{Text: "x k-1"}}}},
		},
	} {
		if _, err := handle(t.Context(), method, &sdk.ServerRequest[sdk.Params]{Session: session, Params: params}); err != nil {
			t.Error(err)
		}
		text, _ := json.Marshal(sent.GetParams())
		if strings.Contains(string(text), "k-1") || !strings.Contains(string(text), "***") {
			t.Errorf("%s: %s", method, text)
		}
	}
	progress := &sdk.ServerRequest[*sdk.ProgressNotificationParams]{Session: session, Params: &sdk.ProgressNotificationParams{Message: "m k-1"}}
	if handle(t.Context(), "notifications/progress", progress); sent != progress {
		t.Error("progress of the client has changed")
	}
}

// A question that a tool asks before it answers holds no key.
func TestQuestionsOfSDK(t *testing.T) {
	var asked string
	s := newTalker()
	s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, mcptest.Weather)))
	client := connect(t, s, &sdk.ClientOptions{
		ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			asked = r.Params.Message
			return nil, errors.New("enough")
		},
	})
	if client.CallTool(t.Context(), &sdk.CallToolParams{Name: "asks"}); asked != "m ***" {
		t.Errorf("the client is asked %q", asked)
	}
}
