package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Unfold returns a response with plain lists in place of the tables of the setting columns. It
// also unfolds the texts of a tool result, and removes white space. It returns body itself if
// that has no table. The error is an [*Error] if the body is no JSON, or if it is larger than
// 1 GiB after unfolding.
func Unfold(body []byte) ([]byte, error) {
	out, err := tables.Expand(body, scan.Limits{})
	if err != nil {
		return nil, publicError(err)
	}
	return out, nil
}
