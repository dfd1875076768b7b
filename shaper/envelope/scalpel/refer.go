package scalpel

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Refer adds a text to warnings. The seed has no words for it.
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	said := [][]byte{kit.Quote(k.Said() + " (" + k.Hash + ")")}
	return kit.Put(doc, "warnings", kit.AddMissing(kit.Get(doc, "warnings"), said))
}
