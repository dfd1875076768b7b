package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// asksForNote reports whether an include list may drop the note that an earlier look left
// as a member of f, the root of the document.
func (p *Pass) asksForNote(f *frame) bool {
	return p.doc.NoteMember != "" && len(p.stack) == 1 && f.isObject && f.state.Verdict() != fieldmask.Keep
}

// isEnvelopeNote reports whether a value is a note that an earlier look left in an envelope.
func (p *Pass) isEnvelopeNote(f *frame, v *value) bool {
	return v.acts.Are(plan.Note) && p.isNote(f, v)
}

// isResultNote reports whether a value is the note that an earlier look left in a tool
// result, and that an include list would drop.
func (p *Pass) isResultNote(f *frame, v *value) bool {
	return v.state.Verdict() != fieldmask.Keep && p.isNoteMember(f, v)
}

// isNoteMember reports whether v, a member of f that no include list selects, is the note
// of an earlier look. It may be forged, so rules that hide act on it.
func (p *Pass) isNoteMember(f *frame, v *value) bool {
	if len(p.stack) != 1 || !p.asksForNote(f) || v.state.Excluded() || v.acts.Redact != nil || p.src[v.start] != '"' {
		return false
	}
	if string(p.members.nameAt(p.src, v.head.key)) != p.doc.NoteMember {
		return false
	}
	end, _, kind := scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	if kind != scan.KindNone {
		return false
	}
	p.text = scan.AppendUnquote(p.text[:0], p.src[v.start+1:end-1])
	return envelope.IsSaid(p.text)
}

// keepNote writes the note of an earlier look, without what rules hide in it.
func (p *Pass) keepNote(f *frame, v *value) int {
	end, escaped, _ := scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	p.out.head(&v.head, f.isFirst())
	why := cause{reason: "kept"}
	if p.plan.Hiding == nil || !p.hideAway(f, v, end, escaped, &why) {
		p.out.emit(v.start, end)
	}
	p.decide(f, v, end, true, why)
	f.took()
	return end
}
