package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// scalar handles a string, number or literal.
func (p *Pass) scalar(f *frame, v *value) int {
	end, kind := scan.Scalar(p.src, v.start, p.doc.Limits.StringBytes)
	if kind != scan.KindNone {
		return p.fail(end, kind)
	}
	if v.state.Verdict() == fieldmask.Partial && !v.acts.Are(plan.Payload) {
		p.decide(f, v, end, false, causeOf(v.state))
		return end
	}
	if p.elidesMember(f, v) {
		if why := p.elision(p.src[v.start:end], v.acts); why != nil {
			p.elide(f, v)
			p.decide(f, v, end, false, *why)
			return end
		}
	}
	undo := p.out.checkpoint()
	p.out.head(&v.head, f.isFirst())
	why, became := p.write(f, v, end)
	if became && p.elidesMember(f, v) {
		p.out.rollback(undo)
		p.elide(f, v)
		p.decide(f, v, end, false, *defaultValue)
		return end
	}
	p.decide(f, v, end, true, why)
	f.took()
	return end
}

// write writes a scalar, as it is or rewritten; became tells that what it was
// rewritten to is a default.
func (p *Pass) write(f *frame, v *value, end int) (why cause, became bool) {
	began := 0
	if v.acts.Default != nil {
		began = p.out.size()
	}
	why = causeOf(v.state)
	if p.src[v.start] != '"' || !p.rewrite(f, v, end, &why) {
		p.out.emit(v.start, end)
		return why, false
	}
	return why, v.acts.Default != nil && p.out.ends(began, v.acts.Default)
}

// elision returns why a scalar is one that elision removes, or nil.
func (p *Pass) elision(scalar []byte, a *plan.Acts) *cause {
	switch {
	case p.plan.Resolved.Elide.Null && scalar[0] == 'n':
		return nullValue
	case a.Default != nil && bytes.Equal(scalar, a.Default):
		return defaultValue
	}
	return nil
}

// rewrite replaces a string, which ends at src[end], where it is a slot that holds
// a document, or where a privacy pattern matches in it, which is why then. It
// reports whether it wrote anything.
func (p *Pass) rewrite(f *frame, v *value, end int, why *cause) bool {
	slot := v.acts.Are(plan.Slot | plan.ForeignSlot)
	if !slot && len(p.plan.Resolved.Patterns) == 0 || v.acts.Are(plan.Protocol) || !free(f, v) {
		return false
	}
	p.text = scan.AppendUnquote(p.text[:0], p.src[v.start+1:end-1])
	if slot {
		out, done, err := p.nested(f, v, p.text)
		if err != nil {
			p.reject(v.start, err)
			return false
		}
		if done {
			p.out.quote(out)
			return true
		}
	}
	out, by := p.plan.Censor(p.text)
	return p.censored(out, by, why)
}

// censored writes a text in which a privacy pattern matched.
func (p *Pass) censored(text []byte, by *profiles.Pattern, why *cause) bool {
	if by == nil {
		return false
	}
	*why = cause{reason: "redacted", rule: by.Origin.String()}
	p.out.quote(text)
	return true
}

// redact writes a fixed string in place of a value. Where only parts of the
// value were asked for, nothing is left to show.
func (p *Pass) redact(f *frame, v *value) int {
	end, _ := p.skipValue(v.start)
	if v.state.Verdict() == fieldmask.Partial && f != nil {
		p.decide(f, v, end, false, causeOf(v.state))
		return end
	}
	p.out.head(&v.head, f.isFirst())
	p.out.literal(v.acts.Redact.With)
	f.took()
	p.decide(f, v, end, true, cause{reason: "redacted", rule: v.acts.Redact.By})
	return end
}
