package jsonrpc

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Note tells of a loss in the tool result, as the result does by itself.
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
