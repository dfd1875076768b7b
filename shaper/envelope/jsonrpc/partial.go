package jsonrpc

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// MarkPartial tells in the tool result what was cut, as that itself does.
func (Dialect) MarkPartial(at [][]byte, cuts []envelope.Cut) [][]byte {
	return toolresult.Dialect{}.MarkPartial(at, cuts)
}

// Words returns the text.
func (Dialect) Words(c envelope.Cut) [][]byte { return toolresult.Dialect{}.Words(c) }
