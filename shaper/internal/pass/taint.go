package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// This file collects the values that privacy and tiers take out of a document, so that they
// can be looked for in its other strings (GUARANTEES, taint).

// collect notes the dropped value src[start:end] if a rule of privacy or tiers forbids it.
func (p *Pass) collect(s *fieldmask.State, start, end int) {
	if p.hider.Taken != nil && s.Forbidden() >= 0 && !p.fault.failed {
		p.hider.Taken.AddJSON(p.src[start:end])
		p.meet(s, 1)
	}
}

// meet counts n values at a state that a rule of privacy or tiers forbids.
func (p *Pass) meet(s *fieldmask.State, n int) {
	if p.hider.Taken != nil {
		p.hider.Taken.Met.Add(s, n)
	}
}

// collectFate notes the value src[start:end] if its fate is that of a forbidden one.
func (p *Pass) collectFate(what fate, start, end int) {
	if what == forbidden {
		p.collectForbidden(start, end)
	}
}

func (p *Pass) collectForbidden(start, end int) {
	if p.hider.Taken != nil {
		p.hider.Taken.AddJSON(p.src[start:end])
	}
}

// collectRedacted notes a value in whose place a mask writes something else.
func (p *Pass) collectRedacted(v *value, end int) {
	if taken := p.hider.Taken; taken != nil && !p.fault.failed && !bytes.Equal(p.src[v.start:end], v.acts.Redact.With) {
		taken.AddJSON(p.src[v.start:end])
		taken.Met.Add(v.state, 1)
	}
}
