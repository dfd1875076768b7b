package dialects

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Read calls show for the parts of a document that a client shows its model, in order.
// It reports false where that is the document as it stands: as JSON text.
func Read(doc *envelope.Doc, show func(envelope.Part)) bool {
	d, _ := Look(doc)
	if r, ok := d.(envelope.Reader); ok && r.Read(doc, show) {
		return true
	}
	if d == (envelope.Plain{}) && toolresult.ReadCarried(doc, show) {
		return true
	}
	show(envelope.Part{Raw: doc.Raw})
	return false
}
