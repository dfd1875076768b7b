package codec

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Arrange puts the members of an object into a contract's order. A member that
// is absent or null gets the value given with its name, if there is one; other
// members follow as they came.
func Arrange(d *envelope.Doc, order []raw.Member) *raw.Object {
	var o raw.Object
	for _, p := range order {
		value := d.Value(p.Name)
		if raw.IsNull(value) && p.Value != nil {
			value = p.Value
		}
		o.Set(p.Name, value)
	}
	for _, m := range d.Members {
		if o.Get(m.Name) == nil {
			o.Set(m.Name, d.Raw[m.Start:m.End])
		}
	}
	return &o
}
