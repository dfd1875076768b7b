package mcpgo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

const (
	inputs  = `{"type":"object","properties":{"city":{"type":"string"}},"additionalProperties":false}`
	outputs = `{"type":"object","properties":{"station_id":{},"api_key":{},"wind":{"type":"integer"}},"required":["station_id","api_key","wind"],"additionalProperties":false}`
)

// cached is a result that a server answers more than once.
var cached = &sdk.CallToolResult{
	Content:              []sdk.Content{sdk.NewTextContent(`{"station_id":"N-7","api_key":"k-1","wind":9007199254740993}`)},
	StructuredContent:    map[string]any{"station_id": "N-7", "api_key": "k-1", "wind": int64(9007199254740993)},
	RawStructuredContent: json.RawMessage(`{"station_id":"N-7","api_key":"k-1","wind":9007199254740993}`),
}

// newServer is a server with all kinds of answers, with all validation on.
func newServer(opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("weather", "1", append([]server.ServerOption{
		server.WithInputSchemaValidation(), server.WithOutputSchemaValidation(),
		server.WithTaskCapabilities(true, true, true), server.WithCompletions(), server.WithPromptCompletionProvider(completes{}),
	}, opts...)...)
	forecast := sdk.NewToolWithRawSchema("forecast", "", json.RawMessage(inputs))
	forecast.RawOutputSchema = json.RawMessage(outputs)
	s.AddTool(forecast, func(_ context.Context, r sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		if city, _ := r.GetArguments()["city"].(string); city == "" {
			return nil, errors.New("no place for k-7")
		}
		return cached, nil
	})
	s.AddTool(sdk.NewTool("pictures"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{sdk.NewImageContent("cG5n", "image/png"), sdk.NewTextContent("key k-3")}}, nil
	})
	s.AddTaskTool(sdk.NewTool("later", sdk.WithTaskSupport(sdk.TaskSupportRequired)), func(context.Context, sdk.CallToolRequest) (*sdk.CreateTaskResult, error) {
		return &sdk.CreateTaskResult{Content: []sdk.Content{sdk.NewTextContent("key k-6")}, StructuredContent: map[string]any{"api_key": 1, "b": 2}}, nil
	})
	s.AddResource(sdk.NewResource("a:b", "b"), func(context.Context, sdk.ReadResourceRequest) ([]sdk.ResourceContents, error) {
		return []sdk.ResourceContents{sdk.TextResourceContents{URI: "a:b", Text: `{"api_key":1,"b":2}`}}, nil
	})
	s.AddPrompt(sdk.NewPrompt("p"), func(context.Context, sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return sdk.NewGetPromptResult("", []sdk.PromptMessage{sdk.NewPromptMessage(sdk.RoleUser, sdk.NewTextContent("use k-4"))}), nil
	})
	return s
}

type completes struct{}

func (completes) CompletePromptArgument(context.Context, string, sdk.CompleteArgument, sdk.CompleteContext) (*sdk.Completion, error) {
	return &sdk.Completion{Values: []string{"k-1", "Oslo"}}, nil
}

// asks asks a server, and returns the answer as it is written.
func asks(t *testing.T, s *server.MCPServer, method, params string) string {
	t.Helper()
	msg := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	text, err := json.Marshal(s.HandleMessage(t.Context(), json.RawMessage(msg)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const hello = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`

// TestDoorsOfMCPGo compares all kinds of answers without the hooks and with them.
func TestDoorsOfMCPGo(t *testing.T) {
	bare, shaped := newServer(), newServer(mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)))
	asks(t, shaped, "initialize", hello)
	for range 2 { // the first shaping must not change the server's own objects
		for _, c := range []struct{ method, params, bare, want string }{
			{"tools/list", `{}`, `"required":["station_id","api_key","wind"]`, `"outputSchema":{"type":"object","properties":{"wind":{"type":"integer"}},"additionalProperties":false}`},
			{
				"tools/call", `{"name":"forecast","arguments":{"city":"Oslo"}}`, `"structuredContent":{"station_id":"N-7","api_key":"k-1","wind":9007199254740993}`,
				`"result":{"content":[{"type":"text","text":"{\"wind\":9007199254740993}"}],"structuredContent":{"wind":9007199254740993}}`,
			},
			{
				"tools/call", `{"name":"forecast","arguments":{"city":"Oslo","_fields":["rain"]}}`, `"isError":true`,
				`"result":{"content":[{"type":"text","text":"{}"}],"structuredContent":{}}`,
			},
			{"tools/call", `{"name":"forecast","arguments":{"city":"Oslo","_fields":7}}`, `"isError":true`, `"isError":true`},
			{"tools/call", `{"name":"forecast","arguments":{}}`, `no place for k-7`, `"message":"no place for ***"`},
			{"tools/call", `{"name":"pictures","arguments":{}}`, `key k-3`, `"content":[{"type":"image","data":"cG5n","mimeType":"image/png"},{"type":"text","text":"key ***"}]`},
			{"tools/call", `{"name":"nothing","arguments":{}}`, `not found`, `not found`},
			{"resources/read", `{"uri":"a:b"}`, `api_key`, `"text":"{\"b\":2}"`},
			{"prompts/get", `{"name":"p"}`, `use k-4`, `"text":"use ***"`},
			{"completion/complete", `{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}`, `"k-1"`, `"values":["***","Oslo"]`},
			{"ping", `{}`, `"result":{}`, `"result":{}`},
		} {
			if got := asks(t, bare, c.method, c.params); !strings.Contains(got, c.bare) {
				t.Errorf("%s %s\n is %s\nnot %s", c.method, c.params, got, c.bare)
			}
			got := asks(t, shaped, c.method, c.params)
			if !strings.Contains(got, c.want) {
				t.Errorf("%s %s\n is %s\nnot %s", c.method, c.params, got, c.want)
			}
		}
	}
}

// A choice that there is not is answered, where mcp-go does not refuse it before.
func TestChoiceIsRefused(t *testing.T) {
	ran := false
	s := server.NewMCPServer("weather", "1", mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)))
	s.AddTool(sdk.NewTool("forecast"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ran = true
		return cached, nil
	})
	asks(t, s, "initialize", hello)
	asks(t, s, "tools/list", `{}`)
	got := asks(t, s, "tools/call", `{"name":"forecast","arguments":{"_fields":7}}`)
	if !strings.Contains(got, "forecast did not run: _fields is a list of texts") || ran {
		t.Errorf("%s, and the tool ran: %v", got, ran)
	}
}

// The result of a task is shaped as that of a call.
func TestTasksOfMCPGo(t *testing.T) {
	s := newServer(mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)))
	asks(t, s, "initialize", hello)
	var created struct {
		Result struct{ Task struct{ TaskID string } }
	}
	json.Unmarshal([]byte(asks(t, s, "tools/call", `{"name":"later","arguments":{},"task":{}}`)), &created)
	got := asks(t, s, "tasks/result", fmt.Sprintf(`{"taskId":%q}`, created.Result.Task.TaskID))
	if !strings.Contains(got, `"structuredContent":{"b":2}`) || !strings.Contains(got, "key ***") {
		t.Error(got)
	}
}

// Hooks of the server's own stay, and where they replace these nothing gets out.
func TestHooksOfTheServer(t *testing.T) {
	listed := 0
	own := &server.Hooks{}
	own.AddAfterListTools(func(context.Context, any, *sdk.ListToolsRequest, *sdk.ListToolsResult) { listed++ })
	s := newServer(server.WithHooks(own), mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)))
	if got := asks(t, s, "tools/list", `{}`); strings.Contains(got, "api_key") || listed != 1 {
		t.Errorf("%s; the server's hook ran %d times", got, listed)
	}
	s = newServer(mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)), server.WithHooks(own))
	if got := asks(t, s, "tools/call", `{"name":"forecast","arguments":{"city":"Oslo"}}`); !strings.Contains(got, "goes behind server.WithHooks") {
		t.Error(got)
	}
}

// While the configuration is closed no tool runs, by itself or as a task. The answer names
// the place of the fault.
func TestClosedConfigurationOfMCPGo(t *testing.T) {
	rules, eng := mcptest.NewChanging(t, mcptest.Weather)
	ran := 0
	s := server.NewMCPServer("weather", "1", server.WithTaskCapabilities(true, true, true), mcpgo.Hooks(eng))
	s.AddTool(sdk.NewTool("forecast"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		ran++
		return cached, nil
	})
	s.AddTaskTool(sdk.NewTool("later", sdk.WithTaskSupport(sdk.TaskSupportRequired)), func(context.Context, sdk.CallToolRequest) (*sdk.CreateTaskResult, error) {
		ran++
		return &sdk.CreateTaskResult{}, nil
	})
	asks(t, s, "initialize", hello)
	rules.Store(mcptest.Rules(t, mcptest.Weather).Closed(errors.New("c.json:3:4: a fault")))
	const why = `did not run: c.json:3:4: a fault\nCall it again after the configuration is mended; no restart is needed`
	const refusal = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error executing tool: forecast ` + why + `"}],"isError":true}}`
	if got := asks(t, s, "tools/call", `{"name":"forecast","arguments":{}}`); got != refusal {
		t.Error(got)
	}
	if got := asks(t, s, "tools/call", `{"name":"later","arguments":{},"task":{}}`); !strings.Contains(got, `"message":"later `+why+`"`) {
		t.Error(got)
	}
	if ran != 0 {
		t.Errorf("%d tools ran", ran)
	}
	rules.To(t, mcptest.Weather)
	if got := asks(t, s, "tools/call", `{"name":"forecast","arguments":{}}`); ran != 1 || strings.Contains(got, "isError") {
		t.Errorf("after the mend %d tools ran: %s", ran, got)
	}
}
