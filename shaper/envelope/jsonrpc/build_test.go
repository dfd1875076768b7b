package jsonrpc_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

func TestRPCCases(t *testing.T) {
	type call struct {
		ID      json.RawMessage
		Code    int
		Message string
		Result  json.RawMessage
	}
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"rpc.validate": envtest.ValidateCase(jsonrpc.Dialect{}, "", envtest.BeyondToolSchemas...),
		"rpc.tool_success": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[call](t, c)
			content, err := toolresult.Success(in.Result)
			if err != nil {
				return testkit.Result{Err: err}
			}
			return envtest.Result(jsonrpc.Success(in.ID, json.RawMessage(content)))
		},
		"rpc.tool_error": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[call](t, c)
			return envtest.Result(jsonrpc.Success(in.ID, json.RawMessage(toolresult.Error(in.Message))))
		},
		"rpc.error": func(t *testing.T, c testkit.Case) testkit.Result {
			in := testkit.Input[call](t, c)
			return envtest.Result(jsonrpc.Error(in.ID, in.Code, in.Message, nil))
		},
		"rpc.handle": handleCase,
	})
}

func handleCase(t *testing.T, c testkit.Case) testkit.Result {
	in := testkit.Input[struct {
		Body  string
		Tools []struct {
			Name, Description string
			InputSchema       json.RawMessage
			Result            json.RawMessage
			Error             string
		}
	}](t, c)
	server := jsonrpc.ToolServer{Name: "server", Version: "0.1.0"}
	for _, tool := range in.Tools {
		server.Tools = append(server.Tools, toolresult.Tool{
			Name: tool.Name, Description: tool.Description, InputSchema: tool.InputSchema,
			Call: func(json.RawMessage) (any, error) {
				if tool.Error != "" {
					return nil, errors.New(tool.Error)
				}
				return tool.Result, nil
			},
		})
	}
	answer := jsonrpc.Handle([]byte(in.Body), server.Methods())
	if answer != nil {
		if f, err := (jsonrpc.Dialect{}).Validate(answer, ""); err != nil || !f.Valid {
			t.Errorf("the answer breaks the contract: %+v, %v", f, err)
		}
	}
	return testkit.Result{Output: answer}
}

// TestRPCExamplesAreAnswered sends the requests of the seed to a server with its two tools.
// The answers are the seed's, byte for byte in compact form. The text of a success is compact
// too; the seed shows Python's spacing (RULES D31).
func TestRPCExamplesAreAnswered(t *testing.T) {
	server := jsonrpc.ToolServer{Name: "django-rest-framework-mcp", Version: "0.1.0", Tools: []toolresult.Tool{
		{Name: "customers_list", Call: func(json.RawMessage) (any, error) {
			return json.RawMessage(`[{"id": 1, "name": "Alice", "email": "alice@example.com"}]`), nil
		}},
		{Name: "customers_retrieve", Call: func(json.RawMessage) (any, error) {
			return nil, errors.New("ViewSet returned error: {'detail': 'Not found.'}")
		}},
	}}
	for request, want := range map[string][]byte{
		"request_call":           compactTexts(t, envtest.Example(t, "002/response_call")),
		"request_failing_call":   envtest.Example(t, "002/response_failing_call"),
		"request_unknown_method": envtest.Example(t, "002/response_unknown_method"),
	} {
		envtest.Same(t, request, jsonrpc.Handle(envtest.Example(t, "002/"+request), server.Methods()), nil, want)
	}
	envtest.Same(t, "initialize", toolresult.InitializeResult(server.Name, server.Version), nil, envtest.Example(t, "002/initialize"))
	envtest.Same(t, "tool error", toolresult.Error("<error_message>"), nil, envtest.Example(t, "002/tool_error"))
}

// TestRPCNotationsAreBuilt fills in the seed's placeholders.
func TestRPCNotationsAreBuilt(t *testing.T) {
	id := json.RawMessage("7")
	got, err := jsonrpc.Success(nil, json.RawMessage(`{"ok":true}`))
	envtest.Same(t, "success", got, err, envtest.Notation(t, "002/success_notation",
		"<object>, // See MPC Tool Level Schemas below", `{"ok":true},`, "<number|string|null>", "null"))
	got, err = jsonrpc.Error(id, -32603, "m", nil)
	envtest.Same(t, "error", got, err, envtest.Notation(t, "002/error_notation", "<number>", "-32603", "<string>", `"m"`, "<number|string|null>", "7"))
	got, err = toolresult.Success([]int{1})
	envtest.Same(t, "tool success", got, err, envtest.Notation(t, "002/tool_success_notation", "<stringified_json>", `"[1]"`))
	got, err = toolresult.ListResult([]toolresult.Tool{{Name: "t", Description: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}})
	envtest.Same(t, "tools/list", got, err, envtest.Notation(t, "002/tools_list_notation",
		"<string>", `"t"`, "<json_schema>", `{"type":"object"}`, ",\n    ...", ""))
}

// compactTexts takes the spacing out of the JSON texts of a response.
func compactTexts(t *testing.T, response []byte) []byte {
	t.Helper()
	m, err := jsonrpc.Dialect{}.Parse(response)
	if err != nil {
		t.Fatal(err)
	}
	out, lost, err := jsonrpc.Dialect{}.Build(m)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	return out
}

func TestRPCExamplesAreRecognised(t *testing.T) {
	for name, failed := range map[string]bool{
		"response_call": false, "response_failing_call": true, "response_unknown_method": true,
	} {
		raw := envtest.Example(t, "002/"+name)
		d := envtest.Open(t, raw)
		if got := dialects.Detect(d); got.Name() != "jsonrpc" || got.Facts(d).IsError != failed {
			t.Errorf("%s: %s, %+v", name, got.Name(), got.Facts(d))
		}
		for _, edition := range []string{"", toolresult.EditionMCP} {
			if f, err := (jsonrpc.Dialect{}).Validate(raw, edition); err != nil || !f.Valid {
				t.Errorf("%s in edition %q: %+v, %v", name, edition, f, err)
			}
		}
	}
}

func TestRPCDetect(t *testing.T) {
	for doc, want := range map[string]string{
		`{"jsonrpc":"2.0","result":null,"id":1}`:                             "jsonrpc",
		`{"jsonrpc":"2.0","id":1,"method":"x"}`:                              "plain",
		`{"jsonrpc":"1.0","result":1,"id":1}`:                                "plain",
		`{"content":[{"type":"text","text":"x"}]}`:                           "mcp",
		`{"content":[{"type":"image","data":"","mimeType":"x"}],"_meta":{}}`: "mcp",
		`{"content":[],"structuredContent":{}}`:                              "mcp",
		`{"content":[],"isError":false}`:                                     "mcp",
		`{"content":[],"structuredContent":[1]}`:                             "mcp",
		`{"content":[],"resultType":"complete"}`:                             "mcp",
		`{"content":[]}`:                                                     "plain",
		`{"content":[{"text":"x"}]}`:                                         "plain",
		`{"content":[{"type":"CUSTOMER","name":"n"}],"totalPages":3}`:        "plain",
		`{"content":[{"type":"chart"},1,null,{"type":"te\u0078t"}]}`:         "mcp",
		`{"content":[{"type":"chart"}],"isError":false}`:                     "plain",
		`{"content":"text"}`:                                                 "plain",
		`{"data":{"content":[{"type":"text","text":"x"}]}}`:                  "scalpel",
	} {
		if got := dialects.Detect(envtest.Open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

func TestHandleRPCFaults(t *testing.T) {
	calls := 0
	methods := map[string]jsonrpc.Method{
		"told": func(json.RawMessage) (any, error) {
			return nil, &jsonrpc.Fault{Code: 7, Message: "m", Data: json.RawMessage(`{"a":1}`)}
		},
		"secret": func(json.RawMessage) (any, error) { return nil, errors.New("open /etc/passwd") },
		"broken": func(json.RawMessage) (any, error) { return json.RawMessage(`{`), nil },
		"clumsy": func(json.RawMessage) (any, error) {
			return nil, &jsonrpc.Fault{Code: 7, Data: json.RawMessage(`{`)}
		},
		"counted": func(json.RawMessage) (any, error) { calls++; return nil, nil },
	}
	const internal = `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}`
	for method, want := range map[string]string{
		"told":   `{"jsonrpc":"2.0","error":{"code":7,"message":"m","data":{"a":1}},"id":1}`,
		"secret": internal,
		"broken": internal,
		"clumsy": internal,
	} {
		got := jsonrpc.Handle([]byte(`{"jsonrpc":"2.0","method":"`+method+`","id":1}`), methods)
		envtest.Same(t, method, got, nil, []byte(want))
	}
	if got := jsonrpc.Handle([]byte(`{"jsonrpc":"2.0","method":"counted"}`), methods); got != nil || calls != 1 {
		t.Errorf("a notification was answered with %q, and called %d times", got, calls)
	}
}

func TestUnknownToolInEditionMCP(t *testing.T) {
	server := jsonrpc.ToolServer{Edition: toolresult.EditionMCP}
	got := jsonrpc.Handle([]byte(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"},"id":1}`), server.Methods())
	envtest.Same(t, "unknown tool", got, nil, []byte(`{"jsonrpc":"2.0","error":{"code":-32602,"message":"Unknown tool: x"},"id":1}`))
}

func TestToolWithoutCall(t *testing.T) {
	server := jsonrpc.ToolServer{Tools: []toolresult.Tool{{Name: "x"}}}
	got := jsonrpc.Handle([]byte(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"},"id":1}`), server.Methods())
	result, err := jsonrpc.Success(json.RawMessage("1"), json.RawMessage(toolresult.Error("Tool not found: x")))
	envtest.Same(t, "not found", got, err, result)
}

func TestRPCCodes(t *testing.T) {
	for _, c := range jsonrpc.Codes() {
		doc, err := jsonrpc.Error(nil, c.Code, c.Message, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := (jsonrpc.Dialect{}).Validate(doc, ""); err != nil || !f.Valid {
			t.Errorf("%d: %+v, %v", c.Code, f, err)
		}
	}
}

func TestRPCBuildersRefuse(t *testing.T) {
	_, badID := jsonrpc.Success(json.RawMessage(`[1]`), nil)
	_, twoIDs := jsonrpc.Success(json.RawMessage(`1,"error":{}`), nil)
	_, badResult := jsonrpc.Success(nil, func() {})
	_, badData := jsonrpc.Error(nil, 1, "m", json.RawMessage(`{`))
	_, badTool := toolresult.Success(json.RawMessage(`{`))
	_, badList := toolresult.Structured([]int{1})
	_, badSchema := toolresult.ListResult([]toolresult.Tool{{InputSchema: json.RawMessage(`{`)}})
	for _, c := range []struct {
		field string
		err   error
	}{
		{"id", badID}, {"id", twoIDs}, {"result", badResult}, {"error.data", badData}, {"result", badTool},
		{"structuredContent", badList}, {"inputSchema", badSchema},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.field+": ") {
			t.Errorf("%s: %v", c.field, c.err)
		}
	}
	got, err := jsonrpc.Success(nil, struct{}{})
	envtest.Same(t, "nil id", got, err, []byte(`{"jsonrpc":"2.0","result":{},"id":null}`))
}
