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
	m := &Model{OK: true, Payload: d.Value("result")}
	switch failure := d.Value("error"); {
	case !isNull(failure):
		m = parseRPCError(open(failure))
	case open(m.Payload).Has("content"):
		if m, err = (MCP{}).Parse(m.Payload); err != nil {
			return nil, err
		}
	}
	for _, x := range d.members() {
		if x.name != "jsonrpc" && x.name != "result" && x.name != "error" {
			m.Extra = append(m.Extra, Extra{x.name, x.value})
		}
	}
	return m, nil
}

func parseRPCError(d Doc) *Model {
	e := &ModelError{Message: text(d.Value("message"))}
	m := &Model{Error: e}
	if code, ok := integer(d.Value("code")); ok {
		e.Code = strconv.FormatInt(code, 10)
	}
	switch data := d.Value("data"); {
	case kindOf(data) == "object":
		e.Details = data
	case data != nil:
		m.Extra = []Extra{{"error.data", data}}
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
		kept, details := translateCode(e, isInteger, func(e *ModelError) string { return e.Code })
		if code, err := strconv.Atoi(kept); err == nil {
			doc, err := RPCError(id, code, cmp.Or(e.Message, "Tool failed"), details)
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

func isInteger(code string) bool {
	_, err := strconv.Atoi(code)
	return err == nil
}
