package filter

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// A document that was shaped under an older configuration is shaped again.
func TestJobsGoWithTheConfiguration(t *testing.T) {
	f := &filter{newest: 2, answer: func(dst []byte, _ shaper.Request) ([]byte, shaper.Report, error) {
		return append(dst, "new"...), shaper.Report{Generation: 2}, nil
	}}
	for generation, want := range map[uint64]string{1: "new", 2: "old", 3: "old"} {
		early := documents.Shaped{Out: []byte("old"), Report: shaper.Report{Generation: generation}}
		if got := f.again(documents.Document{}, []byte("-"), early); string(got.Out) != "-"+want {
			t.Errorf("generation %d: %s", generation, got.Out)
		}
	}
}
