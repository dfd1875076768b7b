package plan

import "testing"

// The paths of layouts are parsed once.
func TestPathsOfLayoutsAreParsedOnce(t *testing.T) {
	if allocations := testing.AllocsPerRun(100, func() { parsePath("data.rows[].id") }); allocations > 1 {
		t.Errorf("%.0f allocations for a path that was parsed before", allocations)
	}
}
