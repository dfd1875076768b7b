package shaper

import (
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// foreseen is how much of a large document is looked at to foresee the plan that fits.
const foreseen = 64 << 10

// foresee guesses the plan for a large document where none like it was shaped before, so
// that the pass can run ahead: it is that of a document that begins likewise, and ends
// soon. It is nil for an object of which the first member is all that is seen, or that does
// not begin as an envelope: what tells that it is one may stand behind all else.
func (m *memory) foresee(d *document, in pass.Doc, asked plan.Asked, base *plan.Plan) *plan.Plan {
	begun := *d
	begun.body = m.pass.Beginning(d.body[:foreseen], &in.Limits)
	in.Body, in.More = begun.body, false
	doc, err := m.skim(in)
	if err != nil {
		return nil
	}
	var answer plan.Answer
	if err := begun.read(doc, base, &answer); err != nil || doc.Members != nil && (len(doc.Members) == 1 || answer.Dialect == plain) {
		return nil
	}
	p, err := asked.Of(&answer, nil)
	if err != nil {
		return nil
	}
	return p
}
