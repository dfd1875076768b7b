package envelope_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func TestRPCCases(t *testing.T) {
	type call struct {
		ID      json.RawMessage
		Code    int
		Message string
		Result  json.RawMessage
	}
	casetest.Run(t, ownCases, sharedCases, map[string]casetest.Adapter{
		"rpc.validate": validateCase(envelope.JSONRPC{}, "", beyondToolSchemas...),
		"rpc.tool_success": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[call](t, c)
			content, err := envelope.ToolSuccess(in.Result)
			if err != nil {
				return casetest.Result{Err: err}
			}
			return result(envelope.RPCSuccess(in.ID, json.RawMessage(content)))
		},
		"rpc.tool_error": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[call](t, c)
			return result(envelope.RPCSuccess(in.ID, json.RawMessage(envelope.ToolError(in.Message))))
		},
		"rpc.error": func(t *testing.T, c casetest.Case) casetest.Result {
			in := casetest.Input[call](t, c)
			return result(envelope.RPCError(in.ID, in.Code, in.Message, nil))
		},
		"rpc.handle": handleCase,
	})
}

func handleCase(t *testing.T, c casetest.Case) casetest.Result {
	in := casetest.Input[struct {
		Body  string
		Tools []struct {
			Name, Description string
			InputSchema       json.RawMessage
			Result            json.RawMessage
			Error             string
		}
	}](t, c)
	server := envelope.ToolServer{Name: "server", Version: "0.1.0"}
	for _, tool := range in.Tools {
		server.Tools = append(server.Tools, envelope.Tool{
			Name: tool.Name, Description: tool.Description, InputSchema: tool.InputSchema,
			Call: func(json.RawMessage) (any, error) {
				if tool.Error != "" {
					return nil, errors.New(tool.Error)
				}
				return tool.Result, nil
			},
		})
	}
	answer := envelope.HandleRPC([]byte(in.Body), server.Methods())
	if answer != nil {
		if f, err := (envelope.JSONRPC{}).Validate(answer, ""); err != nil || !f.Valid {
			t.Errorf("the answer breaks the contract: %+v, %v", f, err)
		}
	}
	return casetest.Result{Output: answer}
}

// TestRPCExamplesAreAnswered sends the requests of the seed to a server with
// its two tools. The answers are the seed's, byte for byte in compact form; the
// text of a success is compact too, where the seed shows Python's spacing
// (REQUIREMENTS D31).
func TestRPCExamplesAreAnswered(t *testing.T) {
	server := envelope.ToolServer{Name: "django-rest-framework-mcp", Version: "0.1.0", Tools: []envelope.Tool{
		{Name: "customers_list", Call: func(json.RawMessage) (any, error) {
			return json.RawMessage(`[{"id": 1, "name": "Alice", "email": "alice@example.com"}]`), nil
		}},
		{Name: "customers_retrieve", Call: func(json.RawMessage) (any, error) {
			return nil, errors.New("ViewSet returned error: {'detail': 'Not found.'}")
		}},
	}}
	for request, want := range map[string][]byte{
		"request_call":           compactTexts(t, example(t, "002/response_call")),
		"request_failing_call":   example(t, "002/response_failing_call"),
		"request_unknown_method": example(t, "002/response_unknown_method"),
	} {
		same(t, request, envelope.HandleRPC(example(t, "002/"+request), server.Methods()), nil, want)
	}
	same(t, "initialize", envelope.InitializeResult(server.Name, server.Version), nil, example(t, "002/initialize"))
	same(t, "tool error", envelope.ToolError("<error_message>"), nil, example(t, "002/tool_error"))
}

// TestRPCNotationsAreBuilt fills in what the seed writes with placeholders.
func TestRPCNotationsAreBuilt(t *testing.T) {
	id := json.RawMessage("7")
	got, err := envelope.RPCSuccess(nil, json.RawMessage(`{"ok":true}`))
	same(t, "success", got, err, notation(t, "002/success_notation",
		"<object>, // See MPC Tool Level Schemas below", `{"ok":true},`, "<number|string|null>", "null"))
	got, err = envelope.RPCError(id, -32603, "m", nil)
	same(t, "error", got, err, notation(t, "002/error_notation", "<number>", "-32603", "<string>", `"m"`, "<number|string|null>", "7"))
	got, err = envelope.ToolSuccess([]int{1})
	same(t, "tool success", got, err, notation(t, "002/tool_success_notation", "<stringified_json>", `"[1]"`))
	got, err = envelope.ToolsListResult([]envelope.Tool{{Name: "t", Description: "t", InputSchema: json.RawMessage(`{"type":"object"}`)}})
	same(t, "tools/list", got, err, notation(t, "002/tools_list_notation",
		"<string>", `"t"`, "<json_schema>", `{"type":"object"}`, ",\n    ...", ""))
}

// compactTexts takes the spacing out of the JSON texts of a response.
func compactTexts(t *testing.T, response []byte) []byte {
	t.Helper()
	m, err := envelope.JSONRPC{}.Parse(response)
	if err != nil {
		t.Fatal(err)
	}
	out, lost, err := envelope.JSONRPC{}.Build(m)
	if err != nil || len(lost) > 0 {
		t.Fatal(lost, err)
	}
	return out
}

func TestRPCExamplesAreRecognised(t *testing.T) {
	for name, failed := range map[string]bool{
		"response_call": false, "response_failing_call": true, "response_unknown_method": true,
	} {
		raw := example(t, "002/"+name)
		d := open(t, raw)
		if got := envelope.Detect(d); got.Name() != "jsonrpc" || got.Facts(d).IsError != failed {
			t.Errorf("%s: %s, %+v", name, got.Name(), got.Facts(d))
		}
		for _, edition := range []string{"", envelope.EditionMCP} {
			if f, err := (envelope.JSONRPC{}).Validate(raw, edition); err != nil || !f.Valid {
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
		`{"content":"text"}`:                                                 "plain",
		`{"data":{"content":[{"type":"text","text":"x"}]}}`:                  "scalpel",
	} {
		if got := envelope.Detect(open(t, []byte(doc))).Name(); got != want {
			t.Errorf("%s: %s, want %s", doc, got, want)
		}
	}
}

func TestHandleRPCFaults(t *testing.T) {
	calls := 0
	methods := map[string]envelope.Method{
		"told": func(json.RawMessage) (any, error) {
			return nil, &envelope.RPCFault{Code: 7, Message: "m", Data: json.RawMessage(`{"a":1}`)}
		},
		"secret": func(json.RawMessage) (any, error) { return nil, errors.New("open /etc/passwd") },
		"broken": func(json.RawMessage) (any, error) { return json.RawMessage(`{`), nil },
		"clumsy": func(json.RawMessage) (any, error) {
			return nil, &envelope.RPCFault{Code: 7, Data: json.RawMessage(`{`)}
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
		got := envelope.HandleRPC([]byte(`{"jsonrpc":"2.0","method":"`+method+`","id":1}`), methods)
		same(t, method, got, nil, []byte(want))
	}
	if got := envelope.HandleRPC([]byte(`{"jsonrpc":"2.0","method":"counted"}`), methods); got != nil || calls != 1 {
		t.Errorf("a notification was answered with %q, and called %d times", got, calls)
	}
}

func TestUnknownToolInEditionMCP(t *testing.T) {
	server := envelope.ToolServer{Edition: envelope.EditionMCP}
	got := envelope.HandleRPC([]byte(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"},"id":1}`), server.Methods())
	same(t, "unknown tool", got, nil, []byte(`{"jsonrpc":"2.0","error":{"code":-32602,"message":"Unknown tool: x"},"id":1}`))
}

func TestToolWithoutCall(t *testing.T) {
	server := envelope.ToolServer{Tools: []envelope.Tool{{Name: "x"}}}
	got := envelope.HandleRPC([]byte(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"},"id":1}`), server.Methods())
	result, err := envelope.RPCSuccess(json.RawMessage("1"), json.RawMessage(envelope.ToolError("Tool not found: x")))
	same(t, "not found", got, err, result)
}

func TestRPCCodes(t *testing.T) {
	for _, c := range envelope.RPCCodes() {
		doc, err := envelope.RPCError(nil, c.Code, c.Message, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := (envelope.JSONRPC{}).Validate(doc, ""); err != nil || !f.Valid {
			t.Errorf("%d: %+v, %v", c.Code, f, err)
		}
	}
}

func TestRPCBuildersRefuse(t *testing.T) {
	_, badID := envelope.RPCSuccess(json.RawMessage(`[1]`), nil)
	_, twoIDs := envelope.RPCSuccess(json.RawMessage(`1,"error":{}`), nil)
	_, badResult := envelope.RPCSuccess(nil, func() {})
	_, badData := envelope.RPCError(nil, 1, "m", json.RawMessage(`{`))
	_, badTool := envelope.ToolSuccess(json.RawMessage(`{`))
	_, badList := envelope.ToolStructured([]int{1})
	_, badSchema := envelope.ToolsListResult([]envelope.Tool{{InputSchema: json.RawMessage(`{`)}})
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
	got, err := envelope.RPCSuccess(nil, struct{}{})
	same(t, "nil id", got, err, []byte(`{"jsonrpc":"2.0","result":{},"id":null}`))
}
