package pass

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// mostNotes bounds the values that are compared with notes. Each may look through the
// whole document. Contracts write no more of them, their lists included.
const mostNotes = 4*envelope.MaxNotes + 8

// isNote reports whether a value is a note of an earlier look.
func (p *Pass) isNote(f *frame, v *value) bool {
	end := p.skipValue(v.start)
	if p.limited.notes++; p.fault.failed || p.limited.notes > mostNotes || !p.plan.IsNote(p.src[v.start:end], v.acts.Redact, p.src) {
		return false
	}
	p.decide(f, v, end, true, cause{reason: "kept"})
	return true
}

// noted reports whether this document, or one around it, tells of what is cut in
// it.
func (p *Pass) noted() bool { return p.doc.Noted || p.plan.Notes != nil }
