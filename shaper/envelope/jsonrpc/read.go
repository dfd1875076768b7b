package jsonrpc

import (
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
	default:
		m.Payload = o.Drop("result")
		if d := envelope.Index(m.Payload); kit.Kind(d.Value("content")) == "array" || d.Has("structuredContent") {
			if m, err = (toolresult.Dialect{}).Parse(m.Payload); err != nil {
				return nil, err
			}
			for i := range m.Extra {
				m.Extra[i].Path = kit.Join("result", m.Extra[i].Path)
			}
		}
	}
	m.Extra = append(m.Extra, kit.Extras("", o)...)
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

// Read shows the parts of the result, or of the error, that a client shows. Each response of a
// batch is a document of its own.
func (Dialect) Read(d *envelope.Doc, show func(envelope.Part)) bool {
	if d.Members == nil {
		kit.Any(kit.Trim(d.Raw), func(response []byte) bool {
			show(envelope.Part{Document: true, Raw: kit.First(response)})
			return false
		})
		return true
	}
	result, value := d.Value("result"), d.ResultValue
	if d.Result == nil {
		value = func(name string) []byte { return kit.Find(result, name) }
	}
	switch e := d.Value("error"); {
	case !kit.IsNull(e):
		show(envelope.Part{Raw: e})
	case result == nil:
		return false
	case !toolresult.ReadResult(value, toolresult.FormOf(result), show):
		show(envelope.Part{Raw: result})
	}
	return true
}
