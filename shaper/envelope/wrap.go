package envelope

import "bytes"

// Wrap builds an envelope of a dialect from an object of [Parts]. It fails with
// [ErrNoWrap] where the dialect has none.
func Wrap(parts []byte, d Dialect, known Known) (Conversion, error) {
	w, ok := d.(Wrapper)
	if !ok {
		return Conversion{}, ErrNoWrap
	}
	p, err := ParseParts(parts)
	if err != nil {
		return Conversion{}, err
	}
	return w.Wrap(translateParts(p, d), known)
}

// translateParts translates the code of an error in parts. Parts use the words of
// seed 001, so that its codes stay for its own envelope.
func translateParts(p Parts, to Dialect) Parts {
	codec, ok := to.(Codec)
	if o := membersOf(p.Error); ok && o != nil && to != (Scalpel{}) {
		before := p.model().Error
		code, details := spelledFor(codec, before)
		if code == before.Code && bytes.Equal(details, before.Details) {
			return p
		}
		o.str("error_code", code)
		o.drop("error_details")
		o.raw("error_details", details)
		p.Error = o.done()
	}
	return p
}
