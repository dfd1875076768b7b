package dialects_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// A dialect in an edition builds, checks and publishes that one unless another is
// named; "" is the default one, and all others are refused.
func TestIn(t *testing.T) {
	for _, d := range dialects.All() {
		editions := []string{""}
		if e, ok := d.(envelope.Editioned); ok {
			editions = append(editions, e.Editions()...)
		}
		for _, edition := range editions {
			in, err := dialects.In(d, edition)
			if err != nil || in.Name() != d.Name() {
				t.Errorf("%s in %q: %v, %v", d.Name(), edition, in, err)
				continue
			}
			s, ok := in.(envelope.Schemer)
			if !ok {
				continue
			}
			own, err := s.Schema("")
			named, fault := d.(envelope.Schemer).Schema(edition)
			if err != nil || fault != nil || !slices.Equal(own, named) {
				t.Errorf("%s in %q publishes another schema: %v, %v", d.Name(), edition, err, fault)
			}
		}
		in, err := dialects.In(d, "9")
		if fault, ok := errors.AsType[*envelope.EditionError](err); !ok || fault.Dialect != d.Name() || in != nil {
			t.Errorf("%s in 9: %v, %v", d.Name(), in, err)
		}
	}
}
