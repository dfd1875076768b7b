package scan

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Check reports whether src is one document with nothing but whitespace around
// it; strict refuses duplicate names in every object. Its error is an *Error.
func Check(src []byte, lim Limits, strict bool) error {
	lim = lim.OrDefault()
	two := skippers.Get().(*[2]Skipper)
	defer skippers.Put(two)
	skip := &two[1]
	if strict { // its tables of names are not kept
		skip = &Skipper{Strict: true}
	}
	return document(src, &lim, func(i int) (int, Kind) {
		return skip.Value(src, i, 0, &lim)
	})
}

// document reads one document whose value the given function reads.
func document(src []byte, lim *Limits, value func(i int) (int, Kind)) error {
	if len(src) > lim.DocumentBytes {
		return NewError(src, lim.DocumentBytes, KindSize)
	}
	if bytes.HasPrefix(src, []byte(words.ByteOrderMark)) {
		return NewError(src, 0, KindBOM)
	}
	i, kind := value(Space(src, 0))
	if kind == KindNone {
		if i = Space(src, i); i < len(src) {
			kind = KindTrailing
		}
	}
	if kind != KindNone {
		return NewError(src, i, kind)
	}
	return nil
}
