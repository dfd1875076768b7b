package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// scalar handles a string, number or literal that the mask does not drop.
func (p *Pass) scalar(f *frame, v *value) int {
	s := stringRead{start: v.start}
	var kind scan.Kind
	isString := p.src[v.start] == '"'
	if isString && v.acts.Are(plan.Slot) {
		s.end, kind = p.strings.readSlot(v.start)
		p.report.facts.NoteText(s.end - v.start)
	} else if isString && p.hider.opened.start == v.start && p.hider.opened.end > 0 {
		s = p.hider.opened
	} else if isString {
		s.end, s.escaped, kind = scan.String(p.src, v.start, p.doc.Limits.StringBytes)
	} else {
		s.end, kind = scan.Scalar(p.src, v.start, p.doc.Limits.StringBytes)
	}
	if kind != scan.KindNone {
		return p.fail(s.end, kind)
	}
	if v.state.Verdict() == fieldmask.Partial && !v.acts.Are(plan.Payload) {
		p.omit(v.start, 1)
		p.report.decide(f, v, s.end, false, journal.CauseOf(v.state))
		return s.end
	}
	if p.plan.Elides {
		if why := p.elision(f, v, s.end); why != nil {
			p.elide(f, v.head.Key)
			p.omit(v.start, 1)
			p.report.decide(f, v, s.end, false, *why)
			return s.end
		}
	}
	if isString && (v.acts.Are(plan.Slot) || v.acts.Text != plan.Text{} || p.strings.mayBeBlob(v.acts) || p.mayBeLong(v.start, s.end) || !p.stays(v.start, s.end, s.escaped)) {
		return p.revise(f, v, &s)
	}
	p.out.Member(&v.head, v.start, s.end, f.isFirst())
	if p.report.trace != nil {
		p.report.decide(f, v, s.end, true, journal.CauseOf(v.state))
	}
	f.took()
	return s.end
}

// elision returns why elision removes a scalar in f that ends at src[end], or nil.
func (p *Pass) elision(f *frame, v *value, end int) *journal.Cause {
	switch {
	case !p.elidesMember(f, v.acts):
		return nil
	case p.plan.Resolved.Elide.Null && p.src[v.start] == 'n':
		return &journal.NullValue
	case v.acts.Default != nil && bytes.Equal(p.src[v.start:end], v.acts.Default):
		return &journal.DefaultValue
	}
	return nil
}

// revise writes a string with its edits. Elision drops the result if it equals the default.
func (p *Pass) revise(f *frame, v *value, s *stringRead) int {
	undo := p.out.Checkpoint()
	p.out.Head(&v.head, f.isFirst())
	began := 0
	if v.acts.Default != nil {
		began = p.out.Size()
	}
	why := journal.CauseOf(v.state)
	if !p.strings.rewrite(f, v, s, &why) {
		p.out.Emit(v.start, s.end)
	} else if v.acts.Default != nil && p.out.Ends(began, v.acts.Default) && p.elidesMember(f, v.acts) {
		p.out.Rollback(undo)
		p.elide(f, v.head.Key)
		p.omit(v.start, 1)
		p.report.decide(f, v, s.end, false, journal.DefaultValue)
		return s.end
	}
	p.report.decide(f, v, s.end, true, why)
	f.took()
	return s.end
}

// redact writes a fixed string in place of a value. A value selected in part is dropped.
func (p *Pass) redact(f *frame, v *value) int {
	end := p.skipValue(v.start)
	if taken := p.hider.taken; taken != nil && !p.fault.failed && !bytes.Equal(p.src[v.start:end], v.acts.Redact.With) {
		taken.AddJSON(p.src[v.start:end])
		taken.Met.Add(v.state, 1)
	}
	if v.state.Verdict() == fieldmask.Partial && f != nil {
		p.omit(v.start, 1)
		p.report.decide(f, v, end, false, journal.CauseOf(v.state))
		return end
	}
	p.out.Head(&v.head, f.isFirst())
	p.out.Literal(v.acts.Redact.With)
	f.took()
	p.report.decide(f, v, end, true, journal.Cause{Reason: "redacted", Rule: v.acts.Redact.By})
	return end
}

// source is the member of an object that a derived field is made of.
type source struct {
	value       // start is 0 if the object has no such member
	exists bool // the object has a member of the derived name
}

// observe records a member that a derived field depends on. An excluded or redacted member
// yields nothing.
func (p *Pass) observe(f *frame, name []byte, v value) {
	for i, d := range f.acts.Derive {
		switch string(name) {
		case d.Name:
			p.open.extra(f).sources[i].exists = true
		case d.From:
			v.acts = p.plan.Acts(v.state)
			if !v.state.Excluded() && v.acts.Redact == nil && v.start < len(p.src) && p.src[v.start] == '"' {
				p.open.extra(f).sources[i].value = v
			}
		}
	}
}

// derive adds the derived fields of an object that is about to close.
func (p *Pass) derive(f *frame) {
	for i, d := range f.acts.Derive {
		src := &p.open.extra(f).sources[i]
		s := f.State.Member([]byte(d.Name))
		if src.exists || src.start == 0 || s.Verdict() != fieldmask.Keep {
			continue
		}
		acts := p.plan.Acts(s)
		text := scan.AppendQuote(nil, p.strings.derived(f, &src.value, &d, acts))
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
		p.out.Literal(append(member, text...))
		f.kept++
	}
}
