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

// Parse reads a response. A tool result is read as toolresult does, another result
// is the payload itself, and an error's data becomes its details. The id is
// extra: it is not the request id of the other dialects (RULES, conversion).
func (Dialect) Parse(doc []byte) (*envelope.Model, error) {
	o, err := kit.Open(doc)
	if err != nil {
		return nil, err
	}
	if kit.Text(o.Get("jsonrpc")) == "2.0" {
		o.Drop("jsonrpc")
	}
	o.TakeKind("jsonrpc", "null")
	o.TakeKind("error", "null")
	m := &envelope.Model{OK: true}
	switch {
	case o.Get("error") != nil:
		m = parseError(o)
	case isToolResult(envelope.Index(o.Get("result"))):
		if m, err = parseToolResult(o.Drop("result")); err != nil {
			return nil, err
		}
	default:
		m.Payload = o.Drop("result")
	}
	m.Extra = append(m.Extra, kit.Extras("", o)...)
	return m, nil
}

// isToolResult tells the result of a tool call from that of another method.
func isToolResult(d *envelope.Doc) bool {
	return kit.Kind(d.Value("content")) == "array" || d.Has("structuredContent")
}

// parseToolResult reads a result as toolresult does; its extras are below it.
func parseToolResult(result []byte) (*envelope.Model, error) {
	m, err := toolresult.Dialect{}.Parse(result)
	if err != nil {
		return nil, err
	}
	for i := range m.Extra {
		m.Extra[i].Path = kit.Join("result", m.Extra[i].Path)
	}
	return m, nil
}

// parseError reads the error; one that is a bare text is its message.
func parseError(o *kit.Object) *envelope.Model {
	e := &envelope.ModelError{Message: kit.Text(o.TakeKind("error", "string"))}
	m := &envelope.Model{Error: e}
	if rest := kit.ObjectOf(o.Get("error")); rest != nil {
		o.Drop("error")
		e.Message = rest.TakeText("message")
		e.Details = rest.TakeKind("data", "object")
		rest.TakeKind("data", "null")
		if code := rest.TakeInteger("code"); code != nil {
			e.Code = strconv.FormatInt(*code, 10)
		}
		m.Extra = kit.Extras("error", rest)
	}
	return m
}

// Build writes a response around a tool result; an error whose code is an
// integer becomes one of the protocol. The id is that of a parsed response,
// else null.
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
