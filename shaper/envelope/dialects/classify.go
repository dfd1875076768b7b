package dialects

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Code is the code of a failure, and where the contract has it, what it means for who
// called.
type Code struct {
	Code       string           `json:"error_code"`
	Type       string           `json:"error_type,omitempty"`
	HTTPStatus int              `json:"http_status,omitempty"`
	Retry      responsev2.Retry `json:"retry,omitempty"`
}

// Classify finds the code that a failure has in a dialect, by the name of its kind and
// its message, as [scalpel.Classify] does; bmcis, which documents none for it, spells it
// as response-v2. It reports false where the dialect, or its edition, has no place for
// the code of a tool's failure.
func Classify(d envelope.Dialect, kind, message string) (Code, bool) {
	code := scalpel.Classify(kind, message)
	switch d := d.(type) {
	case scalpel.Dialect:
		return Code{Code: code}, true
	case bmcis.Dialect:
		return Code{Code: codesToFoundry[code]}, true
	case responsev2.Dialect:
		t, known := responsev2.ErrorTypeOf(codesToFoundry[code])
		return Code{codesToFoundry[code], t.Name, t.HTTPStatus, t.Retry}, known && d.Edition != responsev2.Edition003
	}
	return Code{}, false
}
