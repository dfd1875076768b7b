package shaper

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// plain is the dialect of a document without an envelope.
var plain envelope.Dialect = envelope.Plain{}

// dialectOf finds the dialect of a document. A document that is no object has
// no envelope, whatever was asked for.
func dialectOf(name string, doc envelope.Doc) (envelope.Dialect, error) {
	if plan.IsAuto(name) {
		return dialects.Detect(doc), nil
	}
	d, ok := dialects.Lookup(name)
	if !ok {
		return nil, &Error{Reason: "config", Err: &dialects.UnknownError{Name: name}}
	}
	if doc.Members == nil {
		return plain, nil
	}
	return d, nil
}
