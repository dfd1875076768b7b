package envelope_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// IsSaid recognises the texts for a model, and no longer or shorter ones.
func TestIsSaid(t *testing.T) {
	handle := strings.Repeat("a2", 8)
	for _, tool := range []string{"", "shape_retrieve"} {
		said := envelope.Kept{Handle: handle, Tool: tool}.Said()
		if !envelope.IsSaid([]byte(said)) {
			t.Errorf("%q is not known again", said)
		}
		for _, other := range []string{said + "a", said[1:], said[:len(said)-1], strings.ReplaceAll(said, "a2", "A2"), said + "\n" + said} {
			if envelope.IsSaid([]byte(other)) {
				t.Errorf("%q counts as told", other)
			}
		}
	}
	long := envelope.Kept{Handle: handle, Tool: strings.Repeat("x", 129)}.Said()
	if words := (envelope.Kept{Handle: handle, Tool: "all of it"}).Said(); envelope.IsSaid([]byte(words)) || envelope.IsSaid([]byte(long)) {
		t.Errorf("%q or %q counts as told", words, long)
	}
}
