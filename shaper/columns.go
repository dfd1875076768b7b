package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Unfold returns a response with lists in place of the tables that columns made of them, in
// the texts of a tool result as well, and without white space. It returns body itself if
// that has no table. The error is an [*Error] if the body is no JSON, or larger than 1 GiB
// once it is unfolded.
func Unfold(body []byte) ([]byte, error) {
	out, err := tables.Expand(body, scan.Limits{})
	if err != nil {
		return nil, publicError(err)
	}
	return out, nil
}
