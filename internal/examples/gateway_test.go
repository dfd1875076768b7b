package examples_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// foreign converts the answer of one server for a client that reads another contract. It
// logs the parts that have no place in that contract.
func foreign(doc []byte, to envelope.Dialect, log func(lost []string)) ([]byte, error) {
	c, err := dialects.Convert(doc, "auto", to.Name())
	if err != nil {
		return nil, err
	}
	if len(c.Lost) > 0 {
		log(c.Lost)
	}
	return c.Envelope, nil
}

// specTools offers the tools of a server of specs to an MCP client. The envelope of
// response-v2 is the result of the tool, inside that of MCP, inside JSON-RPC.
func specTools(s *specServer) jsonrpc.ToolServer {
	return jsonrpc.ToolServer{Name: "specs", Version: "1.0.0", Tools: []toolresult.Tool{{
		Name:        "spec_get",
		Description: "One specification, by its id",
		InputSchema: json.RawMessage(`{"type":"object","properties":{"spec_id":{"type":"string"}},"required":["spec_id"]}`),
		Call: func(arguments json.RawMessage) (any, error) {
			var args specArgs
			if json.Unmarshal(arguments, &args) != nil {
				return nil, errors.New("spec_id must be a string")
			}
			doc, err := s.get(args, "req_abc123")
			return json.RawMessage(doc), err
		},
	}}}
}

func Example_convert() {
	log := func(lost []string) { fmt.Println("lost:", lost) }

	answer, err := newScalpelServer("community").scan(injection, "0a46e6c2")
	if err == nil {
		answer, err = foreign(answer, responsev2.Dialect{}, log)
	}
	show(responsev2.Dialect{}, answer, err)
	fmt.Println()

	answer, err = specs.tasks(specArgs{SpecID: "auth-001", PageSize: 1}, "req_7f3a")
	if err == nil {
		answer, err = foreign(answer, scalpel.Dialect{}, log)
	}
	show(scalpel.Dialect{}, answer, err)
	// Output:
	// success: true
	// data: {"risk_level":"high","vulnerabilities":[{"type":"sql_injection","line":14,"taint_flow":[]}]}
	// error: null
	// meta: {"version":"response-v2","request_id":"0a46e6c2","telemetry":{"duration_ms":3},"tool":{"id":"security_scan","version":"3.3.0","tier":"community","capabilities":["envelope-v1"]},"upgrade_hints":[{"feature":"taint_flow","tier":"pro","reason":"Shows how the input gets to where it does harm"}]}
	//
	// lost: [pagination]
	// request_id: "req_7f3a"
	// data: {"tasks":[{"id":"task-1","title":"Issue tokens","status":"completed"}]}
}

func Example_overJSONRPC() {
	methods := specTools(specs).Methods()
	for _, request := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"spec_get","arguments":{"spec_id":"auth-001"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"spec_get","arguments":{"spec_id":7}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"invalid_method","params":{}}`,
	} {
		show(jsonrpc.Dialect{}, jsonrpc.Handle([]byte(request), methods), nil)
		fmt.Println()
	}
	// Output:
	// jsonrpc: "2.0"
	// result: {"content":[{"type":"text","text":"{\"success\":true,\"data\":{\"spec\":{\"spec_id\":\"auth-001\",\"title\":\"Sign in with a token\"},\"total_tasks\":3},\"error\":null,\"meta\":{\"version\":\"response-v2\",\"request_id\":\"req_abc123\"}}"}]}
	// id: 1
	//
	// jsonrpc: "2.0"
	// result: {"content":[{"type":"text","text":"Error executing tool: spec_id must be a string"}],"isError":true}
	// id: 2
	//
	// jsonrpc: "2.0"
	// error: {"code":-32601,"message":"Method not found: invalid_method"}
	// id: 3
}
