package bmcis

import (
	"cmp"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Wrap builds the envelope from [envelope.Parts]. The tool of the call stands in for an
// unknown operation, the time now and an id of its own for those of an answer
// that has none.
func (b Dialect) Wrap(p envelope.Parts, known envelope.Known) (envelope.Conversion, error) {
	p.Operation = cmp.Or(p.Operation, p.ToolID, known.Tool)
	p.RequestID = cmp.Or(p.RequestID, newRequestID())
	p.Timestamp = cmp.Or(p.Timestamp, time.Now().UTC().Format(time.RFC3339))
	built, lost, err := b.Build(kit.FromParts(p))
	if err == nil {
		built, err = kit.Valid(b, built)
	}
	return envelope.Conversion{Envelope: built, Lost: lost}, err
}
