package bmcis

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Refer sets the status to partial, unless it tells of an error, and adds a warning
// PARTIAL_RESULTS that suggests to ask for all of them (RULES R82, R91 and R92).
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	w := NewWarning(WarnPartialResults, "Some content was left out")
	w.Suggestion = k.Said() + " (" + k.Hash + ")"
	warning, _ := kit.Encode(w) // plain texts
	for _, name := range notes.At[:2] {
		if head := lowered(kit.Get(doc, name)); head != nil {
			doc = kit.Put(doc, name, head)
		}
	}
	return kit.Put(doc, "warnings", kit.AddMissing(kit.Get(doc, "warnings"), [][]byte{warning}))
}
