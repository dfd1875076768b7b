package shaper

import "time"

// LookAt has engines look at another clock until it is undone.
func LookAt(other func() time.Time) (undo func()) {
	before := clock
	clock = other
	return func() { clock = before }
}
