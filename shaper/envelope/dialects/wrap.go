package dialects

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// Wrap builds an envelope of a dialect from an object of [envelope.Parts]. It fails
// with [ErrNoWrap] where the dialect has none.
func Wrap(parts []byte, d envelope.Dialect, known envelope.Known) (envelope.Conversion, error) {
	w, ok := d.(envelope.Wrapper)
	if !ok {
		return envelope.Conversion{}, ErrNoWrap
	}
	p, err := kit.ParseParts(parts)
	if err != nil {
		return envelope.Conversion{}, err
	}
	return w.Wrap(translateParts(p, d), known)
}

// translateParts translates the code of an error in parts. Parts use the words of
// seed 001, so that its codes stay for its own envelope.
func translateParts(p envelope.Parts, to envelope.Dialect) envelope.Parts {
	value, ok := to.(envelope.Codec)
	if ok && kit.Kind(p.Error) == "object" && to != (scalpel.Dialect{}) {
		before := kit.FromParts(p).Error
		code, details := spelledFor(value, before)
		if code == before.Code && bytes.Equal(details, before.Details) {
			return p
		}
		var o kit.Object
		o.Merge(p.Error)
		o.Str("error_code", code)
		o.Drop("error_details")
		o.Set("error_details", details)
		p.Error = o.Done()
	}
	return p
}
