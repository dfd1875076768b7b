package dialects

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// able is what every dialect but plain can do.
type able interface {
	envelope.Dialect
	envelope.Codec
	envelope.Validator
	envelope.Schemer
	envelope.Wrapper
}

// Each dialect can do at least this; the test of the package's table tells that it
// can do no more.
var (
	_ able = scalpel.Dialect{}
	_ able = responsev2.Dialect{}
	_ able = bmcis.Dialect{}
	_ able = toolresult.Dialect{}
	_ able = jsonrpc.Dialect{}

	_ envelope.PartialMarker = scalpel.Dialect{}
	_ envelope.PartialMarker = responsev2.Dialect{}
	_ envelope.PartialMarker = bmcis.Dialect{}

	_ envelope.Noter = toolresult.Dialect{}
	_ envelope.Noter = jsonrpc.Dialect{}

	_ envelope.Expander = scalpel.Dialect{}
	_ envelope.Expander = bmcis.Dialect{}

	_ envelope.Scrubber = scalpel.Dialect{}

	_ envelope.TokenTeller = bmcis.Dialect{}

	_ envelope.Editioned = responsev2.Dialect{}
	_ envelope.Editioned = toolresult.Dialect{}
	_ envelope.Editioned = jsonrpc.Dialect{}
)
