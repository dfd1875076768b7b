package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// MayChange reports whether a string that says so may be another one once all is
// hidden in it that the rules hide, wherever it stands. It may say so of one that stays.
func MayChange(rules *plan.Hiding, said []byte) bool {
	quoted, limits := scan.AppendQuote(nil, said), scan.Limits{}.OrDefault()
	var h Hider
	h.Begin(rules, quoted, &limits, plan.MaxNesting, false)
	raw := quoted[1 : len(quoted)-1]
	return h.Looks(raw, escapesOf(raw, bytes.IndexByte(raw, '\\') >= 0)) || h.MayFit(1, len(quoted)-1)
}
