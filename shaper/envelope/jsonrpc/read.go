package jsonrpc

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Read shows what a client shows of the result, or the error; of a batch each response
// is a document of its own.
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
