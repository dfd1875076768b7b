package scan

import (
	"bytes"
	"cmp"
	"math"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Check validates src as one document between optional whitespace. strict refuses
// duplicate names in every object. The error is an *Error.
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

// Limits bound what one document may hold. A zero field means its default.
type Limits struct {
	Depth         int // containers open at once; 1000
	DocumentBytes int // 1 GiB; 4 GiB at most, so that 32 bits are enough for a place
	StringBytes   int // raw bytes between the quotes, of names too; 64 MiB
	Members       int // per object; 2^20
}

// OrDefault returns the limits with every zero field at its default. The
// functions that take a *Limits expect limits without zero fields.
func (l Limits) OrDefault() Limits {
	return Limits{
		Depth:         cmp.Or(l.Depth, 1000),
		DocumentBytes: int(min(int64(cmp.Or(l.DocumentBytes, 1<<30)), math.MaxUint32)),
		StringBytes:   cmp.Or(l.StringBytes, 64<<20),
		Members:       cmp.Or(l.Members, 1<<20),
	}
}
