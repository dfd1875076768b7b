package scalpel

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// Refer adds a text to warnings. The seed has no words for it.
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	said := [][]byte{raw.Quote(k.Said() + " (" + k.Hash + ")")}
	return raw.Put(doc, "warnings", raw.AddMissing(raw.Get(doc, "warnings"), said))
}
