package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// source is what an object turned out to hold for a derived field.
type source struct {
	value       // that it is made of; its start is 0 where there is none
	exists bool // the object has a field of the derived name already
}

// observe notes a member that a derived field depends on. A source that is excluded
// or redacted yields nothing.
func (p *Pass) observe(f *frame, name []byte, v value) {
	for i, d := range f.acts.Derive {
		switch string(name) {
		case d.Name:
			p.extra(f).sources[i].exists = true
		case d.From:
			v.acts = p.plan.Acts(v.state)
			if !v.state.Excluded() && v.acts.Redact == nil && v.start < len(p.src) && p.src[v.start] == '"' {
				p.extra(f).sources[i].value = v
			}
		}
	}
}

// derive adds the derived fields of an object that is about to close.
func (p *Pass) derive(f *frame) {
	for i, d := range f.acts.Derive {
		src := &p.extra(f).sources[i]
		s := f.state.Member([]byte(d.Name))
		if src.exists || src.start == 0 || s.Verdict() != fieldmask.Keep {
			continue
		}
		acts := p.plan.Acts(s)
		text := scan.AppendQuote(nil, p.beginning(f, &src.value, &d, acts))
		switch {
		case acts.Redact != nil:
			text = acts.Redact.With
		case p.elidesMember(f, acts) && bytes.Equal(text, acts.Default):
			f.gone |= toElision
			continue
		}
		var member []byte
		if f.kept > 0 {
			member = append(member, ',')
		}
		member = append(scan.AppendQuote(member, []byte(d.Name)), ':')
		p.out.literal(append(member, text...))
		f.kept++
	}
}

// beginning is what a derived field shows of the string v in f: of what is left of
// it when all is hidden that must be. acts are those at its own place.
func (p *Pass) beginning(f *frame, v *value, d *plan.Derived, acts *plan.Acts) []byte {
	end, escaped, _ := scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	if p.plan.Hiding == nil {
		p.text = scan.AppendUnquote(p.text[:0], p.src[v.start+1:end-1])
		return p.begun(p.text, d, acts)
	}
	edits, _ := p.look(f, v, end, escaped)
	p.text = p.hidden(p.text[:0], v.start, end, edits)
	text, _ := p.plan.Hiding.Censor(p.text, p.hider.Room())
	short, name := p.begun(text, d, acts), []byte(d.Name)
	if p.plan.Hiding.Uniform && bytes.Equal(short, text) {
		return text
	}
	return p.lookAgain(f, v, short, p.derivedAt(f, v, name), name)
}

// derivedAt is where what is derived from the string v in f stands under a name of
// its own: where it was cut in a mark, or behind a name, there is a value again, and
// rules may be about that name.
func (p *Pass) derivedAt(f *frame, v *value, name []byte) redact.Place {
	at := p.hidingAt(f, v)
	if !p.plan.Hiding.Uniform {
		at = p.site(len(p.stack)-1).Member(p.plan.Hiding, name)
	}
	return at
}

// begun is what a derived field shows of a text: no more than its rule says, nor than is
// left of any string at its place.
func (p *Pass) begun(text []byte, d *plan.Derived, acts *plan.Acts) []byte {
	most := acts.Text.Most
	if most == (excerpt.Most{}) {
		most.Chars = p.plan.Resolved.MaxString
	}
	most.Chars = plan.Least(most.Chars, d.Chars)
	short := beginning(text, most)
	if most.Chars = plan.Least(most.Chars, p.limited.tight.Chars); len(beginning(text, most)) < len(short) {
		p.told.Tightened++
		short = beginning(text, most)
	}
	return short
}

// beginning returns the first code points and lines of text, with "..." after them where
// something was cut (RULES R85).
func beginning(text []byte, most excerpt.Most) []byte {
	if end := most.Beginning(text); end < len(text) {
		return append(text[:end:end], "..."...)
	}
	return text
}
