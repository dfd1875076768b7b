package jsonrpc

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Wrap builds the response from [envelope.Parts]. Without an id, the id is null.
// [toolresult.EditionMCP] does not allow null beside a result.
func (j Dialect) Wrap(p envelope.Parts, _ envelope.Known) (envelope.Conversion, error) {
	made, err := kit.Wrap(j, p)
	if err == nil {
		made.Envelope, err = kit.Valid(j, made.Envelope)
	}
	return made, err
}

// Build writes a response around a tool result. An error whose code is an integer becomes one
// of the protocol. The id is that of a parsed response, else null.
func (j Dialect) Build(m *envelope.Model) ([]byte, []string, error) {
	rest, id := *m, json.RawMessage(nil)
	if i := slices.IndexFunc(m.Extra, func(x envelope.Extra) bool { return x.Path == "id" && isID(x.Value) }); i >= 0 {
		id = m.Extra[i].Value
		rest.Extra = slices.Delete(slices.Clone(m.Extra), i, i+1)
	}
	if e := kit.Failure(m); e != nil {
		if code, err := strconv.Atoi(e.Code); err == nil {
			doc, err := Error(id, code, cmp.Or(e.Message, envelope.UnknownFailure), e.Details)
			return doc, kit.Lost(&rest, "error.message", "error.code", "error.details"), err
		}
	}
	result, lost, err := toolresult.Dialect{Edition: j.Edition}.Build(&rest)
	if err != nil {
		return nil, nil, err
	}
	doc, err := response(id, "result", result)
	return doc, lost, err
}

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

// Success builds the response to a request (seed 002; RULES R61). id is the request's own,
// echoed byte for byte: a number, a string or null; nil is null. The result is any Go value;
// bytes are JSON, as a builder makes it, and pass through as written.
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

// Note writes the note of a loss into the tool result, as [toolresult.Dialect.Note] does.
func (Dialect) Note(doc []byte, l envelope.Loss) []byte {
	result := kit.Get(doc, "result")
	if toolresult.FormOf(result) != (toolresult.Dialect{}).Layout() {
		return nil
	}
	if result = (toolresult.Dialect{}).Note(result, l); result == nil {
		return nil
	}
	return kit.Put(doc, "result", result)
}
