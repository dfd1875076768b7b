package envelope

import "fmt"

// Cut is an array that lost its tail to a limit.
type Cut struct {
	Path  string // mask of the array, from the payload's items
	Total int    // elements that there were
	Kept  int
}

// PartialMarker is a dialect with words for a payload that was shortened.
// Totals that the payload states are left as they are (RULES D29).
type PartialMarker interface {
	// MarkPartial says so in a valid envelope of the dialect.
	MarkPartial(doc []byte, cuts []Cut) ([]byte, error)
}

func (c Cut) String() string {
	return fmt.Sprintf("%s: %d of %d", c.Path, c.Kept, c.Total)
}
