package jsonrpc

import (
	"encoding/json"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// The error codes of JSON-RPC 2.0. Seed 002 names the first, third and fifth
// (RULES R64); any other integer is allowed.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

// Code is a documented error code and its usual message.
type Code struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Codes returns the registry of error codes.
func Codes() []Code {
	return []Code{
		{ParseError, "Parse error"},
		{InvalidRequest, "Invalid Request"},
		{MethodNotFound, "Method not found"},
		{InvalidParams, "Invalid params"},
		{InternalError, "Internal error"},
	}
}

// Success builds the response to a request (seed 002; RULES R61). id is the
// request's own, echoed byte for byte: a number, a string or null; nil is null.
// The result is any Go value; bytes are JSON, as a builder makes it, and pass through as
// written.
func Success(id json.RawMessage, result any) ([]byte, error) {
	encoded, err := kit.Encode(result)
	if err != nil {
		return nil, &envelope.FieldError{Field: "result", Problem: kit.Unencodable(result)}
	}
	return response(id, "result", encoded)
}

// Error builds the response to a request that failed (RULES R62). data is
// further detail for programs; nil leaves it out.
func Error(id json.RawMessage, code int, message string, data json.RawMessage) ([]byte, error) {
	if err := kit.NotJSON("error.data", data); err != nil {
		return nil, err
	}
	var o kit.Object
	o.Int("code", int64(code))
	o.Str("message", message)
	o.Set("data", data)
	return response(id, "error", o.Done())
}

func response(id json.RawMessage, name string, value []byte) ([]byte, error) {
	if id == nil {
		id = kit.Null
	}
	if err := kit.NotJSON("id", id); err != nil {
		return nil, err
	}
	if !isID(id) {
		return nil, &envelope.FieldError{Field: "id", Problem: "must be a number, a string or null"}
	}
	var o kit.Object
	o.Str("jsonrpc", "2.0")
	o.Set(name, value)
	o.Set("id", id)
	return o.Done(), nil
}

// isID reports whether a value may name a request (RULES R63).
func isID(value []byte) bool {
	switch kit.Kind(kit.Trim(value)) {
	case "number", "string", "null":
		return true
	}
	return false
}
