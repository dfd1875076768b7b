package jsonrpc

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Refer tells in the tool result where all of it can be had, as that itself does.
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	result := raw.Get(doc, "result")
	if toolresult.FormOf(result) != (toolresult.Dialect{}).Layout() {
		return nil
	}
	if result = (toolresult.Dialect{}).Refer(result, k); result == nil {
		return nil
	}
	return raw.Put(doc, "result", result)
}
