package envelope

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Parse reads a response. A tool result is read as [MCP] does, another result
// is the payload itself, and an error's data becomes its details. The id is
// extra: it is not the request id of the other dialects (REQUIREMENTS section
// 4).
func (JSONRPC) Parse(doc []byte) (*Model, error) {
	d, err := Open(doc, scan.Limits{})
	if err != nil {
		return nil, err
	}
	var o object
	o.merge(d.Raw)
	takeKind(&o, "jsonrpc", "string")
	takeKind(&o, "error", "null")
	m := &Model{OK: true}
	switch {
	case o.get("error") != nil:
		m = parseRPCError(&o)
	case isToolResult(open(o.get("result"))):
		if m, err = parseToolResult(o.drop("result")); err != nil {
			return nil, err
		}
	default:
		m.Payload = o.drop("result")
	}
	m.Extra = append(m.Extra, extras("", &o)...)
	return m, nil
}

// isToolResult tells the result of a tool call from that of another method.
func isToolResult(d Doc) bool {
	return kindOf(d.Value("content")) == "array" || d.Has("structuredContent")
}

// parseToolResult reads a result as [MCP] does; its extras are below it.
func parseToolResult(result []byte) (*Model, error) {
	m, err := MCP{}.Parse(result)
	if err != nil {
		return nil, err
	}
	for i := range m.Extra {
		m.Extra[i].Path = join("result", m.Extra[i].Path)
	}
	return m, nil
}

// parseRPCError reads the error; one that is a bare text is its message.
func parseRPCError(o *object) *Model {
	e := &ModelError{Message: text(takeKind(o, "error", "string"))}
	m := &Model{Error: e}
	if rest := membersOf(o.get("error")); rest != nil {
		o.drop("error")
		e.Message = takeText(rest, "message")
		e.Details = takeKind(rest, "data", "object")
		takeKind(rest, "data", "null")
		if code := takeInteger(rest, "code"); code != nil {
			e.Code = strconv.FormatInt(*code, 10)
		}
		m.Extra = extras("error", rest)
	}
	return m
}

// Build writes a response around a tool result; an error whose code is an
// integer becomes one of the protocol. The id is that of a parsed response,
// else null.
func (JSONRPC) Build(m *Model) ([]byte, []string, error) {
	rest, id := *m, json.RawMessage(nil)
	if i := slices.IndexFunc(m.Extra, func(x Extra) bool { return x.Path == "id" && isID(x.Value) }); i >= 0 {
		id = m.Extra[i].Value
		rest.Extra = slices.Delete(slices.Clone(m.Extra), i, i+1)
	}
	if e := m.failure(); e != nil {
		if code, err := strconv.Atoi(e.Code); err == nil {
			doc, err := RPCError(id, code, cmp.Or(e.Message, toolFailed), e.Details)
			return doc, rest.lost("error.message", "error.code", "error.details"), err
		}
	}
	result, lost, err := MCP{}.Build(&rest)
	if err != nil {
		return nil, nil, err
	}
	doc, err := RPCSuccess(id, json.RawMessage(result))
	return doc, lost, err
}
