package jsonrpc

import (
	"encoding/json"
	"errors"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Method answers the requests for one method. params is nil if the request has none. The
// client sees a [*Fault] as it is, and any other error as an internal one.
type Method func(params json.RawMessage) (result any, err error)

// Fault is an error for the client of a request.
type Fault struct {
	Code    int
	Message string
	Data    json.RawMessage
}

func (f *Fault) Error() string { return f.Message }

// Handle answers one JSON-RPC 2.0 message. It returns nil if there is nothing to send, so for
// a notification, known or not. A body that is not JSON gets -32700 and a null id. JSON that
// is no request gets -32600, as does a batch. Ids are echoed byte for byte.
func Handle(body []byte, methods map[string]Method) []byte {
	r, err := readRequest(body)
	if err == nil && r.id == nil {
		if method := methods[r.method]; method != nil {
			_, _ = method(r.params) // a notification has no answer
		}
		return nil
	}
	var answer []byte
	if err == nil {
		answer, err = r.answer(methods)
	}
	if err == nil {
		return answer
	}
	fault := &Fault{Code: InternalError, Message: "Internal error"}
	errors.As(err, &fault)
	answer, err = Error(r.id, fault.Code, fault.Message, fault.Data)
	if err != nil { // the method's own Data is not JSON
		answer, _ = Error(r.id, InternalError, "Internal error", nil)
	}
	return answer
}

type request struct {
	id     json.RawMessage // nil: a notification
	method string
	params json.RawMessage
}

// readRequest reads a message. For a faulty one it also returns the readable parts, since the
// answer needs the id.
func readRequest(body []byte) (request, error) {
	var r request
	if !kit.IsJSON(body) {
		return r, &Fault{Code: ParseError, Message: "Parse error"}
	}
	invalid := &Fault{Code: InvalidRequest, Message: "Invalid Request"}
	d, err := envelope.Open(body, envelope.Limits{})
	if err != nil { // a name twice
		return r, invalid
	}
	if id := d.Value("id"); id != nil && isID(id) {
		r.id = id
	}
	r.method, r.params = kit.Text(d.Value("method")), d.Value("params")
	switch {
	case kit.Text(d.Value("jsonrpc")) != "2.0", kit.Kind(d.Value("method")) != "string", d.Has("id") && r.id == nil:
		return r, invalid
	case r.params != nil && kit.Kind(r.params) != "object" && kit.Kind(r.params) != "array":
		return r, invalid
	}
	return r, nil
}

func (r request) answer(methods map[string]Method) ([]byte, error) {
	method := methods[r.method]
	if method == nil {
		return nil, &Fault{Code: MethodNotFound, Message: "Method not found: " + r.method}
	}
	result, err := method(r.params)
	if err != nil {
		return nil, err
	}
	return Success(r.id, result)
}

// ToolServer answers the methods of a server that offers tools.
type ToolServer struct {
	Name, Version string
	Tools         []toolresult.Tool

	// Edition decides about calls of an unknown tool: a tool error by default
	// (seed 002; RULES D30), invalid params in [toolresult.EditionMCP].
	Edition string
}

// Methods returns initialize, ping, tools/list and tools/call for [Handle].
func (s ToolServer) Methods() map[string]Method {
	return map[string]Method{
		"initialize": func(json.RawMessage) (any, error) {
			return json.RawMessage(toolresult.InitializeResult(s.Name, s.Version)), nil
		},
		"ping": func(json.RawMessage) (any, error) { return struct{}{}, nil },
		"tools/list": func(json.RawMessage) (any, error) {
			list, err := toolresult.ListResult(s.Tools)
			return json.RawMessage(list), err
		},
		"tools/call": s.call,
	}
}

func (s ToolServer) call(params json.RawMessage) (any, error) {
	d := envelope.Index(params)
	if kit.Kind(d.Value("name")) != "string" {
		return nil, &Fault{Code: InvalidParams, Message: "Invalid params: name is required"}
	}
	name := kit.Text(d.Value("name"))
	for _, tool := range s.Tools {
		if tool.Name != name || tool.Call == nil {
			continue
		}
		result, err := tool.Call(d.Value("arguments"))
		if err != nil {
			return json.RawMessage(toolresult.Error(err.Error())), nil
		}
		content, err := toolresult.Success(result)
		return json.RawMessage(content), err
	}
	if s.Edition == toolresult.EditionMCP {
		return nil, &Fault{Code: InvalidParams, Message: "Unknown tool: " + name}
	}
	return json.RawMessage(toolresult.Error("Tool not found: " + name)), nil
}
