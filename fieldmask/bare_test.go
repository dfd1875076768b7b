package fieldmask_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// A bare name is a mask of its own member, and no other name is bare.
func TestIsBare(t *testing.T) {
	for name, bare := range map[string]bool{
		"rows":       true,
		"a_b-c":      true,
		"a b":        true,
		"é":          true,
		"$ref":       true,
		"":           false,
		"a.b":        false,
		"a[]":        false,
		"*":          false,
		`q"`:         false,
		"-a":         false,
		"!a":         false,
		"/a":         false,
		" a":         false,
		"a ":         false,
		"a\n":        false,
		"\xff":       false,
		"(other)":    false,
		"{a}":        false,
		`back\slash`: false,
	} {
		if fieldmask.IsBare([]byte(name)) != bare {
			t.Errorf("%q is bare: %v", name, !bare)
		}
		if bare && fieldmask.MustParse(name).String() != name {
			t.Errorf("%q is the mask %s", name, fieldmask.MustParse(name))
		}
	}
}
