package envelope

import (
	"cmp"
	"time"
)

// Wrap builds the envelope from [Parts]. The tool of the call stands in for an
// unknown operation, the time now and an id of its own for those of an answer
// that has none.
func (b BMCIS) Wrap(p Parts, known Known) (Conversion, error) {
	p.Operation = cmp.Or(p.Operation, p.ToolID, known.Tool)
	p.RequestID = cmp.Or(p.RequestID, newRequestID())
	p.Timestamp = cmp.Or(p.Timestamp, time.Now().UTC().Format(time.RFC3339))
	built, lost, err := b.Build(p.model())
	if err == nil {
		built, err = valid(b, built)
	}
	return Conversion{built, lost}, err
}
