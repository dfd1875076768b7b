package jsonrpc

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Parse reads a response. A tool result is read as [MCP] does, another result
// is the payload itself, and an error's data becomes its details. The id is
// extra: it is not the request id of the other dialects (REQUIREMENTS section
// 4).
func (JSONRPC) Parse(doc []byte) (*envelope.Model, error) {
	d, err := envelope.Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var o raw.Object
	o.Merge(d.Raw)
	raw.TakeKind(&o, "jsonrpc", "string")
	raw.TakeKind(&o, "error", "null")
	m := &envelope.Model{OK: true}
	switch {
	case o.Get("error") != nil:
		m = parseRPCError(&o)
	case isToolResult(envelope.Index(o.Get("result"))):
		if m, err = parseToolResult(o.Drop("result")); err != nil {
			return nil, err
		}
	default:
		m.Payload = o.Drop("result")
	}
	m.Extra = append(m.Extra, codec.Extras("", &o)...)
	return m, nil
}

// isToolResult tells the result of a tool call from that of another method.
func isToolResult(d envelope.Doc) bool {
	return raw.Kind(d.Value("content")) == "array" || d.Has("structuredContent")
}

// parseToolResult reads a result as [MCP] does; its extras are below it.
func parseToolResult(result []byte) (*envelope.Model, error) {
	m, err := toolresult.MCP{}.Parse(result)
	if err != nil {
		return nil, err
	}
	for i := range m.Extra {
		m.Extra[i].Path = raw.Join("result", m.Extra[i].Path)
	}
	return m, nil
}

// parseRPCError reads the error; one that is a bare text is its message.
func parseRPCError(o *raw.Object) *envelope.Model {
	e := &envelope.ModelError{Message: raw.Text(raw.TakeKind(o, "error", "string"))}
	m := &envelope.Model{Error: e}
	if rest := raw.ObjectOf(o.Get("error")); rest != nil {
		o.Drop("error")
		e.Message = raw.TakeText(rest, "message")
		e.Details = raw.TakeKind(rest, "data", "object")
		raw.TakeKind(rest, "data", "null")
		if code := raw.TakeInteger(rest, "code"); code != nil {
			e.Code = strconv.FormatInt(*code, 10)
		}
		m.Extra = codec.Extras("error", rest)
	}
	return m
}

// Build writes a response around a tool result; an error whose code is an
// integer becomes one of the protocol. The id is that of a parsed response,
// else null.
func (JSONRPC) Build(m *envelope.Model) ([]byte, []string, error) {
	rest, id := *m, json.RawMessage(nil)
	if i := slices.IndexFunc(m.Extra, func(x envelope.Extra) bool { return x.Path == "id" && isID(x.Value) }); i >= 0 {
		id = m.Extra[i].Value
		rest.Extra = slices.Delete(slices.Clone(m.Extra), i, i+1)
	}
	if e := codec.Failure(m); e != nil {
		if code, err := strconv.Atoi(e.Code); err == nil {
			doc, err := RPCError(id, code, cmp.Or(e.Message, envelope.UnknownFailure), e.Details)
			return doc, codec.Lost(&rest, "error.message", "error.code", "error.details"), err
		}
	}
	result, lost, err := toolresult.MCP{}.Build(&rest)
	if err != nil {
		return nil, nil, err
	}
	doc, err := RPCSuccess(id, json.RawMessage(result))
	return doc, lost, err
}
