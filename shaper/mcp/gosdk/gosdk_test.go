package gosdk_test

//lint:file-ignore SA1019 log messages are tested as long as they are hidden in

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// forecast is the result of the tool.
type forecast struct {
	Station string `json:"station_id"`
	Key     string `json:"api_key"`
	Wind    int64  `json:"wind"`
	Rain    *int   `json:"rain"`
}

// newServer is a server with all kinds of answers.
func newServer() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "weather", Version: "1"}, &sdk.ServerOptions{
		CompletionHandler: func(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
			return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{"k-1", "Oslo"}}}, nil
		},
	})
	type place struct {
		City string `json:"city"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "forecast"}, func(ctx context.Context, r *sdk.CallToolRequest, in place) (*sdk.CallToolResult, forecast, error) {
		if in.City == "" {
			return nil, forecast{}, errors.New("no place for k-7")
		}
		r.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "error", Data: map[string]any{"api_key": 1, "city": in.City}})
		return nil, forecast{"N-7", "k-1", 4, nil}, nil
	})
	s.AddTool(&sdk.Tool{Name: "fails", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return nil, &jsonrpc.Error{Code: 7, Message: "k-2 is wrong", Data: json.RawMessage(`{"api_key":1,"b":2}`)}
	})
	s.AddTool(&sdk.Tool{Name: "exact", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{}, StructuredContent: json.RawMessage(`{"api_key":1,"n":9007199254740993}`)}, nil
	})
	s.AddTool(&sdk.Tool{Name: "pictures", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{
			Meta:    sdk.Meta{"n": int64(9007199254740993)},
			Content: []sdk.Content{&sdk.ImageContent{Data: []byte("png"), MIMEType: "image/png"}, &sdk.TextContent{Text: "key k-3", Meta: sdk.Meta{"x": 1}}},
		}, nil
	})
	s.AddResource(&sdk.Resource{URI: "a:b", Name: "b"}, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: "a:b", Text: `{"api_key":1,"b":2}`}}}, nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "p"}, func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "use k-4"}}}}, nil
	})
	return s
}

// overHTTP is a server whose answers can be seen as they are written.
func overHTTP(t *testing.T, s *sdk.Server) func(method, params string, authorization ...string) string {
	t.Helper()
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	front := httptest.NewServer(h)
	t.Cleanup(front.Close)
	return func(method, params string, authorization ...string) string {
		t.Helper()
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header["Authorization"] = authorization
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return strings.TrimSuffix(strings.TrimPrefix(string(text), `{"jsonrpc":"2.0","id":1,`), "}")
	}
}

// TestDoorsOfSDK compares all kinds of answers without the middleware and with it.
func TestDoorsOfSDK(t *testing.T) {
	bare := overHTTP(t, newServer())
	s := newServer()
	s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, mcptest.Weather)))
	shaped := overHTTP(t, s)
	shaped("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"","version":""}}`)
	for _, c := range []struct{ method, params, bare, want string }{
		{
			"tools/call", `{"name":"forecast","arguments":{"city":"Oslo"}}`,
			`"structuredContent":{"api_key":"k-1","rain":null,"station_id":"N-7","wind":4}`,
			`"result":{"content":[{"type":"text","text":"{\"rain\":null,\"wind\":4}"}],"structuredContent":{"rain":null,"wind":4}}`,
		},
		{
			"tools/call", `{"name":"exact","arguments":{}}`, `"structuredContent":{"api_key":1,"n":9007199254740993}`,
			`"result":{"content":[],"structuredContent":{"n":9007199254740993}}`,
		},
		{
			"tools/list", `{}`, `"required":["station_id","api_key","wind","rain"]`,
			`"outputSchema":{"type":"object","properties":{"wind":{"type":"integer"},"rain":{"type":["null","integer"]}},"additionalProperties":false}`,
		},
		{
			"tools/call", `{"name":"forecast","arguments":{"city":"Oslo","_fields":["rain"]}}`, `unexpected additional properties [\"_fields\"]`,
			`"result":{"content":[{"type":"text","text":"{\"rain\":null}"}],"structuredContent":{"rain":null}}`,
		},
		{
			"tools/call", `{"name":"forecast","arguments":{"_fields":7}}`, `unexpected additional`,
			`"text":"Error executing tool: forecast did not run: _fields is a list of texts, of one at least"}],"isError":true}`,
		},
		{"tools/call", `{"name":"forecast","arguments":{"city":""}}`, `no place for k-7`, `"text":"no place for ***"}],"isError":true}`},
		{"tools/call", `{"name":"fails","arguments":{}}`, `"k-2 is wrong"`, `"error":{"code":7,"message":"*** is wrong","data":{"b":2}}`},
		{
			"tools/call", `{"name":"pictures","arguments":{}}`, `"text":"key k-3"`,
			`"content":[{"type":"image","mimeType":"image/png","data":"cG5n"},{"type":"text","text":"key ***","_meta":{"x":1}}]`,
		},
		{"tools/call", `{"name":"pictures","arguments":{}}`, `"n":9007199254740993`, `"_meta":{"n":9007199254740993}`},
		{"resources/read", `{"uri":"a:b"}`, `api_key`, `"contents":[{"uri":"a:b","text":"{\"b\":2}"}]`},
		{"prompts/get", `{"name":"p"}`, `use k-4`, `"messages":[{"content":{"type":"text","text":"use ***"},"role":"user"}]`},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}`, `"k-1"`, `"values":["***","Oslo"]`},
		{"resources/read", `{"uri":"k-5:b"}`, `k-5:b`, `***:b`},
		{"ping", `{}`, `"result":{}`, `"result":{}`},
	} {
		if got := bare(c.method, c.params); !strings.Contains(got, c.bare) {
			t.Errorf("%s %s\n is %s\nnot %s", c.method, c.params, got, c.bare)
		}
		if got := shaped(c.method, c.params); !strings.Contains(got, c.want) {
			t.Errorf("%s %s\n is %s\nnot %s", c.method, c.params, got, c.want)
		}
	}
}

// connect lets a client of the SDK talk to a server.
func connect(t *testing.T, s *sdk.Server, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, o).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// A tool with a view keeps structuredContent for a client that declares the extension, except
// hidden values. For another client it is shaped like any tool. The list is not shared.
func TestViewsOfSDK(t *testing.T) {
	shows := &sdk.ClientCapabilities{}
	shows.AddExtension(mcp.ViewsExtension, nil)
	for want, capabilities := range map[string]*sdk.ClientCapabilities{
		`{"station_id":"N-7","wind":4,"rain":null}`: shows, `{"wind":4,"rain":null}`: {},
	} {
		s := newServer()
		sdk.AddTool(s, &sdk.Tool{Name: "forecast", Meta: sdk.Meta{"ui": map[string]any{"resourceUri": "ui://x"}}},
			func(context.Context, *sdk.CallToolRequest, any) (*sdk.CallToolResult, forecast, error) {
				return nil, forecast{"N-7", "k-1", 4, nil}, nil
			})
		spec := mcptest.Weather
		spec.Tools = []profiles.Tool{{Name: "weather.forecast", IncludeOnly: []string{"wind", "rain"}}}
		s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, spec), mcp.WithName("weather")))
		client := connect(t, s, &sdk.ClientOptions{Capabilities: capabilities})
		list, err := client.ListTools(t.Context(), nil)
		if err != nil || list.CacheScope != "private" {
			t.Fatalf("the list is %q, %v", list.CacheScope, err)
		}
		res, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "forecast", Arguments: map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		var order map[string]any
		json.Unmarshal([]byte(want), &order)
		got, _ := json.Marshal(res.StructuredContent)
		if wanted, _ := json.Marshal(order); string(got) != string(wanted) {
			t.Errorf("got %s, want %s", got, wanted)
		}
	}
}

// The hiding rules act on log messages if the middleware is a sending middleware too.
func TestLogsOfSDK(t *testing.T) {
	logged := make(chan any, 1)
	s := newServer()
	shape := gosdk.Middleware(mcptest.Engine(t, mcptest.Weather))
	s.AddReceivingMiddleware(shape)
	s.AddSendingMiddleware(shape)
	client := connect(t, s, &sdk.ClientOptions{LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) { logged <- r.Params.Data }})
	res, err := client.CallTool(t.Context(), &sdk.CallToolParams{
		Meta: sdk.Meta{sdk.MetaKeyLogLevel: "debug"}, Name: "forecast", Arguments: map[string]any{"city": "Oslo"},
	})
	if err != nil || res.IsError {
		t.Fatal(res, err)
	}
	if got := fmt.Sprint(<-logged); got != "map[city:Oslo]" {
		t.Error(got)
	}
}

// The server's own tools and results do not change.
func TestNothingOfTheServerChanges(t *testing.T) {
	tool := &sdk.Tool{Name: "t", InputSchema: map[string]any{"type": "object"}, OutputSchema: map[string]any{"type": "object", "properties": map[string]any{"api_key": map[string]any{}}}}
	result := &sdk.CallToolResult{Content: []sdk.Content{}, StructuredContent: map[string]any{"api_key": 1, "b": 2}}
	s := newServer()
	s.AddTool(tool, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return result, nil })
	before, _ := json.Marshal([]any{tool, result.StructuredContent})
	s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, mcptest.Weather)))
	client := connect(t, s, nil)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(list); bytes.Contains(text, []byte("api_key")) {
		t.Errorf("a client is told %s", text)
	}
	got, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "t"})
	if text, _ := json.Marshal(got); err != nil || !bytes.Contains(text, []byte(`"structuredContent":{"b":2}`)) {
		t.Errorf("a client gets %s, %v", text, err)
	}
	if after, _ := json.Marshal([]any{tool, result.StructuredContent}); !bytes.Equal(before, after) {
		t.Errorf("the server has %s, and had %s", after, before)
	}
}

// A retrieval tool at the end of the list gives back the cut parts of a result, to the client
// of the call.
func TestRetrieveOfSDK(t *testing.T) {
	long := strings.Repeat("word ", 100)
	s := newServer()
	s.AddTool(&sdk.Tool{Name: "t", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: long}}}, nil
	})
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{MaxString: new(20)}}}}
	_, eng := mcptest.NewChanging(t, spec, shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{})}))
	s.AddReceivingMiddleware(gosdk.Middleware(eng))
	client := connect(t, s, nil)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil || list.Tools[len(list.Tools)-1].Name != "shape_retrieve" {
		t.Fatal(list, err)
	}
	cut, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "t"})
	if err != nil || len(cut.Content) != 2 {
		t.Fatal(cut, err)
	}
	_, handle, _ := strings.Cut(cut.Content[1].(*sdk.TextContent).Text, "shape_retrieve ")
	whole, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: "shape_retrieve", Arguments: map[string]any{"handle": handle, "path": "/content/0/text"}})
	if err != nil || whole.IsError || whole.Content[0].(*sdk.TextContent).Text != long {
		t.Errorf("%+v, %v", whole, err)
	}
}

// An archived result belongs to its caller, even if another client with the same name calls in
// the meantime.
func TestRetrieveOfSDKIsOnesOwn(t *testing.T) {
	long := strings.Repeat("word ", 100)
	called, answer := make(chan struct{}), make(chan struct{})
	s := newServer()
	s.AddTool(&sdk.Tool{Name: "t", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		close(called)
		<-answer
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: long}}}, nil
	})
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{MaxString: new(20)}}}}
	_, eng := mcptest.NewChanging(t, spec, shaper.WithArchive(archive.Archive{Store: archive.NewMemory(archive.Limits{})}))
	s.AddReceivingMiddleware(gosdk.Middleware(eng))
	ask := overHTTP(t, s)
	ask("tools/list", `{}`, "Bearer one")
	cut := make(chan string)
	go func() { cut <- ask("tools/call", `{"name":"t","arguments":{}}`, "Bearer one") }()
	<-called
	ask("tools/list", `{}`, "Bearer two")
	close(answer)
	_, handle, _ := strings.Cut(<-cut, "shape_retrieve ")
	handle, _, _ = strings.Cut(handle, `"`)
	retrieve := `{"name":"shape_retrieve","arguments":{"handle":"` + handle + `"}}`
	if got := ask("tools/call", retrieve, "Bearer one"); !strings.Contains(got, long) {
		t.Errorf("who called gets %s", got)
	}
	if got := ask("tools/call", retrieve, "Bearer two"); strings.Contains(got, "word") || !strings.Contains(got, "no result under this handle") {
		t.Errorf("another one gets %s", got)
	}
}

// Only an importer of this package links the SDK.
func TestSDKStaysHere(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../../cmd/shape", "../../autoload").CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	for _, name := range []string{"modelcontextprotocol", "mark3labs"} {
		if bytes.Contains(out, []byte(name)) {
			t.Errorf("the command or the library links %s", name)
		}
	}
}

// While the configuration is closed no tool runs. The answer names the place of the fault.
func TestClosedConfigurationOfSDK(t *testing.T) {
	rules, eng := mcptest.NewChanging(t, mcptest.Weather)
	ran := 0
	s := sdk.NewServer(&sdk.Implementation{Name: "weather", Version: "1"}, nil)
	s.AddTool(&sdk.Tool{Name: "forecast", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ran++
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "calm"}}}, nil
	})
	s.AddReceivingMiddleware(gosdk.Middleware(eng))
	ask := overHTTP(t, s)
	rules.Store(mcptest.Rules(t, mcptest.Weather).Closed(errors.New("c.json:3:4: a fault")))
	const refusal = `"content":[{"type":"text","text":"Error executing tool: forecast did not run: c.json:3:4: a fault\nCall it again after the configuration is mended; no restart is needed"}],"isError":true`
	if got := ask("tools/call", `{"name":"forecast","arguments":{}}`); !strings.Contains(got, refusal) || ran != 0 {
		t.Errorf("%s, and the tool ran %d times", got, ran)
	}
	rules.To(t, mcptest.Weather)
	if got := ask("tools/call", `{"name":"forecast","arguments":{}}`); !strings.Contains(got, `"calm"`) || ran != 1 {
		t.Errorf("after the mend the tool ran %d times: %s", ran, got)
	}
}
