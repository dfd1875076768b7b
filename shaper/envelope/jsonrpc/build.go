package jsonrpc

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/contract"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// The error codes of JSON-RPC 2.0. Seed 002 names the first, third and fifth
// (R64); any other integer is allowed.
const (
	RPCParseError     = -32700
	RPCInvalidRequest = -32600
	RPCMethodNotFound = -32601
	RPCInvalidParams  = -32602
	RPCInternalError  = -32603
)

// RPCCode is a documented error code and its usual message.
type RPCCode struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// RPCCodes returns the registry of error codes.
func RPCCodes() []RPCCode {
	return []RPCCode{
		{RPCParseError, "Parse error"},
		{RPCInvalidRequest, "Invalid Request"},
		{RPCMethodNotFound, "Method not found"},
		{RPCInvalidParams, "Invalid params"},
		{RPCInternalError, "Internal error"},
	}
}

// RPCSuccess builds the response to a request (seed 002, R61). id is the
// request's own, echoed byte for byte: a number, a string or null; nil is null.
// The result is any Go value, or [json.RawMessage].
func RPCSuccess(id json.RawMessage, result any) ([]byte, error) {
	encoded, err := raw.Encode(result)
	if err != nil {
		return nil, &envelope.FieldError{Field: "result", Problem: "cannot be written as JSON"}
	}
	return rpcResponse(id, "result", encoded)
}

// RPCError builds the response to a request that failed (R62). data is further
// detail for programs; nil leaves it out.
func RPCError(id json.RawMessage, code int, message string, data json.RawMessage) ([]byte, error) {
	if err := contract.NotJSON("error.data", data); err != nil {
		return nil, err
	}
	var o raw.Object
	o.Int("code", int64(code))
	o.Str("message", message)
	o.Set("data", data)
	return rpcResponse(id, "error", o.Done())
}

func rpcResponse(id json.RawMessage, name string, value []byte) ([]byte, error) {
	if id == nil {
		id = raw.Null
	}
	if err := contract.NotJSON("id", id); err != nil {
		return nil, err
	}
	if !isID(id) {
		return nil, &envelope.FieldError{Field: "id", Problem: "must be a number, a string or null"}
	}
	var o raw.Object
	o.Str("jsonrpc", "2.0")
	o.Set(name, value)
	o.Set("id", id)
	return o.Done(), nil
}

// isID reports whether a value may name a request (R63).
func isID(value []byte) bool {
	switch raw.Kind(raw.Trim(value)) {
	case "number", "string", "null":
		return true
	}
	return false
}
