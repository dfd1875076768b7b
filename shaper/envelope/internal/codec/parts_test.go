package codec_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/codec"
)

// A fault of the whole names no field.
func TestPartsAreAnObject(t *testing.T) {
	for _, doc := range []string{`5`, `[]`, `"x"`, `null`} {
		if _, err := codec.ParseParts([]byte(doc)); err == nil || err.Error() != "parts must be one JSON object" {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
