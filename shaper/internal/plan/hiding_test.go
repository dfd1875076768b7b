package plan

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Where a rule that hides something acts: one that floats everywhere, one that is
// anchored in the payload and in the details of an error.
func TestWhereHidingActs(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"floats", ".anchored", "deep.er"}}}}
	p := laid(t, Call{Key: profiles.Key{Tool: "t"}}, Answer{}, "scalpel", spec)
	for path, hidden := range map[string]bool{
		"floats": true, "data.floats": true, "data.a.b.floats": true, "x.floats": true, "error.error_details.a.floats": true,
		"anchored": false, "data.anchored": true, "data.a.anchored": false, "x.anchored": false, "error.error_details.anchored": true,
		"data.deep.er": true, "deep.er": false, "data.a.deep.er": false, "data.deep": false,
		"tier.floats": false, "upgrade_hints.floats": false, // metadata is spared
	} {
		if got := at(p, path).Verdict() == fieldmask.Drop; got != hidden {
			t.Errorf("%s is hidden: %v", path, got)
		}
	}
}

// A dialect that is not said, or said to be auto, is recognised.
func TestIsAuto(t *testing.T) {
	for name, auto := range map[string]bool{"": true, "auto": true, "plain": false, "Auto": false} {
		if IsAuto(name) != auto {
			t.Errorf("%q: %v", name, !auto)
		}
	}
}
