// Package splice replaces spans of texts.
package splice

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Edit replaces a span of a text.
type Edit struct {
	scan.Span
	With []byte
}

// Apply returns the text after edits that do not overlap, or the text itself without edits.
// It sorts the edits.
func Apply(text []byte, edits []Edit) []byte {
	if len(edits) == 0 {
		return text
	}
	slices.SortFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	size := len(text) + len("\n") // may follow
	for _, e := range edits {
		size += len(e.With) - (e.End - e.Start)
	}
	out, from := make([]byte, 0, size), 0
	for _, e := range edits {
		out = append(append(out, text[from:e.Start]...), e.With...)
		from = e.End
	}
	return append(out, text[from:]...)
}
