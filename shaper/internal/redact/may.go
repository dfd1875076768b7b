package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// MayChange reports whether hiding may change a string with the given content, at any place.
// It may report true for a string that stays.
func MayChange(rules *plan.Hiding, said []byte) bool {
	quoted, limits := scan.AppendQuote(nil, said), scan.Limits{}.OrDefault()
	var h Hider
	h.Begin(rules, quoted, &limits, plan.MaxNesting, false)
	raw := quoted[1 : len(quoted)-1]
	return h.Looks(raw, escapesOf(raw, bytes.IndexByte(raw, '\\') >= 0)) || h.MayFit(1, len(quoted)-1)
}
