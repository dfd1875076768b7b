package cli

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// tainted counts hidden values that also stood in other strings of a document.
type tainted struct {
	Values int `json:"values"`           // hidden there too
	Beyond int `json:"beyond,omitempty"` // not searched for
}

// taintedOf returns nil if both counts are 0.
func taintedOf(t shaper.Tainted) *tainted {
	if t == (shaper.Tainted{}) {
		return nil
	}
	return &tainted{t.Values, t.Beyond}
}

// words returns the counts as text; nil has none.
func (t *tainted) words() (all []string) {
	if t != nil && t.Values > 0 {
		all = append(all, counted(t.Values, "value"))
	}
	if t != nil && t.Beyond > 0 {
		all = append(all, fmt.Sprintf("%d not looked for", t.Beyond))
	}
	return all
}
