package scan

import (
	"cmp"
	"math"
)

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
